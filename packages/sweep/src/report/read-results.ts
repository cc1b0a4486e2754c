import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseScenario, type Scenario } from '@skein/core';
import { describeBehaviors, MEASURES, readMeasures } from '@skein/core/describe';
import type { JobResult, ParameterValue } from '../jobs/job.ts';
import { type Plan, planHash, rawWith, runAt } from '../plan/plan.ts';
import { seedsText } from '../plan/seeds.ts';
import type { Range, Values } from '../plan/values.ts';
import { Finished, isRunOf } from '../results/finished.ts';
import { isOfPlan, JOURNALS } from '../results/journal.ts';
import { isResult, readJournals } from '../results/read-journals.ts';
import { readResultsPlan, scenarioHash } from '../results/results-folder.ts';
import { quoted } from '../results/write-tables.ts';
import { TABLE_FORMATS } from '../tables/table-format.ts';
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
 * Reads the available results of a sweep: its plan, and the journals of its runs.
 *
 * @param folder the folder of the results
 * @param onNotice called with problems in a journal; lines with problems are ignored
 * @throws ResultsError when the folder has no plan; PlanError; FileError
 */
export async function readResults(
  folder: string,
  onNotice?: (text: string) => void,
): Promise<Results> {
  const plan = await readResultsPlan(folder);
  const finished = await Finished.read(folder, plan, onNotice);
  try {
    const facts = await factsOf(folder, plan);
    const measures = facts.measures.map(({ name }) => name);
    const columns = await readColumns(folder, plan, finished, measures.length);
    return {
      plan: facts,
      engine: [...columns.engines].join(', ') || plan.engine,
      runs: columns.runs(measures),
      samples: columns.samples(measures),
      failures: failuresOf(plan, finished),
    };
  } finally {
    finished.close();
  }
}

/** A growing list of rows of numbers, stored by columns. When it is full, its memory grows by half. */
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

/** Builds the columns of two tables: one of runs and one of samples. */
class ResultColumns {
  readonly engines = new Set<string>();
  readonly #plan: Plan;
  readonly #run = new Growing();
  readonly #seed = new Growing();
  readonly #parameters: (ParameterValue | null)[][];
  readonly #last: Growing[];
  readonly #sampleRun = new Growing();
  readonly #sampleTick = new Growing();
  readonly #samples: Growing[];

  /**
   * @param measures the number of measures; it can exceed the number of measure names in the plan, because a name such
   * as `each.alive` stands for several measures
   */
  constructor(plan: Plan, measures: number) {
    this.#plan = plan;
    this.#parameters = plan.parameters.map(() => []);
    this.#last = Array.from({ length: measures }, () => new Growing());
    this.#samples = this.#last.map(() => new Growing());
  }

  add(index: number, { engine, seed, parameters, sampleTicks, samples }: JobResult): void {
    this.engines.add(engine);
    this.#run.push(index);
    this.#seed.push(seed);
    for (const [at, { name }] of this.#plan.parameters.entries()) {
      this.#parameters[at].push(parameters[name] ?? null);
    }
    for (const [at, column] of this.#last.entries()) column.push(samples[at]?.at(-1) ?? Number.NaN);
    for (const [at, tick] of sampleTicks.entries()) {
      this.#sampleRun.push(index);
      this.#sampleTick.push(tick);
      for (const [measure, column] of this.#samples.entries()) {
        column.push(samples[measure]?.[at] ?? Number.NaN);
      }
    }
  }

  /**
   * Returns the columns of the table of runs. Its rows follow the order of the plan, not the order in which runs
   * finished.
   */
  runs(measures: readonly string[]): Map<string, Cells> {
    const numbers = this.#run.values;
    const order = Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b]);
    const sorted = (cells: Cells): Cells =>
      cells instanceof Float64Array
        ? Float64Array.from(order, (row) => cells[row])
        : order.map((row) => cells[row]);
    const { parameters } = this.#plan;
    return new Map([
      ['run', sorted(numbers)],
      ['seed', sorted(this.#seed.values)],
      ...parameters.map(({ name }, at): [string, Cells] => [name, sorted(this.#parameters[at])]),
      ...measures.map((name, at): [string, Cells] => [name, sorted(this.#last[at].values)]),
    ]);
  }

  samples(measures: readonly string[]): Map<string, Cells> {
    return new Map([
      ['run', this.#sampleRun.values],
      ['tick', this.#sampleTick.values],
      ...measures.map((name, at): [string, Cells] => [name, this.#samples[at].values]),
    ]);
  }
}

/**
 * Collects the results of the runs of a plan. First reads the journals of this plan in one pass, because looking up
 * each line would take ten times as long. Then adds results from journals of other plans.
 */
async function readColumns(
  folder: string,
  plan: Plan,
  finished: Finished,
  measures: number,
): Promise<ResultColumns> {
  const columns = new ResultColumns(plan, measures);
  const added = new Uint8Array(plan.runs);
  const add = (index: number, result: JobResult): void => {
    // If a run has two results, the first one counts.
    if (added[index] === 1) return;
    added[index] = 1;
    columns.add(index, result);
  };
  const hash = planHash(plan);
  for await (const { entry, name } of readJournals(folder)) {
    const isOwn = isOfPlan(name, hash) && isRunOf(plan, entry);
    if (isOwn && isResult(entry)) add(entry.index, entry);
  }
  for (let index = 0; index < plan.runs; index++) {
    if (added[index] === 1) continue;
    const result = finished.result(index);
    if (result !== undefined) add(index, result);
  }
  return columns;
}

/** Returns the scenario of the first run of a plan. */
function scenarioOf(plan: Plan): Scenario {
  return parseScenario(rawWith(plan, runAt(plan, 0).values));
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
  const isCounted = plan.parameters.some(({ paths }) =>
    paths.some((path) => path[0] === 'species' && path.at(-1) === 'count'),
  );
  const date = await dateOf(folder);
  const table = await tableOf(folder);
  const measures = readMeasures(plan.measures, scenario);
  return {
    scenario: scenario.name,
    scenarioHash: scenarioHash(plan),
    // If the number of agents is a parameter, the number in the first run does not apply to all.
    ...(isCounted ? {} : { agents }),
    ...{ runs: plan.runs, ticks: plan.ticks, every: plan.every },
    ...(plan.warmup !== undefined && { warmup: plan.warmup }),
    seeds: seedsText(plan.seeds).replaceAll('..', ' to ').replaceAll(',', ', '),
    parameters: plan.parameters.map((one) => parameterOf(one, scenario)),
    measures: measures.map(({ name, unit, kind }): PlannedMeasure => {
      return { name, unit, description: MEASURES[kind].description };
    }),
    command: `skein sweep ${quoted(folder)}`,
    rerun: `skein rerun ${quoted(folder)} --run N`,
    ...(table === undefined ? {} : { table }),
    ...(date === undefined ? {} : { date }),
  };
}

/** Returns the time at which a journal was last written. */
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

/** Returns the path of the table of all runs, if there is one. */
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

/** Returns the unit of a parameter of a behavior; undefined for other parameters. */
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
