import * as z from 'zod/mini';
import { BEHAVIORS } from '../behaviors/index.ts';
import type { Law } from '../laws/law.ts';
import { lawSchema } from '../laws/law-schema.ts';
import { boundsSchema } from '../schema/bounds.ts';
import { LIMITS, MAX_TICK } from '../schema/limits.ts';
import { choice, name, quantity, vector, whole } from '../schema/quantities.ts';
import { unwrap } from '../schema/unwrap.ts';
import {
  BEHAVIOR_TYPES,
  type Behavior,
  type BehaviorType,
  behaviorSchemaWith,
} from './behavior-types.ts';
import { lawBehaviorSchema } from './law-behavior.ts';

/**
 * Every tunable of a scenario: its unit, range and default. This file and ../behaviors are the
 * one source of the types, of the checks in `parse.ts`, of the exported JSON Schema, of the parameter
 * slots that kernels read, and of the scenario reference in docs/.
 */

export { type Bounds, boundsSchema } from '../schema/bounds.ts';
export { LIMITS, MAX_TICK } from '../schema/limits.ts';
export { A_VECTOR } from '../schema/quantities.ts';
export {
  BEHAVIOR_TYPES,
  type Behavior,
  type BehaviorOf,
  type BehaviorType,
  type BuiltInBehavior,
  isBuiltIn,
  isGuided,
} from './behavior-types.ts';

const spawnVelocity = z._default(
  z.union([
    z
      .strictObject({
        direction: vector,
        speed: quantity('m/s', 0, 1e4, 'Length of the velocity.'),
      })
      .check(z.meta({ description: 'The same velocity for all.' })),
    z
      .strictObject({ speed: quantity('m/s', 0, 1e4, 'Length of the velocity.') })
      .check(z.meta({ description: 'Random directions, one speed.' })),
  ]),
  { speed: 0 },
);

export const spawnSchema = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('box'), min: vector, max: vector, velocity: spawnVelocity })
    .check(z.meta({ description: 'Uniform in a box.' })),
  z
    .strictObject({
      type: z.literal('sphere'),
      center: vector,
      radius: quantity('m', 0, LIMITS.coordinate, 'Radius of the ball, or disc in two dimensions.'),
      velocity: spawnVelocity,
    })
    .check(z.meta({ description: 'Uniform in a ball, or a disc in two dimensions.' })),
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
    .check(z.meta({ description: 'Given positions, and velocities (m/s, 0 when left out).' })),
  z
    .strictObject({ type: z.literal('pool') })
    .check(z.meta({ description: 'Dead until a launcher fires them.' })),
]);

export const goalsSchema = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('mirror'), center: vector })
    .check(z.meta({ description: 'Each to where it starts, mirrored through a point.' })),
  z
    .strictObject({ type: z.literal('points'), positions: z.array(vector).check(z.minLength(1)) })
    .check(z.meta({ description: 'Given positions, one for each.' })),
]);

