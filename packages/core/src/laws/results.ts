import { type ColumnType, planeNamesOf } from '../schema/column-types.ts';
import { LIMITS } from '../schema/limits.ts';
import { forceLawOf } from './force-law.ts';
import type { Law, WorkedLaw } from './law.ts';
import type { NodeData } from './node.ts';
import { operandsOf } from './schedule.ts';

/** The range of a column. The values that a law gives to the column for the next tick are clamped to this range. */
export interface ColumnRange {
  readonly name: string;
  readonly type: ColumnType;
  readonly min: number;
  readonly max: number;
}

/**
 * Returns the law as it acts in a world of the given number of dimensions. In the plane, the z of its force or velocity
 * is 0, and so are the z of the direction that it wants, and of the positions and velocities that it gives to newborn
 * agents. Whatever the law computes for them has no effect, not even NaN. Vector columns keep all three numbers.
 */
export function lawIn(dimensions: 2 | 3, law: Law): Law {
  if (dimensions === 3) return law;
  const { wants, births } = law;
  const known = law.nodes.findIndex(([name, of]) => name === 'number' && Object.is(of, 0));
  const zero = known < 0 ? law.nodes.length : known;
  const nodes: readonly NodeData[] = known < 0 ? [...law.nodes, ['number', 0]] : law.nodes;
  const flat = ([x, y]: Law['vector']): Law['vector'] => [x, y, zero];
  return {
    ...law,
    nodes,
    vector: flat(law.vector),
    ...(wants && { wants: flat(wants) }),
    ...(births && {
      births: births.map(({ position, velocity, ...birth }) => ({
        ...birth,
        ...(position && { position: flat(position) }),
        ...(velocity && { velocity: flat(velocity) }),
      })),
    }),
  };
}

/** The values of agents, neighbors and aims that are 0 for walkers, though they may not be 0 in space. */
const UPWARD = /^(offset|velocity|acceleration)\.z$/;

/**
 * Returns a law of the plane as it acts on walkers in space. They act as if seen from above: offsets and velocities have
 * no height, and there are two dimensions.
 */
export function lawOnGround(law: Law): Law {
  const nodes = law.nodes.map((node): NodeData => {
    if (node[0] === 'world' && node[1] === 'dimensions') return ['whole', 2];
    const isColumn = ['self', 'aim', 'second', 'other'].includes(node[0]);
    return isColumn && UPWARD.test(String(node.at(-1))) ? ['number', 0] : node;
  });
  return { ...law, nodes };
}

/** Returns a law that yields only the force (N) of the given law, without its other results. */
export function lawOfForce(dimensions: 2 | 3, law: Law): Law {
  const force = lawIn(dimensions, forceLawOf(law));
  const { wants, next, ends, births, deposit } = law;
  if ([wants, next, ends, births, deposit].every((one) => one === undefined)) return force;
  return yielding(force, force.vector) as Law;
}

/**
 * Returns a law that yields only the direction `wants` of the given law, without its other results. Returns undefined
 * if the given law has no `wants`.
 */
export function lawOfWants(dimensions: 2 | 3, law: Law): Law | undefined {
  const own = lawIn(dimensions, law);
  if (own.wants === undefined) return undefined;
  return yielding({ ...own, result: 'force' }, own.wants) as Law;
}

/** Where a law stores its decisions about lives. A species can have several laws that make such decisions. */
export interface LifePlace {
  /** The index of the word into which the law writes its decisions. */
  readonly word: number;
  /**
   * The number of births that the earlier laws of the species can request. The first birth of this law has this number
   * as its index.
   */
  readonly birth: number;
}

/** The names of the planes in which laws stage their decisions about lives. */
export const LIFE_PLANES = {
  /**
   * Returns the name of a plane of decisions. The plane has a whole number for each agent. Bit 0 of this number is set
   * if the agent's life ends. Bit 1 + k is set if birth k happens.
   */
  word: (word: number) => `life.${word}`,
  birth: (birth: number, plane: string) => `birth.${birth}.${plane}`,
} as const;

/** Returns the name of the plane in which laws stage deposits into a scalar field. */
export function depositPlane(field: string): string {
  return `deposit:${field}`;
}

/** Returns whether a plane holds deposits. Deposits of several agents are added up. */
export function isDepositPlane(plane: string): boolean {
  return plane.startsWith('deposit:');
}

/**
 * Returns a law that computes the staged values of a law; undefined if the law stages no values. Staged values are the
 * next values of columns, decisions about lives, the values of births, and deposits into scalar fields.
 *
 * Next values are clamped to the ranges of their columns. A value that is NaN stays NaN. If a birth does not happen,
 * its values are 0. An infinite position or velocity of a birth becomes NaN. An infinite deposit also becomes NaN.
 */
