import { parseScenario } from '@skein/core';
import type { Job, JobResult } from '@skein/sweep';
import { QueueError } from './queue-error.ts';

/**
 * The data of a job in Redis: first the job itself; when the job is done, only the result. Redis replaces the job with
 * the result atomically. A result counts even if the worker that stores it has lost the lock of the job.
 */
export interface Payload {
  readonly job?: Job;
  readonly result?: JobResult;
}

/** The return value that BullMQ stores, for dashboards. */
export interface Summary {
  readonly hash: string;
  readonly ms: number;
}

const KEY = /^[0-9a-f]{64}$/;

/** Whether a value is a valid key of a job. Such a key is also a safe file name. */
export function isKey(text: unknown): text is string {
  return typeof text === 'string' && KEY.test(text);
}

/** Returns the result in a payload; undefined if the job is not done yet. */
export function resultIn(payload: unknown): JobResult | undefined {
  return (payload as { result?: JobResult } | undefined)?.result;
}

/**
 * Returns the job in a payload. Anyone with access to Redis could have written the payload, so it is checked like any
 * untrusted input.
 * @throws QueueError JOB_INVALID; ScenarioError
 */
export function jobIn(payload: unknown, id: string): Job {
  const job = (payload as { job?: Partial<Job> } | undefined)?.job;
  if (typeof job !== 'object' || job === null) throw invalid('job', job, 'an object');
  const { key, index, scenario, parameters, seed, ticks, measures, every } = job;
  if (!isKey(key) || key !== id) throw invalid('job.key', key, `the id of the job, ${id}`);
  for (const [name, value] of Object.entries({ index, seed, ticks, every })) {
    if (!Number.isSafeInteger(value) || (value as number) < 0) {
      throw invalid(`job.${name}`, value, 'a whole number from 0');
    }
  }
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    throw invalid('job.parameters', parameters, 'an object');
  }
  if (!Array.isArray(measures) || !measures.every((one) => typeof one === 'string')) {
    throw invalid('job.measures', measures, 'a list of texts');
  }
  return { ...(job as Job), scenario: parseScenario(scenario) };
}

/**
 * Checks a result that a worker has stored.
 * @throws QueueError JOB_INVALID
 */
export function checkResult(result: JobResult, { key }: { readonly key: string }): JobResult {
  if (result.key !== key) throw invalid('result.key', result.key, key);
  if (!/^[0-9a-f]+$/.test(result.hash)) throw invalid('result.hash', result.hash, 'a hash');
  if (!Array.isArray(result.sampleTicks) || !Array.isArray(result.samples)) {
    throw invalid('result.samples', result.samples, 'lists of numbers');
  }
  return result;
}

function invalid(path: string, value: unknown, expected: string): QueueError {
  const text = JSON.stringify(value) ?? 'nothing';
  const found = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  return new QueueError('JOB_INVALID', `${path}: found ${found}, expected ${expected}`);
}