/** How a particle flies and fades. */
function flight(radius: number, attenuation: number, walk: number, drag: number, fall: number) {
  return {
    radius: quantity('m', 1e-3, 1e3, 'Radius at birth.', radius),
    attenuation: quantity('1/s', 0.05, 1e3, 'The radius shrinks at this rate.', attenuation),
    randomWalk: quantity(
      'm/s^2',
      0,
      1e4,
      'Edge of the cube that a random acceleration is drawn from, 60 times a second.',
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
    count: whole(1, LIMITS.sparks, 'Particles of one hit.', 400),
    sharpness: whole(0, 15, 'They spread about the reflected velocity as cosine^sharpness.', 2),
    slowest: quantity('1', 0, 1, 'Least share that one has of the speed of the hit.', 0.2),
    ...flight(0.5, 2, 4, 0.4, 20),
  })
  .check(z.meta({ description: 'Particles that fly off where an agent hits its target.' }));

const particlesSchema = z
  .strictObject({
    capacity: whole(1, LIMITS.particles, 'Births that are kept; the oldest give way.', 100_000),
  })
  .check(
    z.meta({
      description: 'Room for the particles of all species; none is taken when none has any.',
    }),
  );

/** What comes before the behaviors of a species, and what behind. */
const species = {
  name,
  count: whole(1, LIMITS.agents, 'How many agents.'),
  spawn: spawnSchema,
  goals: z
    .optional(goalsSchema)
    .check(z.meta({ description: 'Where each of them wants to go, for the behavior "goal".' })),
  mass: quantity('kg', 1e-6, 1e6, 'Force is divided by it.', 1),
  radius: quantity('m', 0, 1e4, 'Radius of the body, for avoidance and hits.', 0),
  maxSpeed: z.optional(quantity('m/s', 0, 1e4, 'Speed limit; none when left out.')),
  minSpeed: quantity('m/s', 0, 1e4, 'A moving agent is not slower.', 0),
  maxForce: z.optional(
    quantity('N', 0, 1e6, 'Limit of the summed steering force; none when left out.'),
  ),
  damping: quantity('1/s', 0, 1e3, 'Drag: acceleration of -damping x velocity.', 0),
  forceFactor: quantity(
    '1',
    0,
    1e6,
    'The summed steering force is multiplied by it, then limited.',
    1,
  ),
  turnRate: z.optional(
    quantity(
      'rad/s',
      0,
      1e4,
      'How fast the body turns to face its velocity; at once when left out. Bodies have a heading and an up where a species has this, aligns by heading, or turns by "quaternion" without `level`.',
    ),
  ),
  turn: z.optional(z.enum(['rate', 'slerp'])).check(
    z.meta({
      description:
        'How it turns: "rate", the default, at turnRate; "slerp" at turnRate x the angle that is left (rad), so ever slower, at most all of it in a tick.',
    }),
  ),
  lifetime: z.optional(quantity('s', 1e-3, 1e6, 'It dies at this age; never when left out.')),
  color: z
    .optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)))
    .check(z.meta({ description: 'For viewers, "#rrggbb".' })),
  compose: choice(
    ['sum', 'priority'],
    '"sum" adds the forces of the behaviors; "priority" lets each, in the order of the list, take what those before it have left of maxForce.',
  ),
};

const emitted = { trail: z.optional(trailSchema), sparks: z.optional(sparksSchema) };

export const pathSchema = z
  .strictObject({
    name,
    points: z.array(vector).check(z.minLength(2), z.maxLength(LIMITS.pathPoints)),
    closed: z
      ._default(z.boolean(), false)
      .check(z.meta({ description: 'The last point leads to the first.' })),
  })
  .check(z.meta({ description: 'A line through points, for targets and agents to follow.' }));

/** What a character of a map stands for. */
const cellSchema = z.union([whole(1, 255, 'Cost of a way of one cell.'), z.literal('wall')]);

export const mapSchema = z
  .strictObject({
    rows: z
      .array(z.string().check(z.minLength(1), z.maxLength(LIMITS.mapEdge)))
      .check(
        z.minLength(1),
        z.maxLength(LIMITS.mapEdge),
        z.meta({ description: 'Rows of characters, the first at the largest y, as on a screen.' }),
      ),
    legend: z
      ._default(z.record(z.string().check(z.length(1)), cellSchema), { '.': 1, '#': 'wall' })
      .check(
        z.meta({ description: 'What each character is: the cost of an open cell, or a wall.' }),
      ),
    cellSize: quantity('m', 1e-3, 1e4, 'Edge of a cell.', 1),
    origin: z
      ._default(vector, [0, 0, 0])
      .check(z.meta({ description: 'The corner of the map with the least x and y.' })),
    // Without a default, which would be in the scenario of every snapshot, of earlier files too.
    neighbors: z.optional(z.union([z.literal(4), z.literal(8)])).check(
      z.meta({
        description:
          'To how many neighboring cells a way may lead: 4, along rows and columns alone, or 8, with diagonal steps; 8 when left out.',
      }),
    ),
  })
  .check(
    z.meta({
      description:
        'A map of square cells in the plane. Walls keep agents out, and all around it is wall. So is each cell whose middle lies outside of bounds that contain; one at least has to be open inside of them. Bounds that wrap have no map.',
    }),
  );

const motionSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('orbit'),
      center: vector,
      axis: z._default(vector, [0, 0, 1]),
      rate: quantity('rad/s', -1e3, 1e3, 'Angular speed; negative goes the other way round.'),
    })
    .check(
      z.meta({ description: 'A circle about an axis through a center, from its position on.' }),
    ),
  z
    .strictObject({
      type: z.literal('path'),
      path: name,
      speed: quantity('m/s', 0, 1e4, 'Speed along the path.'),
    })
    .check(
      z.meta({
        description:
          'Along a path from its first point: round and round a closed one, to and fro on an open one.',
      }),
    ),
]);

export const targetSchema = z.strictObject({
  name,
  position: vector,
  radius: quantity('m', 0, 1e4, 'Agents that come nearer hit it.', 1),
  stiffness: quantity('1/s^2', 0, 1e4, 'Springs back to its position.', 0),
  damping: quantity('1/s', 0, 1e3, 'Drag of its motion.', 0),
  impact: quantity('1', 0, 1e3, 'Share of a hitting velocity that it takes on.', 0),
  motion: z.optional(motionSchema).check(
    z.meta({
      description: 'How its home moves, to which it springs back; at rest when left out.',
    }),
  ),
});

const keep = choice(
  ['outside', 'inside'],
  'Where agents are kept; outside of a plane is where its normal points.',
);

export const obstacleSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('sphere'),
    center: vector,
    radius: quantity('m', 1e-3, 1e5, 'Radius.'),
    keep,
  }),
  z
    .strictObject({ type: z.literal('box'), min: vector, max: vector, keep })
    .check(z.meta({ description: 'Its edges lie along the axes.' })),
  z
    .strictObject({ type: z.literal('plane'), point: vector, normal: vector, keep })
    .check(z.meta({ description: 'Through a point; the normal may have any length.' })),
]);

export const launcherSchema = z.strictObject({
  name,
  species: name.check(z.meta({ description: 'A species whose spawn is a pool.' })),
  target: name.check(z.meta({ description: 'What it points at.' })),
  position: vector,
  speed: quantity('m/s', 0, 1e4, 'Muzzle speed.'),
  aim: choice(
    ['target', 'lead', 'ballistic'],
    '"target" points at it; "lead" at where what flies straight on meets it; "ballistic" so that what falls by the gravity and the damping of its species meets it, 45 degrees up when it is out of range.',
  ),
});

const fireCommand = z
  .strictObject({
    type: z.literal('fire'),
    launcher: z.optional(name).check(z.meta({ description: 'The first one when left out.' })),
    count: whole(1, 65536, 'How many; more than one leave as a ring in equal steps.', 1),
    angle: z
      .optional(
        quantity(
          'rad',
          0,
          3.1415927,
          'Between the line that the launcher points along and the start velocity.',
        ),
      )
      .check(
        z.meta({
          unit: 'rad',
          description:
            'Default: 60 degrees for one, 90 degrees for a ring; 0 for a launcher that aims ahead.',
        }),
      ),
  })
  .check(z.meta({ description: 'Launches agents of a pool, about a random base roll.' }));

const moveCommand = z
  .strictObject({ type: z.literal('move'), target: z.optional(name), position: vector })
  .check(z.meta({ description: 'Moves a target, and where it springs back to; at rest.' }));

const cellsCommand = z
  .strictObject({
    type: z.literal('cells'),
    min: vector,
    max: vector,
    cost: cellSchema,
  })
  .check(
    z.meta({ description: 'Changes the cells of the map that a box touches, walls included.' }),
  );

