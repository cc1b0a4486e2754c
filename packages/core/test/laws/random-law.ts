import type { Part } from '../../src/laws/expressions.ts';
import { listNodes } from '../../src/laws/list-nodes.ts';
import {
  AIM_COLUMNS,
  type NodeData,
  OTHER_COLUMNS,
  REDUCTIONS,
  SELF_COLUMNS,
  WORLD_VALUES,
} from '../../src/laws/node.ts';
import { type Kind, OPERATIONS } from '../../src/laws/operations.ts';
import { randomOf } from '../helpers/random-of.ts';

interface RandomLaw {
  readonly aim: 'one' | 'two';
  readonly nodes: readonly NodeData[];
  readonly vector: readonly number[];
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A random law that writes columns, ends agents and gives birth to others. */
interface RandomLife extends RandomLaw {
  readonly columns: Readonly<Record<string, unknown>>;
  readonly next: Readonly<Record<string, number>>;
  readonly ends: number;
  readonly births: readonly object[];
}

const COLUMNS = {
  charge: { type: 'f32', default: 1, min: -5, max: 5, description: 'A number.' },
  turn: { type: 'u32', max: 9, description: 'A whole number.' },
};

const PARAMETERS = ['a', 'b', 'c'] as const;
const number = { unit: '1', default: 0, min: -1e9, max: 1e9, description: 'A number.' };

/** A program of up to some dozens of nodes of every kind, the same for the same seed. */
export function randomLaw(seed: number): RandomLaw {
  const { law } = randomProgram(seed, false);
  return law;
}

/** A random law of columns, deaths and births; these are rare, so that most agents stay alive. */
export function randomLife(seed: number): RandomLife {
  const { law, life } = randomProgram(seed, true);
  return { ...law, ...life! };
}

function randomProgram(
  seed: number,
  isLife: boolean,
): { readonly law: RandomLaw; readonly life?: Omit<RandomLife, keyof RandomLaw> } {
  const random = randomOf(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)];
  /** The parts that operands are taken from: values of the agent. */
  const pool: Record<Kind, Part[]> = { f32: [], u32: [], bool: [] };
  const add = (to: Record<Kind, Part[]>, part: Part): Part => {
    to[part.kind as Kind].push(part);
    return part;
  };
  const leaf = (name: string, of: string | number, kind: Kind): Part => {
    return { name, kind, operands: [], of };
  };
  const columns = (name: string, of: Readonly<Record<string, Kind>>): void => {
    for (const [column, kind] of Object.entries(of)) {
      if (random() < 0.4) add(pool, leaf(name, column, kind));
    }
  };
  for (const value of [0, 1, -0, 2.5, Number.POSITIVE_INFINITY, Number.NaN]) {
    add(pool, leaf('number', value, 'f32'));
  }
  for (const value of [0, 1, 31, 4294967295]) add(pool, leaf('whole', value, 'u32'));
  add(pool, leaf('truth', below(2), 'bool'));
  for (const name of PARAMETERS) add(pool, leaf('parameter', name, 'f32'));
  columns('self', SELF_COLUMNS);
  if (isLife) {
    add(pool, leaf('self', 'column.charge', 'f32'));
    add(pool, leaf('self', 'column.turn', 'u32'));
  }
  columns('aim', AIM_COLUMNS);
  const aim = random() < 0.3 ? 'two' : 'one';
  if (aim === 'two') columns('second', AIM_COLUMNS);
  columns('world', WORLD_VALUES);

