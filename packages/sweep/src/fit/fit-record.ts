import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonPath } from '@skein/core/describe';
import * as z from 'zod/mini';
import { replaceFile } from '../files/replacement.ts';
import { hashOf, planJson } from '../plan/plan.ts';
import { readPlanText } from '../plan/plan-text.ts';
import { differences, ResultsError } from '../results/results-folder.ts';
import { asFileError } from '../stores/file-error.ts';
import type { FitProblem } from './fit-problem.ts';
import type { FitSearch } from './fit-search.ts';

export const FIT_FILE = 'fit.json';

const cell = z.union([z.number(), z.string(), z.boolean(), z.null()]);
const texts = z.array(z.string());
const count = z.number().check(z.int(), z.minimum(0));

const schema = z.strictObject({
  fit: z.literal(1),
  plan: z.record(z.string(), z.unknown()),
  data: z.strictObject({ columns: texts, rows: z.array(z.array(cell)) }),
  settings: z.strictObject({
    generations: count,
    population: count,
    sigma: z.number(),
    seed: count,
    tolerance: z.number(),
  }),
  fitted: texts,
  stop: z.optional(z.enum(['generations', 'parameters', 'distance'])),
  best: z.optional(
    z.strictObject({
      generation: count,
      distance: z.number(),
      parameters: z.record(z.string(), z.number()),
      run: count,
    }),
  ),
  /** The data, with what the runs of the best candidate gave. */
  compared: z.array(
    z.strictObject({
      conditions: z.record(z.string(), cell),
      tick: z.optional(z.number()),
      measure: z.string(),
      data: z.number(),
      scale: z.number(),
      model: z.number(),
    }),
  ),
  generations: z.array(
    z.strictObject({
      candidates: z.array(z.array(z.number())),
      distances: z.array(z.union([z.number(), z.null()])),
    }),
  ),
});

/** What `fit.json` keeps: what was asked, and what was found so far. It has no times, so it is the same on any machine. */
export type FitRecord = z.output<typeof schema>;

/** Returns the record of a fit as it stands. */
export function recordOf(problem: FitProblem, { stop, best, generations }: FitSearch): FitRecord {
  const { data, settings, fitted } = problem;
  // A fit chooses its combinations itself.
  const { sample: _, ...plan } = planJson(problem.plan);
  return {
    fit: 1,
    plan,
    data: { columns: [...data.table.columns], rows: data.table.rows.map((row) => [...row]) },
    settings,
    fitted: fitted.map(({ name }) => name),
    ...(stop !== undefined && { stop }),
    ...(best !== undefined && {
      best: {
        generation: best.generation,
        distance: best.distance,
        parameters: { ...best.parameters },
        run: best.run,
      },
    }),
    compared: data.data.flatMap(({ condition, tick, name, value, scale }, at) => {
      if (best === undefined) return [];
      const values = data.names.map((one, index) => [one, data.conditions[condition][index]]);
      return {
        conditions: Object.fromEntries(values),
        ...(tick !== undefined && { tick }),
        measure: name,
        data: value,
        scale,
        model: best.model[at],
      };
    }),
    generations: generations.map(({ candidates, distances }) => ({
      candidates: candidates.map((point) => [...point]),
      distances: [...distances],
    })),
  };
}

/** Returns how the question of another fit differs from that of this one; undefined if it is the same. */
export function differenceOfFits(other: FitRecord, own: FitRecord): string | undefined {
  const asked = ({ plan, data, settings }: FitRecord) => ({ ...plan, data, ...settings });
  const [there, here] = [asked(other), asked(own)];
  return hashOf(there) === hashOf(here) ? undefined : differences(there, here);
}

/**
 * Reads the record of a fit from a folder of results; undefined if there is none, or no folder.
 *
 * @throws ResultsError for a file that is no record; FileError
 */
export async function readFitRecord(folder: string): Promise<FitRecord | undefined> {
  const file = join(folder, FIT_FILE);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) return undefined;
    throw asFileError('read', file, error);
  }
  const refusal = (found: string): ResultsError =>
    new ResultsError(`${file}: found ${found}, expected what skein fit wrote`);
  const read = readPlanText(text);
  if ('problems' in read) throw refusal(read.problems[0].found);
  const result = schema.safeParse(read.input);
  if (result.success) return result.data;
  const [{ path, message }] = result.error.issues;
  throw refusal(`at ${jsonPath(path as (string | number)[])}: ${message}`);
}

/** @throws FileError when the file cannot be written */
export async function writeFitRecord(folder: string, record: FitRecord): Promise<void> {
  const file = join(folder, FIT_FILE);
  try {
    await mkdir(folder, { recursive: true });
    await replaceFile(file, new TextEncoder().encode(`${JSON.stringify(record, null, 1)}\n`));
  } catch (error) {
    throw asFileError('write', file, error);
  }
}
