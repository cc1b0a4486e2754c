import * as z from 'zod/mini';
import { float, select, vec3 } from '../laws/expressions.ts';
import { vector } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, ends, instant } from './keys.ts';
import { undragged } from './parts/flight.ts';
import { standOff, stepsLeft } from './parts/instant.ts';

/** A body that closes in by less than this share of how far the two reach in a tick comes to rest there. */
const STAYS = 1e-6;

/**
 * Touches the target at a given time at a given velocity. With r the way to where it is to arrive, w
 * the velocity of the target, u that at arrival, v its own, and n the steps of dt that are left:
 *
 *   acceleration = 6 (r + (w - v) n dt) / (n (n + 1) dt^2) - 2 (u - v) / (n dt)
 *
 * the solution of least effort counted in steps, which has no miss after the last; in the limit of many
 * steps it is 6 ZEM / t^2 - 2 ZEV / t. Thrust undoes the drag. After its time it flies straight on.
 *
 * source: ZEM/ZEV guidance, Hawkins, Guo and Wie 2012, IJASS 13(2):154, doi 10.5139/IJASS.2012.13.2.154
 */
export const rendezvous = defineBehavior('rendezvous', {
  family: 'guidance',
  label: 'Be there in time',
  description:
    'Touches the target at a given time at a given velocity, with the least effort, and then flies straight.',
  keys: {
    ...instant,
    velocity: z
      ._default(vector, [0, 0, 0])
      .check(z.meta({ unit: 'm/s', description: 'Velocity at arrival. Default: at rest.' })),
    ...aimed,
    ends,
  },
  hits: true,
  force(law) {
    const { self, aim, dt, settings, ground } = law;
    const [x, y, z] = settings.velocity;
    const wanted = vec3(x, y, ground.dimensions === 2 ? 0 : z);
    // It comes to the side of the target from where it then flies in; to the near side when it stays there.
    const relative = wanted.sub(aim.velocity);
    const closing = relative.length();
    const off = standOff(law, closing);
    const isMoving = closing.mul(dt).greaterThan(aim.radius.add(self.radius).mul(STAYS));
    const side = select(isMoving, relative, aim.offset).withLength(off);
    const way = aim.offset.sub(side);

    const steps = stepsLeft(law);
    const left = steps.mul(dt);
    const miss = way.add(aim.velocity.sub(self.velocity).mul(left));
    // One step can meet one of the two: the place.
    const isLast = steps.lessThanEqual(1);
    const squared = dt.mul(dt);
    const pull = select(isLast, 1, float(6).div(steps.mul(steps.add(1)))).div(squared);
    const brake = select(isLast, 0, float(2).div(left));
    const acceleration = miss.mul(pull).sub(wanted.sub(self.velocity).mul(brake));
    const isOver = steps.lessThanEqual(0);
    return undragged(select(isOver, vec3(0, 0, 0), acceleration), law);
  },
});
