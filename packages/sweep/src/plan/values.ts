import type { Problem } from '@skein/core';
import { problemsOf } from '@skein/core/describe';
import { show } from '@skein/core/internal';
import * as z from 'zod/mini';
import type { ParameterValue } from '../jobs/job.ts';
import { type Refusal, refuse } from './plan-error.ts';
import { power } from './power.ts';

/** The maximum number of values of a parameter, and the maximum number of runs of a plan. */
export const MAX_RUNS = 10_000_000;

export const rangeSchema = z
  .strictObject({
    from: z.number().check(z.meta({ description: 'The first value.' })),
    to: z.number().check(z.meta({ description: 'The last value, greater than the first.' })),
    steps: z.optional(z.number().check(z.int(), z.minimum(2), z.maximum(MAX_RUNS))).check(
      z.meta({
        description:
          'The number of values, including both ends. Omit it if the plan draws values at random.',
      }),
    ),
    scale: z._default(z.enum(['linear', 'log']), 'linear').check(
      z.meta({
        description:
          'Whether neighboring values have equal differences (linear) or equal ratios (log).',
      }),
    ),
    whole: z
      ._default(z.boolean(), false)
      .check(z.meta({ description: 'Whether values are rounded to whole numbers.' })),
  })
  .check(z.meta({ description: 'Values from one number to another.' }));

/**
 * The values from one number to another. `steps` is the number of values, including both ends. Without `steps`, a plan
 * draws values between the ends. If `whole` is true, values are rounded to whole numbers.
 */
export type Range = z.output<typeof rangeSchema>;

/** The values of a parameter, which are used in turn or chosen at random. */
export type Values = readonly ParameterValue[] | Range;

/** Whether the values are a list, and not a range. */
export function isList(values: Values): values is readonly ParameterValue[] {
  return Array.isArray(values);
}

function isRange(values: Values): values is Range {
  return !isList(values);
}

/** Whether the values are a range without `steps`. The number of values in such a range is not defined. */
export function isInterval(values: Values): values is Range {
  return isRange(values) && values.steps === undefined;
}

/** Returns the number of values; NaN for an interval. */
export function countOf(values: Values): number {
  return isRange(values) ? (values.steps ?? Number.NaN) : values.length;
}

/** Returns the value with this index, from 0 to `countOf` - 1. */
export function valueAt(values: Values, index: number): ParameterValue {
  if (!isRange(values)) return values[index];
  const { from, to, steps = 2 } = values;
  if (index === 0) return from;
  if (index === steps - 1) return to;
  const value = between(values, index / (steps - 1));
  if (values.whole) return Math.floor(value + 0.5);
  // Rounding gives 0.3 instead of 0.30000000000000004, and 0 instead of -5e-17; users write fewer digits than that.
  const isRest = values.scale === 'linear' && Math.abs(value) < 1e-15 * (to - from);
  return isRest ? 0 : Number(value.toPrecision(12));
}

/** Maps a fraction to one of the values, or to a number in the interval. The fraction is at least 0 and below 1. */
export function valueOfShare(values: Values, share: number): ParameterValue {
  if (!isInterval(values)) return valueAt(values, Math.floor(share * countOf(values)));
  if (!values.whole) return between(values, share);
  // Every whole number gets an equal part of the interval, including the last one.
  return Math.min(values.to, Math.floor(between({ ...values, to: values.to + 1 }, share)));
}

/**
 * Maps a fraction from 0 to 1 to one of the values, or to a number in the interval. 0 gives the first value, 1 the last.
 * Of two neighbors in a list, the nearer one is taken.
 */
export function valueOfLevel(values: Values, level: number): ParameterValue {
  if (!isInterval(values)) {
    return valueAt(values, Math.floor(level * (countOf(values) - 1) + 0.5));
  }
  if (level >= 1) return values.to;
  const value = between(values, level);
  return values.whole ? Math.floor(value + 0.5) : value;
}

/**
 * Returns the fraction that `valueOfLevel` maps to a value. Values of a list, and of a range with steps, are at equal
 * distances.
 */
export function levelOf(values: Values, value: ParameterValue): number {
  if (!isInterval(values)) {
    const count = countOf(values);
    for (let index = 0; index < count; index++) {
      if (valueAt(values, index) === value) return index / (count - 1);
    }
    return Number.NaN;
  }
  const { from, to, scale } = values;
  if (scale === 'log') return Math.log(Number(value) / from) / Math.log(to / from);
  return (Number(value) - from) / (to - from);
}

function between({ from, to, scale }: Range, share: number): number {
  if (scale === 'log') return from * power(to / from, share);
  // This is not from + (to - from) * share, which loses values in the middle of large ends.
  return from * (1 - share) + to * share;
}

/** Returns the first and the last value, or a single value if there is only one. */
export function endsOf(values: Values): readonly ParameterValue[] {
  if (isRange(values)) return [values.from, values.to];
  return values.length === 1 ? [values[0]] : [values[0], values[values.length - 1]];
}

/**
 * Reads the values of a parameter in a plan: one value, a list, or a range. `path` is the path of these values in the
 * plan.
 */
export function readValues(input: unknown, path: string): Values | Problem[] {
  if (Array.isArray(input)) return readList(input, path);
  if (input === null || typeof input !== 'object') {
    const refusal = checkScalar(input);
    return refusal === undefined ? [normal(input as ParameterValue)] : [{ path, ...refusal }];
  }
  const result = rangeSchema.safeParse(input);
  if (!result.success) {
    return result.error.issues.flatMap((issue) =>
      problemsOf(issue, rangeSchema, input).map((problem) => ({
        ...problem,
        path: path + problem.path.slice(1),
      })),
    );
  }
  const refusal = checkRange(result.data);
  return refusal === undefined ? result.data : [{ path, ...refusal }];
}

