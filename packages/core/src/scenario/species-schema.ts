import * as z from 'zod/mini';
import { speciesColumnsSchema } from '../schema/columns.ts';
import { LIMITS } from '../schema/limits.ts';
import { choice, name, quantity, vector, whole } from '../schema/quantities.ts';
import { type Behavior, behaviorSchemaWith } from './behavior-types.ts';
import { parametersOf } from './numeric-parameters.ts';
import { reportSchema } from './report-schema.ts';
import { stateSchema } from './state-schema.ts';

const spawnVelocity = z._default(
  z.union([
    z
      .strictObject({
        direction: vector,
        speed: quantity('m/s', 0, 1e4, 'Length of the velocity.'),
      })
      .check(z.meta({ description: 'The same velocity for all agents.' })),
    z
      .strictObject({ speed: quantity('m/s', 0, 1e4, 'Length of the velocity.') })
      .check(z.meta({ description: 'Random directions, with the same speed.' })),
  ]),
  { speed: 0 },
);

export const spawnSchema = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('box'), min: vector, max: vector, velocity: spawnVelocity })
    .check(z.meta({ description: 'Random positions, uniformly distributed in a box.' })),
  z
    .strictObject({
      type: z.literal('sphere'),
      center: vector,
      radius: quantity('m', 0, LIMITS.coordinate, 'Radius of the ball, or disc in two dimensions.'),
      velocity: spawnVelocity,
    })
    .check(
      z.meta({
        description:
          'Random positions, uniformly distributed in a ball, or in a disc in two dimensions.',
      }),
    ),
  z
    .strictObject({
      type: z.literal('shell'),
      center: vector,
      radius: quantity('m', 0, LIMITS.coordinate, 'Radius of the sphere, or circle.'),
      velocity: spawnVelocity,
    })
    .check(
      z.meta({ description: 'Evenly spread on a sphere, or along a circle in two dimensions.' }),
    ),
  z
    .strictObject({
      type: z.literal('points'),
      positions: z.array(vector).check(z.minLength(1)),
      velocities: z.optional(z.array(vector)),
    })
    .check(
      z.meta({ description: 'Given positions, and velocities (m/s). Default of velocities: 0.' }),
    ),
  z
    .strictObject({ type: z.literal('pool') })
    .check(z.meta({ description: 'The agents do not exist until a launcher fires them.' })),
]);

export const goalsSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('mirror'), center: vector }).check(
    z.meta({
      description: 'The goal of each agent is its start position, mirrored through a point.',
    }),
  ),
  z
    .strictObject({ type: z.literal('points'), positions: z.array(vector).check(z.minLength(1)) })
    .check(z.meta({ description: 'Given positions, one for each agent.' })),
]);

/** The schema keys for the motion and the fading of particles. */
function flight(radius: number, attenuation: number, walk: number, drag: number, fall: number) {
  return {
    radius: quantity('m', 1e-3, 1e3, 'Radius at birth.', radius),
    attenuation: quantity('1/s', 0.05, 1e3, 'The radius shrinks at this rate.', attenuation),
    randomWalk: quantity(
      'm/s^2',
      0,
      1e4,
      'Edge of the cube from which a random acceleration is drawn, 60 times a second.',
      walk,
    ),
    damping: quantity('1/s', 0, 1e3, 'Drag: acceleration of -damping x velocity.', drag),
    gravity: quantity('m/s^2', 0, 1e4, 'Acceleration toward -y.', fall),
  };
}

const trailSchema = z
  .strictObject({
    density: quantity('1/m', 0, 1e3, 'Particles per meter of the path.', 20),
    ...flight(0.25, 1, 10, 0.2, 0),
  })
  .check(
    z.meta({
      description: 'Particles at rest along the path of each agent; at most 255 in a step.',
    }),
  );

const sparksSchema = z
  .strictObject({
    count: whole(1, LIMITS.sparks, 'Number of particles of one hit.', 400),
    sharpness: whole(
      0,
      15,
      'How closely the sparks follow the reflected velocity: distributed as cosine^sharpness.',
      2,
    ),
    slowest: quantity(
      '1',
      0,
      1,
      'Lowest speed of a spark, as a fraction of the speed of the hit.',
      0.2,
    ),
    ...flight(0.5, 2, 4, 0.4, 20),
  })
  .check(z.meta({ description: 'Particles that are emitted where an agent hits its target.' }));

export const BODIES = [
  ...(['dart', 'bird', 'bee', 'kite', 'missile', 'fish', 'shark'] as const),
  ...(['sheep', 'dog', 'walker', 'sphere', 'point', 'beam'] as const),
] as const;

