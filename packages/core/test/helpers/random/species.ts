import { behaviorsOf } from './behaviors.ts';
import type { Draws, Input } from './draws.ts';
import type { Ground } from './ground.ts';
import { COLUMNS } from './laws.ts';
import type { Names } from './names.ts';
import { reportsOf, statesOf } from './reports.ts';

/** A species of up to 20 agents, in one of three scenarios of up to 70, so that there are several slices. */
export function speciesOf(
  draws: Draws,
  name: string,
  names: Names,
  ground: Ground,
  agents?: number,
): Input {
  const drawn = 1 + draws.below(agents ?? draws.pick([3, 9, 20, 20, 70]));
  const spawn = spawnOf(draws, drawn, ground);
  const isPool = spawn.type === 'pool';
  // A species may be empty until agents are born.
  const count = spawn.type === 'box' && draws.chance(0.1) ? 0 : drawn;
  const maxSpeed = draws.chance(0.9) ? draws.real(0.5, 15) : undefined;
  const hasForce = draws.chance(0.5);
  const hasStates = draws.chance(0.25);
  const hasColumns = draws.chance(0.3);
  const hasGoals = draws.chance(0.5);
  const behaviors = behaviorsOf(draws, names, ground, hasStates);
  return {
    ...{ name, count, spawn },
    ...(!isPool && draws.maybe(0.5, () => ({ capacity: count + draws.below(12) }))),
    ...(count === 0 && { capacity: drawn }),
    ...draws.maybe(0.3, () => ({ whenFull: draws.pick(['refuse', 'recycle']) })),
    ...(hasGoals && { goals: goalsOf(draws, count, isPool, ground) }),
    mass: draws.pick([1, 1, 0.5, 20]),
    radius: draws.pick([0, 0.3, 0.3, 2]),
    ...(maxSpeed !== undefined && { maxSpeed }),
    ...(maxSpeed !== undefined && draws.maybe(0.3, () => ({ minSpeed: 0.5 * maxSpeed }))),
    ...(hasForce && { maxForce: draws.real(0, 50) }),
    ...(hasForce && draws.maybe(0.5, () => ({ compose: 'priority' }))),
    damping: draws.pick([0, 0, 0.1, 0.9]),
    ...draws.maybe(0.3, () => ({ forceFactor: draws.pick([0, 0.3, 4]) })),
    ...draws.maybe(0.4, () => draws.pick([{ turnRate: 0.5 }, { turnRate: 20, turn: 'slerp' }])),
    ...(ground.hasFloors &&
      draws.maybe(0.4, () =>
        draws.pick([
          { moves: 'walk' },
          { moves: 'fly' },
          { moves: 'fly', atGround: draws.pick(['slide', 'slide', 'end', 'pass']) },
        ]),
      )),
    ...(ground.hasFloors && draws.maybe(0.3, () => ({ height: draws.real(0, 3) }))),
    ...draws.maybe(0.3, () => ({ priority: draws.pick([-1, 0.5, 3]) })),
    ...draws.maybe(0.2, () => ({ lifetime: draws.real(0.02, 1) })),
    ...draws.maybe(0.2, () => ({ trail: { density: draws.real(0.5, 5) } })),
    ...draws.maybe(0.2, () => ({ sparks: { count: 1 + draws.below(5) } })),
    ...draws.maybe(0.4, () => ({
      reports: reportsOf(draws, names, ground, hasGoals, hasStates, behaviors),
    })),
    ...(hasStates && { states: statesOf(draws, names, ground, hasColumns) }),
    ...(hasColumns && { columns: columnsOf(draws, count) }),
    behaviors,
  };
}

function spawnOf(draws: Draws, count: number, ground: Ground): Input {
  const { min, max, shortest, dimensions } = ground;
  const type = draws.pick(['box', 'box', 'sphere', 'points', 'points', 'shell', 'pool']);
  const velocity = { speed: draws.pick([0, 1, draws.real(0, 20)]) };
  const flat = (at: readonly number[]): readonly number[] => at.slice(0, dimensions);
  const center = flat(min.map((low, axis) => (low + max[axis]) / 2));
  if (type === 'box') return { type, min: flat(min), max: flat(max), velocity };
  if (type === 'points') {
    // Several agents stand on one spot now and then.
    const spots = draws.times(1 + draws.below(count), ground.openPlace);
    return {
      ...{ type, positions: draws.times(count, () => draws.pick(spots)) },
      ...draws.maybe(0.3, () => ({ headings: 'random' })),
    };
  }
  if (type === 'pool') return { type };
  return { type, center, radius: 0.49 * shortest, velocity };
}

function goalsOf(draws: Draws, count: number, isPool: boolean, ground: Ground): Input {
  if (count === 0 || (!isPool && draws.chance(0.5))) {
    return { type: 'mirror', center: ground.openPlace() };
  }
  // Where many have one goal, they share searches for it.
  const spots = draws.times(draws.pick([1, count]), ground.openPlace);
  return { type: 'points', positions: draws.times(count, (k) => spots[k % spots.length]) };
}

/** Start values in ranges and lists. */
function columnsOf(draws: Draws, count: number): Input {
  return {
    energy: { ...COLUMNS.energy, default: draws.real(0, 9), initial: { min: 0, max: 9 } },
    ...draws.maybe(count === 0 ? 0 : 0.5, () => ({
      mood: { ...COLUMNS.mood, initial: draws.times(count, (k) => k * 50_000_000) },
    })),
    ...draws.maybe(0.5, () => ({ wind: { ...COLUMNS.wind, default: [1, -1, draws.real(-5, 5)] } })),
  };
}
