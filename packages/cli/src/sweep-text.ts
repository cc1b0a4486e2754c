import { join } from 'node:path';
import { memoryBytes, type Scenario } from '@skein/core';
import {
  countRuns,
  countSeeds,
  type Plan,
  quoted,
  rangeText,
  type SweepReport,
  seedsText,
  TRAJECTORIES,
  type Values,
} from '@skein/sweep';
import { counted } from './counted.ts';
import type { SweepCommandOptions } from './sweep-options.ts';

/** The maximum number of failed runs to list. */
export const TOLD_FAILURES = 10;
/** The maximum number of values of a parameter to show. */
const TOLD = 8;

/** Describes to the user what a sweep is about to do. */
export function planText(
  plan: Plan,
  scenario: Scenario,
  results: string,
  { shard, dryRun }: SweepCommandOptions,
): string {
  const { combinations, runs, seeds, sample, parameters, measures, every, warmup, ticks } = plan;
  const { trajectories } = plan;
  const seedCount = countSeeds(seeds);
  const head =
    `${scenario.name}: ${counted(runs, 'run')} of ${counted(ticks, 'tick')}, ` +
    `${counted(combinations, 'combination')} x ${counted(seedCount, 'seed')} (${seedsText(seeds)})`;
  const how = 'count' in sample ? `${sample.type} of seed ${sample.seed}` : sample.type;
  const size = 'count' in sample ? combinations / sample.count : 1;
  const blocks = size > 1 ? `, ${size} combinations for each of ${sampleSize(sample)}` : '';
  const rows = parameters.map(({ name, values }) => [name, valuesText(values)]);
  if (parameters.length > 0) rows.push(['sample', how + blocks]);
  const averaged = warmup === undefined ? '' : `, averaged from tick ${warmup} on`;
  rows.push([
    'measures',
    measures.length === 0
      ? 'none: only hashes are recorded'
      : `${measures.join(', ')}, every ${counted(every, 'tick')}${averaged}`,
  ]);
  if (trajectories !== undefined) {
    const { format, every, only = 'all agents' } = trajectories;
    rows.push(['trajectories', `${only}, every ${counted(every, 'tick')}, as .${format}`]);
  }
  if (shard !== undefined) {
    const own = counted(countRuns(plan, shard), 'run');
    rows.push(['shard', `${shard.part} of ${shard.of}, ${own}`]);
  }
  rows.push(['world', `${sizeText(memoryBytes(scenario, 1))} in each process, for one worker`]);
  if (dryRun) rows.push(['results', results]);
  const width = Math.max(...rows.map(([name]) => name.length));
  return [head, ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)].join('\n');
}

/** Returns the size of a sample of blocks in words. */
function sampleSize(sample: Plan['sample']): string {
  if (!('count' in sample)) return '';
  if (sample.type === 'sobol') return counted(sample.count, 'point');
  return counted(sample.count, 'trajectory', 'trajectories');
}

function valuesText(values: Values): string {
  if (!Array.isArray(values)) return rangeText(values as Exclude<Values, readonly unknown[]>);
  const told = values.slice(0, TOLD).map(String).join(', ');
  return values.length > TOLD ? `${told}, ... (${values.length})` : told;
}

function sizeText(bytes: number): string {
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  return `${Number(size.toPrecision(2))} ${unit}`;
}

/** Formats an estimated time, given in ms, for people: "2 h 10 min", "14 min", "3.2 s". */
export function timeText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${Number(seconds.toPrecision(2))} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days ${hours % 24} h`;
}

/** Returns a text for people that describes how a sweep ended. */
export function reportText(
  plan: Plan,
  report: SweepReport,
  results: string,
  { shard }: SweepCommandOptions,
): string {
  const { runs, done, skipped, failed, verified, finished, tables } = report;
  const own =
    `${done + skipped} of ${counted(runs, 'run')} ${runs === 1 ? 'is' : 'are'} done` +
    ` (${done} now, ${skipped} before${failed > 0 ? `, ${failed} failed` : ''})`;
  const lines =
    shard === undefined
      ? [own]
      : [
          `shard ${shard.part} of ${shard.of}: ${own}`,
          `${results} has ${finished} of ${counted(plan.runs, 'run')} of the plan`,
        ];
  if (verified > 0)
    lines.push(`runs repeated by another process, with the same result: ${verified}`);
  if (tables.length > 0) lines.push(`tables: ${tables.join(', ')}`);
  else lines.push(`results so far: ${results}; --tables writes tables of them`);
  if (plan.trajectories !== undefined) {
    const folder = join(results, TRAJECTORIES);
    lines.push(`trajectories: ${folder}, in files named after the keys of the runs`);
  }
  lines.push(`to repeat one run: skein rerun ${quoted(results)} --run N`);
  return `${lines.join('\n')}\n`;
}

/** Returns the command that continues a sweep. */
export function continueText(results: string, options: SweepCommandOptions): string {
  const { jobs, queue, queueName, shard, verify, format } = options;
  return [
    `skein sweep ${quoted(results)}`,
    jobs === undefined ? '' : ` --jobs ${jobs}`,
    // The address of the queue is omitted, because it may contain a password.
    queue === undefined ? '' : ' --queue',
    queueName === undefined ? '' : ` --queue-name ${queueName}`,
    shard === undefined ? '' : ` --shard ${shard.part}/${shard.of}`,
    verify === undefined ? '' : ` --verify ${verify}`,
    format === undefined || format === 'parquet' ? '' : ` --format ${format}`,
  ].join('');
}

/** Describes the runs that have two different results. */
export function contradictionTexts({ contradictions }: SweepReport): string[] {
  return contradictions.map(
    ({ index, hashes, files }) =>
      `run ${index} has two results: hash ${hashes[0]} in ${files[0]}, ${hashes[1]} in ${files[1]}; expected one`,
  );
}
