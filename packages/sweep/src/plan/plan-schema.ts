import { MAX_TICK } from '@skein/core/describe';
import * as z from 'zod/mini';
import { TRAJECTORY_FORMATS } from '../tables/table-format.ts';
import { placesSchema } from './given-place.ts';
import { DRAW_TEXT, drawSchema } from './sample.ts';
import { rangeSchema } from './values.ts';

export const DEFAULT_TICKS = 600;
/** The default interval between samples, in ticks: one sample per second, at 60 ticks per second. */
export const DEFAULT_EVERY = 60;

const MAX_SEED = 0xffffffff;
const value = z.union([z.number(), z.string(), z.boolean()]);
const seed = z.number().check(z.int(), z.minimum(0), z.maximum(MAX_SEED));

const trajectories = z
  .strictObject({
    format: z
      ._default(z.enum(TRAJECTORY_FORMATS), 'parquet')
      .check(z.meta({ description: 'The format of the files; txt is that of PedPy.' })),
    every: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(MAX_TICK))).check(
      z.meta({
        description: 'The interval between samples, in ticks. Default: `every` of the plan.',
      }),
    ),
    only: z.optional(z.string()).check(
      z.meta({
        description:
          'The agents to write: species, ids and ranges of ids, such as "boid,0..99". Default: all.',
      }),
    ),
  })
  .check(
    z.meta({ description: 'If given, each run writes its agents to a file at these samples.' }),
  );

/**
 * Schemas for some parts of a plan. Each of these parts has its own parser, which gives better messages than a union of
 * schemas.
 */
interface Parts {
  readonly tick: z.ZodMiniType;
  readonly warmup: z.ZodMiniType;
  readonly scenario: z.ZodMiniType;
  readonly seeds: z.ZodMiniType;
  readonly parameter: z.ZodMiniType;
  readonly sample: z.ZodMiniType;
}

function schemaWith({ tick, warmup, scenario, seeds, parameter, sample }: Parts) {
  const ticks = (description: string, otherwise: number) =>
    z._default(tick, otherwise).check(z.meta({ description }));
  return z
    .strictObject({
      $schema: z.optional(z.string()),
      scenario: z
        .optional(scenario)
        .check(
          z.meta({ description: 'The scenario, or the path of its file, relative to the plan.' }),
        ),
      laws: z
        .optional(z.array(z.string()))
        .check(z.meta({ description: 'Files of laws for the scenario, relative to the plan.' })),
      ticks: ticks('The tick at which each run ends.', DEFAULT_TICKS),
      seeds: z.optional(seeds).check(
        z.meta({
          description:
            'Seeds of each combination: a number, ranges like "1..100" or "1,3,9..12", or a list of these. Default: the seed of the scenario.',
        }),
      ),
      parameters: z._default(z.record(z.string(), parameter), {}).check(
        z.meta({
          description:
            'The parameters that vary, by name: boid.separation.weight, boid.maxSpeed, boid.count, or a path of the scenario such as $.launchers[0].angle.',
        }),
      ),
      sample: z
        .optional(sample)
        .check(z.meta({ description: 'Which combinations of the values are run. Default: grid.' })),
      measures: z._default(z.array(z.string()), []).check(
        z.meta({
          description: 'The measures to record, such as polarization, boid.alive or clusters(2).',
        }),
      ),
      every: ticks('The interval between samples of the measures, in ticks.', DEFAULT_EVERY),
      warmup: z.optional(warmup).check(
        z.meta({
          description:
            'For each measure, the table of runs has the mean of the samples from this tick on. Without this key, it has the last sample.',
        }),
      ),
      trajectories: z.optional(trajectories),
      engine: z.optional(z.string()).check(
        z.meta({
          description: 'Which version of the engine wrote this plan and added all defaults.',
        }),
      ),
    })
    .check(z.meta({ title: 'Skein sweep' }));
}

/**
 * The schema for the first check of a plan. It checks the keys of the plan, and the values that need no parser of their
 * own.
 */
export const planShape = schemaWith({
  tick: z.any(),
  warmup: z.any(),
  scenario: z.any(),
  seeds: z.any(),
  parameter: z.any(),
  sample: z.any(),
});

/** A plan as its author wrote it, with defaults for `ticks`, `every`, `parameters` and `measures`. */
export type PlanShape = z.output<typeof planShape>;

/** Returns the JSON Schema of plans, for editors and other tools. */
export function planJsonSchema(): object {
  const schema = schemaWith({
    tick: z.number().check(z.int(), z.minimum(1), z.maximum(MAX_TICK)),
    warmup: z.number().check(z.int(), z.minimum(0), z.maximum(MAX_TICK)),
    scenario: z.union([z.string(), z.record(z.string(), z.any())]),
    seeds: z.union([seed, z.string(), z.array(z.union([seed, z.string()]))]),
    parameter: z.union([
      value,
      z.array(value).check(z.minLength(1)),
      rangeSchema,
      z.strictObject({
        at: placesSchema,
        values: z.union([value, z.array(value).check(z.minLength(1))]),
      }),
      z.extend(rangeSchema, { at: placesSchema }),
    ]),
    sample: z.union([z.enum(['grid', 'list']), z.string().check(z.regex(DRAW_TEXT)), drawSchema]),
  });
  return z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
}
