import { createWorld, memoryBytes } from '@skein/core';
import {
  ESTIMATED_FOR,
  estimateTime,
  findOrbits,
  hasTurningCircles,
  LIMITS,
} from '@skein/core/describe';
import { innerOf } from '@skein/core/supervise';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { Output } from './output.ts';
import { placedProblems, reportLines } from './problem-report.ts';
import { readScenarioFile, refuseScenario, type ScenarioOptions } from './scenario-file.ts';
import { inputLabel } from './text-file.ts';

export type CheckOptions = ScenarioOptions;

/**
 * `skein check FILE`: reports every problem of a scenario; or says that it is valid and about how long it
 * will take, and warns of what it asks for and cannot have.
 */
export async function check(
  path: string,
  options: CheckOptions,
  output: Output,
): Promise<ExitCode> {
  try {
    await output.write(`${await verdict(path, options)}\n`);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof CliError && error.exitCode === EXIT.refused)) throw error;
    // The report is what was asked for, so it goes where results go.
    await output.write(`${error.message}\n`);
    return EXIT.refused;
  }
}

async function verdict(path: string, options: CheckOptions): Promise<string> {
  const { scenario, source } = await readScenarioFile(path, options);
  const agents = scenario.species.reduce((sum, species) => sum + species.count, 0);
  const bytes = memoryBytes(scenario);
  if (bytes > LIMITS.bytes) {
    throw refuseScenario(path, `found a world of ${bytes} bytes, expected at most ${LIMITS.bytes}`);
  }
  const warnings = hasTurningCircles(scenario)
    ? findOrbits(innerOf(createWorld(scenario, { kernel: 'ts', maxWorkers: 1 })))
    : [];
  const { startMs, tickMs } = estimateTime(scenario);
  return [
    `valid: ${scenario.name}, ${agents} agents, ${bytes} bytes`,
    `estimate: about ${rough(startMs)} to start and ${rough(tickMs)} a tick, on ${ESTIMATED_FOR}`,
    ...reportLines(inputLabel(path), source, placedProblems(source, warnings), 'warning: '),
  ].join('\n');
}

/** A time with the one digit that an estimate is good for. */
function rough(ms: number): string {
  const [value, unit] = ms < 1000 ? [ms, 'ms'] : [ms / 1000, 's'];
  return `${Number(value.toPrecision(1))} ${unit}`;
}
