import * as z from 'zod/mini';
import { lawColumnsSchema } from '../schema/column-schemas.ts';
import { NAME, name } from '../schema/quantities.ts';
import { AIM_KINDS, LAW_LIMITS, LAW_VERSION } from './law.ts';

// The expectations are worded here, because errors of laws show them.

function text(longest: number): z.ZodMiniString {
  const error = `a text of 1 to ${longest} characters`;
  return z.string({ error }).check(z.minLength(1, { error }), z.maxLength(longest, { error }));
}

/** Returns the schema of an object with the keys of `shape` and no others. `what` describes the object in errors. */
function keyed<Shape extends z.core.$ZodShape>(shape: Shape, what: string) {
  const known = `one of ${Object.keys(shape).join(', ')}`;
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? known : what),
  });
}

const A_NAME = `a letter, then letters, digits, "-" or "_"; at most ${LAW_LIMITS.name} characters in all`;
const nameSchema = z
  .string({ error: A_NAME })
  .check(z.regex(NAME, { error: A_NAME }), z.meta(z.globalRegistry.get(name) ?? {}));

const A_NUMBER = 'a number that an f32 can hold';
const f32 = z
  .number({ error: A_NUMBER })
  .check(z.refine((value) => Number.isFinite(Math.fround(value)), { error: A_NUMBER }));

const parameterSchema = keyed(
  {
    unit: text(LAW_LIMITS.name),
    default: f32,
    min: f32,
    max: f32,
    description: text(LAW_LIMITS.text),
  },
  'an object with "unit", "default", "min", "max" and "description"',
).check(({ value: { default: usual, min, max }, issues }) => {
  const refuse = (key: string, input: number, message: string): void => {
    issues.push({ code: 'custom', path: [key], input, message });
  };
  if (min > max) refuse('min', min, `at most ${max}, the value of "max"`);
  else if (usual < min || usual > max) {
    refuse(
      'default',
      usual,
      `a number from ${min} (the value of "min") to ${max} (the value of "max")`,
    );
  }
});

const A_PLACE = `the index of a node, a whole number from 0 to ${LAW_LIMITS.nodes}`;
const place = z
  .number({ error: A_PLACE })
  .check(
    z.int({ error: A_PLACE }),
    z.minimum(0, { error: A_PLACE }),
    z.maximum(LAW_LIMITS.nodes, { error: A_PLACE }),
  );
const places = z.tuple([place, place, place], { error: 'a list of the indices of three nodes' });

const A_NEXT = 'the index of one node, or a list of the indices of three nodes';

const columnPlaces = z.record(nameSchema, z.union([place, places], { error: A_NEXT }), {
  error: 'an object with one or three indices of nodes for each column name',
});

const birthSchema = keyed(
  {
    when: place,
    position: z.optional(places),
    velocity: z.optional(places),
    columns: z.optional(columnPlaces),
  },
  'an object with "when", and optionally "position", "velocity" and "columns"',
);

const A_FEW_BIRTHS = `a list of 1 to ${LAW_LIMITS.births} births`;

const AN_ENTRY = `a text of at most ${LAW_LIMITS.name} characters, or a number`;
const AN_ENTRY_LIST = 'a list with a name and at most 4 entries after it';
const node = z
  .array(
    z.union([z.string().check(z.maxLength(LAW_LIMITS.name)), z.number()], { error: AN_ENTRY }),
    {
      error: AN_ENTRY_LIST,
    },
  )
  .check(z.maxLength(5, { error: AN_ENTRY_LIST }));

const RESULTS = ['force', 'velocity'] as const;

/** The schema for the form of a law. The nodes of the law are checked one by one in read-law.ts. */
export const lawSchema = keyed(
  {
    law: z.literal(LAW_VERSION, {
      error: `${LAW_VERSION}, the version of laws that this code reads`,
    }),
    name: nameSchema,
    description: text(LAW_LIMITS.text),
    aim: z.enum(AIM_KINDS, { error: `one of ${AIM_KINDS.join(', ')}` }),
    parameters: z
      .record(nameSchema, parameterSchema, {
        error: 'an object whose keys are the names of the parameters',
      })
      .check(
        z.refine((all) => Object.keys(all).length <= LAW_LIMITS.parameters, {
          error: `at most ${LAW_LIMITS.parameters} parameters`,
        }),
      ),
    nodes: z
      .array(node, { error: 'a list of nodes' })
      .check(
        z.minLength(1, { error: 'at least one node' }),
        z.maxLength(LAW_LIMITS.nodes, { error: `at most ${LAW_LIMITS.nodes} nodes` }),
      ),
    result: z.enum(RESULTS, { error: `one of ${RESULTS.join(', ')}` }),
    vector: places,
    wants: z.optional(places),
    columns: z.optional(lawColumnsSchema),
    next: z.optional(columnPlaces),
    ends: z.optional(place),
    births: z.optional(
      z
        .array(birthSchema, { error: A_FEW_BIRTHS })
        .check(
          z.minLength(1, { error: A_FEW_BIRTHS }),
          z.maxLength(LAW_LIMITS.births, { error: A_FEW_BIRTHS }),
        ),
    ),
    deposit: z.optional(
      z.record(nameSchema, place, {
        error: 'an object with the index of a node for each field name',
      }),
    ),
  },
  'an object, as defineLaw returns',
);

/** A law of valid form, whose nodes are not checked yet. */
export type LawForm = z.output<typeof lawSchema>;