  const operation = (from: Record<Kind, Part[]>): void => {
    const name = pick(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[]);
    const { operands, result } = OPERATIONS[name];
    const parts = operands.map((kind) => pick(from[kind]));
    if (name.startsWith('shift')) parts[1] = leaf('whole', below(32), 'u32');
    add(from, { name, kind: result, operands: parts });
  };
  const comparison = (from: Record<Kind, Part[]>): Part => {
    return { name: 'less', kind: 'bool', operands: [pick(from.f32), pick(from.f32)] };
  };
  const chained = (from: Record<Kind, Part[]>): Part => {
    const name = pick(['add', 'sub', 'mul', 'div', 'min', 'max']);
    return { name, kind: 'f32', operands: [from.f32.at(-1)!, pick(from.f32)] };
  };
  /** A value that leaves a reduction unchanged if a condition is false. */
  const guarded = (name: keyof typeof REDUCTIONS, truth: Part, value: Part): Part => {
    if (name === 'any') return { name: 'and', kind: 'bool', operands: [value, truth] };
    const otherwise =
      name === 'sum' ? pick([0, -0]) : REDUCTIONS[name === 'lowest' ? 'minimum' : name].none;
    const operands = [truth, value, leaf('number', otherwise, 'f32')];
    return { name: 'select', kind: 'f32', operands };
  };
  const reduce = (): void => {
    const [radius, cosine] = [pick([2, 4, 9]), pick([-1, -1, 0, 0.5])];
    const operands = [leaf('number', radius, 'f32'), leaf('number', cosine, 'f32')];
    const set: Part = { name: 'neighbors', kind: 'set', operands };
    const inside: Record<Kind, Part[]> = {
      f32: [...pool.f32],
      u32: [...pool.u32],
      bool: [...pool.bool],
    };
    for (const [column, kind] of Object.entries(OTHER_COLUMNS)) {
      add(inside, { name: 'other', kind, operands: [set], of: column });
    }
    // Some walks take in a neighbor only if a condition is true, and skip much work if not.
    const truth = random() < 0.5 ? add(inside, comparison(inside)) : undefined;
    for (let n = below(8); n > 0; n--) operation(inside);
    if (truth !== undefined) for (let n = 0; n < 20; n++) add(inside, chained(inside));
    const recent = (kind: Kind): Part => {
      const from = inside[kind];
      return from[from.length - 1 - below(Math.min(4, from.length))];
    };
    const key = recent('f32');
    for (let n = 1 + below(4); n > 0; n--) {
      const name = pick(Object.keys(REDUCTIONS) as (keyof typeof REDUCTIONS)[]);
      const { operands, result } = REDUCTIONS[name];
      const isRank = name.startsWith('rank');
      const parts = isRank ? [leaf('whole', 1 + below(6), 'u32')] : operands.map(recent);
      // Most share a key.
      if (name === 'lowest' && random() < 0.7) parts[0] = key;
      if (truth !== undefined && parts.length > 0 && !isRank)
        parts[0] = guarded(name, truth, parts[0]);
      add(pool, { name, kind: result, operands: [set, ...parts] });
    }
  };
  const sets = below(4);
  for (let n = 0; n < 24; n++) operation(pool);
  for (let n = 0; n < sets; n++) {
    reduce();
    for (let m = below(6); m > 0; m--) operation(pool);
  }
  const last = pool.f32.slice(-6);
  const results = [pick(last), pick(last), pool.f32.at(-1)!];
  if (isLife) {
    /** Is true for one agent in several, and for others in the next tick. */
    const rarely = (): Part => {
      const tick = leaf('world', 'tick', 'u32');
      const id = leaf('self', 'id', 'u32');
      const turn: Part = { name: 'addWhole', kind: 'u32', operands: [tick, id] };
      const some: Part = {
        name: 'modWhole',
        kind: 'u32',
        operands: [turn, leaf('whole', 3 + below(9), 'u32')],
      };
      const due: Part = {
        name: 'equalWhole',
        kind: 'bool',
        operands: [some, leaf('whole', below(3), 'u32')],
      };
      return random() < 0.5
        ? due
        : { name: 'and', kind: 'bool', operands: [due, pool.bool.at(-1)!] };
    };
    results.push(pick(last), pool.u32.at(-1)!, rarely(), rarely(), pick(last), rarely());
    results.push(pick(last), pick(last), pick(last), pool.u32.at(-1)!);
  }
  const { nodes, places } = listNodes(results);
  const named = nodes.flatMap((node) => (node[0] === 'parameter' ? [node[1]] : []));
  const law = {
    aim,
    nodes,
    vector: places.slice(0, 3),
    parameters: Object.fromEntries(
      PARAMETERS.filter((name) => named.includes(name)).map((name) => [name, number]),
    ),
  } as const;
  if (!isLife) return { law };
  const [charge, turn, ends, first, heir, second, x, y, z, whole] = places.slice(3);
  const life = {
    columns: COLUMNS,
    next: { charge, turn },
    ends,
    births: [
      { when: first, columns: { charge: heir } },
      { when: second, velocity: [x, y, z], columns: { turn: whole } },
    ],
  };
  return { law, life };
}
