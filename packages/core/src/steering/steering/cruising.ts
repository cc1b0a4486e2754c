import { randomDirectionInto, type Vector } from '../../math/direction.ts';
import { STREAM } from '../../math/random.ts';
import { length } from '../../math/vector.ts';
import { slotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import { STATUS } from '../../world/status.ts';
import type { Steer } from '../behavior.ts';

const fround = Math.fround;

const WEIGHT = slotOf('cruise', 'weight');
const SPEED = slotOf('cruise', 'speed');

const direction: Vector = new Float32Array(3);

/**
 * Speeds up or slows down along the course to a target speed: weight x (speed - |velocity|). From
 * rest it starts the way the body faces where the world has headings, else each agent in a
 * direction of its own.
 *
 * source: steerForTargetSpeed of OpenSteer, SteerLibrary.h
 */
export const steerCruise: Steer = (world, behavior, begin, end) => {
  const { status, species, id, velocity, heading, behaviorParameters } = world.front;
  const { seed, dimensions, extras } = world.plan;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const weight = behaviorParameters[behavior.index * RECORD + WEIGHT];
  const wanted = behaviorParameters[behavior.index * RECORD + SPEED];
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    let x = velocity.x[i];
    let y = velocity.y[i];
    let z = velocity.z[i];
    const speed = length(x, y, z);
    let scale = fround(weight * fround(wanted - speed));
    if (speed > 0) {
      scale = fround(scale / speed);
    } else if (extras.heading) {
      x = heading.x[i];
      y = heading.y[i];
      z = heading.z[i];
    } else {
      randomDirectionInto(direction, seed, 0, id[i], STREAM.steering, dimensions);
      [x, y, z] = direction as unknown as [number, number, number];
    }
    fx[i] = fround(fx[i] + fround(x * scale));
    fy[i] = fround(fy[i] + fround(y * scale));
    fz[i] = fround(fz[i] + fround(z * scale));
  }
};
