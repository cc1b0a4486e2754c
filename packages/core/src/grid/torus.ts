const fround = Math.fround;

/** The way something went, where the torus has taken a whole edge from it; edge 0 is no torus. */
export function shortest(moved: number, edge: number): number {
  if (edge === 0) return moved;
  const half = fround(edge * 0.5);
  if (moved > half) return fround(moved - edge);
  return moved < -half ? fround(moved + edge) : moved;
}

/** A coordinate that left a torus by less than an edge, brought in again; edge 0 is no torus. */
export function wrapped(value: number, min: number, edge: number): number {
  if (edge === 0) return value;
  if (value < min) return fround(value + edge);
  return value >= fround(min + edge) ? fround(value - edge) : value;
}
