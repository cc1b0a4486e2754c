import { slotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import { STATUS } from '../world/status.ts';
import type { Steer } from './behavior.ts';

const fround = Math.fround;

const WEIGHT = slotOf('containment', 'weight');
const LOOK_AHEAD = slotOf('containment', 'lookAhead');
const MARGIN = slotOf('containment', 'margin');

/**
 * Pushes back from each wall of the bounds that the position `lookAhead` (s) from now comes nearer to
 * than `margin` (m): along the wall's normal, from 0 at the margin to the whole weight at the wall
 * and beyond.
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters, containment
 */
export const steerContainment: Steer = (world, behavior, begin, end) => {
  const { bounds, dimensions } = world.plan;
  if (bounds.type === 'open') return;
  const { status, species, position, velocity, behaviorParameters } = world.front;
  const { force } = world.scratch;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT];
  const lookAhead = behaviorParameters[at + LOOK_AHEAD];
  const margin = behaviorParameters[at + MARGIN];
  const planes = [
    [position.x, velocity.x, force.x],
    [position.y, velocity.y, force.y],
    [position.z, velocity.z, force.z],
  ] as const;
  for (let axis = 0; axis < dimensions; axis++) {
    const [p, v, f] = planes[axis];
    const low = fround(fround(bounds.min[axis]) + margin);
    const high = fround(fround(bounds.max[axis]) - margin);
    for (let i = begin; i < end; i++) {
      if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
      const ahead = fround(p[i] + fround(v[i] * lookAhead));
      if (ahead < low) {
        const depth = fround(fround(low - ahead) / margin);
        f[i] = fround(f[i] + fround(weight * (depth < 1 ? depth : 1)));
      }
      if (ahead > high) {
        const depth = fround(fround(ahead - high) / margin);
        f[i] = fround(f[i] - fround(weight * (depth < 1 ? depth : 1)));
      }
    }
  }
};
