import { parseScenario } from '@skein/core';
import { MAX_TICK } from '@skein/core/describe';
import { isKey, type Job, type JobResult } from '@skein/sweep';
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

/**
 * Returns the result in a payload, unchecked; undefined if the job is not done yet. Anyone with access to Redis could
 * have written it.
 */
export function resultIn(payload: unknown): Partial<JobResult> | undefined {
  const result = (payload as Payload | null | undefined)?.result;
  return typeof result === 'object' && result !== null ? result : undefined;
}

/** Whether Redis has neither the job nor its result, because it has evicted them. */
export function isEmpty(payload: unknown): boolean {
  return resultIn(payload) === undefined && (payload as Payload | null)?.job === undefined;
}

/**
 * Returns the job in a payload. Anyone with access to Redis could have written the payload, so it is checked like any
 * untrusted input.
 * @throws QueueError JOB_INVALID; ScenarioError
 */
export function jobIn(payload: unknown, id: string): Job {
  if (isEmpty(payload)) {
    throw new QueueError(
      'JOB_INVALID',
      'Redis has evicted the data of the job; its maxmemory-policy must be noeviction',
    );
  }
  const job = (payload as { job?: Partial<Job> }).job;
  if (typeof job !== 'object' || job === null) throw invalid('job', job, 'an object');
  const { key, index, scenario, parameters, seed, ticks, measures, every } = job;
  if (!isKey(key) || key !== id) throw invalid('job.key', key, `the id of the job, ${id}`);
  const numbers: [name: string, value: unknown, min: number, max: number][] = [
    ['index', index, 0, Number.MAX_SAFE_INTEGER],
    ['seed', seed, 0, 0xffff_ffff],
    ['ticks', ticks, 0, MAX_TICK],
    ['every', every, 1, MAX_TICK],
  ];
  for (const [name, value, min, max] of numbers) {
    if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) continue;
    throw invalid(`job.${name}`, value, `a whole number from ${min} to ${max}`);
  }
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    throw invalid('job.parameters', parameters, 'an object');
  }
  if (!Array.isArray(measures) || !measures.every((measure) => typeof measure === 'string')) {
    throw invalid('job.measures', measures, 'a list of texts');
  }
  return { ...(job as Job), scenario: parseScenario(scenario) };
}

function invalid(path: string, value: unknown, expected: string): QueueError {
  const text = JSON.stringify(value) ?? 'nothing';
  const found = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  return new QueueError('JOB_INVALID', `${path}: found ${found}, expected ${expected}`);
}
