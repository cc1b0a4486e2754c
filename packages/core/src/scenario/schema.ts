import * as z from 'zod';

/**
 * Every tunable of a scenario: its unit, range and default. This file is the one source of the
 * types, of the checks in `parse.ts`, of the exported JSON Schema, of the parameter slots that
 * kernels read, and of the scenario reference in docs/.
 *
 * zod, because it reports every problem of a file with its path and exports JSON Schema.
 */

// Compiling checks with `new Function` would break pages with a strict content security policy.
z.config({ jitless: true });

export const LIMITS = {
  agents: 4_194_304,
  species: 16,
  behaviors: 64,
  behaviorsPerSpecies: 16,
  targets: 256,
  obstacles: 4096,
  launchers: 64,
  commands: 1024,
  particles: 4_000_000,
  /** Of one agent in one step: with the sparks less than 1024, so that 32 bits count a whole tick. */
  trailBirths: 255,
  sparks: 768,
  /** Largest coordinate (m); beyond it f32 steps are coarser than 1 cm. */
  coordinate: 100_000,
  /** Largest memory of one world. */
  bytes: 0x40000000,
} as const;

/** The last tick that a world can reach: 200 days at 60 ticks per second. */
export const MAX_TICK = 0x40000000;

/** A number with its unit and range. */
function quantity(unit: string, min: number, max: number, description: string): z.ZodNumber {
  return z.number().min(min).max(max).meta({ unit, description });
}

function whole(min: number, max: number, description: string): z.ZodNumber {
  return z.number().int().min(min).max(max).meta({ description });
}

const name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/)
  .meta({ description: 'A letter, then letters, digits, "-" or "_"; at most 64.' });

const coordinate = z.number().min(-LIMITS.coordinate).max(LIMITS.coordinate);

/** What a point or vector of any other form is told to be. */
export const A_VECTOR = 'an array of 2 or 3 numbers';

/** A point or vector; z may be left out and is 0 then. */
const vector = z
  .array(coordinate, { error: A_VECTOR })
  .min(2, { error: A_VECTOR })
  .max(3, { error: A_VECTOR })
  .transform((v): [number, number, number] => [v[0]!, v[1]!, v[2] ?? 0])
  .meta({ unit: 'm', description: 'x, y and z; z may be left out and is 0 then.' });

const weight = (unit: string, standard: number): z.ZodDefault<z.ZodNumber> =>
  quantity(unit, 0, 1e6, 'How strongly the behavior pulls.').default(standard);

const cosineOfView = quantity(
  '1',
  -1,
  1,
  'Cosine of half the field of view: -1 sees all around, 0 the half space ahead.',
).default(-1);

const seen = z
  .array(name)
  .min(1)
  .max(LIMITS.species)
  .optional()
  .meta({ description: 'Names of the species this behavior sees; all of them when left out.' });

/**
 * The behaviors and their parameters. A `number` is a parameter: it gets a slot in shared memory, in
 * the order written here, and the `set` command changes it. The other keys are fixed at the start.
 */
