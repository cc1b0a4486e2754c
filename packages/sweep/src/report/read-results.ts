import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  describeBehaviors,
  MEASURES,
  parseScenario,
  readMeasures,
  type Scenario,
} from '@skein/core';
import type { JobResult, ParameterValue } from '../jobs/job.ts';
import { type Plan, rawWith, runAt } from '../plan/plan.ts';
import { seedsText } from '../plan/seeds.ts';
import type { Range, Values } from '../plan/values.ts';
import { Finished } from '../results/finished.ts';
import { JOURNALS } from '../results/journal.ts';
import { PLAN_FILE, readResultsPlan, scenarioHash } from '../results/results-folder.ts';
import { quoted, TABLE_FORMATS } from '../results/write-tables.ts';
import { readable } from './numbers.ts';
import type {
  Cells,
  Failure,
  PlannedMeasure,
  PlannedParameter,
  Results,
  SweepFacts,
} from './results.ts';

/**
 * Reads the results of a sweep as far as they are there: its plan, and the journals of its runs.
 *
 * @param folder the folder of the results
 * @param onNotice called with what is wrong in a journal, which does not count
 * @throws ResultsError when the folder has no plan; PlanError; FileError
 */
export async function readResults(
  folder: string,
  onNotice?: (text: string) => void,
): Promise<Results> {
  const plan = await readResultsPlan(folder);
  const finished = await Finished.read(folder, plan, onNotice);
  try {
    const { runs, samples, engines } = await readColumns(plan, finished);
    return {
      plan: await factsOf(folder, plan),
      engine: [...engines].join(', ') || plan.engine,
      ...{ runs, samples, failures: failuresOf(plan, finished) },
    };
  } finally {
    await finished.close();
  }
}

/** Rows of numbers, a column at a time, in memory that grows by halves of what is there. */
class Growing {
  #values = new Float64Array(1024);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const longer = new Float64Array(Math.ceil(this.#length * 1.5));
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length++] = value;
  }

  get values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}

async function readColumns(plan: Plan, finished: Finished) {
  const runs = { run: new Growing(), seed: new Growing() };
  const samples = { run: new Growing(), tick: new Growing() };
  const parameters = plan.parameters.map((): (ParameterValue | null)[] => []);
  const last = plan.measures.map(() => new Growing());
  const sampled = plan.measures.map(() => new Growing());
  const engines = new Set<string>();
  for (let index = 0; index < plan.runs; index++) {
    const result = await finished.result(index);
    if (result === undefined) continue;
    engines.add(result.engine);
    runs.run.push(index);
    runs.seed.push(result.seed);
    for (const [at, { name }] of plan.parameters.entries()) {
      parameters[at].push(result.parameters[name] ?? null);
    }
    for (const [at, column] of last.entries())
      column.push(result.samples[at]?.at(-1) ?? Number.NaN);
    addSamples(result, index, samples, sampled);
  }
  const names = await measureNames(plan);
  return {
    engines,
    runs: new Map<string, Cells>([
      ['run', runs.run.values],
      ['seed', runs.seed.values],
      ...plan.parameters.map(({ name }, at): [string, Cells] => [name, parameters[at]]),
      ...last.map(({ values }, at): [string, Cells] => [names[at], values]),
    ]),
    samples: new Map<string, Cells>([
      ['run', samples.run.values],
      ['tick', samples.tick.values],
      ...sampled.map(({ values }, at): [string, Cells] => [names[at], values]),
    ]),
  };
}

function addSamples(
  { sampleTicks, samples }: JobResult,
  index: number,
  { run, tick }: { readonly run: Growing; readonly tick: Growing },
  columns: readonly Growing[],
): void {
  for (const [at, time] of sampleTicks.entries()) {
    run.push(index);
    tick.push(time);
    for (const [measure, column] of columns.entries()) {
      column.push(samples[measure]?.[at] ?? Number.NaN);
    }
  }
}

/** The scenario of the first run. */
function scenarioOf(plan: Plan): Scenario {
  return parseScenario(rawWith(plan, runAt(plan, 0).values));
}

