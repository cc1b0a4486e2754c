import type { Scenario } from '@skein/core';

/** The lowest and the highest height of a scene's ground (m). Both are 0 without a ground. */
export function heightsOf({ ground }: Scenario): [low: number, high: number] {
  if (ground === undefined) return [0, 0];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const [, , z] of ground.vertices) {
    low = Math.min(low, z);
    high = Math.max(high, z);
  }
  return [low, high];
}
