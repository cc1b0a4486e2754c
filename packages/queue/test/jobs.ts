import { createHash } from 'node:crypto';
import { createWorld, parseScenario, stateHash, tick } from '@skein/core';
import type { Job, JobResult } from '@skein/sweep';
import { enqueueSweep, type Outcome, type SweepQueueOptions } from '../src/index.ts';

const SCENARIO = parseScenario({
  name: 'queue',
  bounds: { type: 'wrap', min: [-20, -15, -10], max: [20, 15, 10] },
  species: [
    {
      name: 'boid',
      count: 17,
      spawn: { type: 'sphere', center: [1, 0, 0], radius: 6, velocity: { speed: 3 } },
      maxSpeed: 9,
      maxForce: 27,
      behaviors: [
        { type: 'separation', weight: 12, radius: 5 },
        { type: 'alignment', weight: 8, radius: 6 },
        { type: 'cohesion', weight: 8, radius: 6.5 },
      ],
    },
  ],
});

/** Jobs that differ in their seeds. */
export function someJobs(count: number, ticks = 50, from = 1): Job[] {
  return Array.from({ length: count }, (_, index) => aJob({ index, seed: from + index, ticks }));
}

export function aJob(more: Partial<Job> = {}): Job {
  const job = {
    index: 0,
    scenario: SCENARIO,
    parameters: {},
    seed: 1,
    ticks: 50,
    measures: ['alive'],
    // The samples of the tests are those of the first and the last tick.
    every: more.ticks ?? 50,
    ...more,
  };
  const key = createHash('sha256').update(JSON.stringify(job)).digest('hex');
  return { key, ...job };
}

/** The hash of a job that runs undisturbed. */
export function hashOf({ scenario, seed, ticks }: Job): string {
  const world = createWorld(scenario, { seed });
  while (world.tick < ticks) tick(world);
  return stateHash(world);
}

/** What a caller records. */
export class Journal {
  readonly results: JobResult[] = [];
  readonly failures: Extract<Outcome, { type: 'failed' }>[] = [];
  readonly told: string[] = [];

  /** Enqueues jobs, and records each outcome until all are done. */
  async take(jobs: Iterable<Job> | AsyncIterable<Job>, options: SweepQueueOptions): Promise<this> {
    const tell = (text: string) => this.told.push(text);
    for await (const outcome of enqueueSweep(jobs, { tell, ...options })) {
      if (outcome.type === 'done') this.results.push(outcome.result);
      else this.failures.push(outcome);
    }
    return this;
  }

  /** The hash of each job by its key, in the order of the keys. */
  get hashes(): [string, string][] {
    return this.results.map(({ key, hash }): [string, string] => [key, hash]).sort(byKey);
  }
}

/** The hashes of a journal that has each job exactly once, as if nothing had gone wrong. */
export function hashesOf(jobs: readonly Job[]): [string, string][] {
  return jobs.map((job): [string, string] => [job.key, hashOf(job)]).sort(byKey);
}

function byKey([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
