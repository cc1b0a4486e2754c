import * as z from 'zod/mini';
import { choice } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, ends, rate, speed } from './keys.ts';
import { levelToward } from './parts/attitude.ts';
import { drive, flightOf } from './parts/flight.ts';
import { turnAt, turnToward } from './parts/turning.ts';

/**
 * Turns the velocity toward the target by at most `rate` × `dt` per tick, and keeps the speed. Until the velocity
 * points at the target, the path is a circle of radius `speed` / `rate`. Along the velocity, the thrust is `speed` ×
 * `damping`.
 *
 * The velocity turns in the plane of the velocity and the target, along the shortest arc. The new direction of flight
 * is n cos a + t sin a. Here n is the present direction, and a is the angle of the turn. The unit vector t is
 * perpendicular to n, on the side of the target. With `by: "quaternion"`, the attitude of the body turns by the same
 * rotation. `moveExtras` then turns the up vector of the body, without rolling. With `level`, the body also rolls to
 * level as it turns (see `levelToward`).
 *
 * source: the vector form is that of m107.hatenadiary.org, 2005-05-05
 */
export const turn = defineBehavior('turn', {
  family: 'guidance',
  label: 'Turn to target',
  keys: {
    speed,
    rate,
    by: choice(['vector', 'quaternion']),
    level: z._default(z.boolean(), false),
    ...aimed,
    ends,
  },
  hits: true,
  // The attitude of a level body follows from its velocity, so it needs no heading column.
  reads: ({ by, level }) => (by === 'quaternion' && !level ? ['heading'] : []),
  check({ by, level }) {
    if (!level || by === 'quaternion') return [];
    return [
      { key: 'level', found: `true with "by": "${by}"`, expected: '"by": "quaternion", or false' },
    ];
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