export const behaviorSchemas = {
  cohesion: z
    .strictObject({
      type: z.literal('cohesion'),
      weight: weight('N', 8),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(9),
      cosine: cosineOfView,
      species: seen,
    })
    .meta({ description: 'Toward the mean position of the neighbors: weight x unit vector.' }),
  alignment: z
    .strictObject({
      type: z.literal('alignment'),
      weight: weight('N', 8),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(7.5),
      cosine: cosineOfView,
      species: seen,
    })
    .meta({ description: 'Toward the mean velocity of the neighbors: weight x unit vector.' }),
  separation: z
    .strictObject({
      type: z.literal('separation'),
      weight: weight('N', 12),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(5),
      cosine: cosineOfView,
      species: seen,
    })
    .meta({
      description:
        'Away from the neighbors, each counted as 1/distance: weight x unit vector. Agents on one spot part in random directions.',
    }),
  avoidance: z
    .strictObject({
      type: z.literal('avoidance'),
      weight: weight('N', 30),
      lookAhead: quantity(
        's',
        0,
        60,
        'How far ahead along the velocity obstacles are seen.',
      ).default(1),
      margin: quantity('m', 0, 1e4, 'Distance kept from obstacles, beside the own radius.').default(
        0,
      ),
    })
    .meta({
      description:
        'Sideways around the nearest obstacle ahead, stronger the nearer it is; outward when inside one.',
    }),
  containment: z
    .strictObject({
      type: z.literal('containment'),
      weight: weight('N', 30),
      lookAhead: quantity('s', 0, 60, 'The position this far ahead is kept inside.').default(0.5),
      margin: quantity('m', 1e-3, 1e4, 'The push grows over this distance from the wall.').default(
        1,
      ),
    })
    .meta({ description: 'Back from the walls of the bounds. Needs bounds with min and max.' }),
  seek: z
    .strictObject({
      type: z.literal('seek'),
      weight: weight('kg/s', 1),
      target: name.optional(),
    })
    .meta({
      description: 'Toward a target at maximum speed: weight x (desired velocity - velocity).',
    }),
  arrive: z
    .strictObject({
      type: z.literal('arrive'),
      weight: weight('kg/s', 1),
      brakingDistance: quantity('m', 1e-3, 1e5, 'Speed falls in proportion inside it.').default(5),
      target: name.optional(),
    })
    .meta({ description: 'Toward a target, slowing down to rest on it.' }),
  wander: z
    .strictObject({
      type: z.literal('wander'),
      weight: weight('N', 1),
      interval: quantity('s', 1e-3, 3600, 'Time from one random direction to the next.').default(1),
    })
    .meta({ description: 'A smooth random direction of its own for each agent.' }),
  homing: z
    .strictObject({
      type: z.literal('homing'),
      speed: quantity('m/s', 1e-3, 1e4, 'Speed at which thrust and drag balance.').default(30),
      curvatureRadius: quantity('m', 1e-3, 1e5, 'The tightest circle it can fly.').default(25),
      saturation: quantity(
        'm',
        1e-6,
        1e5,
        'Lateral miss beyond which it turns as hard as it can; in proportion below.',
      ).default(1),
      turn: z.enum(['rotate', 'add']).default('rotate').meta({
        description:
          '"rotate" turns the velocity and keeps its length at any dt; "add" adds the centripetal acceleration and gains speed as dt grows.',
      }),
      target: name.optional(),
    })
    .meta({
      description:
        'Curvature-limited pursuit: centripetal acceleration of at most speed^2/curvatureRadius toward the target, thrust speed x damping along the velocity. Hits end the agent.',
    }),
} as const;

export type BehaviorType = keyof typeof behaviorSchemas;
export const BEHAVIOR_TYPES = Object.keys(behaviorSchemas) as BehaviorType[];

const behavior = z.discriminatedUnion('type', [
  behaviorSchemas.cohesion,
  behaviorSchemas.alignment,
  behaviorSchemas.separation,
  behaviorSchemas.avoidance,
  behaviorSchemas.containment,
  behaviorSchemas.seek,
  behaviorSchemas.arrive,
  behaviorSchemas.wander,
  behaviorSchemas.homing,
]);

const spawnVelocity = z
  .union([
    z
      .strictObject({
        direction: vector,
        speed: quantity('m/s', 0, 1e4, 'Length of the velocity.'),
      })
      .meta({ description: 'The same velocity for all.' }),
    z
      .strictObject({ speed: quantity('m/s', 0, 1e4, 'Length of the velocity.') })
      .meta({ description: 'Random directions, one speed.' }),
  ])
  .default({ speed: 0 });

export const spawnSchema = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('box'), min: vector, max: vector, velocity: spawnVelocity })
    .meta({ description: 'Uniform in a box.' }),
  z
    .strictObject({
      type: z.literal('sphere'),
      center: vector,
      radius: quantity('m', 0, LIMITS.coordinate, 'Radius of the ball, or disc in two dimensions.'),
      velocity: spawnVelocity,
    })
    .meta({ description: 'Uniform in a ball, or a disc in two dimensions.' }),
  z
    .strictObject({
      type: z.literal('points'),
      positions: z.array(vector).min(1),
      velocities: z.array(vector).optional(),
    })
    .meta({ description: 'Given positions, and velocities (m/s, 0 when left out).' }),
  z
    .strictObject({ type: z.literal('pool') })
    .meta({ description: 'Dead until a launcher fires them.' }),
]);

/** How a particle flies and fades. */
function flight(radius: number, attenuation: number, walk: number, drag: number, fall: number) {
  return {
    radius: quantity('m', 1e-3, 1e3, 'Radius at birth.').default(radius),
    attenuation: quantity('1/s', 0.05, 1e3, 'The radius shrinks at this rate.').default(
      attenuation,
    ),
    randomWalk: quantity(
      'm/s^2',
      0,
      1e4,
      'Edge of the cube that a random acceleration is drawn from, 60 times a second.',
    ).default(walk),
    damping: quantity('1/s', 0, 1e3, 'Drag: acceleration of -damping x velocity.').default(drag),
    gravity: quantity('m/s^2', 0, 1e4, 'Acceleration toward -y.').default(fall),
  };
}

