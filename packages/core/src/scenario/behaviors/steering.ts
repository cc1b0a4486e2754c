import * as z from 'zod';
import { aimed, band, brakingDistance, name, quantity, weight } from '../quantities.ts';

const prediction = (standard: number) =>
  quantity('s', 0, 60, 'It looks at most so far ahead.').default(standard);

/** Behaviors that go somewhere or after somebody. */
export const steeringSchemas = {
  seek: z
    .strictObject({
      type: z.literal('seek'),
      weight: weight('kg/s', 1),
      ...aimed,
      ...band,
    })
    .meta({
      description: 'Toward a target at maximum speed: weight x (desired velocity - velocity).',
    }),
  flee: z
    .strictObject({
      type: z.literal('flee'),
      weight: weight('kg/s', 1),
      ...aimed,
      ...band,
    })
    .meta({ description: 'Straight away from its aim at maximum speed.' }),
  arrive: z
    .strictObject({
      type: z.literal('arrive'),
      weight: weight('kg/s', 1),
      brakingDistance,
      ...aimed,
      ...band,
    })
    .meta({ description: 'Toward a target, slowing down to rest on it.' }),
  pursue: z
    .strictObject({
      type: z.literal('pursue'),
      weight: weight('kg/s', 1),
      prediction: prediction(4),
      ...aimed,
      ...band,
    })
    .meta({ description: 'To where it meets its aim, at maximum speed.' }),
  evade: z
    .strictObject({
      type: z.literal('evade'),
      weight: weight('kg/s', 1),
      prediction: prediction(4),
      ...aimed,
      ...band,
    })
    .meta({ description: 'Away from where its aim will be, at maximum speed.' }),
  interpose: z
    .strictObject({
      type: z.literal('interpose'),
      weight: weight('kg/s', 1),
      share: quantity('1', 0, 1, 'Where between the two: 0 at the first, 1 at the second.').default(
        0.5,
      ),
      brakingDistance,
      ...aimed,
      second: z
        .strictObject({
          target: name.optional().meta({ description: 'Name of a target; else the first one.' }),
          quarry: name.optional().meta({ description: 'Name of a species, not a target.' }),
        })
        .meta({ description: 'The other one; chosen as the first is.' }),
      ...band,
    })
    .meta({ description: 'Arrives between two aims, as they will be then.' }),
  wander: z
    .strictObject({
      type: z.literal('wander'),
      weight: weight('N', 1),
      interval: quantity('s', 1e-3, 3600, 'Time from one random direction to the next.').default(1),
    })
    .meta({ description: 'A smooth random direction of its own for each agent.' }),
  cruise: z
    .strictObject({
      type: z.literal('cruise'),
      weight: weight('kg/s', 1),
      speed: quantity('m/s', 0, 1e4, 'The speed it takes up and keeps.').default(5),
    })
    .meta({ description: 'Keeps a speed along the course: weight x (speed - |velocity|).' }),
  tether: z
    .strictObject({
      type: z.literal('tether'),
      weight: weight('N', 10),
      length: quantity('m', 0, 1e5, 'Within this distance of its aim it is free.').default(20),
      margin: quantity('m', 1e-3, 1e5, 'The pull grows over this distance beyond.').default(5),
      ...aimed,
      ...band,
    })
    .meta({ description: 'Stays in range of its aim: pulled back when it gets too far away.' }),
} as const;
