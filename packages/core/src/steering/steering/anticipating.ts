import { createAround, neighborsAroundInto } from '../../grid/around.ts';
import { normalizeInto, randomDirectionInto, type Vector } from '../../math/direction.ts';
import { contactTime } from '../../math/interception.ts';
import { STREAM } from '../../math/random.ts';
import { dot, length } from '../../math/vector.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Steer } from '../behavior.ts';
import { createFrame, uprightInto } from './leader-frame.ts';

const fround = Math.fround;

const WEIGHT = slotOf('anticipation', 'weight');
const RADIUS = slotOf('anticipation', 'radius');
const HORIZON = slotOf('anticipation', 'horizon');
const SOFTENING = slotOf('anticipation', 'softening');
const MARGIN = slotOf('anticipation', 'margin');
const BODY_RADIUS = speciesSlotOf('radius');

/** Below this share of the distance kept, two meet head on: the push has no side. */
const HEAD_ON = fround(1e-3);
/** Share of a sidestep in the push of two that meet head on. */
const SIDESTEP = fround(0.1);

const around = createAround();
const push: Vector = new Float32Array(3);
const frame = createFrame();

/**
 * Pushed away from all that it would touch, the more the sooner: for each neighbor whose body, with
 * `margin` (m) between, it would touch in t < `horizon` (s) if both go straight on
 *
 *   weight x (horizon - t) / (t + softening)
 *
 * along the way from the other to it at the contact. Who touches already is pushed straight apart, on
 * one spot in a direction of its own. Two that meet head on, where that way has no side and both would
 * only brake, keep a little to the right.
 *
 * sums in the order of `neighborsAroundInto`
 * source: Guy and Karamouzas 2015, Guide to Anticipatory Collision Avoidance, Game AI Pro 2, chapter 19
 */
export const steerAnticipation: Steer = (world, behavior, begin, end) => {
  const { status, species, velocity, behaviorParameters, speciesParameters } = world.front;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT];
  const radius = behaviorParameters[at + RADIUS];
  const horizon = behaviorParameters[at + HORIZON];
  const softening = behaviorParameters[at + SOFTENING];
  const kept = fround(
    speciesParameters[behavior.species * RECORD + BODY_RADIUS] + behaviorParameters[at + MARGIN],
  );
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    neighborsAroundInto(around, world, i, radius, behavior.mask);
    for (let k = 0; k < around.count; k++) {
      const j = around.place[k];
      const reach = fround(kept + speciesParameters[species[j] * RECORD + BODY_RADIUS]);
      const vx = fround(velocity.x[j] - velocity.x[i]);
      const vy = fround(velocity.y[j] - velocity.y[i]);
      const vz = fround(velocity.z[j] - velocity.z[i]);
      const { x, y, z } = around;
      const time = fround(contactTime(x[k], y[k], z[k], vx, vy, vz, reach));
      if (!(time < horizon)) continue;
      pushInto(world, i, k, vx, vy, vz, time, reach);
      const strength = fround(fround(weight * fround(horizon - time)) / fround(time + softening));
      fx[i] = fround(fx[i] + fround(push[0] * strength));
      fy[i] = fround(fy[i] + fround(push[1] * strength));
      fz[i] = fround(fz[i] + fround(push[2] * strength));
    }
  }
};

/** Writes the direction in which neighbor k pushes agent i, from which it parts at (vx, vy, vz). */
function pushInto(
  world: SharedWorld,
  i: number,
  k: number,
  vx: number,
  vy: number,
  vz: number,
  time: number,
  reach: number,
): void {
  const { seed, dimensions } = world.plan;
  if (around.squared[k] === 0) {
    randomDirectionInto(push, seed, 0, world.front.id[i], STREAM.steering, dimensions);
    return;
  }
  const x = fround(-fround(around.x[k] + fround(vx * time)));
  const y = fround(-fround(around.y[k] + fround(vy * time)));
  const z = fround(-fround(around.z[k] + fround(vz * time)));
  normalizeInto(push, x, y, z);
  const speed = length(vx, vy, vz);
  if (!(speed > 0)) return;
  // The other comes along v: from here the course is against it.
  normalizeInto(frame.forward, -vx, -vy, -vz);
  const [nx, ny, nz] = frame.forward as unknown as [number, number, number];
  const along = dot(x, y, z, nx, ny, nz);
  const aside = length(
    fround(x - fround(along * nx)),
    fround(y - fround(along * ny)),
    fround(z - fround(along * nz)),
  );
  if (aside >= fround(HEAD_ON * reach)) return;
  uprightInto(frame, dimensions);
  const { right } = frame;
  normalizeInto(
    push,
    fround(push[0] + fround(SIDESTEP * right[0])),
    fround(push[1] + fround(SIDESTEP * right[1])),
    fround(push[2] + fround(SIDESTEP * right[2])),
  );
}
