import * as z from 'zod/mini';
import { choice } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, ends, rate, speed } from './keys.ts';
import { levelToward } from './parts/attitude.ts';
import { drive, flightOf } from './parts/flight.ts';
import { turnAt, turnToward } from './parts/turning.ts';

/**
 * Turns the velocity toward the target by at most rate x dt and keeps its length: the path is a circle
 * of radius speed/rate until it points at the target. Thrust speed x damping along the velocity.
 *
 * It turns in the plane of velocity and target, along the shortest arc: n' = n cos a + t sin a. By
 * "quaternion" that is the shortest rotation of the body's attitude, whose up `moveExtras` carries along
 * without rolling. With `level` the body rolls level as it turns, see `levelToward`.
 *
 * source: m107.hatenadiary.org, 2005-05-05, for the vector form
 */
export const turn = defineBehavior('turn', {
  family: 'guidance',
  label: 'Turn to it',
  description: 'Turns its velocity toward the target at a limited rate and keeps its speed.',
  keys: {
    speed,
    rate: rate('Greatest turn rate.'),
    by: choice(
      ['vector', 'quaternion'],
      '"vector" turns in the plane of velocity and target; "quaternion" turns the attitude of a body, its heading and its up.',
    ),
    level: z._default(z.boolean(), false).check(
      z.meta({
        description:
          'For "quaternion": whether the body rolls level as it turns, which uses up its rate. Otherwise it turns along the shortest arc without rolling.',
      }),
    ),
    ...aimed,
    ends,
  },
  hits: true,
  // A level body's attitude follows from its flight.
  reads: ({ by, level }) => (by === 'quaternion' && !level ? ['heading'] : []),
  check({ by, level }) {
    if (!level || by === 'quaternion') return [];
    return [{ key: 'level', found: `true with by "${by}"`, expected: 'by "quaternion", or false' }];
  },
  force(law) {
    const { aim, settings, ground, parameters } = law;
    const flight = flightOf(law, aim.offset);
    const isLevel = settings.level && ground.dimensions === 3;
    const turnTo = isLevel ? levelToward : turnToward;
    const turned = turnTo(flight, aim.offset, turnAt(parameters.rate, law), law);
    return drive(flight, turned, parameters.speed, law);
  },
});