const trailSchema = z
  .strictObject({
    density: quantity('1/m', 0, 1e3, 'Particles per meter of the path.').default(20),
    ...flight(0.25, 1, 10, 0.2, 0),
  })
  .meta({ description: 'Particles at rest along the path of each agent; at most 255 in a step.' });

const sparksSchema = z
  .strictObject({
    count: whole(1, LIMITS.sparks, 'Particles of one hit.').default(400),
    sharpness: whole(
      0,
      15,
      'They spread about the reflected velocity as cosine^sharpness.',
    ).default(2),
    slowest: quantity('1', 0, 1, 'Least share that one has of the speed of the hit.').default(0.2),
    ...flight(0.5, 2, 4, 0.4, 20),
  })
  .meta({ description: 'Particles that fly off where an agent hits its target.' });

const particlesSchema = z
  .strictObject({
    capacity: whole(1, LIMITS.particles, 'Births that are kept; the oldest give way.').default(
      100_000,
    ),
  })
  .meta({ description: 'Room for the particles of all species; none is taken when none has any.' });

export const speciesSchema = z.strictObject({
  name,
  count: whole(1, LIMITS.agents, 'How many agents.'),
  spawn: spawnSchema,
  mass: quantity('kg', 1e-6, 1e6, 'Force is divided by it.').default(1),
  radius: quantity('m', 0, 1e4, 'Radius of the body, for avoidance and hits.').default(0),
  maxSpeed: quantity('m/s', 0, 1e4, 'Speed limit; none when left out.').optional(),
  minSpeed: quantity('m/s', 0, 1e4, 'A moving agent is not slower.').default(0),
  maxForce: quantity(
    'N',
    0,
    1e6,
    'Limit of the summed steering force; none when left out.',
  ).optional(),
  damping: quantity('1/s', 0, 1e3, 'Drag: acceleration of -damping x velocity.').default(0),
  lifetime: quantity('s', 1e-3, 1e6, 'It dies at this age; never when left out.').optional(),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .optional()
    .meta({ description: 'For viewers, "#rrggbb".' }),
  behaviors: z.array(behavior).max(LIMITS.behaviorsPerSpecies).default([]),
  trail: trailSchema.optional(),
  sparks: sparksSchema.optional(),
});

export const targetSchema = z.strictObject({
  name,
  position: vector,
  radius: quantity('m', 0, 1e4, 'Agents that come nearer hit it.').default(1),
  stiffness: quantity('1/s^2', 0, 1e4, 'Springs back to its position.').default(0),
  damping: quantity('1/s', 0, 1e3, 'Drag of its motion.').default(0),
  impact: quantity('1', 0, 1e3, 'Share of a hitting velocity that it takes on.').default(0),
});

export const obstacleSchema = z.strictObject({
  type: z.literal('sphere'),
  center: vector,
  radius: quantity('m', 1e-3, 1e5, 'Radius.'),
});

export const launcherSchema = z.strictObject({
  name,
  species: name.meta({ description: 'A species whose spawn is a pool.' }),
  target: name.meta({ description: 'What it points at.' }),
  position: vector,
  speed: quantity('m/s', 0, 1e4, 'Muzzle speed.'),
});

export const boundsSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('open') }).meta({ description: 'No limit.' }),
  z
    .strictObject({ type: z.literal('wrap'), min: vector, max: vector })
    .meta({ description: 'A torus: who leaves on one side comes in on the other.' }),
  z
    .strictObject({ type: z.literal('contain'), min: vector, max: vector })
    .meta({ description: 'Hard walls: positions stay inside, velocity into a wall is lost.' }),
]);

const fireCommand = z
  .strictObject({
    type: z.literal('fire'),
    launcher: name.optional().meta({ description: 'The first one when left out.' }),
    count: whole(1, 65536, 'How many; more than one leave as a ring in equal steps.').default(1),
    angle: quantity('rad', 0, 3.1415927, 'Between the line to the target and the start velocity.')
      .optional()
      .meta({ unit: 'rad', description: 'Default: 60 degrees for one, 90 degrees for a ring.' }),
  })
  .meta({ description: 'Launches agents of a pool, about a random base roll.' });

const moveCommand = z
  .strictObject({ type: z.literal('move'), target: name.optional(), position: vector })
  .meta({ description: 'Moves a target, and where it springs back to; at rest.' });

const setCommand = z
  .strictObject({
    type: z.literal('set'),
    species: name,
    behavior: z
      .union([
        z
          .number()
          .int()
          .min(0)
          .max(LIMITS.behaviorsPerSpecies - 1),
        name,
      ])
      .optional()
      .meta({ description: 'Place in the list, or type; the species itself when left out.' }),
    parameter: z.string(),
    value: z.number(),
  })
  .meta({ description: 'Sets a numeric parameter of a behavior or of a species.' });

