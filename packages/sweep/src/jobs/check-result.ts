import { MAX_TICK, readMeasures } from '@skein/core/describe';
import type { Job, JobResult } from './job.ts';
import { JobError } from './job-error.ts';

/** The samples of a run, or a part of them. */
export type Samples = Pick<JobResult, 'sampleTicks' | 'samples'>;

interface Kind {
  readonly test: (value: unknown) => boolean;
  readonly expected: string;
}

const MAX_SEED = 0xffff_ffff;

/** What every line of a journal says of its run. */
const RUN: Readonly<Record<string, Kind>> = {
  key: { test: isKey, expected: '64 hexadecimal digits' },
  index: whole(Number.MAX_SAFE_INTEGER),
  parameters: { test: areParameters, expected: 'numbers, texts and booleans by name' },
  seed: whole(MAX_SEED),
  ticks: whole(MAX_TICK),
};

const DONE: Readonly<Record<string, Kind>> = {
  hash: { test: (value) => matches(value, /^[0-9a-f]{16}$/), expected: '16 hexadecimal digits' },
  engine: { test: (value) => typeof value === 'string', expected: 'a text' },
  ms: { test: (value) => isNumber(value) && (value as number) >= 0, expected: 'a number from 0' },
};

/** Whether a value is the key of a run. A key is also a safe file name. */
export function isKey(value: unknown): value is string {
  return matches(value, /^[0-9a-f]{64}$/);
}

/**
 * Checks the part of a result or a failure that names the run.
 *
 * @throws JobError RESULT_INVALID with the path, what was found and what was expected
 */
export function checkRun(value: unknown): void {
  if (typeof value !== 'object' || value === null) throw invalid('result', value, 'an object');
  checkKeys(value, RUN);
}

/**
 * Checks that a value is the result of a run. All results are read through this function: those of journals, and those
 * that other machines have computed. It cannot tell a forged hash from a computed one; to repeat the run can.
 *
 * @param job the run whose result is expected; without it, the result may be of any run
 * @throws JobError RESULT_INVALID with the path, what was found and what was expected
 */
export function checkResult(value: unknown, job?: Job): JobResult {
  checkRun(value);
  const result = value as JobResult;
  checkKeys(result, DONE);
  checkSamples(result, 'result');
  if (job === undefined) return result;
  for (const key of ['key', 'seed', 'ticks'] as const) {
    if (result[key] !== job[key]) throw invalid(`result.${key}`, result[key], `${job[key]}`);
  }
  checkSamplesOf(job, job.ticks, result, 'result');
  return result;
}

/**
 * Checks the samples that a job has after a tick: one for each measure and each due tick.
 *
 * @param where the first part of the path
 * @throws JobError RESULT_INVALID
 */
export function checkSamplesOf(job: Job, tick: number, samples: Samples, where: string): void {
  checkSamples(samples, where);
  if (!areDue(samples.sampleTicks, job, tick)) {
    const expected = `${dueBy(job, tick)} ticks, every ${job.every} up to ${tick}`;
    throw invalid(`${where}.sampleTicks`, samples.sampleTicks, expected);
  }
  const measures = readMeasures(job.measures, job.scenario).length;
  if (samples.samples.length !== measures) {
    throw invalid(`${where}.samples`, samples.samples, `a list for each of ${measures} measures`);
  }
}

/** Whether these are the ticks at which a run has been sampled after `tick`. */
export function areDue(sampleTicks: readonly number[], run: Rhythm, tick: number): boolean {
  const { ticks, every } = run;
  const isDue = (at: number, k: number): boolean => at === Math.min(k * every, ticks);
  return sampleTicks.length === dueBy(run, tick) && sampleTicks.every(isDue);
}

/** How long a run is, and after how many ticks it is sampled again. */
type Rhythm = Pick<Job, 'ticks' | 'every'>;

function dueBy({ ticks, every }: Rhythm, tick: number): number {
  return Math.floor(tick / every) + 1 + (tick === ticks && tick % every !== 0 ? 1 : 0);
}

function checkSamples({ sampleTicks, samples }: Partial<Samples>, where: string): void {
  const tick = whole(MAX_TICK);
  if (!Array.isArray(sampleTicks) || !sampleTicks.every(tick.test)) {
    throw invalid(`${where}.sampleTicks`, sampleTicks, `a list of ${tick.expected}`);
  }
  const expected = `lists of ${sampleTicks.length} numbers or null`;
  if (!Array.isArray(samples)) throw invalid(`${where}.samples`, samples, expected);
  for (const [at, column] of samples.entries()) {
    const isColumn = Array.isArray(column) && column.length === sampleTicks.length;
    if (!isColumn || !column.every((value) => value === null || isNumber(value))) {
      throw invalid(`${where}.samples[${at}]`, column, expected);
    }
  }
}

function checkKeys(value: object, kinds: Readonly<Record<string, Kind>>): void {
  for (const [key, { test, expected }] of Object.entries(kinds)) {
    const found = (value as Record<string, unknown>)[key];
    if (!test(found)) throw invalid(`result.${key}`, found, expected);
  }
}

function whole(max: number): Kind {
  return {
    test: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max,
    expected: `a whole number from 0 to ${max}`,
  };
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function isNumber(value: unknown): boolean {
  return Number.isFinite(value);
}

function areParameters(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((one) => ['number', 'string', 'boolean'].includes(typeof one));
}

function invalid(path: string, value: unknown, expected: string): JobError {
  const text = JSON.stringify(value) ?? 'nothing';
  const found = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  return new JobError('RESULT_INVALID', `${path}: found ${found}, expected ${expected}`);
}
