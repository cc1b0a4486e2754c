import * as z from 'zod/mini';
import { speciesColumnsSchema } from '../schema/column-schemas.ts';
import { LIMITS } from '../schema/limits.ts';
import { choice, name, quantity, vector, whole } from '../schema/quantities.ts';
import { type Behavior, behaviorSchemaWith } from './behavior-types.ts';
import { areaCost } from './mesh-schema.ts';
import { parametersOf } from './numeric-parameters.ts';
import { reportSchema } from './report-schema.ts';
import { stateSchema } from './state-schema.ts';

const spawnVelocity = z._default(
  z.union([
    z.strictObject({
      direction: vector,
      speed: quantity('m/s', 0, 1e4),
    }),
    z.strictObject({ speed: quantity('m/s', 0, 1e4) }),
  ]),
  { speed: 0 },
);

const headings = z.optional(z.literal('random'));

export const spawnSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('box'),
    min: vector,
    max: vector,
    velocity: spawnVelocity,
    headings,
  }),
  z.strictObject({
    type: z.literal('sphere'),
    center: vector,
    radius: quantity('m', 0, LIMITS.coordinate),
    velocity: spawnVelocity,
    headings,
  }),
  z.strictObject({
    type: z.literal('shell'),
    center: vector,
    radius: quantity('m', 0, LIMITS.coordinate),
    velocity: spawnVelocity,
    headings,
  }),
  z.strictObject({
    type: z.literal('points'),
    positions: z.array(vector).check(z.minLength(1)),
    velocities: z.optional(z.array(vector)),
    headings,
  }),
  z.strictObject({ type: z.literal('pool') }),
]);

export const goalsSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('mirror'), center: vector }),
  z.strictObject({ type: z.literal('points'), positions: z.array(vector).check(z.minLength(1)) }),
]);

/** Returns the schema keys for the motion and the fading of particles. The arguments are the defaults. */
function flight(radius: number, attenuation: number, walk: number, drag: number, fall: number) {
  return {
    radius: quantity('m', 1e-3, 1e3, radius),
    attenuation: quantity('1/s', 0.05, 1e3, attenuation),
    randomWalk: quantity('m/s^2', 0, 1e4, walk),
    damping: quantity('1/s', 0, 1e3, drag),
    gravity: quantity('m/s^2', 0, 1e4, fall),
  };
}

const trailSchema = z.strictObject({
  density: quantity('1/m', 0, 1e3, 20),
  ...flight(0.25, 1, 10, 0.2, 0),
});

const sparksSchema = z.strictObject({
  count: whole(1, LIMITS.sparks, 400),
  sharpness: whole(0, 15, 2),
  slowest: quantity('1', 0, 1, 0.2),
  ...flight(0.5, 2, 4, 0.4, 20),
});

export const BODIES = [
  ...(['dart', 'bird', 'bee', 'kite', 'missile', 'fish', 'shark'] as const),
  ...(['sheep', 'dog', 'walker', 'sphere', 'point', 'beam'] as const),
] as const;

/**
 * The schema of a model, which is given by its address. The address is only data here; this package fetches nothing.
 */
const modelSchema = z.strictObject({
  gltf: z.string().check(z.minLength(1), z.maxLength(LIMITS.address)),
  scale: quantity('1', 1e-4, 1e4, 1),
});

/** The keys that come before `behaviors` in a species. The keys that come after `behaviors` follow below. */
const species = {
  name,
  count: whole(0, LIMITS.agents),
  capacity: z.optional(whole(1, LIMITS.agents)),
  whenFull: z.optional(z.enum(['refuse', 'recycle'])),
  spawn: spawnSchema,
  goals: z.optional(goalsSchema),
  mass: quantity('kg', 1e-6, 1e6, 1),
  radius: quantity('m', 0, 1e4, 0),
  maxSpeed: z.optional(quantity('m/s', 0, 1e4)),
  minSpeed: quantity('m/s', 0, 1e4, 0),
  maxForce: z.optional(quantity('N', 0, 1e6)),
  damping: quantity('1/s', 0, 1e3, 0),
  forceFactor: quantity('1', 0, 1e6, 1),
  turnRate: z.optional(quantity('rad/s', 0, 1e4)),
  turn: z.optional(z.enum(['rate', 'slerp'])),
  lifetime: z.optional(quantity('s', 1e-3, 1e6)),
  priority: z.optional(quantity('1', -100, 100)),
  color: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))),
  body: z.optional(z.union([z.enum(BODIES), modelSchema])),
  reports: z.optional(z.array(reportSchema).check(z.maxLength(LIMITS.reportsPerSpecies))),
  states: z.optional(
    z.array(stateSchema).check(z.minLength(1), z.maxLength(LIMITS.statesPerSpecies)),
  ),
  compose: choice(['sum', 'priority']),
  moves: z.optional(z.enum(['walk', 'fly'])),
  atGround: z.optional(z.enum(['pass', 'slide', 'end'])),
  height: z.optional(quantity('m', 0, 1e4)),
  areaCosts: z.optional(z.record(name, areaCost)),
};

const columns = z.optional(speciesColumnsSchema);

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

/** The numbers of a species that commands cannot change. */
const FIXED: readonly string[] = ['count', 'capacity', 'height'];

/** The numeric parameters of a species. The index of a parameter in the list is its slot in shared memory. */
export const SPECIES_PARAMETERS = parametersOf(speciesSchema).filter(
  ({ name }) => !FIXED.includes(name),
);
