import type { Law } from '../laws/law.ts';
import { reachOf, setsOf } from '../laws/uniform.ts';
import { LIMITS } from '../schema/limits.ts';
import { lawOf } from './law-type.ts';
import type { Behavior, Scenario } from './schema.ts';

const KEYS: readonly string[] = ['radius', 'commandedRange', 'freeRange'];

/** Whether a parameter of a behavior of the engine's own says how far (m) it looks for neighbors. */
export function isNeighborRange(parameter: string): boolean {
  return KEYS.includes(parameter);
}

/** What a scenario says of how far its behaviors look. */
type Context = Pick<Scenario, 'laws' | 'dt' | 'dimensions' | 'seed'>;

/**
 * How far (m) a behavior looks for neighbors, by key; nothing of one that does not look. The ranges of a law
 * have no key: it makes them of its parameters as it likes.
 */
export function neighborRangesOf(
  behavior: Behavior,
  scenario: Context,
): [key: string | undefined, range: number][] {
  const law = lawOf(behavior.type, scenario.laws);
  if (law !== undefined) return rangesOfLaw(law, behavior, scenario);
  return Object.entries(behavior).filter(
    (entry): entry is [string, number] => isNeighborRange(entry[0]) && typeof entry[1] === 'number',
  );
}

/** As at the start: what a law makes of the tick comes later. */
function rangesOfLaw(
  law: Law,
  behavior: Behavior,
  { dt, dimensions, seed }: Context,
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

/** The farthest (m) that a search for neighbors may reach in bounds that allow `largestRadius` (m). */
export function farthestReach(largestRadius: number): number {
  return Math.min(largestRadius, LIMITS.neighborRadius);
}
