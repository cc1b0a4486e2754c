import { createWorld, type KernelName, restore, snapshot, type World } from '@skein/core';
import { changeText } from '@skein/core/describe';
import { checkStep, innerOf } from '@skein/core/internal';
import { createTeam, type Team } from '@skein/worker';
import { divergenceText } from './divergence.ts';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { watchInterrupts } from './interrupts.ts';
import { chooseKernel } from './kernel.ts';
import { StreamOutput, tell } from './output.ts';
import { refuseOverwrite, refuseUnfit } from './output-paths.ts';
import { Progress } from './progress.ts';
import { RECORD_EVERY, Recording } from './recording.ts';
import { DEFAULT_EVERY, DEFAULT_TICKS, type RunOptions } from './run-options.ts';
import { Samples } from './samples.ts';
import { checkSavable } from './save-file.ts';
import { otherKind, readSaved, saveSnapshot } from './saved-file.ts';
import { readScenario } from './scenario-file.ts';
import {
  type FullEvent,
  type HitEvent,
  isReport,
  type OrbitEvent,
  type QuarantineEvent,
  type ReportEvent,
  type RunFacts,
  summarize,
  summaryText,
} from './summary.ts';
import { teamOptions } from './team-options.ts';

/** The options that name a file to save to. Each value is the kind of file that the option saves. */
const SAVED = { save: 'snapshot', record: 'replay' } as const;

/**
 * `skein run FILE`: steps a scenario or continues from a snapshot, and writes samples and a summary.
 *
 * Where possible, the command refuses invalid input before the first tick. Samples always include the first and the
 * last state, even if the run is interrupted. Results go to standard output. Progress and notices go to standard error.
 * If samples use standard output, the text summary goes to standard error.
 */
export async function run(path: string | undefined, options: RunOptions): Promise<ExitCode> {
  refuseUnfit(options);
  const kernel = chooseKernel(options.kernel);
  const world = await openWorld(path, kernel, options);
  await refuseOverwrite(path, options);
  for (const [name, kind] of Object.entries(SAVED)) {
    const saved = options[name as keyof typeof SAVED];
    if (saved === undefined) continue;
    await checkSavable(saved);
    const other = await otherKind(saved, kind);
    if (other !== undefined)
      tell(`--${name}: ${saved} exists and is ${other}; the run will replace it`);
  }

  const stdout = new StreamOutput('standard output', process.stdout);
  const stderr = new StreamOutput('standard error', process.stderr);
  await using samples = await Samples.open(world, options, stdout);

  // On the same terminal, samples and the progress bar would overwrite each other.
  const bar = process.stderr.isTTY && !(samples.goTo(stdout) && process.stdout.isTTY);
  const { exitCode, ...facts } = await stepWorld(world, samples, options, bar);
  if (samples.unread) return EXIT.ok;

  const summary = summarize(world, { ...facts, seed: world.scenario.seed });
  if (options.json) await stdout.write(`${JSON.stringify(summary)}\n`);
  else await (samples.goTo(stdout) ? stderr : stdout).write(summaryText(summary));
  return exitCode;
}

/**
 * Creates the world to step, from a scenario or from a snapshot. A snapshot contains its own seed and scenario. So
 * `seed`, `laws` and `set` are refused together with a snapshot.
 */
async function openWorld(
  path: string | undefined,
  kernel: KernelName,
  { resume, seed, ticks, laws, set }: RunOptions,
): Promise<World> {
  if (resume === undefined && path !== undefined) {
    const scenario = await readScenario(path, { laws, set });
    return createWorld(scenario, { seed: seed ?? scenario.seed, kernel });
  }
  if (resume === undefined || path !== undefined) {
    const found =
      resume === undefined
        ? 'nothing to run, expected'
        : `${path} together with --resume ${resume}, expected one of the two:`;
    throw new CliError(EXIT.usage, `found ${found} a scenario, or --resume with a snapshot`);
  }
  if (seed !== undefined) {
    throw new CliError(
      EXIT.usage,
      `--seed: found ${seed} together with --resume, which has its own`,
    );
  }
  if (laws !== undefined) {
    throw new CliError(
      EXIT.usage,
      `--laws: found ${laws.join(', ')} together with --resume, which has its own`,
    );
  }
  if (set !== undefined) {
    const found = set.map((change) => changeText(change, '=')).join(', ');
    throw new CliError(
      EXIT.usage,
      `--set: found ${found} together with --resume, which has its own; run the scenario from the start with --set, or give it a set command for a later tick`,
    );
  }
  const world = await readSaved(resume, 'snapshot', (bytes) => restore(bytes, { kernel }));
  // A run that has already reached its last tick may be resumed again; it then does nothing.
  if ((ticks ?? DEFAULT_TICKS) >= world.tick) return world;
  const found = ticks ?? `the default of ${DEFAULT_TICKS}`;
  throw new CliError(
    EXIT.usage,
    `--ticks: found ${found}, expected at least ${world.tick}, the tick of the snapshot`,
  );
}

