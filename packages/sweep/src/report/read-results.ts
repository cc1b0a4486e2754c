import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseScenario, type Scenario } from '@skein/core';
import { describeBehaviors, MEASURES, readMeasures } from '@skein/core/describe';
import { planBlocks } from '../analysis/plan-blocks.ts';
import { readFitRecord } from '../fit/fit-record.ts';
import type { ParameterValue } from '../jobs/job.ts';
import { type Plan, rawWith, runAt } from '../plan/plan.ts';
import { seedsText } from '../plan/seeds.ts';
import type { Range, Values } from '../plan/values.ts';
import { Finished } from '../results/finished.ts';
import { JOURNALS } from '../results/journal.ts';
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
    const fit = await readFitRecord(folder);
    const facts = await factsOf(folder, plan, fit === undefined ? 'sweep' : 'fit');
    const measures = facts.measures.map(({ name }) => name);
    const { engines, runs, samples } = tablesOf(plan, finished, measures);
    return {
      plan: facts,
      engine: [...engines].join(', ') || plan.engine,
      ...{ runs, samples },
      failures: failuresOf(plan, finished),
      ...(fit === undefined ? {} : { fit }),
    };
  } finally {
    finished.close();
  }
}

/** Returns the tables of runs and of samples. */
function tablesOf(plan: Plan, finished: Finished, measures: readonly string[]) {
  const engines = new Set<string>();
  const named = plan.parameters.map(({ name }) => name);
  const runs: (ParameterValue | null)[][] = [[], [], ...[...named, ...measures].map(() => [])];
  const samples: number[][] = [[], [], ...measures.map(() => [])];
  for (let index = 0; index < plan.runs; index++) {
    const result = finished.result(index);
    if (result === undefined) continue;
    const { engine, seed, parameters, sampleTicks } = result;
    const valueAt = (measure: number, at: number): number =>
      result.samples[measure]?.at(at) ?? Number.NaN;
    engines.add(engine);
    const values = named.map((name) => parameters[name] ?? null);
    const row = [index, seed, ...values, ...measures.map((_, measure) => valueAt(measure, -1))];
    for (const [at, cell] of row.entries()) runs[at].push(cell);
    for (const [at, tick] of sampleTicks.entries()) {
      samples[0].push(index);
      samples[1].push(tick);
      for (let one = 0; one < measures.length; one++) samples[one + 2].push(valueAt(one, at));
    }
  }
  const of = (names: readonly string[], cells: readonly Cells[]): Map<string, Cells> =>
    new Map(names.map((name, at) => [name, cells[at]]));
  return {
    engines,
    runs: of(['run', 'seed', ...named, ...measures], runs),
    samples: of(
      ['run', 'tick', ...measures],
      samples.map((cells) => Float64Array.from(cells)),
    ),
  };
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

async function factsOf(folder: string, plan: Plan, by: 'sweep' | 'fit'): Promise<SweepFacts> {
  const scenario = scenarioOf(plan);
  const agents = scenario.species.reduce((sum, { count }) => sum + count, 0);
  const isCounted = plan.parameters.some(({ paths }) =>
    paths.some((path) => path[0] === 'species' && path.at(-1) === 'count'),
  );
  const date = await dateOf(folder);
  const table = await tableOf(folder);
  const measures = readMeasures(plan.measures, scenario);
  const blocks = planBlocks(plan);
  return {
    scenario: scenario.name,
    scenarioHash: scenarioHash(plan),
    // If the number of agents is a parameter, the number in the first run does not apply to all.
    ...(isCounted ? {} : { agents }),
    ...{ runs: plan.runs, ticks: plan.ticks, every: plan.every },
    ...(plan.warmup !== undefined && { warmup: plan.warmup }),
    seeds: seedsText(plan.seeds).replaceAll('..', ' to ').replaceAll(',', ', '),
    parameters: plan.parameters.map((parameter) => parameterOf(parameter, scenario)),
    sample: plan.sample.type,
    ...(blocks === undefined ? {} : { blocks }),
    measures: measures.map(({ name, unit, kind }): PlannedMeasure => {
      return { name, unit, description: MEASURES[kind].description };
    }),
    command: `skein ${by} ${quoted(folder)}`,
    rerun: `skein rerun ${quoted(folder)} --run N`,
    ...(table === undefined ? {} : { table }),
    ...(date === undefined ? {} : { date }),
  };
}

/** Returns the time at which a journal was last written. */
async function dateOf(folder: string): Promise<Date | undefined> {
  const journals = join(folder, JOURNALS);
  const times = (await readdir(journals).catch(() => [])).map(async (name) => {
    return (await stat(join(journals, name))).mtimeMs;
  });
  return times.length === 0 ? undefined : new Date(Math.max(...(await Promise.all(times))));
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
      const own = described
        .find((behavior) => behavior.type === type)
        ?.parameters.find((parameter) =>
          [type, index].some(
            (behavior) => name === `${species.name}.${behavior}.${parameter.name}`,
          ),
        );
      if (own !== undefined) return own.unit;
    }
  }
  return undefined;
}
