import { cubeRoot } from './cube-root.ts';
import { middle, randomInto } from './random.ts';
import { cosine, sine } from './trigonometry.ts';

const bits = new Uint32Array(4);
const fround = Math.fround;
const sqrt = Math.sqrt;

/** A vector of three numbers in f32. */
export type Vector = Float32Array;

/**
 * Writes a uniformly random point of the unit ball to `out`; in two dimensions, of the unit disc. The point is never
 * exactly the center.
 */
export function randomInBallInto(
  out: Vector,
  seed: number,
  tick: number,
  id: number,
  stream: number,
  dimensions: number,
): void {
  randomInto(bits, seed, tick, id, stream);
  const share = middle(bits[2]);
  directionOfBitsInto(out, dimensions === 2 ? sqrt(share) : cubeRoot(share), dimensions);
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
  randomInto(bits, seed, tick, id, stream);
  directionOfBitsInto(out, 1, dimensions);
}

/**
 * Writes a vector of the given length to `out`. Its direction is random and comes from `bits`. In three dimensions, its
 * z and its angle around the z axis are both uniform (Archimedes). Computed in f64 and rounded once.
 */
function directionOfBitsInto(out: Vector, length: number, dimensions: number): void {
  const angle = 2 * Math.PI * middle(bits[1]);
  const height = dimensions === 2 ? 0 : 1 - 2 * middle(bits[0]);
  const across = length * sqrt(1 - height * height);
  out[0] = across * cosine(angle);
  out[1] = across * sine(angle);
  out[2] = length * height;
}

/**
 * Writes a random unit vector to `out`, perpendicular to the unit vector (nx, ny, nz). In two dimensions, there are
 * only two such vectors. In three dimensions, there is one for each angle around (nx, ny, nz). The random numbers come
 * from (seed, tick, id, stream).
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
  // If the random vector is parallel to n, nothing is left to normalize. Takes the axis that n leans on least.
  if (fround(fround(fround(x * x) + fround(y * y)) + fround(z * z)) > 1e-6) {
    normalizeInto(out, x, y, z);
  } else if (Math.abs(nx) <= Math.abs(ny)) {
    normalizeInto(out, 0, -nz, ny);
  } else {
    normalizeInto(out, nz, 0, -nx);
  }
}

/** Writes the unit vector of (x, y, z) to `out`, or +x if the vector has no length. Rounds to f32 at each operation. */
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
