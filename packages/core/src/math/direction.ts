import { randomInto, signed } from './random.ts';

const ATTEMPTS = 16;
const bits = new Uint32Array(4);
const fround = Math.fround;

/** Room for one vector, rounded to f32. */
export type Vector = Float32Array;

/**
 * Writes a uniformly random point of the unit ball (of the unit disc in two dimensions) to `out`.
 *
 * Rejection from the cube, so that no sine or cube root is needed; an attempt succeeds with
 * probability pi/6, and after 16 failures (one in 10^5) the center is taken.
 */
export function randomInBallInto(
  out: Vector,
  seed: number,
  tick: number,
  id: number,
  stream: number,
  dimensions: number,
): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    randomInto(bits, seed, tick, id, stream + attempt);
    const x = fround(signed(bits[0]));
    const y = fround(signed(bits[1]));
    const z = dimensions === 2 ? 0 : fround(signed(bits[2]));
    const squared = fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
    if (squared <= 1) {
      out[0] = x;
      out[1] = y;
      out[2] = z;
      return;
    }
  }
  out.fill(0, 0, 3);
}

/** Writes a uniformly random unit vector to `out`; its z is 0 in two dimensions. */
export function randomDirectionInto(
  out: Vector,
  seed: number,
  tick: number,
  id: number,
  stream: number,
  dimensions: number,
): void {
  randomInBallInto(out, seed, tick, id, stream, dimensions);
  normalizeInto(out, out[0], out[1], out[2]);
}

/**
 * Writes a unit vector perpendicular to the unit vector (nx, ny, nz) to `out`, turned about it by
 * random numbers of (seed, tick, id, stream). In two dimensions one of the two in-plane sides.
 */
export function randomPerpendicularInto(
  out: Vector,
  nx: number,
  ny: number,
  nz: number,
  seed: number,
  tick: number,
  id: number,
  stream: number,
  dimensions: number,
): void {
  if (dimensions === 2) {
    randomInto(bits, seed, tick, id, stream);
    const side = bits[0] >>> 31 === 0 ? 1 : -1;
    normalizeInto(out, -ny * side, nx * side, 0);
    return;
  }
  randomDirectionInto(out, seed, tick, id, stream, 3);
  const along = fround(fround(fround(out[0] * nx) + fround(out[1] * ny)) + fround(out[2] * nz));
  const x = fround(out[0] - fround(along * nx));
  const y = fround(out[1] - fround(along * ny));
  const z = fround(out[2] - fround(along * nz));
  // A draw (anti)parallel to n leaves nothing to normalize: take the axis that n leans on least.
  if (fround(fround(fround(x * x) + fround(y * y)) + fround(z * z)) > 1e-6) {
    normalizeInto(out, x, y, z);
  } else if (Math.abs(nx) <= Math.abs(ny)) {
    normalizeInto(out, 0, -nz, ny);
  } else {
    normalizeInto(out, nz, 0, -nx);
  }
}

/** Writes v / |v| to `out`, or x when v has no length; rounded to f32 at each operation. */
export function normalizeInto(out: Vector, x: number, y: number, z: number): void {
  const squared = fround(
    fround(fround(fround(x) * fround(x)) + fround(fround(y) * fround(y))) +
      fround(fround(z) * fround(z)),
  );
  if (squared > 0) {
    const inverse = fround(1 / fround(Math.sqrt(squared)));
    out[0] = fround(x * inverse);
    out[1] = fround(y * inverse);
    out[2] = fround(z * inverse);
  } else {
    out[0] = 1;
    out[1] = 0;
    out[2] = 0;
  }
}
