import { type Problem, QueryError, show } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import { guessText } from '../scenario/known-keys.ts';
import { problemsOf } from '../scenario/parse.ts';
import { MAX_LISTED } from '../schema/limits.ts';
import type { SharedWorld } from '../world/world.ts';
import { bufferOf } from './buffer.ts';
import { BULKS, type Bulk, querySchema } from './query-schema.ts';
import { HITTABLE, MAX_HITS, type Query, type QueryRequest, type QueryType } from './request.ts';

/** The longest ray on a torus, as a multiple of the shortest edge. */
const MAX_TURNS = 64;

/**
 * Checks a request and copies its numbers, so that they cannot change while the request is answered.
 *
 * @param shared whether other threads will read the numbers, too
 * @throws QueryError, listing every problem: unknown or missing keys, arrays of a wrong type or length, numbers that
 * are not finite or out of range, and unknown species
 * @throws WorldError NO_MEMORY when an allocation fails
 */
export function readQuery(world: SharedWorld, input: QueryRequest, shared: boolean): Query {
  const problems = new Problems();
  const result = querySchema.safeParse(input);
  if (!result.success) {
    const listed = result.error.issues.flatMap((issue) => problemsOf(issue, querySchema, input));
    for (const { path, found, expected } of listed) problems.add(path, found, expected);
  }
  const type = typeOf(input);
  if (type === undefined) throw problems.error();
  const bulks = Object.entries(BULKS[type]);
  const given = input as unknown as Readonly<Record<string, unknown>>;
  const first = given[bulks[0][0]];
  const count = first instanceof Float32Array ? Math.floor(first.length / 3) : -1;
  const { dimensions } = world.plan;
  for (const [name, bulk] of bulks) {
    checkNumbers(problems, name, bulk, given[name], count);
    if (bulk.direction) checkDirections(problems, name, given[name], dimensions);
  }
  checkOrder(problems, given);
  checkIgnore(problems, given.ignore, count);
  checkLength(problems, world, given);
  const k = type === 'nearest' ? Number(given.k) : 0;
  checkSize(problems, count, k);
  const mask = maskOf(problems, world, given.species);
  if (problems.count > 0) throw problems.error();
  const against = (given.against as Query['against'] | undefined) ?? HITTABLE;
  return withMemory('take up queries', () => {
    const numbers = bulks.map(([name, bulk]) => [
      name,
      numbersOf(world, bulk, given[name], count, shared),
    ]);
    const ignore = input.ignore && copyOf(input.ignore, shared);
    return { type, count, numbers: Object.fromEntries(numbers), ignore, mask, k, against };
  });
}

/** Collects the problems of a request. Lists up to MAX_LISTED problems, and only counts the others. */
class Problems {
  count = 0;
  readonly #listed: Problem[] = [];

  add(path: string, found: string, expected: string): void {
    if (this.count++ < MAX_LISTED) this.#listed.push({ path, found, expected });
  }

