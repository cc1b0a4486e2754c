import type { Law } from '../laws/law.ts';
import { reachOf, setsOf } from '../laws/uniform.ts';
import type { Bounds } from '../schema/bounds.ts';
import { LIMITS } from '../schema/limits.ts';
import type { Behavior } from './behavior-types.ts';
import { lawOf } from './law-type.ts';

const KEYS: readonly string[] = ['radius', 'commandedRange', 'freeRange'];

/**
 * Returns whether a parameter of a built-in behavior is a distance (m) within which the behavior looks for neighbors.
 */
export function isNeighborRange(parameter: string): boolean {
  return KEYS.includes(parameter);
}

/** The parts of a scenario that determine how far behaviors look for neighbors. */
export interface NeighborContext {
  readonly laws?: readonly Law[] | undefined;
  readonly dt: number;
  readonly dimensions: 2 | 3;
  readonly seed: number;
}

/**
 * Returns the distances (m) within which a behavior looks for neighbors, each with the name of its parameter. The list
 * is empty if the behavior does not look for neighbors. The distances of a law have no such name, because the law can
 * compute them from several parameters.
 */
export function neighborRangesOf(
  behavior: Behavior,
  scenario: NeighborContext,
): [key: string | undefined, range: number][] {
  const law = lawOf(behavior.type, scenario.laws);
  if (law !== undefined) return rangesOfLaw(law, behavior, scenario);
  return Object.entries(behavior).filter(
    (entry): entry is [string, number] => isNeighborRange(entry[0]) && typeof entry[1] === 'number',
  );
}

/**
 * For tick 0, computes the distances up to which a law finds neighbors. A law may compute these distances from the
 * tick, so they can change later.
 */
function rangesOfLaw(
  law: Law,
  behavior: Behavior,
  { dt, dimensions, seed }: NeighborContext,
): [key: undefined, range: number][] {
  const parameters = behavior as unknown as Readonly<Record<string, number>>;
  const values = { dt: Math.fround(dt), dimensions, seed, tick: 0, behavior: 0 };
  const uniform = {
    parameterOf: (name: string) => parameters[name],
    worldOf: (value: keyof typeof values) => values[value],
  };
  return setsOf(law).map((set) => {
    const range = reachOf(law, set, uniform, Number.POSITIVE_INFINITY);
    return [undefined, Number.isNaN(range) ? 0 : range];
  });
}

/**
 * Returns the largest distance (m) at which any behavior finds neighbors. `largestRadius` (m) is the largest neighbor
 * radius that the bounds of the scenario allow.
 */
export function farthestReach(largestRadius: number): number {
  return Math.min(largestRadius, LIMITS.neighborRadius);
}

/**
 * Returns the largest radius (m) within which agents may look for neighbors in these bounds. On a torus, the radius is
 * limited for two reasons. An agent must not see another agent, or itself, on two sides at once. The grid needs three
 * cells along each edge.
 */
export function largestRadius(bounds: Bounds | undefined, dimensions: number): number {
  if (bounds?.type !== 'wrap') return Number.POSITIVE_INFINITY;
  let shortest = Number.POSITIVE_INFINITY;
  for (let axis = 0; axis < dimensions; axis++) {
    shortest = Math.min(shortest, bounds.max[axis] - bounds.min[axis]);
  }
  // Empty bounds are reported elsewhere.
  if (shortest <= 0) return Number.POSITIVE_INFINITY;
  return shortest / 3.01;
}