async function measureNames(plan: Plan): Promise<string[]> {
  return readMeasures(plan.measures, scenarioOf(plan)).map(({ name }) => name);
}

function failuresOf(plan: Plan, { failures }: Finished): Failure[] {
  return Array.from(failures, ([run, error]): Failure => {
    const { seed, values } = runAt(plan, run);
    const parameters = plan.parameters.map(({ name }, at) => [name, values[at]] as const);
    return { run, seed, error, parameters: Object.fromEntries(parameters) };
  }).sort((a, b) => a.run - b.run);
}

async function factsOf(folder: string, plan: Plan): Promise<SweepFacts> {
  const scenario = scenarioOf(plan);
  const agents = scenario.species.reduce((sum, { count }) => sum + count, 0);
  const isCounted = plan.parameters.some(({ name }) => /\bcount\b/.test(name));
  const date = await dateOf(folder);
  const table = await tableOf(folder);
  const measures = readMeasures(plan.measures, scenario);
  return {
    scenario: scenario.name,
    scenarioHash: scenarioHash(plan),
    // Where it is one of the parameters, the first run's number of agents is not that of all.
    ...(isCounted ? {} : { agents }),
    ...{ runs: plan.runs, ticks: plan.ticks, every: plan.every },
    seeds: seedsText(plan.seeds).replaceAll('..', ' to ').replaceAll(',', ', '),
    parameters: plan.parameters.map((one) => parameterOf(one, scenario)),
    measures: measures.map(({ name, unit, kind }): PlannedMeasure => {
      return { name, unit, description: MEASURES[kind].description };
    }),
    command: `skein sweep ${quoted(join(folder, PLAN_FILE))}`,
    rerun: `skein rerun ${quoted(folder)} --run N`,
    ...(table === undefined ? {} : { table }),
    ...(date === undefined ? {} : { date }),
  };
}

/** When a journal was written last. */
async function dateOf(folder: string): Promise<Date | undefined> {
  const journals = join(folder, JOURNALS);
  const names = await readdir(journals).catch(() => []);
  const times = await Promise.all(
    names.map(
      async (name) => (await stat(join(journals, name)).catch(() => undefined))?.mtimeMs ?? 0,
    ),
  );
  const last = times.reduce((most, time) => Math.max(most, time), 0);
  return last === 0 ? undefined : new Date(last);
}

/** The table of all runs, if one was written. */
async function tableOf(folder: string): Promise<string | undefined> {
  for (const format of TABLE_FORMATS) {
    const path = join(folder, `runs.${format}`);
    if ((await stat(path).catch(() => undefined)) !== undefined) return path;
  }
  return undefined;
}

function parameterOf(
  { name, values }: { readonly name: string; readonly values: Values },
  scenario: Scenario,
): PlannedParameter {
  const unit = unitOf(name, scenario);
  const named = { name, ...(unit === undefined ? {} : { unit }) };
  if (Array.isArray(values)) return { ...named, values: values as readonly ParameterValue[] };
  const range = values as Range;
  return { ...named, scale: range.scale, text: rangeWords(range) };
}

function rangeWords({ from, to, steps, scale, whole }: Range): string {
  const ends = `${readable(from, 6)} to ${readable(to, 6)}`;
  const by = scale === 'log' ? ', in equal ratios' : '';
  if (steps !== undefined)
    return `${steps} ${whole ? 'whole numbers' : 'values'} from ${ends}${by}`;
  return `${whole ? 'whole numbers ' : ''}drawn from ${ends}${by}`;
}

/** The unit of a parameter of a behavior; undefined for others. */
function unitOf(name: string, scenario: Scenario): string | undefined {
  const described = describeBehaviors(scenario.laws);
  for (const species of scenario.species) {
    for (const [index, { type }] of species.behaviors.entries()) {
      for (const { name: own, unit } of described.find((one) => one.type === type)?.parameters ??
        []) {
        const names = [type, index].map((behavior) => `${species.name}.${behavior}.${own}`);
        if (names.includes(name)) return unit;
      }
    }
  }
  return undefined;
}
