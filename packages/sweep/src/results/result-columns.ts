import { parseScenario } from '@skein/core';
import { MEASURES, readMeasures } from '@skein/core/describe';
import type { JobResult, ParameterValue } from '../jobs/job.ts';
import { type Plan, rawWith, runAt } from '../plan/plan.ts';
import { endsOf, isList, type Values } from '../plan/values.ts';
import type { Column, ColumnType } from '../tables/table.ts';

/** The value of a cell of a table. */
export type Cell = number | string | boolean | null;

/** The columns of a table of results, and a function that makes its rows. */
interface ResultTable {
  readonly columns: readonly Column[];
  /** Returns the rows for a result. */
  readonly rows: (result: JobResult) => Cell[][];
}

/** Returns the measures of a plan as columns. */
export function measureColumns(plan: Plan): Column[] {
  const { values } = runAt(plan, 0);
  const scenario = parseScenario(rawWith(plan, values));
  return readMeasures(plan.measures, scenario).map(({ name, unit, kind }) => ({
    name,
    type: 'f64',
    ...(unit !== '1' && { unit }),
    description: `${meaningOf(plan, name)}${MEASURES[kind].description}`,
  }));
}

/** Returns what a measure with a name of its own stands for, such as "deviation(law:mill.x): ". */
function meaningOf({ measures }: Plan, name: string): string {
  const given = measures.find((text) => text.startsWith(`${name}=`));
  return given === undefined ? '' : `${given.slice(name.length + 1)}: `;
}

function parameterColumns({ parameters }: Plan): Column[] {
  return parameters.map(({ name, values }) => ({
    name,
    type: typeOf(values),
    description: 'parameter',
  }));
}

function typeOf(values: Values): ColumnType {
  if (!isList(values)) return values.whole && endsOf(values).every(isCount) ? 'u32' : 'f64';
  if (values.every(isCount)) return 'u32';
  if (values.every((value) => typeof value === 'number')) return 'f64';
  return values.every((value) => typeof value === 'boolean') ? 'bool' : 'text';
}

function isCount(value: ParameterValue): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0xffffffff;
}

/**
 * Returns the table of runs, with a row for each run. A row has the parameters, the hash and one value for each
 * measure. If the plan has a `warmup`, the value is the mean of the samples from the tick `warmup` on. Otherwise, the
 * value is the last sample.
 */
export function runsTable(plan: Plan): ResultTable {
  const parameters = parameterColumns(plan);
  const columns: Column[] = [
    { name: 'run', type: 'u32', description: 'index in the plan' },
    { name: 'key', type: 'text', description: 'hash of everything that determines the run' },
    ...parameters,
    { name: 'seed', type: 'u32' },
    { name: 'ticks', type: 'u32' },
    { name: 'hash', type: 'text', description: 'hash of the last state' },
    { name: 'engine', type: 'text', description: 'version of @skein/core' },
    { name: 'ms', type: 'f64', unit: 'ms', description: 'time that the run took' },
    ...measureColumns(plan),
  ];
  const rows = (result: JobResult): Cell[][] => {
    const { index, key, seed, ticks, hash, engine, ms, samples } = result;
    const values = samples.map((column) => measuredValue(column, result, plan));
    return [[index, key, ...cellsOf(result, parameters), seed, ticks, hash, engine, ms, ...values]];
  };
  return { columns, rows };
}

/** Returns the value of a measure in a run: a mean, or the last sample; null if there is none. */
export function measuredValue(
  column: readonly (number | null)[],
  { sampleTicks }: JobResult,
  { warmup }: Plan,
): number | null {
  if (warmup === undefined) return column.at(-1) ?? null;
  const values = column.filter((value, at) => value !== null && sampleTicks[at] >= warmup);
  return values.length === 0
    ? null
    : (values as number[]).reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the table of samples, with a row for each sample of each run. */
export function samplesTable(plan: Plan): ResultTable {
  const parameters = parameterColumns(plan);
  const columns: Column[] = [
    { name: 'run', type: 'u32', description: 'index in the plan' },
    ...parameters,
    { name: 'seed', type: 'u32' },
    { name: 'tick', type: 'u32' },
    ...measureColumns(plan),
  ];
  const rows = (result: JobResult): Cell[][] => {
    const { index, seed, sampleTicks, samples } = result;
    const before = [index, ...cellsOf(result, parameters), seed];
    return sampleTicks.map((tick, at) => [
      ...before,
      tick,
      ...samples.map((column) => column[at] ?? null),
    ]);
  };
  return { columns, rows };
}

function cellsOf({ parameters }: JobResult, columns: readonly Column[]): Cell[] {
  return columns.map(({ name, type }) => {
    const value = parameters[name] ?? null;
    return type === 'text' && value !== null ? String(value) : value;
  });
}
