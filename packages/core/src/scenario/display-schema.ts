import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { name, quantity } from '../schema/quantities.ts';

/** Returns the schema of a text that people read. It has at most `most` characters. */
function text(most: number, description: string) {
  return z.string().check(z.minLength(1), z.maxLength(most), z.meta({ description }));
}

function number(description: string) {
  return z.number().register(z.globalRegistry, { description });
}

/** The maximum lengths of texts, in characters, and of lists. */
const MOST = {
  ...{ title: 40, question: 120, label: 60, unit: 16, tag: 32, credit: 200, measure: 200 },
  ...{ tags: 16, controls: 3, places: 32, matrix: 6, values: 32, lines: 6 },
} as const;

/** A parameter of a species or of one of its behaviors, named as in `set` commands. */
const parameterSchema = z
  .strictObject({
    species: name.check(z.meta({ description: 'Name of the species.' })),
    behavior: z
      .optional(z.union([z.number().check(z.int(), z.minimum(0)), z.string()]))
      .register(z.globalRegistry, {
        description:
          'Type of the behavior, or its index in the list. Without it, the parameter belongs to the species.',
      }),
    parameter: name.check(z.meta({ description: 'Name of the parameter.' })),
  })
  .register(z.globalRegistry, { description: 'A parameter, named as in a `set` command.' });

const label = text(MOST.label, 'What the control changes, in a few words.');
const places = z.array(parameterSchema).check(
  z.minLength(1),
  z.maxLength(MOST.places),
  z.meta({
    description: 'The parameters that the control sets. All of them get the same value.',
  }),
);
const low = number('The lowest value.');
const high = number('The highest value.');
const step = z.optional(z.number().check(z.positive())).register(z.globalRegistry, {
  description: 'The difference between two values. Default: a hundredth.',
});

/** A control that viewers show beside the picture. */
const controlSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('slider'),
      label,
      of: places,
      min: low,
      max: high,
      step,
      unit: z.optional(text(MOST.unit, 'The unit that is shown. Default: that of the parameter.')),
    })
    .register(z.globalRegistry, { description: 'A slider that sets parameters.' }),
  z
    .strictObject({
      type: z.literal('switch'),
      label,
      of: places,
      on: number('The value while the switch is on.'),
      off: number('The value while the switch is off.'),
    })
    .register(z.globalRegistry, { description: 'A switch between two values of parameters.' }),
  z
    .strictObject({
      type: z.literal('matrix'),
      label,
      species: z.array(name).check(
        z.minLength(2),
        z.maxLength(MOST.matrix),
        z.meta({
          description: 'The species of the rows and of the columns, in this order.',
        }),
      ),
      behavior: z.string().register(z.globalRegistry, {
        description: 'Type of the behavior to which the parameters belong.',
      }),
      parameters: z.array(z.array(name)).register(z.globalRegistry, {
        description: 'For each species, a row of parameters of its behavior, one for each species.',
      }),
      min: low,
      max: high,
      step,
    })
    .register(z.globalRegistry, {
      description: 'A table of parameters: what each species feels for each species.',
    }),
]);

