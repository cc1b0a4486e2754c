import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { SkeinError } from '@skein/core';
import { replaceFile } from '../files/replacement.ts';
import { hashOf, hashOfPlanJson, type Plan, planHash, planJson } from '../plan/plan.ts';
import { readPlanText } from '../plan/plan-text.ts';
import { readPlan } from '../plan/read-plan.ts';
import { asFileError } from '../stores/file-error.ts';
import { JOURNALS } from './journal.ts';

export const PLAN_FILE = 'plan.json';
/** The size of a test file, in bytes. It is not 0, because a full disk may accept an empty file. */
const PROBE_BYTES = 4096;

/** The error for a folder that contains the results of another plan, or no results. */
export class ResultsError extends SkeinError {
  declare readonly code: 'RESULTS_UNFIT';

  constructor(message: string, options?: { cause?: unknown }) {
    super('RESULTS_UNFIT', message, options);
  }
}

/**
 * Prepares a folder for the results of a plan: writes `plan.json`, and checks that journals can be written.
 *
 * @param extend whether `plan` may replace another plan in the folder. Runs that both plans have keep their results.
 * @returns whether `plan` has replaced another plan
 * @throws ResultsError when the folder has an invalid plan, or has another plan while `extend` is false
 * @throws FileError when the folder cannot be read or written
 */
export async function openResults(results: string, plan: Plan, extend = false): Promise<boolean> {
  const file = join(results, PLAN_FILE);
  const journals = join(results, JOURNALS);
  const other = await readOther(file);
  const isOther = other !== undefined && hashOfPlanJson(other) !== planHash(plan);
  if (isOther && !extend) {
    throw new ResultsError(
      `${file}: found another plan (${differences(other, planJson(plan))}), expected the same plan; ` +
        'give another folder, or --extend, which keeps the finished runs that both plans have',
    );
  }
  try {
    await mkdir(journals, { recursive: true });
    await probe(journals);
  } catch (error) {
    throw asFileError('write', journals, error);
  }
  if (other === undefined || isOther) await writePlan(results, plan);
  return isOther;
}

/**
 * Writes the plan of a folder of results, or replaces it.
 * @throws FileError
 */
export async function writePlan(results: string, plan: Plan): Promise<void> {
  const file = join(results, PLAN_FILE);
  const text = `${JSON.stringify(planJson(plan), null, 2)}\n`;
  try {
    await replaceFile(file, new TextEncoder().encode(text));
  } catch (error) {
    throw asFileError('write', file, error);
  }
}

/**
 * Reads the plan from a folder of results. The plan names the version of the engine that made these results.
 *
 * @throws ResultsError when there is no plan; PlanError; FileError
 */
export async function readResultsPlan(results: string): Promise<Plan> {
  const file = join(results, PLAN_FILE);
  const input = await readOther(file);
  if (input === undefined) {
    throw new ResultsError(
      `${file}: found no such file, expected the plan of a folder that skein sweep wrote`,
    );
  }
  // A plan that a person wrote stands in the folder of a study, without any results.
  if (input.engine === undefined && !existsSync(join(results, JOURNALS))) {
    throw new ResultsError(
      `${results}: found a plan but no results, expected the folder that skein sweep wrote`,
    );
  }
  const plan = readPlan(input);
  return typeof input.engine === 'string' ? { ...plan, engine: input.engine } : plan;
}

async function readOther(file: string): Promise<Record<string, unknown> | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw asFileError('read', file, error);
  }
  const read = readPlanText(text);
  if ('input' in read && read.input !== null && typeof read.input === 'object') {
    return read.input as Record<string, unknown>;
  }
  throw new ResultsError(
    `${file}: found an invalid plan, expected the plan of a sweep, or no file`,
  );
}

/** Describes in a few words how the JSON in a folder differs from that of this call. */
export function differences(
  other: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
): string {
  const keys = Object.keys({ ...own, ...other }).filter(
    (key) => hashOf(own[key] ?? null) !== hashOf(other[key] ?? null),
  );
  const shown = keys.map((key) => {
    const [there, here] = [other[key], own[key]].map((value) => JSON.stringify(value) ?? 'nothing');
    return there.length + here.length > 60 ? key : `${key} ${there} there, ${here} here`;
  });
  return shown.join('; ') || 'the parameters are in a different order';
}

/** Writes a test file, syncs it to disk and deletes it. */
async function probe(folder: string): Promise<void> {
  const path = join(folder, `.${randomBytes(6).toString('hex')}.tmp`);
  const file = await open(path, 'wx');
  try {
    await file.writeFile(Buffer.alloc(PROBE_BYTES));
    await file.sync();
  } finally {
    await file.close();
    await unlink(path);
  }
}

/** Returns the hash of the unparsed scenario of a plan. */
export function scenarioHash(plan: Plan): string {
  return hashOf(plan.scenario);
}
