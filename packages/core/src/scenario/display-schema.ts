import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { name, quantity } from '../schema/quantities.ts';

/** Returns the schema of a text that people read. It has at most `most` characters. */
function text(most: number) {
  return z.string().check(z.minLength(1), z.maxLength(most));
}

/** The maximum lengths of texts, in characters, and of lists. */
const MOST = {
  ...{ title: 40, question: 120, label: 60, unit: 16, tag: 32, credit: 200, measure: 200 },
  ...{ tags: 16, controls: 3, places: 32, matrix: 6, values: 32, lines: 6 },
} as const;

/** A parameter of a species or of one of its behaviors, named as in `set` commands. */
const parameterSchema = z.strictObject({
  species: name,
  behavior: z.optional(z.union([z.number().check(z.int(), z.minimum(0)), z.string()])),
  parameter: name,
});

const label = text(MOST.label);
const places = z.array(parameterSchema).check(z.minLength(1), z.maxLength(MOST.places));
const step = z.optional(z.number().check(z.positive()));

/** A control that viewers show beside the picture. */
const controlSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('slider'),
    label,
    of: places,
    min: z.number(),
    max: z.number(),
    step,
    unit: z.optional(text(MOST.unit)),
  }),
  z.strictObject({
    type: z.literal('switch'),
    label,
    of: places,
    on: z.number(),
    off: z.number(),
  }),
  z.strictObject({
    type: z.literal('matrix'),
    label,
    species: z.array(name).check(z.minLength(2), z.maxLength(MOST.matrix)),
    behavior: z.string(),
    parameters: z.array(z.array(name)),
    min: z.number(),
    max: z.number(),
    step,
  }),
]);

const colorText = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/));

const columnColor = z
  .string()
  .check(z.regex(/^column:[A-Za-z][A-Za-z0-9_-]{0,63}$/)) as unknown as z.ZodMiniType<
  `column:${string}`,
  `column:${string}`
>;

/** What the colors of agents mean. */
const colorSchema = z.strictObject({
  by: z.union([
    z.enum(['species', 'heading', 'speed', 'worker', 'neighbors', 'cell', 'state']),
    columnColor,
  ]),
  title: z.optional(text(MOST.label)),
  scale: z.optional(z.enum(['ramp', 'circle', 'flash'])),
  range: z.optional(z.array(z.number()).check(z.minLength(2), z.maxLength(2))),
  values: z.optional(
    z
      .array(
        z.strictObject({
          value: z.union([z.number(), name]),
          species: z.optional(name),
          name: text(MOST.label),
          color: colorText,
        }),
      )
      .check(z.minLength(1), z.maxLength(MOST.values)),
  ),
});

const plotSchema = z.strictObject({
  title: text(MOST.label),
  y: text(MOST.label),
  range: z.optional(z.array(z.number()).check(z.minLength(2), z.maxLength(2))),
  lines: z
    .array(
      z.strictObject({
        label: text(MOST.label),
        measure: z.string().check(z.maxLength(MOST.measure)),
        rate: z.optional(z.enum(['gain', 'loss'])),
        color: z.optional(colorText),
      }),
    )
    .check(z.minLength(1), z.maxLength(MOST.lines)),
  over: z.optional(
    z.strictObject({
      label: text(MOST.label),
      of: parameterSchema,
    }),
  ),
});

/** What viewers show of a scenario. Nothing of it changes a run. */
export const displaySchema = z.strictObject({
  title: z.optional(text(MOST.title)),
  question: z.optional(text(MOST.question)),
  group: z.optional(z.enum(['fly', 'crowd', 'chase', 'grow', 'think'])),
  tags: z.optional(z.array(text(MOST.tag)).check(z.maxLength(MOST.tags))),
  credit: z.optional(
    z.strictObject({
      text: text(MOST.credit),
      url: z.optional(z.string().check(z.regex(/^https:\/\/\S+$/), z.maxLength(LIMITS.address))),
    }),
  ),
  controls: z.optional(z.array(controlSchema).check(z.maxLength(MOST.controls))),
  radius: z.optional(quantity('m', 0, 1e4)),
  camera: z.optional(
    z.strictObject({
      from: z.array(z.number()).check(z.minLength(3), z.maxLength(3)),
    }),
  ),
  color: z.optional(colorSchema),
  plot: z.optional(plotSchema),
});

export type Display = z.output<typeof displaySchema>;
export type DisplayControl = z.output<typeof controlSchema>;
export type DisplayColor = z.output<typeof colorSchema>;
export type DisplayPlot = z.output<typeof plotSchema>;
