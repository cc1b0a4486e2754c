import type { TrajectorySample } from '../../../src/analysis/flow/index.ts';

/** Where an agent is at a time, and its velocity: x, y, vx, vy; undefined while it is not alive. */
export type Walker = (time: number) => readonly [number, number, number, number] | undefined;

/** The samples of walkers at these times; the id of a walker is its index. */
export function samplesOf(
  walkers: readonly Walker[],
  times: readonly number[],
): TrajectorySample[] {
  return times.map((time, tick) => {
    const living = walkers.flatMap((walker, id) => {
      const state = walker(time);
      return state === undefined ? [] : [{ id, state }];
    });
    const column = (at: number) => Float64Array.from(living, ({ state }) => state[at]);
    const [x, y, vx, vy] = [0, 1, 2, 3].map(column);
    return { tick, time, ids: Uint32Array.from(living, ({ id }) => id), x, y, vx, vy };
  });
}

/** A walker at a constant velocity, alive from `born` to `dead`. */
export function straight(
  [x, y]: readonly [number, number],
  [vx, vy]: readonly [number, number],
  born = Number.NEGATIVE_INFINITY,
  dead = Number.POSITIVE_INFINITY,
): Walker {
  return (time) =>
    time < born || time > dead ? undefined : [x + vx * time, y + vy * time, vx, vy];
}

/** `count` times from `from`, `step` apart. */
export function timesFrom(from: number, step: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => from + k * step);
}