/** Whether `readValues` returned problems. */
export function areProblems(values: Values | Problem[]): values is Problem[] {
  return Array.isArray(values) && values.some((value) => typeof value === 'object');
}

const ANY_VALUES = 'a number, a text, true or false, a list of them, or { "from", "to", "steps" }';

function readList(input: readonly unknown[], path: string): Values | Problem[] {
  if (input.length === 0) return [{ path, found: 'an empty list', expected: 'at least one value' }];
  if (input.length > MAX_RUNS) {
    const found = `${input.length} values`;
    return [{ path, found, expected: `at most ${MAX_RUNS}` }];
  }
  const problems: Problem[] = [];
  for (const [index, value] of input.entries()) {
    const refusal = checkScalar(value);
    if (refusal !== undefined) problems.push({ path: `${path}[${index}]`, ...refusal });
  }
  return problems.length > 0 ? problems : (input as ParameterValue[]).map(normal);
}

function checkScalar(value: unknown): Refusal | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return undefined;
  return refuse(show(value), ANY_VALUES);
}

function normal(value: ParameterValue): ParameterValue {
  return value === 0 ? 0 : value;
}

/** Checks a range for the conditions that the schema cannot express. */
function checkRange(range: Range): Refusal | undefined {
  const { from, to, scale, whole, steps } = range;
  const text = rangeText(range);
  if (!(from < to)) return refuse(`the empty range ${text}`, `"to" above "from"`);
  if (to - from === Number.POSITIVE_INFINITY)
    return refuse(`the range ${text}`, 'a range of finite length');
  if (scale === 'log' && from <= 0)
    return refuse(`the range ${text}`, '"from" above 0 for a log scale');
  if (whole && !(Number.isSafeInteger(from) && Number.isSafeInteger(to))) {
    return refuse(`the range ${text}`, 'whole numbers from -(2^53 - 1) to 2^53 - 1 as its ends');
  }
  if (steps === undefined) return undefined;
  if (whole && steps > to - from + 1) {
    return refuse(`the range ${text}`, `at most ${to - from + 1} steps, one per whole number`);
  }
  const twin = findTwinStep(range, steps);
  if (twin !== undefined) {
    return refuse(`the range ${text}, which has ${twin} twice`, 'fewer steps');
  }
  return undefined;
}

/**
 * Returns a value that the range has twice because of rounding; undefined if there is none. A few comparisons are
 * enough. On a linear scale, all neighboring values have the same difference. On a log scale, the difference grows
 * toward the end.
 */
function findTwinStep(range: Range, steps: number): number | undefined {
  let before = range.from;
  for (let index = 1; index < steps; index++) {
    const value = valueAt(range, index) as number;
    if (value <= before) return value;
    if (!range.whole && index === 1) index = Math.max(index, steps - 3);
    else if (value - before >= 2) return undefined;
    before = value;
  }
  return undefined;
}

/** Formats a range as it is written in an argument. */
export function rangeText(range: Range): string {
  const { from, to, steps, scale, whole } = range;
  const count = steps === undefined ? '' : `x${steps}`;
  return `${from}..${to}${count}${scale === 'log' ? ':log' : ''}${whole ? ':whole' : ''}`;
}

const NUMBER = String.raw`[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?`;
const DECIMAL = new RegExp(`^${NUMBER}$`);
const RANGE = new RegExp(String.raw`^(${NUMBER})\.\.(${NUMBER})(?:x(\d+))?(:log)?(:whole)?$`);

/**
 * Parses the values of an argument into the form that `readValues` takes: `1`, `1,2,4`, `0..3x7`, `0.1..10x5:log`,
 * `10..90:whole`, or JSON.
 */
export function valuesOfText(text: string): unknown | Refusal {
  if (/^\s*["[{]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch (error) {
      return refuse(`text that is not JSON (${(error as Error).message})`, 'JSON');
    }
  }
  if (text.includes('..')) {
    const [, from, to, steps, log, whole] = RANGE.exec(text) ?? [];
    if (from === undefined) {
      return refuse(show(text), 'FROM..TO or FROM..TOxSTEPS, followed by :log, :whole or nothing');
    }
    if (Number(steps) < 2 || Number(steps) > MAX_RUNS) {
      return refuse(show(text), `2 to ${MAX_RUNS} steps`);
    }
    return {
      from: Number(from),
      to: Number(to),
      ...(steps !== undefined && { steps: Number(steps) }),
      ...(log !== undefined && { scale: 'log' }),
      ...(whole !== undefined && { whole: true }),
    };
  }
  const parts = text.split(',').map((part) => part.trim());
  if (parts.includes(''))
    return refuse(show(text), 'a value, values separated by commas, or FROM..TOxSTEPS');
  const scalars = parts.map(scalarOf);
  return scalars.length === 1 ? scalars[0] : scalars;
}

function scalarOf(text: string): ParameterValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return DECIMAL.test(text) ? Number(text) : text;
}

/** Refuses a list that contains a value twice, since two runs of the plan would then be the same. */
export function findTwin(values: Values): Refusal | undefined {
  if (isRange(values)) return undefined;
  const known = new Set<ParameterValue>();
  for (const value of values) {
    if (known.has(value)) return refuse(`${show(value)} a second time`, 'each value once');
    known.add(value);
  }
  return undefined;
}
