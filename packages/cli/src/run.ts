import { stat } from 'node:fs/promises';
import { createWorld, type World } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { watchInterrupts } from './interrupts.ts';
import { chooseKernel, type KernelChoice } from './kernel.ts';
import { FileOutput, StreamOutput } from './output.ts';
import { Progress } from './progress.ts';
import { Samples } from './samples.ts';
import { readScenario } from './scenario-file.ts';
import { type HitEvent, summarize, summaryText } from './summary.ts';

export const DEFAULT_TICKS = 600;
/** A sample each second, at 60 ticks per second. */
export const DEFAULT_EVERY = 60;

export interface RunOptions {
  readonly ticks: number;
  /** As many as there are cores when left out. */
  readonly workers?: number;
  /** The scenario's own when left out. */
  readonly seed?: number;
  readonly kernel: KernelChoice;
  /** Ticks from one sample to the next; `DEFAULT_EVERY` when left out. */
  readonly every?: number;
  /** Where the rows go: a path, or "-" for standard output. */
  readonly csv?: string;
  readonly hash?: boolean;
  readonly json?: boolean;
}

/**
 * `skein run FILE`: steps a scenario, writes samples on the way and a summary at the end.
 *
 * Whatever can be refused is refused before the first tick. Samples always include the first and
 * the last state, also when the run is interrupted. Standard output carries what was asked for;
 * progress and notices go to standard error, and so does the summary for people when samples take
 * up standard output.
 */
export async function run(path: string, options: RunOptions): Promise<ExitCode> {
  refuseMixedOutput(options);
  const kernel = chooseKernel(options.kernel);
  const scenario = await readScenario(path);
  await refuseOverwrite(path, options.csv);

  const stdout = new StreamOutput('standard output', process.stdout);
  const stderr = new StreamOutput('standard error', process.stderr);
  const toFile = options.csv !== undefined && options.csv !== '-';
  await using csvFile = toFile ? await FileOutput.open(options.csv) : undefined;
  const samples = new Samples({
    csv: options.csv === '-' ? stdout : csvFile,
    hashes: options.hash ? stdout : undefined,
  });

  const seed = options.seed ?? scenario.seed;
  const world = createWorld(scenario, { seed, kernel });
  // On one terminal, samples and the bar would write over each other.
  const bar = process.stderr.isTTY && !(samples.goTo(stdout) && process.stdout.isTTY);
  const { exitCode, ...facts } = await stepWorld(world, samples, options, bar);
  if (samples.unread) return EXIT.ok;

  const summary = summarize(world, { ...facts, kernel, seed });
  if (options.json) await stdout.write(`${JSON.stringify(summary)}\n`);
  else await (samples.goTo(stdout) ? stderr : stdout).write(summaryText(summary));
  return exitCode;
}

/** Steps a world on a team of threads, until it is done, interrupted, or no one reads any more. */
async function stepWorld(world: World, samples: Samples, options: RunOptions, bar: boolean) {
  const { ticks, workers } = options;
  using progress = new Progress({ ticks, currentTick: () => world.tick, bar });
  using interrupts = watchInterrupts((signal) => {
    const hint = signal === 'SIGINT' ? '; Ctrl-C again ends it at once' : '';
    progress.note(`interrupted at tick ${world.tick}: ending in good order${hint}`);
  });
  if (options.every !== undefined && !samples.wanted) {
    progress.note('--every has no effect without --csv or --hash');
  }

  await using team = await createTeam(world, workers === undefined ? {} : { workers });
  if (team.notice !== undefined) progress.note(team.notice);
  team.on('warning', (text) => progress.note(text));
  const hits: HitEvent[] = [];
  team.on('event', (event) => {
    if (event.type === 'hit' || event.type === 'strike') hits.push(event);
  });

  progress.start();
  const tickMs = await stepAndSample(team, samples, options, interrupts.signal);
  const brokenOff = world.tick < ticks ? interrupts.exitCode : undefined;
  return {
    exitCode: brokenOff ?? EXIT.ok,
    interrupted: brokenOff !== undefined,
    workers: team.workers,
    hits,
    tickMs,
  };
}

/** Steps from sample to sample, or in one go without samples; returns the times of all ticks. */
async function stepAndSample(
  team: Team,
  samples: Samples,
  { ticks, every = DEFAULT_EVERY }: RunOptions,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const { world } = team;
  const stride = samples.wanted ? every : ticks;
  const tickMs: Float32Array[] = [];
  await samples.writeHeader();
  await samples.write(world);
  while (world.tick < ticks && !signal.aborted && !samples.unread) {
    const report = await team.run(Math.min(stride, ticks - world.tick), { signal });
    tickMs.push(report.tickMs);
    if (report.ticks > 0) await samples.write(world);
  }
  return tickMs;
}

function refuseMixedOutput({ csv, hash, json }: RunOptions): void {
  if (csv !== '-' || !(hash || json)) return;
  const other = hash ? '--hash' : '--json';
  throw new CliError(
    EXIT.usage,
    `--csv: found - together with ${other}, which also writes to standard output; expected a path`,
  );
}

/** `--csv` with the path of the scenario would lose the scenario. */
async function refuseOverwrite(scenarioPath: string, csvPath: string | undefined): Promise<void> {
  if (csvPath === undefined || csvPath === '-' || scenarioPath === '-') return;
  const scenario = await stat(scenarioPath, { bigint: true });
  const csv = await stat(csvPath, { bigint: true }).catch(() => undefined);
  if (csv?.dev === scenario.dev && csv.ino === scenario.ino && scenario.isFile()) {
    throw new CliError(
      EXIT.usage,
      `--csv: found ${csvPath}, the scenario itself; expected another file`,
    );
  }
}
