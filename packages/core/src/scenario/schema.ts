import * as z from 'zod/mini';
import { commandSchema, timedCommandSchema } from '../commands/index.ts';
import type { Law } from '../laws/law.ts';
import { lawSchema } from '../laws/law-schema.ts';
import { boundsSchema } from '../schema/bounds.ts';
import { LIMITS } from '../schema/limits.ts';
import { type Motion, motionSchema } from '../schema/motion.ts';
import { choice, name, quantity, vector, whole } from '../schema/quantities.ts';
import { displaySchema } from './display-schema.ts';
import { fieldSchema } from './field-schema.ts';
import { heightsSchema } from './heights-schema.ts';
import { mapSchema } from './map-schema.ts';
import { meshSchema } from './mesh-schema.ts';
import { type Obstacle, obstacleSchema } from './obstacles/index.ts';
import { regionSchema } from './report-schema.ts';
import { type Species, speciesSchemaWith } from './species-schema.ts';

/**
 * This file defines every setting of a scenario, with its unit, range and default. This file, its imports and
 * ../behaviors are the only source of:
 *
 * - the types
 * - the checks in `parse.ts`
 * - the exported JSON Schema
 * - the parameter slots of kernels
 * - the reference in docs/
 */

export { type Bounds, boundsSchema } from '../schema/bounds.ts';
export { LIMITS, MAX_TICK } from '../schema/limits.ts';
export { A_ROTATION, A_VECTOR } from '../schema/quantities.ts';
export {
  BEHAVIOR_TYPES,
  type Behavior,
  type BehaviorOf,
  type BehaviorType,
  type BuiltInBehavior,
  isBuiltIn,
  isGuided,
} from './behavior-types.ts';
export type { Display, DisplayColor, DisplayControl, DisplayPlot } from './display-schema.ts';
export { type FieldInput, fieldSchema } from './field-schema.ts';
export { type HeightsInput, heightsSchema } from './heights-schema.ts';
export { type MapInput, mapSchema } from './map-schema.ts';
export { type MeshInput, meshSchema } from './mesh-schema.ts';
export { BEHAVIOR_PARAMETERS, type Parameter, parametersOf } from './numeric-parameters.ts';
export { type Region, type Report, regionSchema, reportSchema } from './report-schema.ts';
export {
  goalsSchema,
  SPECIES_PARAMETERS,
  type Sparks,
  type Species,
  spawnSchema,
  speciesSchema,
  type Trail,
} from './species-schema.ts';
export { commandSchema, type Motion, type Obstacle, obstacleSchema, timedCommandSchema };

const particlesSchema = z
  .strictObject({
    capacity: whole(
      1,
      LIMITS.particles,
      'Maximum number of particles that are kept. New particles replace the oldest.',
      100_000,
    ),
  })
  .register(z.globalRegistry, {
    description:
      'Settings for the particles of all species together. Particles take no memory if no species emits them.',
  });

const routesSchema = z
  .strictObject({
    perTick: z.optional(
      whole(
        1,
        LIMITS.agents,
        'Maximum number of searches in a tick. Default: 4,194,304 / cells of the map, or a quarter of it if the map has several costs or slopes; 262,144 / polygons of the mesh; at least 16.',
      ),
    ),
    waiting: z._default(z.enum(['straight', 'stop']), 'straight').register(z.globalRegistry, {
      description:
        'What an agent without a route does while it waits: it goes "straight" toward its goal, or stops.',
    }),
  })
  .register(z.globalRegistry, {
    description:
      'How the agents with the behavior "navigate" share out their searches for paths, if they are more than `perTick`. The agents that wait longest search first. Agents that wait equally long search in the order of their ids. On a map, agents that wait for paths to one cell share a search, if they are more than `perTick`, and at least 8.',
  });

export const pathSchema = z
  .strictObject({
    name,
    points: z.array(vector).check(z.minLength(2), z.maxLength(LIMITS.pathPoints)),
    closed: z._default(z.boolean(), false).register(z.globalRegistry, {
      description: 'Whether the last point is connected to the first point.',
    }),
  })
  .register(z.globalRegistry, {
    description: 'A line through given points. Targets and agents can follow it.',
  });

export const targetSchema = z.strictObject({
  name,
  position: vector,
  radius: quantity(
    'm',
    0,
    1e4,
    'Radius of the target. An agent hits the target when their bodies touch.',
    1,
  ),
  stiffness: quantity(
    '1/s^2',
    0,
    1e4,
    'Stiffness of the spring that pulls the target back to its home, which starts at `position`.',
    0,
  ),
  damping: quantity(
    '1/s',
    0,
    1e3,
    'Drag: acceleration of -damping × velocity of the target relative to its home.',
    0,
  ),
  impact: quantity(
    '1',
    0,
    1e3,
    'Fraction of the impact velocity that a hit transfers to the target.',
    0,
  ),
  motion: z.optional(motionSchema).register(z.globalRegistry, {
    description:
      'How the home of the target moves. This motion carries the target along. By default, the home is at rest.',
  }),
});

