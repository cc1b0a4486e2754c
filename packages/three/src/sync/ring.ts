/** A stretch of slots of a ring that does not wrap. */
export interface Stretch {
  readonly first: number;
  readonly count: number;
}

/** Returns `count` slots from `first` on, at most one round: no stretch, one, or two if the ring wraps. */
export function stretchesOf(capacity: number, first: number, count: number): Stretch[] {
  if (count === 0) return [];
  const untilEnd = Math.min(count, capacity - first);
  const stretches = [{ first, count: untilEnd }];
  if (count > untilEnd) stretches.push({ first: 0, count: count - untilEnd });
  return stretches;
}
