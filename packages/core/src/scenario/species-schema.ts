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
      .register(z.globalRegistry, { description: 'The same velocity for all agents.' }),
    z
      .strictObject({ speed: quantity('m/s', 0, 1e4, 'Length of the velocity.') })
      .register(z.globalRegistry, {
        description: 'The same speed for all agents, in random directions.',
      }),
  ]),
  { speed: 0 },
);

const headings = z.optional(z.literal('random')).register(z.globalRegistry, {
  description:
    'With "random", agents that start at rest have random headings. Default: along the x axis. Without effect in a world without headings.',
});

export const spawnSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('box'),
      min: vector,
      max: vector,
      velocity: spawnVelocity,
      headings,
    })
    .register(z.globalRegistry, {
      description: 'Random positions, uniformly distributed in a box.',
    }),
  z
    .strictObject({
      type: z.literal('sphere'),
      center: vector,
      radius: quantity(
        'm',
        0,
        LIMITS.coordinate,
        'Radius of the ball, or of the disc in two dimensions.',
      ),
      velocity: spawnVelocity,
      headings,
    })
    .register(z.globalRegistry, {
      description:
        'Random positions, uniformly distributed in a ball, or in a disc in two dimensions.',
    }),
  z
    .strictObject({
      type: z.literal('shell'),
      center: vector,
      radius: quantity(
        'm',
        0,
        LIMITS.coordinate,
        'Radius of the sphere, or of the circle in two dimensions.',
      ),
      velocity: spawnVelocity,
      headings,
    })
    .register(z.globalRegistry, {
      description:
        'Positions that are evenly spread on a sphere, or along a circle in two dimensions.',
    }),
  z
    .strictObject({
      type: z.literal('points'),
      positions: z.array(vector).check(z.minLength(1)),
      velocities: z.optional(z.array(vector)),
      headings,
    })
    .register(z.globalRegistry, {
      description:
        'A list with the position of each agent, and optionally a list with the velocity (m/s) of each agent. The default velocity is 0.',
    }),
  z.strictObject({ type: z.literal('pool') }).register(z.globalRegistry, {
    description: 'The agents do not exist until a launcher fires them.',
  }),
]);

export const goalsSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('mirror'), center: vector }).register(z.globalRegistry, {
    description:
      'The goal of each agent is its start position, mirrored through the point `center`.',
  }),
  z
    .strictObject({ type: z.literal('points'), positions: z.array(vector).check(z.minLength(1)) })
    .register(z.globalRegistry, { description: 'A list with the goal of each agent.' }),
]);

/** Returns the schema keys for the motion and the fading of particles. The arguments are the defaults. */
function flight(radius: number, attenuation: number, walk: number, drag: number, fall: number) {
  return {
    radius: quantity('m', 1e-3, 1e3, 'Radius at birth.', radius),
    attenuation: quantity('1/s', 0.05, 1e3, 'Rate at which the radius shrinks.', attenuation),
    randomWalk: quantity(
      'm/s^2',
      0,
      1e4,
      'A random acceleration is chosen 60 times a second, from a cube with this edge.',
      walk,
    ),
    damping: quantity('1/s', 0, 1e3, 'Drag: acceleration of -damping × velocity.', drag),
    gravity: quantity('m/s^2', 0, 1e4, 'Acceleration toward -y.', fall),
  };
}

const trailSchema = z
  .strictObject({
    density: quantity('1/m', 0, 1e3, 'Number of particles per meter of the path.', 20),
    ...flight(0.25, 1, 10, 0.2, 0),
  })
  .register(z.globalRegistry, {
    description: 'Particles at rest that each agent leaves along its path, at most 255 in a step.',
  });

const sparksSchema = z
  .strictObject({
    count: whole(1, LIMITS.sparks, 'Number of sparks that one hit emits.', 400),
    sharpness: whole(
      0,
      15,
      'How closely sparks follow the reflected velocity. At each angle to it, their density is proportional to cos(angle)^sharpness.',
      2,
    ),
    slowest: quantity(
      '1',
      0,
      1,
      'Lowest initial speed of a spark, as a fraction of the speed of the hit.',
      0.2,
    ),
    ...flight(0.5, 2, 4, 0.4, 20),
  })
  .register(z.globalRegistry, {
    description: 'Particles that are emitted where an agent hits its target.',
  });

export const BODIES = [
  ...(['dart', 'bird', 'bee', 'kite', 'missile', 'fish', 'shark'] as const),
  ...(['sheep', 'dog', 'walker', 'sphere', 'point', 'beam'] as const),
] as const;

/**
 * The schema of a model, which is given by its address. The address is only data here; this package fetches nothing.
 */