const behaviorType = z
  .string()
  .check(
    z.regex(/^(law:)?[A-Za-z][A-Za-z0-9_-]{0,63}$/),
    z.meta({ description: 'A type of behavior, such as "seek", or "law:" and the name of a law.' }),
  );

const setCommand = z
  .strictObject({
    type: z.literal('set'),
    species: name,
    behavior: z
      .optional(
        z.union([
          z.number().check(z.int(), z.minimum(0), z.maximum(LIMITS.behaviorsPerSpecies - 1)),
          behaviorType,
        ]),
      )
      .check(
        z.meta({ description: 'Place in the list, or type; the species itself when left out.' }),
      ),
    parameter: z.string(),
    value: z.number(),
  })
  .check(z.meta({ description: 'Sets a numeric parameter of a behavior or of a species.' }));

export const commandSchema = z.discriminatedUnion('type', [
  fireCommand,
  moveCommand,
  cellsCommand,
  setCommand,
]);

const tickOfCommand = whole(0, MAX_TICK - 1, 'The step that starts at this tick carries it out.');
export const timedCommandSchema = z.discriminatedUnion('type', [
  z.extend(fireCommand, { tick: tickOfCommand }),
  z.extend(moveCommand, { tick: tickOfCommand }),
  z.extend(cellsCommand, { tick: tickOfCommand }),
  z.extend(setCommand, { tick: tickOfCommand }),
]);

/** What comes before the species of a scenario, and what behind. */
const world = {
  $schema: z.optional(z.string()).check(z.meta({ description: 'For editors.' })),
  name: name.check(z.meta({ description: 'Short name of the scene.' })),
  description: z._default(z.string().check(z.maxLength(1000)), ''),
  seed: whole(0, 0xffffffff, 'Seed of all random numbers.', 1),
  dt: quantity('s', 1e-4, 1, 'Length of a tick.', 1 / 60),
  dimensions: z
    ._default(z.union([z.literal(2), z.literal(3)]), 3)
    .check(z.meta({ description: 'In two dimensions z stays 0.' })),
  bounds: z
    ._default(boundsSchema, { type: 'open' })
    .check(z.meta({ description: 'What is around the world; nothing when left out.' })),
};

const scene = {
  map: z.optional(mapSchema),
  paths: z
    ._default(z.array(pathSchema).check(z.maxLength(LIMITS.paths)), [])
    .check(z.meta({ description: 'Lines that targets and agents follow.' })),
  targets: z
    ._default(z.array(targetSchema).check(z.maxLength(LIMITS.targets)), [])
    .check(z.meta({ description: 'What behaviors go after by name.' })),
  obstacles: z
    ._default(z.array(obstacleSchema).check(z.maxLength(LIMITS.obstacles)), [])
    .check(z.meta({ description: 'What avoidance, context steering and ORCA keep off.' })),
  launchers: z
    ._default(z.array(launcherSchema).check(z.maxLength(LIMITS.launchers)), [])
    .check(z.meta({ description: 'What fires agents of a pool.' })),
  commands: z
    ._default(z.array(timedCommandSchema).check(z.maxLength(LIMITS.commands)), [])
    .check(
      z.meta({ description: 'What happens when: carried out in the step that starts at `tick`.' }),
    ),
  particles: z.prefault(particlesSchema, {}),
};

/** The schemas of a scenario, and of a species, with the behaviors of some laws by their schemas. */
export function schemasWith(laws: readonly z.ZodMiniObject[]) {
  const speciesSchema = z.strictObject({
    ...species,
    behaviors: z._default(
      z.array(behaviorSchemaWith(laws)).check(z.maxLength(LIMITS.behaviorsPerSpecies)),
      [],
    ),
    ...emitted,
  });
  const scenarioSchema = z
    .strictObject({
      ...world,
      laws: z
        .optional(z.array(lawSchema).check(z.maxLength(LIMITS.laws)))
        .check(z.meta({ description: 'What behaviors of the types "law:NAME" do, as data.' })),
      species: z
        .array(speciesSchema)
        .check(
          z.minLength(1),
          z.maxLength(LIMITS.species),
          z.meta({ description: 'The kinds of agents, each with what it does.' }),
        ),
      ...scene,
    })
    .check(z.meta({ title: 'Skein scenario' }));
  return { scenarioSchema, speciesSchema };
}

