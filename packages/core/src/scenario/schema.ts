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
import { groundSchema, meshSchema } from './mesh-schema.ts';
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
export { type GroundInput, groundSchema, type MeshInput, meshSchema } from './mesh-schema.ts';
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

const particlesSchema = z.strictObject({
  capacity: whole(1, LIMITS.particles, 100_000),
});

const routesSchema = z.strictObject({
  perTick: z.optional(whole(1, LIMITS.agents)),
  waiting: z._default(z.enum(['straight', 'stop']), 'straight'),
});

export const pathSchema = z.strictObject({
  name,
  points: z.array(vector).check(z.minLength(2), z.maxLength(LIMITS.pathPoints)),
  closed: z._default(z.boolean(), false),
});

export const targetSchema = z.strictObject({
  name,
  position: vector,
  radius: quantity('m', 0, 1e4, 1),
  stiffness: quantity('1/s^2', 0, 1e4, 0),
  damping: quantity('1/s', 0, 1e3, 0),
  impact: quantity('1', 0, 1e3, 0),
  motion: z.optional(motionSchema),
});

export const launcherSchema = z.strictObject({
  name,
  species: name,
  target: name,
  position: vector,
  speed: quantity('m/s', 0, 1e4),
  aim: choice(['target', 'lead', 'ballistic']),
});

/** The keys that come before `species` in a scenario. The keys that come after it are in `scene`. */
const world = {
  $schema: z.optional(z.string()),
  name: name,
  description: z._default(z.string().check(z.maxLength(1000)), ''),
  seed: whole(0, 0xffffffff, 1),
  dt: quantity('s', 1e-4, 1, 1 / 60),
  duration: z.optional(quantity('s', 1e-4, 1e6)),
  dimensions: z._default(z.union([z.literal(2), z.literal(3)]), 3),
  bounds: z._default(boundsSchema, { type: 'open' }),
};

const scene = {
  map: z.optional(mapSchema),
  heights: z.optional(heightsSchema),
  mesh: z.optional(meshSchema),
  ground: z.optional(groundSchema),
  fields: z.optional(z.array(fieldSchema).check(z.maxLength(LIMITS.fields))),
  paths: z._default(z.array(pathSchema).check(z.maxLength(LIMITS.paths)), []),
  routes: z.optional(routesSchema),
  targets: z._default(z.array(targetSchema).check(z.maxLength(LIMITS.targets)), []),
  regions: z.optional(z.array(regionSchema).check(z.maxLength(LIMITS.regions))),
  obstacles: z._default(z.array(obstacleSchema).check(z.maxLength(LIMITS.obstacles)), []),
  obstacleCapacity: z.optional(whole(0, LIMITS.obstacles)),
  launchers: z._default(z.array(launcherSchema).check(z.maxLength(LIMITS.launchers)), []),
  commands: z._default(z.array(timedCommandSchema).check(z.maxLength(LIMITS.commands)), []),
  particles: z.prefault(particlesSchema, {}),
  display: z.optional(displaySchema),
};

/** Returns the schema of a scenario. `laws` are the schemas of the behaviors that laws define. */
export function scenarioSchemaWith(laws: readonly z.ZodMiniObject[]) {
  return z
    .strictObject({
      ...world,
      laws: z.optional(z.array(lawSchema).check(z.maxLength(LIMITS.laws))),
      species: z.array(speciesSchemaWith(laws)).check(z.minLength(1), z.maxLength(LIMITS.species)),
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
