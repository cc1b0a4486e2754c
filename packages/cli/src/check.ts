import { createWorld, memoryBytes, type Scenario } from '@skein/core';
import {
  ESTIMATED_FOR,
  estimateTime,
  findOrbits,
  findUnsteady,
  hasTurningCircles,
  LIMITS,
  MAX_WORKERS,
  planLayers,
} from '@skein/core/describe';
import { innerOf } from '@skein/core/internal';
import { counted } from './counted.ts';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { inputFiles } from './input-files.ts';
import { type Output, tellError } from './output.ts';
import { placedProblems, reportLines } from './problem-report.ts';
import { readScenarioFile, refuseScenario, type ScenarioOptions } from './scenario-file.ts';
import { inputLabel } from './text-file.ts';

export type CheckOptions = ScenarioOptions;

/**
 * `skein check FILE...`: reports every problem of each scenario. For a valid scenario, it estimates the running time
 * and warns about flights that cannot reach their target, and about numbers with which agents tremble.
 */
export async function check(
  patterns: readonly string[],
  options: CheckOptions,
  output: Output,
): Promise<ExitCode> {
  const files = await inputFiles(patterns);
  if (files.length === 1) return checkOne(files[0], options, output);
  const codes: ExitCode[] = [];
  for (const file of files) codes.push(await checkNext(file, options, output));
  const valid = codes.filter((code) => code === EXIT.ok).length;
  const refused = codes.filter((code) => code === EXIT.refused).length;
  const others = files.length - valid - refused;
  const counts = [`${valid} valid`, `${refused} refused`];
  if (others > 0) counts.push(`${others} not checked`);
  await output.write(`${files.length} files: ${counts.join(', ')}\n`);
  return refused > 0 ? EXIT.refused : (codes.find((code) => code !== EXIT.ok) ?? EXIT.ok);
}

/** Checks one of several files. An error in this file does not prevent the check of the others. */
async function checkNext(file: string, options: CheckOptions, output: Output): Promise<ExitCode> {
  try {
    return await checkOne(file, options, output, `${inputLabel(file)}: `);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    // A parameter that cannot be set is a problem of this file, so its name comes first.
    const label = error.exitCode === EXIT.usage ? `${inputLabel(file)}: ` : '';
    tellError(label + error.message);
    return error.exitCode;
  }
}

async function checkOne(
  file: string,
  options: CheckOptions,
  output: Output,
  label = '',
): Promise<ExitCode> {
  try {
    await output.write(`${label}${await verdict(file, options)}\n`);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof CliError && error.exitCode === EXIT.refused)) throw error;
    // The user asked for the report, so it is a result and goes to standard output.
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
  const orbits = hasTurningCircles(scenario)
    ? findOrbits(innerOf(createWorld(scenario, { kernel: 'ts', maxWorkers: 1 })))
    : [];
  const warnings = [...findUnsteady(scenario), ...orbits];
  const { startMs, tickMs } = estimateTime(scenario);
  return [
    `valid: ${scenario.name}, ${counted(agents, 'agent')}, ${bytes} bytes with room for ${MAX_WORKERS} workers`,
    `estimate: about ${rough(startMs)} to start and ${rough(tickMs)} a tick, on ${ESTIMATED_FOR}`,
    ...layerLines(scenario),
    ...reportLines(inputLabel(path), source, placedProblems(source, warnings), 'warning: '),
  ].join('\n');
}

/** How agents are found: a line for each layer that behaviors search. */
function layerLines(scenario: Scenario): string[] {
  return planLayers(scenario)
    .filter(({ candidates }) => candidates > 0)
    .map(({ species, radius, candidates }) => {
      const names = species.map((index) => scenario.species[index].name).join(', ');
      const tests = counted(Number(candidates.toPrecision(1)), 'candidate');
      return `layer: ${names} in cells for ${radius} m, about ${tests} a tick`;
    });
}

/** Returns a time, given in ms, as text with one significant digit, because an estimate is no more precise. */
function rough(ms: number): string {
  const [value, unit] = ms < 1000 ? [ms, 'ms'] : [ms / 1000, 's'];
  return `${Number(value.toPrecision(1))} ${unit}`;
}