export const { scenarioSchema, speciesSchema } = schemasWith([]);

export type Species = Omit<z.output<typeof speciesSchema>, 'behaviors'> & { behaviors: Behavior[] };
export type Scenario = Omit<z.output<typeof scenarioSchema>, 'species' | 'laws'> & {
  species: Species[];
  laws?: readonly Law[] | undefined;
};
export type Trail = z.output<typeof trailSchema>;
export type Sparks = z.output<typeof sparksSchema>;
export type Target = z.output<typeof targetSchema>;
export type Motion = z.output<typeof motionSchema>;
export type MapInput = z.output<typeof mapSchema>;
export type Path = z.output<typeof pathSchema>;
export type Obstacle = z.output<typeof obstacleSchema>;
export type Launcher = z.output<typeof launcherSchema>;
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
export function parametersOf(schema: z.ZodMiniObject): Parameter[] {
  const parameters: Parameter[] = [];
  for (const [key, field] of Object.entries(schema.shape)) {
    const { type, standard } = unwrap(field as z.ZodMiniType);
    if (!(type instanceof z.ZodMiniNumber)) continue;
    const meta = z.globalRegistry.get(type);
    parameters.push({
      name: key,
      unit: String(meta?.unit ?? '1'),
      min: limitOf(type, 'greater_than') ?? Number.NEGATIVE_INFINITY,
      max: limitOf(type, 'less_than') ?? Number.POSITIVE_INFINITY,
      standard: standard as number | undefined,
      description: meta?.description ?? '',
    });
  }
  return parameters;
}

/** The least, or the greatest, that a number may be. */
function limitOf(
  { def }: z.ZodMiniNumber,
  check: 'greater_than' | 'less_than',
): number | undefined {
  for (const one of def.checks ?? []) {
    const { check: name, value } = one._zod.def as { check: string; value?: number };
    if (name === check) return value;
  }
  return undefined;
}

/** The parameters of each behavior of the engine's own; the index in the list is the slot in shared memory. */
export const BEHAVIOR_PARAMETERS = Object.fromEntries(
  BEHAVIOR_TYPES.map((type) => [type, parametersOf(BEHAVIORS[type].schema)]),
) as Record<BehaviorType, Parameter[]>;

/** The numeric parameters of a species; the index in the list is the slot in shared memory. */
export const SPECIES_PARAMETERS = parametersOf(speciesSchema).filter(
  ({ name }) => name !== 'count',
);

/** Stands for the behaviors of any law, where it is not known which laws there are. */
const ANY_LAW = {
  type: 'object',
  properties: {
    type: { type: 'string', pattern: '^law:[A-Za-z][A-Za-z0-9_-]{0,63}$' },
  },
  required: ['type'],
  description:
    'A behavior whose law the scenario carries in `laws`, with the parameters of that law.',
};

/**
 * The JSON Schema of a scenario file, for editors and other tools: with the behaviors of these laws, or where
 * none are given with those of any law, of which it knows no keys.
 */
export function scenarioJsonSchema(laws: readonly Law[] = []): object {
  const { scenarioSchema } = schemasWith(laws.map((law) => lawBehaviorSchema(law)));
  const schema = z.toJSONSchema(scenarioSchema, { io: 'input', target: 'draft-2020-12' });
  if (laws.length > 0) return schema;
  const { properties } = schema as unknown as {
    properties: {
      species: { items: { properties: { behaviors: { items: { oneOf: object[] } } } } };
    };
  };
  properties.species.items.properties.behaviors.items.oneOf.push(ANY_LAW);
  return schema;
}
