import * as z from 'zod/mini';
import { float, select, vec3 } from '../laws/expressions.ts';
import { vector } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, ends, instant } from './keys.ts';
import { undragged } from './parts/flight.ts';
import { standOff, stepsLeft } from './parts/instant.ts';

/**
 * The maximum speed of arrival, relative to the target, at which an agent stays at the target. The speed is given as
 * the distance per tick, divided by the sum of both radii.
 */
const STAYS = 1e-6;

/**
 * Touches the target at a given time with a given velocity:
 *
 *   acceleration = 6 (r + (w - v) n dt) / (n (n + 1) dt^2) - 2 (u - v) / (n dt)
 *
 * Here r is the offset of the point of arrival, and n is the number of steps of dt that are left. The velocity of the
 * target is w, and the velocity of the agent is v. The velocity wanted at arrival is u.
 *
 * This is the solution of least effort in discrete steps. The last step leaves no miss. Thrust cancels the drag. After
 * its time of arrival, the agent flies straight on.
 *
 * Let t be the time left, n dt. With many steps left, the acceleration is close to 6 ZEM / t^2 - 2 ZEV / t. Here ZEM is
 * the zero-effort miss, r + (w - v) t. ZEV is the zero-effort velocity error, u - v.
 *
 * source: the ZEM/ZEV guidance of Hawkins, Guo and Wie 2012, IJASS 13(2):154, doi 10.5139/IJASS.2012.13.2.154
 */
export const rendezvous = defineBehavior('rendezvous', {
  family: 'guidance',
  label: 'Arrive on time',
  keys: {
    ...instant,
    velocity: z._default(vector, [0, 0, 0]).register(z.globalRegistry, { unit: 'm/s' }),
    ...aimed,
    ends,
  },
  hits: true,
  force(law) {
    const { self, aim, dt, settings, ground } = law;
    const [x, y, z] = settings.velocity;
    const wanted = vec3(x, y, ground.dimensions === 2 ? 0 : z);
    // The agent arrives on the side from which it then flies in, or on the near side if it stays there.
    const relative = wanted.sub(aim.velocity);
    const closing = relative.length();
    const off = standOff(law, closing);
    const isMoving = closing.mul(dt).greaterThan(aim.radius.add(self.radius).mul(STAYS));
    const side = select(isMoving, relative, aim.offset).withLength(off);
    const way = aim.offset.sub(side);

    const steps = stepsLeft(law);
    const left = steps.mul(dt);
    const miss = way.add(aim.velocity.sub(self.velocity).mul(left));
    // A single step can reach the place or the velocity, not both. It reaches the place.
    const isLast = steps.lessThanEqual(1);
    const squared = dt.mul(dt);
    const pull = select(isLast, 1, float(6).div(steps.mul(steps.add(1)))).div(squared);
    const brake = select(isLast, 0, float(2).div(left));
    const acceleration = miss.mul(pull).sub(wanted.sub(self.velocity).mul(brake));
    const isOver = steps.lessThanEqual(0);
    return undragged(select(isOver, vec3(0, 0, 0), acceleration), law);
  },
});
