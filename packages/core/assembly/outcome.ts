/** SIMD part of src/phases/outcome.ts: a fast test that finds blocks whose agents all simply continue in this step. */
import {
  FRONT_BIRTH,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_SWEPT,
  STAGED_POSITION_X,
  STAGED_POSITION_Y,
  STAGED_POSITION_Z,
  STAGED_SWEPT,
} from './columns';
import { livingOf, shortest, squaredLength } from './lanes';

/**
 * A factor that is large enough to cover the rounding errors of the swept test. These errors are a few units of 2^-24.
 */
const WIDER: f32 = 1.001;

/**
 * Checks the agents of a species in places [begin, end). Returns whether any of them may have hit the target, reached
 * its lifetime or completed an orbit in this step. A hit is possible within `reach` (m) of the target. An agent that
 * was born at tick `lastBirth` or before has reached its lifetime. An agent that has swept `fullTurn` (rad) around the
 * target has completed an orbit.
 *
 * The target is at (x, y, z) and moves by (dx, dy, dz). (edgeX, edgeY, edgeZ) are the edge lengths of the torus, 0 for
 * an axis that does not wrap. If the species has no target, `reach` is negative.
 */
export function mayEnd(
  table: usize,
  begin: i32,
  end: i32,
  species: i32,
  reach: f32,
  x: f32,
  y: f32,
  z: f32,
  dx: f32,
  dy: f32,
  dz: f32,
  lastBirth: i32,
  fullTurn: f32,
  edgeX: f32,
  edgeY: f32,
  edgeZ: f32,
): bool {
  const touch = f32x4.splat(reach);
  const wider = f32x4.splat(WIDER);
  let some = i32x4.splat(0);
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const living = livingOf(table, i, species);
    const px = v128.load(load<usize>(table + FRONT_POSITION_X) + at);
    const py = v128.load(load<usize>(table + FRONT_POSITION_Y) + at);
    const pz = v128.load(load<usize>(table + FRONT_POSITION_Z) + at);
    const far = squaredLength(
      shortest(f32x4.sub(f32x4.splat(x), px), edgeX),
      shortest(f32x4.sub(f32x4.splat(y), py), edgeY),
      shortest(f32x4.sub(f32x4.splat(z), pz), edgeZ),
    );
    const step = squaredLength(
      moved(load<usize>(table + STAGED_POSITION_X) + at, px, dx, edgeX),
      moved(load<usize>(table + STAGED_POSITION_Y) + at, py, dy, edgeY),
      moved(load<usize>(table + STAGED_POSITION_Z) + at, pz, dz, edgeZ),
    );
    const bound = f32x4.mul(f32x4.add(touch, f32x4.sqrt(step)), wider);
    // Whoever is farther than that does not touch the target in a step of this length.
    const near = v128.and(f32x4.le(far, f32x4.mul(bound, bound)), f32x4.ge(touch, f32x4.splat(0)));
    const old = i32x4.le_s(
      v128.load(load<usize>(table + FRONT_BIRTH) + at),
      i32x4.splat(lastBirth),
    );
    some = v128.or(some, v128.and(living, v128.or(near, old)));
    if (reach < 0) continue;
    const around = v128.and(
      f32x4.lt(v128.load(load<usize>(table + FRONT_SWEPT) + at), f32x4.splat(fullTurn)),
      f32x4.ge(v128.load(load<usize>(table + STAGED_SWEPT) + at), f32x4.splat(fullTurn)),
    );
    some = v128.or(some, v128.and(living, around));
  }
  return v128.any_true(some);
}

/** The displacements of four agents along an axis (m), relative to a target that moves by `d`. */
function moved(to: usize, from: v128, d: f32, edge: f32): v128 {
  return f32x4.sub(shortest(f32x4.sub(v128.load(to), from), edge), f32x4.splat(d));
}
