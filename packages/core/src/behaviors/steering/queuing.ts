import { createAround, neighborsAroundInto } from '../../grid/around.ts';
import { dot, length } from '../../math/vector.ts';
import { slotOf, speciesSlotOf } from '../../scenario/schema.ts';
import { RECORD } from '../../world/layout.ts';
import { STATUS } from '../../world/status.ts';
import type { Steer } from '../behavior.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const WEIGHT = slotOf('queue', 'weight');
const RADIUS = slotOf('queue', 'radius');
const COSINE = slotOf('queue', 'cosine');
const BODY_RADIUS = speciesSlotOf('radius');

const around = createAround();

/**
 * Brakes behind who is ahead and slower: weight x (how much slower along the course) x (1 - gap/radius)
 * against the velocity, where the gap (m) is what lies between the two bodies. Of several the one that
 * makes it brake hardest counts, so that a crowd ahead does not throw it back.
 *
 * source: queuing of Reynolds 1999: braking beside separation, for vehicles ahead that move slower
 */
export const steerQueue: Steer = (world, behavior, begin, end) => {
  const { status, species, velocity, behaviorParameters, speciesParameters } = world.front;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT]!;
  const radius = behaviorParameters[at + RADIUS]!;
  const cosine = behaviorParameters[at + COSINE]!;
  const body = speciesParameters[behavior.species * RECORD + BODY_RADIUS]!;
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    const vx = velocity.x[i]!;
    const vy = velocity.y[i]!;
    const vz = velocity.z[i]!;
    const speed = length(vx, vy, vz);
    if (!(speed > 0)) continue;
    const nx = fround(vx / speed);
    const ny = fround(vy / speed);
    const nz = fround(vz / speed);
    let brake = 0;
    neighborsAroundInto(around, world, i, radius, behavior.mask);
    for (let k = 0; k < around.count; k++) {
      const j = around.place[k]!;
      const distance = fround(sqrt(around.squared[k]!));
      const along = dot(around.x[k]!, around.y[k]!, around.z[k]!, nx, ny, nz);
      if (!(along > fround(cosine * distance))) continue;
      const theirs = dot(velocity.x[j]!, velocity.y[j]!, velocity.z[j]!, nx, ny, nz);
      const slower = fround(speed - theirs);
      if (!(slower > 0)) continue;
      const bodies = fround(body + speciesParameters[species[j]! * RECORD + BODY_RADIUS]!);
      const gap = Math.max(0, fround(distance - bodies));
      const wanted = fround(slower * fround(1 - fround(gap / radius)));
      if (wanted > brake) brake = wanted;
    }
    const push = fround(-fround(weight * brake));
    fx[i] = fround(fx[i]! + fround(nx * push));
    fy[i] = fround(fy[i]! + fround(ny * push));
    fz[i] = fround(fz[i]! + fround(nz * push));
  }
};
