import { readFileSync } from 'node:fs';
import { JobMaker, readPlan, runJob } from '@skein/sweep';
import * as laws from './laws.mjs';

/** The length of a tick of all scenes, s. */
const DT = 0.05;

/**
 * A run of a case, with its samples by the names of the measures.
 *
 * @typedef {{ times: number[], samples: Record<string, number[]>, parameters: Record<string, unknown> }} Run
 */

/**
 * Does all runs of a case in this thread: for each seed the runs of all combinations, in the order of the plan.
 *
 * @param {string} name a folder beside this file
 * @returns {Promise<Run[][]>}
 */
export async function runsOf(name) {
  const read = (/** @type {string} */ file) =>
    JSON.parse(readFileSync(new URL(`${name}/${file}`, import.meta.url), 'utf8'));
  const input = { ...read('plan.json'), scenario: read('scene.json'), laws: undefined };
  const plan = readPlan(input, { laws: Object.values(laws) });
  const maker = new JobMaker(plan);
  /** @type {Map<number, Run[]>} */
  const seeds = new Map();
  for (let index = 0; index < plan.runs; index++) {
    const job = maker.make(index);
    if ('error' in job) throw job.error;
    const { sampleTicks, samples } = await runJob(job);
    const names = plan.measures.map((measure) => measure.slice(0, measure.indexOf('=')));
    const run = {
      times: sampleTicks.map((tick) => tick * DT),
      samples: Object.fromEntries(
        names.map((key, at) => [key, samples[at].map((value) => value ?? Number.NaN)]),
      ),
      parameters: job.parameters,
    };
    seeds.set(job.seed, [...(seeds.get(job.seed) ?? []), run]);
  }
  return [...seeds.values()];
}
