import { randomDirectionInto, type Vector } from '../../math/direction.ts';
import { STREAM } from '../../math/random.ts';
import { slotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import { STATUS } from '../../world/status.ts';
import type { Steer } from '../behavior.ts';

const fround = Math.fround;

const WEIGHT = slotOf('wander', 'weight');
const INTERVAL = slotOf('wander', 'interval');

const from: Vector = new Float32Array(3);
const to: Vector = new Float32Array(3);

/**
 * Pushes each agent in a smooth random direction of its own. The direction goes from one uniformly
 * random unit vector to the next within `interval` (s), by smoothstep; it is a function of seed, id
 * and tick alone, so that there is no state to keep. Agents start at different parts of the interval.
 *
 * source: the wander of Reynolds 1999, with value noise in place of a random walk
 */
export const steerWander: Steer = (world, behavior, begin, end) => {
  const { seed, dimensions, dt } = world.plan;
  const { status, species, id, behaviorParameters } = world.front;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const weight = behaviorParameters[behavior.index * RECORD + WEIGHT];
  const interval = behaviorParameters[behavior.index * RECORD + INTERVAL];
  const stream = STREAM.wander + behavior.index;
  const ticks = Math.max(1, Math.floor(interval / dt + 0.5));
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    const agent = id[i];
    const time = world.frontTick + (agent % ticks);
    const epoch = Math.floor(time / ticks);
    const share = fround((time - epoch * ticks) / ticks);
    const smooth = fround(fround(share * share) * fround(3 - fround(2 * share)));
    randomDirectionInto(from, seed, epoch, agent, stream, dimensions);
    randomDirectionInto(to, seed, epoch + 1, agent, stream, dimensions);
    const x = fround(from[0] + fround(smooth * fround(to[0] - from[0])));
    const y = fround(from[1] + fround(smooth * fround(to[1] - from[1])));
    const z = fround(from[2] + fround(smooth * fround(to[2] - from[2])));
    fx[i] = fround(fx[i] + fround(weight * x));
    fy[i] = fround(fy[i] + fround(weight * y));
    fz[i] = fround(fz[i] + fround(weight * z));
  }
};