const colorText = z
  .string()
  .check(
    z.regex(/^#[0-9a-fA-F]{6}$/),
    z.meta({ description: 'A color in hexadecimal, such as "#ff5050".' }),
  );

const columnColor = z
  .string()
  .check(z.regex(/^column:[A-Za-z][A-Za-z0-9_-]{0,63}$/)) as unknown as z.ZodMiniType<
  `column:${string}`,
  `column:${string}`
>;

/** What the colors of agents mean. */
const colorSchema = z
  .strictObject({
    by: z
      .union([
        z.enum(['species', 'heading', 'speed', 'worker', 'neighbors', 'cell', 'state']),
        columnColor,
      ])
      .register(z.globalRegistry, {
        description:
          'What the color of an agent shows. "column:NAME" is a column that the scenario declares.',
      }),
    title: z.optional(text(MOST.label, 'Title of the legend.')),
    scale: z.optional(z.enum(['ramp', 'circle', 'flash'])).register(z.globalRegistry, {
      description:
        'How numbers of a column become colors. "ramp" goes from dark to bright, "circle" through the spectrum and back, and "flash" is bright only near the start of a turn. Default: "ramp".',
    }),
    range: z
      .optional(z.array(z.number()).check(z.minLength(2), z.maxLength(2)))
      .register(z.globalRegistry, {
        description:
          'The values at the two ends of the scale. Default: the range of the column; for "circle" and "flash", a turn from 0 to 2π.',
      }),
    values: z
      .optional(
        z
          .array(
            z
              .strictObject({
                value: z.union([z.number(), name]).register(z.globalRegistry, {
                  description: 'A value of the column, or the name of a state.',
                }),
                species: z.optional(name).register(z.globalRegistry, {
                  description: 'The species to whose agents the color belongs. Default: all.',
                }),
                name: text(MOST.label, 'What the value means, for the legend.'),
                color: colorText,
              })
              .register(z.globalRegistry, { description: 'A value with its name and its color.' }),
          )
          .check(z.minLength(1), z.maxLength(MOST.values)),
      )
      .register(z.globalRegistry, {
        description:
          'Names and colors of single values. Agents with other values have the color of their species.',
      }),
  })
  .register(z.globalRegistry, { description: 'What the colors of agents show.' });

const plotSchema = z
  .strictObject({
    title: text(MOST.label, 'What the plot shows.'),
    y: text(MOST.label, 'Name of the vertical axis, with its unit.'),
    range: z
      .optional(z.array(z.number()).check(z.minLength(2), z.maxLength(2)))
      .register(z.globalRegistry, {
        description: 'The lowest and the highest value that are always visible.',
      }),
    lines: z
      .array(
        z
          .strictObject({
            label: text(MOST.label, 'Name of the line.'),
            measure: z.string().check(
              z.maxLength(MOST.measure),
              z.meta({
                description: 'What the line shows: one measure, such as "mean(speed)".',
              }),
            ),
            rate: z.optional(z.enum(['gain', 'loss'])).register(z.globalRegistry, {
              description:
                'With "over": what the measure gains or loses per second, until it changes no more. Default: its mean.',
            }),
            color: z.optional(colorText),
          })
          .register(z.globalRegistry, { description: 'A line of the plot.' }),
      )
      .check(z.minLength(1), z.maxLength(MOST.lines)),
    over: z
      .optional(
        z.strictObject({
          label: text(MOST.label, 'Name of the horizontal axis, with its unit.'),
          of: parameterSchema,
        }),
      )
      .register(z.globalRegistry, {
        description:
          'A parameter for the horizontal axis. Each value that it has had for some time is a point. Default: the time.',
      }),
  })
  .register(z.globalRegistry, {
    description: 'A plot of measures over time, or over a parameter.',
  });

/** What viewers show of a scenario. Nothing of it changes a run. */
export const displaySchema = z
  .strictObject({
    title: z.optional(text(MOST.title, 'What is seen, for people who do not know the scene.')),
    question: z.optional(text(MOST.question, 'A question that the controls can answer.')),
    group: z
      .optional(z.enum(['fly', 'crowd', 'chase', 'grow', 'think']))
      .register(z.globalRegistry, { description: 'The group in which viewers list the scene.' }),
    tags: z
      .optional(z.array(text(MOST.tag, 'A word.')).check(z.maxLength(MOST.tags)))
      .register(z.globalRegistry, { description: 'Words for search.' }),
    credit: z.optional(
      z
        .strictObject({
          text: text(MOST.credit, 'Who published the model or its rules.'),
          url: z.optional(
            z
              .string()
              .check(
                z.regex(/^https:\/\/\S+$/),
                z.maxLength(LIMITS.address),
                z.meta({ description: 'Address of the publication. It begins with "https://".' }),
              ),
          ),
        })
        .register(z.globalRegistry, { description: 'Where the model comes from.' }),
    ),
    controls: z
      .optional(z.array(controlSchema).check(z.maxLength(MOST.controls)))
      .register(z.globalRegistry, { description: 'The controls that matter most in this scene.' }),
    radius: z.optional(
      quantity('m', 0, 1e4, 'Agents are drawn at least this large, whatever their own radius is.'),
    ),
    camera: z
      .optional(
        z.strictObject({
          from: z.array(z.number()).check(
            z.minLength(3),
            z.maxLength(3),
            z.meta({
              description:
                'The direction from the scene to the camera, also in two dimensions; its length does not matter. The viewer chooses the distance.',
            }),
          ),
        }),
      )
      .register(z.globalRegistry, { description: 'Where the camera stands at first.' }),
    color: z.optional(colorSchema),
    plot: z.optional(plotSchema),
  })
  .register(z.globalRegistry, {
    description:
      'What viewers show beside the picture. It changes neither a run nor its hashes, and the digest leaves it out.',
  });

export type Display = z.output<typeof displaySchema>;
export type DisplayControl = z.output<typeof controlSchema>;
export type DisplayColor = z.output<typeof colorSchema>;
export type DisplayPlot = z.output<typeof plotSchema>;