export const commandSchema = z.discriminatedUnion('type', [fireCommand, moveCommand, setCommand]);

const tickOfCommand = whole(0, MAX_TICK - 1, 'The step that starts at this tick carries it out.');
export const timedCommandSchema = z.discriminatedUnion('type', [
  fireCommand.extend({ tick: tickOfCommand }),
  moveCommand.extend({ tick: tickOfCommand }),
  setCommand.extend({ tick: tickOfCommand }),
]);

export const scenarioSchema = z
  .strictObject({
    $schema: z.string().optional().meta({ description: 'For editors.' }),
    name: name.meta({ description: 'Short name of the scene.' }),
    description: z.string().max(1000).default(''),
    seed: whole(0, 0xffffffff, 'Seed of all random numbers.').default(1),
    dt: quantity('s', 1e-4, 1, 'Length of a tick.').default(1 / 60),
    dimensions: z
      .union([z.literal(2), z.literal(3)])
      .default(3)
      .meta({ description: 'In two dimensions z stays 0.' }),
    bounds: boundsSchema.default({ type: 'open' }),
    species: z.array(speciesSchema).min(1).max(LIMITS.species),
    targets: z.array(targetSchema).max(LIMITS.targets).default([]),
    obstacles: z.array(obstacleSchema).max(LIMITS.obstacles).default([]),
    launchers: z.array(launcherSchema).max(LIMITS.launchers).default([]),
    commands: z.array(timedCommandSchema).max(LIMITS.commands).default([]),
    particles: particlesSchema.prefault({}),
  })
  .meta({ title: 'Skein scenario' });

export type Scenario = z.output<typeof scenarioSchema>;
export type Species = z.output<typeof speciesSchema>;
export type Behavior = z.output<typeof behavior>;
export type Trail = z.output<typeof trailSchema>;
export type Sparks = z.output<typeof sparksSchema>;
export type Target = z.output<typeof targetSchema>;
export type Obstacle = z.output<typeof obstacleSchema>;
export type Launcher = z.output<typeof launcherSchema>;
export type Bounds = z.output<typeof boundsSchema>;
export type CommandInput = z.input<typeof commandSchema>;
export type Command = z.output<typeof timedCommandSchema>;

/** A numeric parameter as kernels see it: its slot is its place in the list. */
export interface Parameter {
  readonly name: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly standard: number | undefined;
  readonly description: string;
}

/** The numeric parameters of a strict object, in the order of the schema. */
function parametersOf(schema: z.ZodObject): Parameter[] {
  const parameters: Parameter[] = [];
  for (const [key, field] of Object.entries(schema.shape)) {
    let type = field as z.ZodType;
    let standard: number | undefined;
    if (type instanceof z.ZodDefault) {
      standard = type.def.defaultValue as number;
      type = type.def.innerType as z.ZodType;
    } else if (type instanceof z.ZodOptional) {
      type = type.def.innerType as z.ZodType;
    }
    if (!(type instanceof z.ZodNumber) || key === 'count') continue;
    const meta = type.meta();
    parameters.push({
      name: key,
      unit: String(meta?.unit ?? '1'),
      min: type.minValue ?? Number.NEGATIVE_INFINITY,
      max: type.maxValue ?? Number.POSITIVE_INFINITY,
      standard,
      description: meta?.description ?? '',
    });
  }
  return parameters;
}

/** The parameters of each behavior; the index in the list is the slot in shared memory. */
export const BEHAVIOR_PARAMETERS = Object.fromEntries(
  BEHAVIOR_TYPES.map((type) => [type, parametersOf(behaviorSchemas[type])]),
) as Record<BehaviorType, Parameter[]>;

/** The numeric parameters of a species; the index in the list is the slot in shared memory. */
export const SPECIES_PARAMETERS = parametersOf(speciesSchema);

/** The slot of a behavior's parameter; for kernels, at load time. */
export function slotOf(type: BehaviorType, parameter: string): number {
  return indexIn(BEHAVIOR_PARAMETERS[type], parameter);
}

/** The slot of a species' parameter; for kernels, at load time. */
export function speciesSlotOf(parameter: string): number {
  return indexIn(SPECIES_PARAMETERS, parameter);
}

function indexIn(parameters: readonly Parameter[], parameter: string): number {
  const index = parameters.findIndex((p) => p.name === parameter);
  if (index < 0) throw new Error(`No parameter "${parameter}" in the schema.`);
  return index;
}

/** The JSON Schema of a scenario file, for editors and other tools. */
export function scenarioJsonSchema(): object {
  return z.toJSONSchema(scenarioSchema, { io: 'input', target: 'draft-2020-12' });
}
