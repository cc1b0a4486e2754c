const fround = Math.fround;

/**
 * The shortest displacement along an axis that is equivalent to `moved` on a torus. `edge` is the length of the torus
 * along that axis; 0 means no torus. The SIMD twin is in assembly/lanes.ts.
 */
export function shortest(moved: number, edge: number): number {
  if (edge === 0) return moved;
  const half = fround(edge * 0.5);
  let way = moved;
  if (moved > half) way = fround(moved - edge);
  else if (moved < -half) way = fround(moved + edge);
  else return moved;
  if (!(way > half || way < -half)) return way;
  // More than one turn, as to a place far outside of the bounds.
  const turns = Math.floor(fround(fround(way / edge) + 0.5));
  return fround(way - fround(edge * turns));
}

/**
 * The displacement along an axis, equivalent to `way` on a torus, that leads to the same place by the other way around.
 * `way` is the shortest displacement.
 */
export function otherWay(way: number, edge: number): number {
  return way > 0 ? fround(way - edge) : fround(way + edge);
}

/** Like `shortest`, in f64: no result is rounded to f32. */
export function shortWay(offset: number, edge: number): number {
  if (edge === 0) return offset;
  const turns = offset / edge;
  // Exactly half way around, the direct way counts, as in `shortest`.
  return offset - edge * (turns > 0 ? Math.ceil(turns - 0.5) : Math.floor(turns + 0.5));
}

/** Wraps a coordinate that is outside of a torus by less than one edge length. An `edge` of 0 means no torus. */
export function wrapped(value: number, min: number, edge: number): number {
  if (edge === 0) return value;
  if (value < min) return fround(value + edge);
  return value >= fround(min + edge) ? fround(value - edge) : value;
}

/** Moves any coordinate into a torus by a multiple of `edge`. An `edge` of 0 means no torus. */
export function intoTorus(value: number, min: number, edge: number): number {
  if (edge === 0) return value;
  const turns = Math.floor((value - min) / edge);
  if (turns === 0) return value;
  const inside = fround(value - turns * edge);
  // Rounding may leave it slightly outside.
  return inside >= min && inside < fround(min + edge) ? inside : min;
}

/**
 * Whether a coordinate is in the interval [low, high]. On a torus, the interval also covers the coordinates that are
 * equivalent to those in it. An `edge` of 0 means no torus.
 */
export function isBetween(value: number, low: number, high: number, edge: number): boolean {
  if (value >= low && value <= high) return true;
  if (edge === 0) return false;
  const ahead = value - low;
  return ahead - edge * Math.floor(ahead / edge) <= high - low;
}