  error(): QueryError {
    const rest = this.count - this.#listed.length;
    const more = { path: '$', found: `${rest} more problems`, expected: 'none' };
    return new QueryError('QUERY_INVALID', rest > 0 ? [...this.#listed, more] : this.#listed);
  }
}

function typeOf(input: unknown): QueryType | undefined {
  if (input === null || typeof input !== 'object') return undefined;
  const { type } = input as { type?: unknown };
  return typeof type === 'string' && Object.hasOwn(BULKS, type) ? (type as QueryType) : undefined;
}

/**
 * Checks the length of an array and the range of its numbers. The schema has already reported values that are not
 * arrays.
 */
function checkNumbers(
  problems: Problems,
  name: string,
  { components, min, max, otherwise }: Bulk,
  value: unknown,
  count: number,
): void {
  if (!(value instanceof Float32Array)) return;
  const { length } = value;
  const what = components === 3 ? 'three per query' : 'one per query';
  if (length % components !== 0) {
    problems.add(`$.${name}`, `${length} numbers`, `a multiple of ${components}: ${what}`);
  } else if (count >= 0 && length !== count * components) {
    problems.add(`$.${name}`, `${length} numbers`, `${count * components}, ${what}`);
  }
  const top = otherwise === Number.POSITIVE_INFINITY ? otherwise : Math.fround(max);
  for (let n = 0; n < length; n++) {
    if (value[n] >= min && value[n] <= top) continue;
    problems.add(`$.${name}[${n}]`, show(value[n]), `a number from ${min} to ${max}`);
  }
}

function checkDirections(
  problems: Problems,
  name: string,
  value: unknown,
  dimensions: number,
): void {
  if (!(value instanceof Float32Array)) return;
  for (let n = 0; n + 2 < value.length; n += 3) {
    const [x, y, z] = [value[n], value[n + 1], value[n + 2]];
    if (x !== 0 || y !== 0 || (z !== 0 && dimensions === 3)) continue;
    const found = z === 0 ? '0, 0, 0' : `0, 0, ${z} in two dimensions`;
    problems.add(`$.${name}[${n}]`, found, 'a direction that is not zero');
  }
}

/** Reports boxes whose `max` is less than their `min` along an axis. */
function checkOrder(problems: Problems, { min, max }: Readonly<Record<string, unknown>>): void {
  if (!(min instanceof Float32Array && max instanceof Float32Array)) return;
  for (let n = 0; n < Math.min(min.length, max.length); n++) {
    if (min[n] <= max[n] || Number.isNaN(min[n]) || Number.isNaN(max[n])) continue;
    problems.add(`$.max[${n}]`, show(max[n]), `at least ${min[n]}, the value of "min[${n}]"`);
  }
}

function checkIgnore(problems: Problems, ignore: unknown, count: number): void {
  if (!(ignore instanceof Uint32Array) || count < 0 || ignore.length === count) return;
  problems.add('$.ignore', `${ignore.length} ids`, `${count}, one per query`);
}

/** Reports rays on a torus that are too long. An endless ray would pass the same agents again and again. */
function checkLength(
  problems: Problems,
  { plan }: SharedWorld,
  { type, length }: Readonly<Record<string, unknown>>,
): void {
  if (!plan.grid.wrap || (type !== 'ray' && type !== 'sweep')) return;
  const edge = Math.min(...plan.grid.edge.filter((along) => along > 0));
  const expected = `at most ${MAX_TURNS * edge} m, ${MAX_TURNS} times the shortest edge of the torus`;
  const check = (path: string, value: number): void => {
    if (value > MAX_TURNS * edge) problems.add(path, show(value), expected);
  };
  if (length === undefined) problems.add('$.length', 'nothing', expected);
  else if (typeof length === 'number') check('$.length', length);
  else if (length instanceof Float32Array) {
    for (const [n, value] of length.entries()) check(`$.length[${n}]`, value);
  }
}

function checkSize(problems: Problems, count: number, k: number): void {
  const most = Math.floor(MAX_HITS / (k > 1 ? k : 1));
  if (count <= most) return;
  const of = k > 1 ? ` for the ${k} nearest` : '';
  problems.add('$', `${count} queries${of}`, `at most ${most} queries in one request`);
}

function maskOf(problems: Problems, { plan }: SharedWorld, species: unknown): number {
  if (species === undefined) return 0xffffffff;
  const known = plan.species.map(({ name }) => name);
  const names: readonly unknown[] = Array.isArray(species) ? species : [species];
  let mask = 0;
  for (const [n, name] of names.entries()) {
    // The schema has already reported names that are not text.
    if (typeof name !== 'string') continue;
    const index = known.indexOf(name);
    if (index >= 0) mask |= 1 << index;
    else {
      const path = Array.isArray(species) ? `$.species[${n}]` : '$.species';
      const expected = `one of ${known.map(show).join(', ')}`;
      problems.add(path, show(name) + guessText(name, known), expected);
    }
  }
  return mask >>> 0;
}

/** Copies an array of a request, or creates it from its default. In two dimensions, sets every z to 0. */
function numbersOf(
  { plan }: SharedWorld,
  { components, otherwise }: Bulk,
  value: unknown,
  count: number,
  shared: boolean,
): Float32Array {
  const numbers = new Float32Array(bufferOf(4 * components * count, shared));
  if (value instanceof Float32Array) numbers.set(value);
  else numbers.fill((value as number | undefined) ?? otherwise!);
  if (components === 3 && plan.dimensions === 2) {
    for (let n = 2; n < numbers.length; n += 3) numbers[n] = 0;
  }
  return numbers;
}

function copyOf(ids: Uint32Array, shared: boolean): Uint32Array {
  const copy = new Uint32Array(bufferOf(4 * ids.length, shared));
  copy.set(ids);
  return copy;
}
