import * as z from 'zod/mini';
import {
  COLUMN_TYPES,
  type ColumnDeclaration,
  type ColumnType,
  MAX_COLUMN_PLANES,
  MAX_U32,
  type SpeciesColumn,
} from './column-types.ts';
import { NAME } from './quantities.ts';

/**
 * Names that a declared column cannot have, because they already mean something else in laws, tables or documentation.
 */
// biome-ignore format: several in each line.
const TAKEN: ReadonlySet<string> = new Set([
  'position', 'velocity', 'heading', 'up', 'force', 'mass', 'radius', 'maxSpeed', 'maxForce',
  'damping', 'forceFactor', 'id', 'slot', 'species', 'birth', 'status', 'offset', 'distance',
  'distanceSquared', 'tick', 'x', 'y', 'z', 'vx', 'vy', 'vz', 'hx',
  'hy', 'hz', 'ux', 'uy', 'uz', 'alive', 'speed', 'acceleration', 'goal',
  'height',
  // Properties that every object has.
  ...Object.getOwnPropertyNames(Object.prototype),
]);

const A_NUMBER = 'a number that an f32 can hold';
const f32 = z
  .number({ error: A_NUMBER })
  .check(z.refine((value) => Number.isFinite(Math.fround(value)), { error: A_NUMBER }));
const A_WHOLE = `a whole number from 0 to ${MAX_U32}`;
const u32 = z
  .number({ error: A_WHOLE })
  .check(
    z.int({ error: A_WHOLE }),
    z.minimum(0, { error: A_WHOLE }),
    z.maximum(MAX_U32, { error: A_WHOLE }),
  );
const THREE = 'an array of 3 numbers';
const vec3 = z
  .array(f32, { error: THREE })
  .check(z.minLength(3, { error: THREE }), z.maxLength(3, { error: THREE }));

function text(longest: number) {
  const error = `a text of 1 to ${longest} characters`;
  return z.string({ error }).check(z.minLength(1, { error }), z.maxLength(longest, { error }));
}

const VALUES = { f32, u32, vec3 } as const;
const KEYS = 'type, unit, default, min, max, description';

function declaration<Type extends ColumnType>(type: Type) {
  const value = VALUES[type];
  const bound = type === 'u32' ? u32 : f32;
  return {
    type: z.literal(type),
    unit: z.optional(text(64)),
    default: z.optional(value),
    min: z.optional(bound),
    max: z.optional(bound),
    description: z.optional(text(500)),
  };
}

function ofLaw(type: ColumnType) {
  return z.strictObject(declaration(type), {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `one of ${KEYS}` : `an object with keys such as ${KEYS}`,
  });
}

function ofSpecies(type: ColumnType) {
  const value = VALUES[type];
  return z.strictObject({
    ...declaration(type),
    initial: z.optional(
      z.union([
        z.array(value as z.ZodMiniType).check(z.minLength(1)),
        z.strictObject({ min: value, max: value }),
      ]),
    ),
  });
}

const A_NAME = 'a letter, then letters, digits, "-" or "_"; at most 64 characters in all';
const OTHER = 'a name that is not reserved';
const columnName = z.string({ error: A_NAME }).check(
  z.regex(NAME, { error: A_NAME }),
  z.refine((value) => !TAKEN.has(value), { error: OTHER }),
);

const MANY = `at most ${MAX_COLUMN_PLANES} columns`;

function recordOf(schema: z.ZodMiniType) {
  return z
    .record(columnName, schema, { error: 'an object that maps names to columns' })
    .check(
      z.refine((all) => Object.keys(all as object).length <= MAX_COLUMN_PLANES, { error: MANY }),
    );
}

/** The schema of the columns that a law reads and writes, by name. */
export const lawColumnsSchema = recordOf(
  z.discriminatedUnion('type', [ofLaw('f32'), ofLaw('u32'), ofLaw('vec3')], {
    error: `an object with a type, one of ${COLUMN_TYPES.join(', ')}`,
  }),
) as unknown as z.ZodMiniType<Readonly<Record<string, ColumnDeclaration>>>;

/** The schema of the columns that the agents of a species have, by name. */
export const speciesColumnsSchema = recordOf(
  z.discriminatedUnion('type', [ofSpecies('f32'), ofSpecies('u32'), ofSpecies('vec3')]),
) as unknown as z.ZodMiniType<Readonly<Record<string, SpeciesColumn>>>;
