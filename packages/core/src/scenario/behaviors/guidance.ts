import * as z from 'zod';
import { aimed, quantity, vector } from '../quantities.ts';

const speed = quantity(
  'm/s',
  1e-3,
  1e4,
  'Speed at which thrust and drag balance; a species without damping has neither, and keeps the speed it starts with.',
).default(30);

/** How hard a body turns that is limited by a circle. */
const curvature = {
  speed,
  curvatureRadius: quantity('m', 1e-3, 1e5, 'The tightest circle it can fly.').default(25),
  saturation: quantity(
    'm',
    1e-6,
    1e5,
    'Lateral miss beyond which it turns as hard as it can; in proportion below.',
  ).default(1),
} as const;

const rate = (description: string) => quantity('rad/s', 0, 1e4, description).default(1.2);

/** When a body arrives that arrives at a given time. */
const instant = {
  time: quantity(
    's',
    1e-3,
    1e5,
    'From birth to arrival, the least when there is a period.',
  ).default(2),
  period: quantity(
    's',
    0,
    1e5,
    'It arrives at the next multiple of it: those of one target arrive in one tick. 0: at `time`.',
  ).default(0),
} as const;

/** Laws that fly a body onto what it is aimed at. Hits end the agent. */
export const guidanceSchemas = {
  homing: z
    .strictObject({
      type: z.literal('homing'),
      ...curvature,
      turn: z.enum(['rotate', 'add']).default('rotate').meta({
        description:
          '"rotate" turns the velocity and keeps its length at any dt; "add" adds the centripetal acceleration and gains speed as dt grows.',
      }),
      ...aimed,
    })
    .meta({
      description:
        'Curvature-limited pursuit: centripetal acceleration of at most speed^2/curvatureRadius toward the target, thrust speed x damping along the velocity. Hits end the agent.',
    }),
  turn: z
    .strictObject({
      type: z.literal('turn'),
      speed,
      rate: rate('How fast it turns at most.'),
      by: z.enum(['vector', 'quaternion']).default('vector').meta({
        description:
          '"vector" turns in the plane of velocity and target; "quaternion" turns the attitude of a body, its heading and its up.',
      }),
      level: z.boolean().default(false).meta({
        description:
          'For "quaternion": whether the body rolls level as it turns, which counts against its rate; else it turns along the shortest arc and its up goes along without rolling.',
      }),
      ...aimed,
    })
    .meta({
      description: 'Turns its velocity toward the target at a limited rate and keeps its speed.',
    }),
  yawPitch: z
    .strictObject({
      type: z.literal('yawPitch'),
      speed,
      yawRate: rate('How fast it turns about +y at most; in the plane its only turn.'),
      pitchRate: rate('How fast it rises and sinks at most.'),
      ...aimed,
    })
    .meta({
      description:
        'Turns its velocity toward the target by yaw and pitch, each at a rate of its own: weak in pitch it is dodged by a jump.',
    }),
  lead: z
    .strictObject({
      type: z.literal('lead'),
      ...curvature,
      solve: z.enum(['quadratic', 'simple']).default('quadratic').meta({
        description:
          '"quadratic" solves for the time of the meeting; "simple" takes distance / (own speed + speed of the target).',
      }),
      ...aimed,
    })
    .meta({
      description:
        'Curvature-limited pursuit of the place where both would meet flying straight on.',
    }),
  navigation: z
    .strictObject({
      type: z.literal('navigation'),
      ...curvature,
      gain: quantity('1', 0, 20, 'Navigation constant N: 3 to 5.').default(4),
      augmentation: quantity(
        '1',
        0,
        1,
        'Share of gain/2 x the acceleration of the target that is added.',
      ).default(0),
      ...aimed,
    })
    .meta({
      description:
        'Proportional navigation: turns in proportion to the turning of the line of sight; pursues as homing while it does not close in or the target is behind.',
    }),
  intercept: z
    .strictObject({
      type: z.literal('intercept'),
      ...instant,
      gain: quantity(
        '1',
        1,
        20,
        'k of k x miss / (time left)^2: 2 keeps the acceleration constant, 3 takes the least effort.',
      ).default(3),
      ...aimed,
    })
    .meta({
      description:
        'Touches the target at a given time, however fast it must fly. maxForce and maxSpeed may make it late.',
    }),
  rendezvous: z
    .strictObject({
      type: z.literal('rendezvous'),
      ...instant,
      velocity: vector
        .default([0, 0, 0])
        .meta({ unit: 'm/s', description: 'Velocity at arrival; at rest when left out.' }),
      ...aimed,
    })
    .meta({
      description:
        'Touches the target at a given time at a given velocity, with the least effort; flies straight on after it.',
    }),
  ballistic: z
    .strictObject({ type: z.literal('ballistic'), ...aimed })
    .meta({ description: 'Steers nothing: ends where it touches the target.' }),
} as const;

/** Forces that act on what is not aimed. */
export const ballisticSchemas = {
  gravity: z
    .strictObject({
      type: z.literal('gravity'),
      acceleration: quantity('m/s^2', 0, 1e4, 'Acceleration toward -y.').default(9.80665),
    })
    .meta({ description: 'Falls: mass x acceleration toward -y.' }),
} as const;