const modelSchema = z
  .strictObject({
    gltf: z.string().check(
      z.minLength(1),
      z.maxLength(LIMITS.address),
      z.meta({
        description:
          'Address of a model, which is a binary glTF file (.glb). The address is relative to the page, and the page loads the file from its own host only.',
      }),
    ),
    scale: quantity(
      '1',
      1e-4,
      1e4,
      'Factor by which the model is enlarged. With 1, a unit of the file is a meter.',
      1,
    ),
  })
  .register(z.globalRegistry, {
    description: 'A model of your own. +Z points ahead and +Y up, as in glTF.',
  });

/** The keys that come before `behaviors` in a species. The keys that come after `behaviors` follow below. */
const species = {
  name,
  count: whole(
    0,
    LIMITS.agents,
    'Number of agents at the start. With spawn "pool", the number of agents in the pool.',
  ),
  capacity: z.optional(
    whole(
      1,
      LIMITS.agents,
      'Maximum number of agents at a time, including those born later. Default: `count`.',
    ),
  ),
  whenFull: z.optional(z.enum(['refuse', 'recycle'])).register(z.globalRegistry, {
    description:
      'If the species is full, "refuse" drops a birth, "recycle" replaces the oldest agent. Default: "recycle" for a pool, else "refuse".',
  }),
  spawn: spawnSchema,
  goals: z.optional(goalsSchema).register(z.globalRegistry, {
    description: 'The goals of the agents, for behaviors such as "goal".',
  }),
  mass: quantity('kg', 1e-6, 1e6, 'Mass: acceleration is force / mass.', 1),
  radius: quantity('m', 0, 1e4, 'Radius of the body of an agent, for avoidance and hits.', 0),
  maxSpeed: z.optional(quantity('m/s', 0, 1e4, 'Maximum speed. Default: no limit.')),
  minSpeed: quantity('m/s', 0, 1e4, 'Lowest speed of a moving agent.', 0),
  maxForce: z.optional(
    quantity('N', 0, 1e6, 'Maximum length of the summed steering force. Default: no limit.'),
  ),
  damping: quantity('1/s', 0, 1e3, 'Drag: acceleration of -damping × velocity.', 0),
  forceFactor: quantity(
    '1',
    0,
    1e6,
    'Factor by which the summed steering force is multiplied, before `maxForce` limits the force.',
    1,
  ),
  turnRate: z.optional(
    quantity(
      'rad/s',
      0,
      1e4,
      'How fast the body turns to face its velocity. Default: the body always faces its velocity. With a turn rate, bodies have a heading and an up vector of their own.',
    ),
  ),
  turn: z.optional(z.enum(['rate', 'slerp'])).register(z.globalRegistry, {
    description:
      'How the body turns: "rate" turns at `turnRate`; "slerp" turns at `turnRate` × the remaining angle (rad), so the turn slows down. Default: "rate".',
  }),
  lifetime: z.optional(quantity('s', 1e-3, 1e6, 'Age at which the agent dies. Default: never.')),
  color: z
    .optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)))
    .register(z.globalRegistry, { description: 'For viewers, "#rrggbb".' }),
  body: z.optional(z.union([z.enum(BODIES), modelSchema])).register(z.globalRegistry, {
    description:
      'For viewers: the look of the agents. Default: "beam", "walker", "sphere" or "dart", whichever suits the species.',
  }),
  reports: z
    .optional(z.array(reportSchema).check(z.maxLength(LIMITS.reportsPerSpecies)))
    .register(z.globalRegistry, { description: 'Events that the agents of the species report.' }),
  states: z
    .optional(z.array(stateSchema).check(z.minLength(1), z.maxLength(LIMITS.statesPerSpecies)))
    .register(z.globalRegistry, {
      description:
        'States of the agents. An agent is in one state at a time, and starts in the first. A behavior with the key `states` acts only in the states that it names.',
    }),
  compose: choice(
    ['sum', 'priority'],
    'How forces are combined: "sum" adds them; "priority" takes them in order until `maxForce` is used up.',
  ),
};

const columns = z.optional(speciesColumnsSchema).register(z.globalRegistry, {
  description:
    'Columns, by name: values that laws read and write for each agent. Other species have the same columns, with the default values.',
});

const emitted = { trail: z.optional(trailSchema), sparks: z.optional(sparksSchema) };

/** Returns the schema of a species. `laws` has one schema for the behavior of each law. */
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

/** The numeric parameters of a species. The index of a parameter in the list is its slot in shared memory. */
export const SPECIES_PARAMETERS = parametersOf(speciesSchema).filter(
  ({ name }) => name !== 'count' && name !== 'capacity',
);
