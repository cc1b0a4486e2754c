import { createAround, neighborsAroundInto } from '../../grid/around.ts';
import { dot, length } from '../../math/vector.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import { STATUS } from '../../world/status.ts';
import type { Steer } from '../behavior.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const WEIGHT = slotOf('queue', 'weight');
const RADIUS = slotOf('queue', 'radius');
const MARGIN = slotOf('queue', 'margin');
const COSINE = slotOf('queue', 'cosine');
const BODY_RADIUS = speciesSlotOf('radius');

const around = createAround();

/**
 * Brakes behind who is ahead and no faster, by how near it is: share = 1 - gap/radius, where the gap (m)
 * is what lies between the two bodies but for `margin` (m), from 1 at no gap to 0 at the radius.
 *
 * - Against the velocity: weight x share x (how much slower the other is along the course).
 * - The part along the course of the forces of behaviors before it in the list loses the same share, or
 *   whoever pushes on would creep into the one ahead. By priority there is no such part.
 *
 * Of several neighbors each part is that of the one for which it is largest, so that a crowd ahead does
 * not throw it back. The course of one at rest is that of the force.
 *
 * source: queuing of Reynolds 1999: braking, beside separation, for vehicles ahead that move slower
 */
export const steerQueue: Steer = (world, behavior, begin, end) => {
  const { status, species, velocity, behaviorParameters, speciesParameters } = world.front;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT];
  const radius = behaviorParameters[at + RADIUS];
  const cosine = behaviorParameters[at + COSINE];
  const kept = fround(
    speciesParameters[behavior.species * RECORD + BODY_RADIUS] + behaviorParameters[at + MARGIN],
  );
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    const speed = length(velocity.x[i], velocity.y[i], velocity.z[i]);
    const moves = speed > 0;
    const course = moves ? speed : length(fx[i], fy[i], fz[i]);
    if (!(course > 0)) continue;
    const nx = fround((moves ? velocity.x[i] : fx[i]) / course);
    const ny = fround((moves ? velocity.y[i] : fy[i]) / course);
    const nz = fround((moves ? velocity.z[i] : fz[i]) / course);
    let share = 0;
    let brake = 0;
    neighborsAroundInto(around, world, i, radius, behavior.mask);
    for (let k = 0; k < around.count; k++) {
      const j = around.place[k];
      const distance = fround(sqrt(around.squared[k]));
      const along = dot(around.x[k], around.y[k], around.z[k], nx, ny, nz);
      if (!(along > fround(cosine * distance))) continue;
      const theirs = dot(velocity.x[j], velocity.y[j], velocity.z[j], nx, ny, nz);
      const slower = fround(speed - theirs);
      if (slower < 0) continue;
      const bodies = fround(kept + speciesParameters[species[j] * RECORD + BODY_RADIUS]);
      const gap = Math.max(0, fround(distance - bodies));
      const near = fround(1 - fround(gap / radius));
      if (near > share) share = near;
      const wanted = fround(slower * near);
      if (wanted > brake) brake = wanted;
    }
    const forward = dot(fx[i], fy[i], fz[i], nx, ny, nz);
    const held = forward > 0 ? fround(forward * share) : 0;
    const push = fround(-fround(fround(weight * brake) + held));
    fx[i] = fround(fx[i] + fround(nx * push));
    fy[i] = fround(fy[i] + fround(ny * push));
    fz[i] = fround(fz[i] + fround(nz * push));
  }
};
