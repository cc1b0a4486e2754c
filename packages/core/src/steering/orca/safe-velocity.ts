import type { HalfSpaces, Velocity } from './half-spaces.ts';
import { addHalfSpace, createHalfSpaces, createVelocity } from './half-spaces.ts';
import { PARALLEL, program2d } from './program-2d.ts';
import { program3d } from './program-3d.ts';

const sqrt = Math.sqrt;

const bisectors = createHalfSpaces();
const trial = createVelocity();

/**
 * Finds the allowed velocity that is nearest to the wanted velocity. `best` gets the result. A velocity v is allowed if
 * |v| <= speed and v is in all half spaces. The first `firm` half spaces are firm.
 *
 * If no velocity is allowed, `best` is in the firm half spaces, and the largest violation of the other half spaces is
 * minimal. If no velocity is in all firm half spaces, the largest violation of the firm half spaces is minimal, and the
 * other half spaces are ignored.
 *
 * If `dimensions` is 2, all velocities lie in the plane.
 * source: van den Berg et al. 2011, Reciprocal n-Body Collision Avoidance, section 5.3
 */
export function safeVelocityInto(
  best: Velocity,
  spaces: HalfSpaces,
  firm: number,
  speed: number,
  wantedX: number,
  wantedY: number,
  wantedZ: number,
  dimensions: number,
): void {
  const held =
    dimensions === 2
      ? program2d(best, spaces, speed, wantedX, wantedY, false)
      : program3d(best, spaces, speed, wantedX, wantedY, wantedZ, false);
  if (held === spaces.count) return;
  if (held >= firm) relax(best, spaces, firm, held, spaces.count, speed, dimensions);
  else relax(best, spaces, 0, held, firm, speed, dimensions);
}

/**
 * Handles the half spaces [from, end) one by one. At first, `best` is the best velocity within half spaces [0, from).
 * Suppose that `best` violates half space k by more than the largest violation so far. Then `best` becomes the velocity
 * that violates half space k least. That velocity must be within the firm half spaces. It must violate no earlier half
 * space by more than it violates half space k.
 *
 * Finding that velocity is again a linear program. For an earlier half space j, the condition "j is violated no more
 * than k" is a half space too: dot(n_j - n_k, v) >= bound_j - bound_k. Here v is a velocity, and a half space i
 * consists of all v with dot(n_i, v) >= bound_i.
 */
function relax(
  best: Velocity,
  spaces: HalfSpaces,
  firm: number,
  from: number,
  end: number,
  speed: number,
  dimensions: number,
): void {
  const { x: nx, y: ny, z: nz, bound } = spaces;
  let worst = 0;
  for (let k = from; k < end; k++) {
    const x = nx[k];
    const y = ny[k];
    const z = nz[k];
    if (bound[k] - (x * best.x + y * best.y + z * best.z) <= worst) continue;
    bisectors.count = 0;
    for (let j = 0; j < firm; j++) addHalfSpace(bisectors, nx[j], ny[j], nz[j], bound[j]);
    for (let j = firm; j < k; j++) {
      const dx = nx[j] - x;
      const dy = ny[j] - y;
      const dz = nz[j] - z;
      const length = sqrt(dx * dx + dy * dy + dz * dz);
      // If two half spaces have the same normal, one is always violated more than the other.
      if (length <= PARALLEL) continue;
      addHalfSpace(
        bisectors,
        dx / length,
        dy / length,
        dz / length,
        (bound[j] - bound[k]) / length,
      );
    }
    const held =
      dimensions === 2
        ? program2d(trial, bisectors, speed, x, y, true)
        : program3d(trial, bisectors, speed, x, y, z, true);
    // The best velocity so far satisfies all of them, except for rounding. In that case it stays.
    if (held === bisectors.count) {
      best.x = trial.x;
      best.y = trial.y;
      best.z = trial.z;
    }
    worst = bound[k] - (x * best.x + y * best.y + z * best.z);
  }
}
