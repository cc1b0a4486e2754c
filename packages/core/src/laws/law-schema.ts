import * as z from 'zod';
import { name as nameSchema } from '../schema/quantities.ts';
import { AIM_KINDS, LAW_LIMITS, LAW_VERSION } from './law.ts';

const f32 = z.number().refine((value) => Number.isFinite(Math.fround(value)));

const parameterSchema = z
  .strictObject({
    unit: z.string().min(1).max(LAW_LIMITS.name),
    default: f32,
    min: f32,
    max: f32,
    description: z.string().min(1).max(LAW_LIMITS.text),
  })
  .refine(({ default: value, min, max }) => min <= value && value <= max, {
    error: 'a default from min to max',
  });

/** Keys that a behavior has beside the parameters of its law. */
const RESERVED: readonly string[] = [
  ...['type', 'species', 'target', 'quarry', 'second', 'choose', 'sight', 'from', 'to'],
];

const parameterName = nameSchema.refine((name) => !RESERVED.includes(name), {
  error: `a name other than ${RESERVED.join(', ')}`,
});

const place = z.number().int().min(0).max(LAW_LIMITS.nodes);

/** The form of a law. Its nodes are checked one after the other, see read-law.ts. */
export const lawSchema = z.strictObject({
  law: z.literal(LAW_VERSION),
  name: nameSchema,
  description: z.string().min(1).max(LAW_LIMITS.text),
  aim: z.enum(AIM_KINDS),
  parameters: z
    .record(parameterName, parameterSchema)
    .refine((all) => Object.keys(all).length <= LAW_LIMITS.parameters, {
      error: `at most ${LAW_LIMITS.parameters} parameters`,
    }),
  nodes: z
    .array(z.array(z.union([z.string().max(LAW_LIMITS.name), z.number()])).max(4))
    .min(1)
    .max(LAW_LIMITS.nodes),
  result: z.enum(['force', 'velocity']),
  vector: z.tuple([place, place, place]),
  wants: z.tuple([place, place, place]).optional(),
});

/** A law whose nodes are still to be checked. */
export type LawForm = z.output<typeof lawSchema>;
