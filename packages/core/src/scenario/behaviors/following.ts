import * as z from 'zod';
import { aimed, band, brakingDistance, name, quantity, seen, weight } from '../quantities.ts';

const path = name.optional().meta({ description: 'Name of a path; the first one when left out.' });

const place = (description: string) => quantity('m', -1e5, 1e5, description).default(0);

/** Behaviors that follow a leader, each other or a path. */
export const followingSchemas = {
  formation: z
    .strictObject({
      type: z.literal('formation'),
      weight: weight('kg/s', 2),
      brakingDistance,
      shape: z.enum(['wedge', 'line', 'column', 'block', 'point']).default('wedge').meta({
        description:
          'Places by id: "wedge" and "line" to the right and left in turn, "column" one behind the other, "block" in rows behind, "point" all on one.',
      }),
      spacing: quantity('m', 1e-3, 1e4, 'From one place to the next.').default(3),
      abreast: quantity('1', 1, 1e4, 'How many stand in a row of a block.').default(5),
      ahead: place('All places stand so far before the leader, along its course.'),
      right: place('All places stand so far to the right of the leader.'),
      above: place('All places stand so far above the leader.'),
      ...aimed,
      ...band,
    })
    .meta({
      description:
        'Offset pursuit: keeps a place of its own, which moves and turns with the leader as if on a rigid frame. Of a long column the end sweeps far in a bend: there leaderFollow of an assigned one before, or followPath, is better.',
    }),
  leaderFollow: z
    .strictObject({
      type: z.literal('leaderFollow'),
      weight: weight('kg/s', 2),
      brakingDistance,
      behind: quantity('m', 0, 1e4, 'Distance kept behind the leader.').default(3),
      lane: quantity('m', 0, 1e4, 'Length of the lane before the leader.').default(10),
      clearance: quantity('m', 0, 1e4, 'Half the width of the lane before the leader.').default(2),
      ...aimed,
      ...band,
    })
    .meta({ description: 'Arrives behind a leader, and gets out of its way when before it.' }),
  queue: z
    .strictObject({
      type: z.literal('queue'),
      weight: weight('kg/s', 4),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(5),
      margin: quantity('m', 0, 1e4, 'Distance kept between bodies.').default(0.5),
      cosine: quantity('1', -1, 1, 'Cosine of half the angle that counts as ahead.').default(0.8),
      species: seen,
    })
    .meta({ description: 'Brakes behind who is ahead and slower.' }),
  followPath: z
    .strictObject({
      type: z.literal('followPath'),
      weight: weight('kg/s', 1),
      path,
      speed: quantity('m/s', 0, 1e4, 'Speed along the path, at most maxSpeed.').default(1e4),
      switchDistance: quantity('m', 1e-3, 1e4, 'Within it a point counts as passed.').default(1),
      brakingDistance,
      end: z.enum(['arrive', 'stop']).default('arrive').meta({
        description:
          'At the last point of an open path it comes to rest ("arrive"), or the behavior stops acting ("stop").',
      }),
    })
    .meta({ description: 'From point to point of a path; round and round a closed one.' }),
  stayOnPath: z
    .strictObject({
      type: z.literal('stayOnPath'),
      weight: weight('kg/s', 1),
      path,
      halfWidth: quantity('m', 0, 1e4, 'Within this distance of the path it is free.').default(1),
      prediction: quantity('s', 0, 60, 'The position this far ahead is kept inside.').default(1),
    })
    .meta({ description: 'Keeps to a corridor along a path.' }),
} as const;
