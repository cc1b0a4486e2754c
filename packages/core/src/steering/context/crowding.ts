import { createRuns, neighborRunsInto } from '../../grid/neighbor-runs.ts';
import { randomDirectionInto } from '../../math/direction.ts';
import { STREAM } from '../../math/random.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/** Squared distance (m^2) below which two agents count as on the same spot. */
const COINCIDENT = fround(1e-24);

const runs = createRuns();
const direction = new Float32Array(3);

/** The direction away from the neighbors as a unit vector, and how crowded the agent is, from 0 to 1. */
export interface Crowding {
  x: number;
  y: number;
  z: number;
  amount: number;
}

/**
 * For each agent of a block, the sum of vectors that point away from its neighbors, as SIMD has added them. NaN for an
 * agent on the spot of a neighbor.
 */
export interface Away {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
}

/** The sum for the agent that was looked at last. */
const away = new Float32Array(3);

/**
 * Finds how crowded an agent is from the sum that `addNeighbors` describes. The `amount` of the result is the length of
 * the sum, but at most 1.
 *
 * @param known sums that are known; `k` is the index of the agent in them
 */
export function crowdingInto(
  out: Crowding,
  world: SharedWorld,
  i: number,
  radius: number,
  mask: number,
  known: Away | undefined,
  k: number,
): void {
  if (known === undefined || Number.isNaN(known.x[k])) addNeighbors(world, i, radius, mask);
  else {
    away[0] = known.x[k];
    away[1] = known.y[k];
    away[2] = known.z[k];
  }
  const [x, y, z] = away;
  const squared = fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
  out.amount = 0;
  if (!(squared > COINCIDENT)) return;
  const length = fround(sqrt(squared));
  const inverse = fround(1 / length);
  out.x = fround(x * inverse);
  out.y = fround(y * inverse);
  out.z = fround(z * inverse);
  out.amount = length < 1 ? length : 1;
}

/**
 * Sums vectors that point away from the neighbors within `radius` (m) of the agent at place `i`. Each vector has the
 * length `1 - distance / radius`, so a neighbor at the very edge adds nothing. Writes the sum to `away`.
 *
 * If a neighbor is on the same spot, its vector is a unit vector in a random direction. The neighbor draws another
 * direction in the same way, so the two agents move apart.
 *
 * reads front.position (m); adds neighbors in the order of `neighborRunsInto`
 * source: the separation of mojopon 2024, SteeringBehaviour. Here, the length of the sum is kept
 */
function addNeighbors(world: SharedWorld, i: number, radius: number, mask: number): void {
  const { id, species, status } = world.front;
  const { x: px, y: py, z: pz } = world.front.position;
  const x = px[i];
  const y = py[i];
  const z = pz[i];
  const squaredRadius = fround(radius * radius);
  const { band, dimensions } = world.plan.species[species[i]];
  const perRadius = fround(1 / radius);
  let awayX = fround(0);
  let awayY = fround(0);
  let awayZ = fround(0);
  neighborRunsInto(runs, world, x, y, z, radius, mask);
  for (let run = 0; run < runs.count; run++) {
    const fromX = fround(x - runs.shiftX[run]);
    const fromY = fround(y - runs.shiftY[run]);
    const fromZ = fround(z - runs.shiftZ[run]);
    const last = runs.end[run];
    for (let j = runs.begin[run]; j < last; j++) {
      const dx = fround(fromX - px[j]);
      const dy = fround(fromY - py[j]);
      const dz = fround(fromZ - pz[j]);
      const squared = fround(fround(fround(dx * dx) + fround(dy * dy)) + fround(dz * dz));
      if (squared >= squaredRadius || j === i || ((mask >>> species[j]) & 1) === 0) continue;
      if (status[j] !== STATUS.alive || Math.abs(dz) > band) continue;
      if (squared < COINCIDENT) {
        randomDirectionInto(
          direction,
          world.plan.seed,
          world.frontTick,
          id[i],
          STREAM.context + 0x100,
          dimensions,
        );
        awayX = fround(awayX + direction[0]);
        awayY = fround(awayY + direction[1]);
        awayZ = fround(awayZ + direction[2]);
        continue;
      }
      // The unit vector times its weight: offset x (1 - distance/radius)/distance.
      const share = fround(fround(1 / fround(sqrt(squared))) - perRadius);
      awayX = fround(awayX + fround(dx * share));
      awayY = fround(awayY + fround(dy * share));
      awayZ = fround(awayZ + fround(dz * share));
    }
  }
  away[0] = awayX;
  away[1] = awayY;
  away[2] = dimensions === 2 ? 0 : awayZ;
}
