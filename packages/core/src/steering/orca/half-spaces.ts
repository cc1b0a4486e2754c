/**
 * Half spaces of velocities v (m/s) with `dot(n, v) >= bound`. The unit normal n points to the allowed side. If z is
 * always 0, they are half planes. All numbers are f64. The solvers compute in f64, and round to f32 only once, at the
 * end. They need only + - * / and square root, which give the same bits everywhere.
 */
export interface HalfSpaces {
  count: number;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  bound: Float64Array;
}

/** Creates an empty list of half spaces, which grows when needed. */
export function createHalfSpaces(capacity = 64): HalfSpaces {
  return { count: 0, ...columnsFor(capacity) };
}

function columnsFor(capacity: number): Omit<HalfSpaces, 'count'> {
  return {
    x: new Float64Array(capacity),
    y: new Float64Array(capacity),
    z: new Float64Array(capacity),
    bound: new Float64Array(capacity),
  };
}

/** Appends the half space of all `v` for which dot((x, y, z), v) >= bound. */
export function addHalfSpace(
  spaces: HalfSpaces,
  x: number,
  y: number,
  z: number,
  bound: number,
): void {
  if (spaces.count === spaces.x.length) grow(spaces);
  const at = spaces.count++;
  spaces.x[at] = x;
  spaces.y[at] = y;
  spaces.z[at] = z;
  spaces.bound[at] = bound;
}

/** The length of the part of a unit normal in the plan below which a half space is above or below a walker. */
const UPRIGHT = 1e-3;

/**
 * Restricts the half spaces from index `first` on to velocities in the plan. Half spaces that limit only the way up or down are left out, such as
 * that of a ceiling.
 */
export function ontoPlan(spaces: HalfSpaces, first: number): void {
  const { x, y, z, bound } = spaces;
  let count = first;
  for (let k = first; k < spaces.count; k++) {
    const length = Math.sqrt(x[k] * x[k] + y[k] * y[k]);
    if (length < UPRIGHT) continue;
    x[count] = x[k] / length;
    y[count] = y[k] / length;
    z[count] = 0;
    bound[count++] = bound[k] / length;
  }
  spaces.count = count;
}

function grow(spaces: HalfSpaces): void {
  const before = { ...spaces };
  Object.assign(spaces, columnsFor(2 * before.x.length));
  spaces.x.set(before.x);
  spaces.y.set(before.y);
  spaces.z.set(before.z);
  spaces.bound.set(before.bound);
}

/** A velocity (m/s) that a solver computes. */
export interface Velocity {
  x: number;
  y: number;
  z: number;
}

export function createVelocity(): Velocity {
  return { x: 0, y: 0, z: 0 };
}