export function lawOfStaged(
  dimensions: 2 | 3,
  given: Law,
  ranges: readonly ColumnRange[],
  life: LifePlace,
): WorkedLaw | undefined {
  const law = lawIn(dimensions, given);
  const { next = {}, ends, births = [], deposit = {} } = law;
  const nodes: NodeData[] = [...law.nodes];
  const places = new Map(nodes.map((node, at) => [node.join(' '), at]));
  const place = (...node: NodeData): number => {
    const key = node.join(' ');
    const known = places.get(key) ?? nodes.push(node) - 1;
    places.set(key, known);
    return known;
  };
  /**
   * Makes nodes that turn an infinite number into NaN and leave other numbers unchanged. The nodes compute number + 0 *
   * number. If the number is infinite, the product is NaN.
   */
  const finite = (at: number): number => place('add', at, place('mul', at, place('number', 0)));
  const within = ({ type, min, max }: ColumnRange, value: number): number => {
    if (type === 'u32') {
      const [low, high] = [place('whole', min), place('whole', max)];
      const raised = place('selectWhole', place('lessWhole', value, low), low, value);
      return place('selectWhole', place('lessWhole', high, raised), high, raised);
    }
    const raised = place('max', value, place('number', min));
    // 0 is added last, so that no column holds -0.
    return place('add', place('min', raised, place('number', max)), place('number', 0));
  };
  const staged = new Map<string, number>();
  const stageColumns = (
    values: NonNullable<Law['next']>,
    nameOf: (plane: string) => string,
    put: (range: ColumnRange, at: number) => number,
  ) => {
    for (const [name, at] of Object.entries(values)) {
      const range = ranges.find((range) => range.name === name)!;
      const own = [at].flat();
      planeNamesOf(name, range.type).forEach((plane, k) => {
        staged.set(nameOf(plane), put(range, own[k]));
      });
    }
  };
  stageColumns(next, (plane) => plane, within);
  let word: number | undefined;
  const decide = (when: number, bit: number): void => {
    const own = place('selectWhole', when, place('whole', 1 << bit), place('whole', 0));
    word = word === undefined ? own : place('orBits', word, own);
  };
  if (ends !== undefined) decide(ends, 0);
  births.forEach(({ when, position, velocity, columns = {} }, k) => {
    const birth = life.birth + k;
    decide(when, 1 + birth);
    for (const [name, vector] of Object.entries({ position, velocity })) {
      vector?.forEach((at, axis) => {
        const value = place('add', finite(at), place('number', 0));
        const plane = LIFE_PLANES.birth(birth, `${name}.${'xyz'[axis]}`);
        staged.set(plane, place('select', when, value, place('number', 0)));
      });
    }
    stageColumns(
      columns,
      (plane) => LIFE_PLANES.birth(birth, `column.${plane}`),
      (range, at) =>
        range.type === 'u32'
          ? place('selectWhole', when, within(range, at), place('whole', 0))
          : place('select', when, within(range, at), place('number', 0)),
    );
  });
  if (word !== undefined) staged.set(LIFE_PLANES.word(life.word), word);
  const [least, greatest] = [-LIMITS.fieldValue, LIMITS.fieldValue].map(Math.fround);
  for (const [field, at] of Object.entries(deposit)) {
    const raised = place('max', finite(at), place('number', least));
    staged.set(depositPlane(field), place('min', raised, place('number', greatest)));
  }
  if (staged.size === 0) return undefined;
  return {
    ...yielding({ ...law, nodes }, [...staged.values()]),
    result: 'next',
    planes: [...staged.keys()],
  };
}

/**
 * Returns a copy of a law that yields only the nodes in `vector`. All nodes that are not needed for these results are
 * left out.
 */
function yielding(
  { wants: _, next: _next, ends: _ends, births: _births, deposit: _deposit, ...law }: Law,
  vector: readonly number[],
): WorkedLaw {
  const needed = new Set<number>(vector);
  // Operands come first, so one backward pass finds all needed nodes.
  for (let at = law.nodes.length - 1; at >= 0; at--) {
    if (needed.has(at)) for (const operand of operandsOf(law.nodes[at])) needed.add(operand);
  }
  const places = new Map<number, number>();
  const nodes: NodeData[] = [];
  law.nodes.forEach((node, at) => {
    if (!needed.has(at)) return;
    places.set(at, nodes.length);
    nodes.push(withOperands(node, places));
  });
  return { ...law, nodes, vector: vector.map((at) => places.get(at)!) };
}

/** Returns a copy of a node for a new list of nodes. `places` maps the old numbers of operands to their new numbers. */
function withOperands(node: NodeData, places: ReadonlyMap<number, number>): NodeData {
  const operands = operandsOf(node);
  const [name, ...rest] = node;
  const moved = rest.map((value, k) => (k < operands.length ? places.get(operands[k]) : value));
  return [name, ...moved] as unknown as NodeData;
}
