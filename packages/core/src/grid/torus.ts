const fround = Math.fround;

/**
 * The shortest displacement along an axis that is equivalent to `moved` on a torus. `edge` is the length of the torus
 * along that axis; 0 means no torus.
 */
export function shortest(moved: number, edge: number): number {
  if (edge === 0) return moved;
  const half = fround(edge * 0.5);
  if (moved > half) return fround(moved - edge);
  return moved < -half ? fround(moved + edge) : moved;
}

/** Wraps a coordinate that is outside of a torus by less than one edge length. An `edge` of 0 means no torus. */
export function wrapped(value: number, min: number, edge: number): number {
  if (edge === 0) return value;
  if (value < min) return fround(value + edge);
  return value >= fround(min + edge) ? fround(value - edge) : value;
}
