import { f32Text } from '@skein/core/basics';
import {
  checkLaw,
  type Law,
  type LawCheck,
  type LawCost,
  type LawFailure,
  type LawScene,
  lawCode,
  lawCost,
} from '@skein/core/laws';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { LawCheckOptions } from './law-check-options.ts';
import { readLaws } from './laws-file.ts';
import type { Output } from './output.ts';

/** The report on one law. */
interface LawReport extends LawCost {
  readonly name: string;
  readonly codeBytes: number;
  /** The time to compile the law, in ms; null in an environment without WebAssembly. */
  readonly compileMs: number | null;
  readonly check: LawCheck;
}

/** `skein law check FILE`: reports what laws cost, and whether they give finite numbers in random worlds. */
export async function lawCheck(
  path: string,
  options: LawCheckOptions,
  output: Output,
): Promise<ExitCode> {
  const laws = await readLaws(path);
  const reports = laws.map((law) => reportOf(law, options));
  await output.write(options.json ? `${jsonOf(reports)}\n` : textOf(reports, path));
  return reports.some(({ check }) => check.failed > 0) ? EXIT.refused : EXIT.ok;
}

function reportOf(law: Law, { worlds, seed }: LawCheckOptions): LawReport {
  return {
    name: law.name,
    ...lawCost(law),
    codeBytes: lawCode(law).length,
    compileMs: compileMsOf(law),
    check: checkLaw(law, { worlds, seed }),
  };
}

/**
 * The number of compilations of a law. The duration of the fastest one is reported. The first compilation takes longer,
 * because the compiler itself is not warm yet.
 */
const COMPILES = 5;

function compileMsOf(law: Law): number | null {
  if (typeof WebAssembly === 'undefined') return null;
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < COMPILES; n++) {
    const beginMs = performance.now();
    new WebAssembly.Module(lawCode(law));
    least = Math.min(least, performance.now() - beginMs);
  }
  return least;
}

/** Returns the reports as JSON. JSON cannot express NaN and infinity, so results of laws are written as texts. */
function jsonOf(reports: readonly LawReport[]): string {
  return JSON.stringify(reports, (key, value: unknown) =>
    key === 'value' ? String(value) : value,
  );
}

const COLUMNS: readonly (readonly [heading: string, cell: (report: LawReport) => string])[] = [
  ['law', ({ name }) => name],
  ['nodes', ({ nodes }) => `${nodes}`],
  ['per agent', ({ operationsPerAgent }) => `${operationsPerAgent}`],
  ['per neighbor', ({ operationsPerNeighbor }) => `${operationsPerNeighbor}`],
  ['reductions', ({ reductions }) => `${reductions}`],
  ['sets', ({ sets }) => `${sets}`],
  ['JSON', ({ jsonBytes }) => `${jsonBytes}`],
  ['code', ({ codeBytes }) => `${codeBytes}`],
  ['ms', ({ compileMs }) => (compileMs === null ? '-' : compileMs.toFixed(2))],
];

function textOf(reports: readonly LawReport[], path: string): string {
  const rows = [
    COLUMNS.map(([heading]) => heading),
    ...reports.map((report) => COLUMNS.map(([, cell]) => cell(report))),
  ];
  const widths = COLUMNS.map((_, k) => Math.max(...rows.map((row) => row[k].length)));
  const table = rows.map((row) =>
    row.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join('  '),
  );
  const verdicts = reports.flatMap((report) => verdictOf(report, path));
  return `${[...table, '', ...verdicts].join('\n')}\n`;
}

function verdictOf({ name, check }: LawReport, path: string): readonly string[] {
  const { worlds, seed, failed, failure } = check;
  if (failure === undefined) return [`${name}: finite in ${worlds} random worlds of seed ${seed}`];
  return [
    `${name}: not finite in ${failed} of ${worlds} random worlds of seed ${seed}`,
    ...caseOf(failure).map((line) => `  ${line}`),
    `  to repeat: skein law check ${path} --seed ${seed} --worlds ${failure.world + 1}`,
  ];
}

/** Returns a few lines that describe the first world in which a law fails. */
function caseOf({ world, component, value, scene }: LawFailure): readonly string[] {
  const { self = {}, neighbors = [], aim, second, parameters = {} } = scene;
  const { dt, tick, seed, dimensions } = scene;
  const onSpot = neighbors.filter(({ offset }) => offset.every((one) => one === 0)).length;
  return [
    `world ${world}: ${component} is ${value}`,
    ...(Object.keys(parameters).length === 0 ? [] : [`parameters: ${valuesText(parameters)}`]),
    `agent: ${valuesText(self)}`,
    `neighbors: ${neighbors.length}, including ${onSpot} at the position of the agent`,
    ...(aim === undefined ? [] : [`aim: ${valuesText(aim)}`]),
    ...(second === undefined ? [] : [`second: ${valuesText(second)}`]),
    valuesText({ dt, tick, seed, dimensions }),
  ];
}

type Value = number | readonly number[] | undefined;

function valuesText(values: Readonly<Record<string, Value>> | LawScene['self' | 'aim']): string {
  const entries = Object.entries(values as Readonly<Record<string, Value>>);
  return entries.map(([name, value]) => `${name} ${valueText(value)}`).join(', ');
}

function valueText(value: Value): string {
  if (Array.isArray(value)) return `(${value.map(valueText).join(' ')})`;
  const number = value as number;
  return Number.isInteger(number) ? `${number}` : f32Text(number);
}
