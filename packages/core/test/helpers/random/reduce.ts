import type { NodeData } from '../../../src/laws/node.ts';
import { operandsOf } from '../../../src/laws/schedule.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import type { Input } from './draws.ts';
import type { RandomWorld } from './scene.ts';

/**
 * Smaller worlds than the given one, large steps first: with parts of its lists and keys left out, with fewer agents,
 * with simpler laws. All of them are valid.
 */
export function* smallerThan(world: RandomWorld): Generator<RandomWorld> {
  for (const given of shorter(world.given))
    yield { ...world, given: given as RandomWorld['given'] };
  for (const scenario of smallerScenes(world.scenario)) {
    try {
      parseScenario(scenario);
    } catch {
      continue;
    }
    yield { ...world, scenario };
  }
}

function* smallerScenes(scene: Input): Generator<Input> {
  for (const made of smaller(scene, '')) yield made as Input;
  const laws = (scene.laws ?? []) as Input[];
  for (const [k, law] of laws.entries()) {
    for (const smallerLaw of smallerLaws(law))
      yield { ...scene, laws: withOne(laws, k, smallerLaw) };
  }
}

function withOne<T>(list: readonly T[], at: number, one: T): T[] {
  return list.map((old, k) => (k === at ? one : old));
}

/** Without one half, one quarter and so on, down to one element. */
function* shorter(list: readonly unknown[]): Generator<readonly unknown[]> {
  for (let size = list.length; size >= 1; size = Math.floor(size / 2)) {
    for (let begin = 0; begin < list.length; begin += size) {
      yield [...list.slice(0, begin), ...list.slice(begin + size)];
    }
  }
}

/** Lists whose elements are numbers or belong together. */
const WHOLE: readonly string[] = ['nodes', 'rows', 'polygons', 'vertices', 'laws'];

function* smaller(value: unknown, key: string): Generator<unknown> {
  if (typeof value === 'number' && (key === 'count' || key === 'capacity') && value > 1) {
    yield 1;
    yield value >> 1;
    yield value - 1;
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (key === 'laws') yield* shorter(value);
    if (WHOLE.includes(key) || value.every((one) => typeof one === 'number')) return;
    yield* shorter(value);
    for (const [k, one] of value.entries()) {
      for (const made of smaller(one, key)) yield withOne(value, k, made);
    }
    return;
  }
  const entries = Object.entries(value);
  for (const [name] of entries) yield Object.fromEntries(entries.filter(([one]) => one !== name));
  for (const [name, one] of entries) {
    for (const made of smaller(one, name)) yield { ...value, [name]: made };
  }
}

/** Without one of its results, and with nodes replaced by their operands or by a number. */
function* smallerLaws(law: Input): Generator<Input> {
  for (const key of ['wants', 'next', 'ends', 'births', 'deposit']) {
    const { [key]: left, ...rest } = law;
    if (left !== undefined) yield pruned(rest);
  }
  const nodes = law.nodes as NodeData[];
  for (let at = nodes.length - 1; at >= 0; at--) {
    if (nodes[at][0] !== 'number')
      yield pruned({ ...law, nodes: withOne(nodes, at, ['number', 1]) });
    for (const operand of new Set(operandsOf(nodes[at]))) {
      yield pruned(mapped(law, nodes, (one) => (one === at ? operand : one)));
    }
  }
}

/** The law with every number of a node replaced. */
function mapped(law: Input, nodes: readonly NodeData[], to: (at: number) => number): Input {
  const all = (value: unknown): unknown => {
    if (typeof value === 'number') return to(value);
    if (Array.isArray(value)) return value.map(all);
    return Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, all(one)]));
  };
  const results = ['vector', 'wants', 'next', 'ends', 'births', 'deposit'].filter(
    (key) => law[key] !== undefined,
  );
  return {
    ...law,
    nodes: nodes.map((node) => {
      const count = operandsOf(node).length;
      return node.map((one, k) => (k > 0 && k <= count ? to(one as number) : one));
    }),
    ...Object.fromEntries(results.map((key) => [key, all(law[key])])),
  };
}

/** Without the nodes, parameters and columns that nothing needs; equal nodes become one. */
function pruned(law: Input): Input {
  const nodes = law.nodes as NodeData[];
  const needed = new Set<number>();
  mapped(law, [], (at) => needed.add(at) && at);
  for (let at = nodes.length - 1; at >= 0; at--) {
    if (needed.has(at)) for (const operand of operandsOf(nodes[at])) needed.add(operand);
  }
  const places = new Map<number, number>();
  const kept: NodeData[] = [];
  const byKey = new Map<string, number>();
  nodes.forEach((node, at) => {
    if (!needed.has(at)) return;
    const count = operandsOf(node).length;
    const moved = node.map((value, k) =>
      k > 0 && k <= count ? (places.get(value as number) ?? value) : value,
    ) as unknown as NodeData;
    const key = JSON.stringify(moved);
    const place = byKey.get(key) ?? kept.push(moved) - 1;
    byKey.set(key, place);
    places.set(at, place);
  });
  const { nodes: _, ...rest } = mapped(law, [], (at) => places.get(at) ?? at);
  const used = JSON.stringify([kept, rest.next, rest.births]);
  const still = (of: unknown): Input =>
    Object.fromEntries(Object.entries((of ?? {}) as Input).filter(([name]) => used.includes(name)));
  return { ...rest, nodes: kept, columns: still(law.columns), parameters: still(law.parameters) };
}

/**
 * The smallest world found in a time that fails in the same way: with the same message, apart from numbers.
 *
 * @param check throws if a world fails
 */
export async function smallest(
  world: RandomWorld,
  error: Error,
  check: (world: RandomWorld) => Promise<void>,
  ms: number,
): Promise<{ readonly world: RandomWorld; readonly error: Error }> {
  const until = performance.now() + ms;
  const kindOf = ({ message }: Error): string => message.replace(/[-\d.e+]+/g, '0').slice(0, 100);
  let best = { world, error };
  for (let again = true; again; ) {
    again = false;
    for (const one of smallerThan(best.world)) {
      if (performance.now() > until) return best;
      try {
        await check(one);
      } catch (failed) {
        if (kindOf(failed as Error) !== kindOf(error)) continue;
        best = { world: one, error: failed as Error };
        again = true;
        break;
      }
    }
  }
  return best;
}