/**
 * Steps a world on a team of threads until the run is done or interrupted, or until no program reads the output
 * anymore.
 */
async function stepWorld(world: World, samples: Samples, options: RunOptions, bar: boolean) {
  const { ticks = DEFAULT_TICKS } = options;
  using progress = await Progress.open({ ticks, currentTick: () => world.tick, bar });
  using interrupts = watchInterrupts((signal) => {
    const hint = signal === 'SIGINT' ? '; press Ctrl-C again to end at once' : '';
    progress.note(`interrupted at tick ${world.tick}: ending cleanly${hint}`);
  });
  if (options.every !== undefined && !samples.wanted && options.save === undefined) {
    progress.note(
      '--every has no effect without --trajectories, --field, --measure, --hash or --save',
    );
  }

  await using team = await createTeam(world, teamOptions(options));
  if (team.notice !== undefined) progress.note(team.notice);
  team.on('warning', (text) => progress.note(text));
  team.on('fault', ({ error, action }) => {
    // The command ends with the last error, so it is not printed here.
    if (action !== 'failed') progress.note(error.message);
  });
  const hits: HitEvent[] = [];
  const orbits: OrbitEvent[] = [];
  const reports: ReportEvent[] = [];
  const full: FullEvent[] = [];
  const quarantines: QuarantineEvent[] = [];
  team.on('event', (event) => {
    if (event.type === 'hit' || event.type === 'strike') hits.push(event);
    if (event.type === 'orbit') orbits.push(event);
    if (isReport(event)) reports.push(event);
    if (event.type === 'full') full.push(event);
    if (event.type === 'quarantined') quarantines.push(event);
  });

  progress.start();
  const recording = options.record === undefined ? undefined : new Recording(options.record, world);
  let stepped: Stepped;
  try {
    stepped = await stepAndSample(team, samples, options, { recording, signal: interrupts.signal });
  } catch (error) {
    const note = (text: string): void => progress.note(text);
    await recording?.rescue(note);
    await samples.rescue(note);
    throw error;
  }
  await recording?.write();
  await samples.finish(world);
  const brokenOff = world.tick < ticks ? interrupts.exitCode : undefined;
  return {
    exitCode: brokenOff ?? EXIT.ok,
    interrupted: brokenOff !== undefined,
    workers: team.workers,
    kernel: team.kernel,
    hits,
    orbits,
    reports,
    full,
    quarantines,
    ...stepped,
  };
}

interface Stepping {
  readonly recording: Recording | undefined;
  readonly signal: AbortSignal;
}

type Stepped = Pick<RunFacts, 'tickMs' | 'heavyTicks'>;

/**
 * Steps from one stop to the next. A stop is a tick at which something is written. If `heavy` is true, every tick is a
 * stop. If there are no stops, steps to the end at once.
 */
async function stepAndSample(
  team: Team,
  samples: Samples,
  options: RunOptions,
  { recording, signal }: Stepping,
): Promise<Stepped> {
  const { world } = team;
  const { ticks = DEFAULT_TICKS, every = DEFAULT_EVERY, save, heavy = false } = options;
  const stops: number[] = [];
  if (samples.wanted || save !== undefined) stops.push(every);
  if (recording !== undefined) stops.push(RECORD_EVERY);
  if (heavy) stops.push(1);
  const tickMs: Float32Array[] = [];
  let heavyTicks = 0;
  let saved = -1;
  const keep = async (): Promise<void> => {
    if (save === undefined || saved === world.tick) return;
    await saveSnapshot(save, world);
    saved = world.tick;
  };
  await samples.write(team);
  while (world.tick < ticks && !signal.aborted && !samples.unread) {
    // Stops are at multiples of the interval, so that a resumed run stops at the same ticks as a full one.
    const next = Math.min(
      ticks,
      ...stops.map((stride) => world.tick - (world.tick % stride) + stride),
    );
    const before = heavy ? snapshot(world) : undefined;
    const report = await team.run(next - world.tick, { signal, hash: recording !== undefined });
    tickMs.push(report.tickMs);
    if (report.ticks === 0) continue;
    if (before !== undefined) {
      refuseUnlike(before, team);
      heavyTicks++;
    }
    recording?.take(report.hashes);
    // Skips samples at stops that only take a keyframe. The last stop may be at any tick, and always writes a sample.
    if (world.tick % every !== 0 && world.tick === next && next < ticks) continue;
    await samples.write(team);
    await keep();
  }
  await keep();
  return heavy ? { tickMs, heavyTicks } : { tickMs };
}

/**
 * Repeats the last tick, starting from the snapshot `before`. This snapshot was taken one tick earlier.
 *
 * @throws CliError when the repeated tick has a different result
 */
function refuseUnlike(before: Uint8Array, { world, workers }: Team): void {
  const divergence = checkStep(before, innerOf(world), workers);
  if (divergence === undefined) return;
  throw new CliError(EXIT.unlike, divergenceText(divergence).trimEnd());
}