export const launcherSchema = z.strictObject({
  name,
  species: name.check(
    z.meta({ description: 'Species of the agents that are fired. Its spawn must be a pool.' }),
  ),
  target: name.check(z.meta({ description: 'The target at which the launcher points.' })),
  position: vector,
  speed: quantity('m/s', 0, 1e4, 'Muzzle speed.'),
  aim: choice(
    ['target', 'lead', 'ballistic'],
    '"target" points at the target; "lead" points where a straight flight meets it; "ballistic" also allows for gravity and damping.',
  ),
});

/** The keys that come before `species` in a scenario. The keys that come after it are in `scene`. */
const world = {
  $schema: z
    .optional(z.string())
    .register(z.globalRegistry, { description: 'Address of the JSON Schema that editors use.' }),
  name: name.check(z.meta({ description: 'Short name of the scene.' })),
  description: z._default(z.string().check(z.maxLength(1000)), ''),
  seed: whole(0, 0xffffffff, 'Seed of all random numbers.', 1),
  dt: quantity('s', 1e-4, 1, 'Length of a tick.', 1 / 60),
  duration: z.optional(
    quantity(
      's',
      1e-4,
      1e6,
      'For viewers: the time after which they restart the run, because there is nothing new to see.',
    ),
  ),
  dimensions: z._default(z.union([z.literal(2), z.literal(3)]), 3).register(z.globalRegistry, {
    description: 'Number of dimensions. In two dimensions, every z of the scenario counts as 0.',
  }),
  bounds: z
    ._default(boundsSchema, { type: 'open' })
    .register(z.globalRegistry, { description: 'The boundary of the world. Default: none.' }),
};

const scene = {
  map: z.optional(mapSchema),
  heights: z.optional(heightsSchema),
  mesh: z.optional(meshSchema),
  fields: z
    .optional(z.array(fieldSchema).check(z.maxLength(LIMITS.fields)))
    .register(z.globalRegistry, {
      description: 'Scalar fields (grids of values) to which laws and behaviors refer by name.',
    }),
  paths: z
    ._default(z.array(pathSchema).check(z.maxLength(LIMITS.paths)), [])
    .register(z.globalRegistry, { description: 'Lines for targets and agents to follow.' }),
  routes: z.optional(routesSchema),
  targets: z
    ._default(z.array(targetSchema).check(z.maxLength(LIMITS.targets)), [])
    .register(z.globalRegistry, { description: 'Targets to which behaviors refer by name.' }),
  regions: z
    .optional(z.array(regionSchema).check(z.maxLength(LIMITS.regions)))
    .register(z.globalRegistry, {
      description: 'Parts of space. Reports and transitions of species refer to them by name.',
    }),
  obstacles: z
    ._default(z.array(obstacleSchema).check(z.maxLength(LIMITS.obstacles)), [])
    .register(z.globalRegistry, {
      description: 'Obstacles. The behaviors "avoidance", "context" and "orca" avoid them.',
    }),
  obstacleCapacity: z.optional(
    whole(
      0,
      LIMITS.obstacles,
      'Maximum number of obstacles that commands may add. If this is absent, commands cannot change obstacles.',
    ),
  ),
  launchers: z
    ._default(z.array(launcherSchema).check(z.maxLength(LIMITS.launchers)), [])
    .register(z.globalRegistry, { description: 'Launchers, which fire agents of a pool.' }),
  commands: z
    ._default(z.array(timedCommandSchema).check(z.maxLength(LIMITS.commands)), [])
    .register(z.globalRegistry, {
      description: 'Commands. Each is executed in the step that starts at its `tick`.',
    }),
  particles: z.prefault(particlesSchema, {}),
  display: z.optional(displaySchema),
};

/** Returns the schema of a scenario. `laws` are the schemas of the behaviors that laws define. */
export function scenarioSchemaWith(laws: readonly z.ZodMiniObject[]) {
  return z
    .strictObject({
      ...world,
      laws: z
        .optional(z.array(lawSchema).check(z.maxLength(LIMITS.laws)))
        .register(z.globalRegistry, {
          description: 'The laws, as data. Behaviors of the type "law:NAME" use them.',
        }),
      species: z
        .array(speciesSchemaWith(laws))
        .check(
          z.minLength(1),
          z.maxLength(LIMITS.species),
          z.meta({ description: 'The kinds of agents, each with its behaviors.' }),
        ),
      ...scene,
    })
    .register(z.globalRegistry, { title: 'Skein scenario' });
}

export const scenarioSchema = scenarioSchemaWith([]);

export type Scenario = Omit<z.output<typeof scenarioSchema>, 'species' | 'laws'> & {
  species: Species[];
  laws?: readonly Law[] | undefined;
};
export type Target = z.output<typeof targetSchema>;
export type Path = z.output<typeof pathSchema>;
export type Launcher = z.output<typeof launcherSchema>;
export type CommandInput = z.input<typeof commandSchema>;
export type Command = z.output<typeof timedCommandSchema>;
