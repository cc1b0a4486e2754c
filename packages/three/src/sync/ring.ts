/** A run of consecutive slots of a ring. A run never wraps around from the last slot to slot 0. */
export interface Stretch {
  readonly first: number;
  readonly count: number;
}

/**
 * Returns the stretches that cover `count` slots of a ring, starting at slot `first`. There are two stretches if the
 * slots continue at slot 0, and none if `count` is 0. `count` must not exceed the number of slots.
 */
export function stretchesOf(capacity: number, first: number, count: number): Stretch[] {
  if (count === 0) return [];
  const untilEnd = Math.min(count, capacity - first);
  const stretches = [{ first, count: untilEnd }];
  if (count > untilEnd) stretches.push({ first: 0, count: count - untilEnd });
  return stretches;
}