/** The address of a model is only data here; core fetches nothing. */
const modelSchema = z
  .strictObject({
    gltf: z.string().check(
      z.minLength(1),
      z.maxLength(LIMITS.address),
      z.meta({
        description:
          'Address of a model, a binary glTF file (.glb). The page takes it from its own host, relative to the page.',
      }),
    ),
    scale: quantity('1', 1e-4, 1e4, 'Scale of the model; 1 draws it in the meters of the file.', 1),
  })
  .check(z.meta({ description: 'Your own model. +Z points ahead and +Y up, as in glTF.' }));

/** The keys of a species before `behaviors`. The keys after it follow below. */
const species = {
  name,
  count: whole(0, LIMITS.agents, 'Number of agents at the start; for a pool, its size.'),
  capacity: z.optional(
    whole(
      1,
      LIMITS.agents,
      'The most agents at a time, including those born later. Default: count.',
    ),
  ),
  whenFull: z.optional(z.enum(['refuse', 'recycle'])).check(
    z.meta({
      description:
        'What happens to a birth when the species is full: "refuse", or "recycle", which replaces the oldest agent. Default: "refuse"; for a pool "recycle".',
    }),
  ),
  spawn: spawnSchema,
  goals: z
    .optional(goalsSchema)
    .check(z.meta({ description: 'Goal of each agent, for behaviors such as "goal".' })),
  mass: quantity('kg', 1e-6, 1e6, 'Mass: acceleration is force / mass.', 1),
  radius: quantity('m', 0, 1e4, 'Radius of the body, for avoidance and hits.', 0),
  maxSpeed: z.optional(quantity('m/s', 0, 1e4, 'Speed limit. Default: none.')),
  minSpeed: quantity('m/s', 0, 1e4, 'Lowest speed of a moving agent.', 0),
  maxForce: z.optional(quantity('N', 0, 1e6, 'Limit of the summed steering force. Default: none.')),
  damping: quantity('1/s', 0, 1e3, 'Drag: acceleration of -damping x velocity.', 0),
  forceFactor: quantity(
    '1',
    0,
    1e6,
    'Factor for the summed steering force, applied before the limit.',
    1,
  ),
  turnRate: z.optional(
    quantity(
      'rad/s',
      0,
      1e4,
      'How fast the body turns to face its velocity. Default: at once. With it, bodies have a heading and an up.',
    ),
  ),
  turn: z.optional(z.enum(['rate', 'slerp'])).check(
    z.meta({
      description:
        'How the body turns: "rate" at turnRate; "slerp" at turnRate x the remaining angle (rad), so it slows down. Default: "rate".',
    }),
  ),
  lifetime: z.optional(quantity('s', 1e-3, 1e6, 'Age at which the agent dies. Default: never.')),
  color: z
    .optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)))
    .check(z.meta({ description: 'For viewers, "#rrggbb".' })),
  body: z.optional(z.union([z.enum(BODIES), modelSchema])).check(
    z.meta({
      description:
        'For viewers: the look of agents. "point" and "beam" are light. Default: light if launched, a walker or sphere if it avoids by its radius, else a dart.',
    }),
  ),
  reports: z
    .optional(z.array(reportSchema).check(z.maxLength(LIMITS.reportsPerSpecies)))
    .check(z.meta({ description: 'Events that its agents report.' })),
  states: z
    .optional(z.array(stateSchema).check(z.minLength(1), z.maxLength(LIMITS.statesPerSpecies)))
    .check(
      z.meta({
        description:
          'States of its agents, one at a time, beginning with the first. A behavior with `states` acts only in those.',
      }),
    ),
  compose: choice(
    ['sum', 'priority'],
    '"sum" adds the forces of the behaviors; "priority" gives each, in order, what those before it have left of maxForce.',
  ),
};

const columns = z.optional(speciesColumnsSchema).check(
  z.meta({
    description:
      'Numbers of each agent, by name, that laws read and write. Agents of other species have these columns too, with the default values.',
  }),
);

const emitted = { trail: z.optional(trailSchema), sparks: z.optional(sparksSchema) };

/** The schema of a species. `laws` are the schemas of the behaviors of laws. */
export function speciesSchemaWith(laws: readonly z.ZodMiniObject[]) {
  return z.strictObject({
    ...species,
    behaviors: z._default(
      z.array(behaviorSchemaWith(laws)).check(z.maxLength(LIMITS.behaviorsPerSpecies)),
      [],
    ),
    columns,
    ...emitted,
  });
}

export const speciesSchema = speciesSchemaWith([]);

export type Species = Omit<z.output<typeof speciesSchema>, 'behaviors'> & { behaviors: Behavior[] };
export type Trail = z.output<typeof trailSchema>;
export type Sparks = z.output<typeof sparksSchema>;

/** The numeric parameters of a species. The index in the list is the slot in shared memory. */
export const SPECIES_PARAMETERS = parametersOf(speciesSchema).filter(
  ({ name }) => name !== 'count' && name !== 'capacity',
);
