import {
  createWorld,
  type KernelName,
  measure,
  restore,
  snapshot,
  stateHash,
  takeEvents,
  tick,
  type World,
} from '@skein/core';
import { type Measure, readMeasures } from '@skein/core/describe';
import { ENGINE } from '../engine.ts';
import { hashOf } from '../plan/plan.ts';
import { FileError } from '../stores/file-error.ts';
import { checkSamplesOf, type Samples } from './check-result.ts';
import { damaged, decodeCheckpoint, encodeCheckpoint } from './checkpoint.ts';
import type { CheckpointStore, Job, JobResult } from './job.ts';
import { JobError } from './job-error.ts';
import type { RunTrajectory } from './run-trajectory.ts';

/** The default interval between checkpoints, in ms. A run can lose at most this much work. */
export const DEFAULT_CHECKPOINT_MS = 30_000;
/** The default of `sliceMs`: how long a run steps before other tasks of the event loop get a turn, in ms. */
const DEFAULT_SLICE_MS = 20;
/**
 * A stopped run saves no checkpoint if less than this time (ms) has passed since its last checkpoint. If `checkpointMs`
 * is shorter, `checkpointMs` is the limit instead.
 */
const WORTH_MS = 250;

export interface RunJobOptions {
  /**
   * When this signal aborts, the run stops. If it has a store, it first saves a checkpoint, unless its last checkpoint
   * is very recent.
   */
  readonly signal?: AbortSignal | undefined;
  /** The store that the run continues from and saves to. Without it, the run starts at tick 0 and saves nothing. */
  readonly checkpoints?: CheckpointStore | undefined;
  /** The folder for the trajectories of the run. Without it, none are written. */
  readonly trajectories?: string | undefined;
  /** The interval between checkpoints, in ms. Default: 30,000. */
  readonly checkpointMs?: number | undefined;
  /**
   * Whether to keep the checkpoint after the run. With `keep`, the caller removes the checkpoint after it has stored
   * the result. Without `keep`, a process that is killed before it stores the result loses both the result and the
   * checkpoint. Default: false.
   */
  readonly keep?: boolean | undefined;
  /** The kernel that steps the run. It does not change the result. Default: 'auto', the fastest available. */
  readonly kernel?: KernelName | 'auto' | undefined;
  /**
   * How long the run steps before other tasks of the event loop get a turn, in ms. With 0, other tasks get a turn after
   * every tick. Default: 20.
   */
  readonly sliceMs?: number | undefined;
  /** Called between slices with the current tick. */
  readonly onTick?: ((tick: number) => void) | undefined;
  /** Called with messages for people, such as a damaged checkpoint. */
  readonly onNotice?: ((text: string) => void) | undefined;
}

/**
 * Does a run on the calling thread, in slices, so that the process stays responsive.
 *
 * A run that continues from a checkpoint gives the same bits as a run that was never stopped. If the checkpoint is
 * damaged or comes from another engine, `onNotice` is called, and the run starts at tick 0. At the end, the checkpoint
 * of the run is removed unless `keep` is set.
 *
 * Trajectories are written as the run goes. Their file appears at the end, and has the same bytes after any number of
 * stops.
 *
 * @throws JobError JOB_ABORTED; FileError for trajectories; the errors of `createWorld`, `readMeasures` and the store
 */
export async function runJob(job: Job, options: RunJobOptions = {}): Promise<JobResult> {
  const { signal, checkpoints, onTick } = options;
  const { checkpointMs = DEFAULT_CHECKPOINT_MS, sliceMs = DEFAULT_SLICE_MS } = options;
  checkAborted(job, signal);
  const run = (await resumed(job, options)) ?? (await begun(job, options));
  let savedAtMs = performance.now();
  let savedTick = run.world.tick;
  let isSaved = false;
  const save = async (): Promise<void> => {
    if (checkpoints === undefined || run.world.tick === savedTick) return;
    await checkpoints.save(job.key, run.encode());
    savedAtMs = performance.now();
    savedTick = run.world.tick;
    if (!isSaved) await run.trajectory?.clearLeft();
    isSaved = true;
  };
  try {
    while (run.step(sliceMs)) {
      onTick?.(run.world.tick);
      await turnOfEventLoop();
      const sinceMs = performance.now() - savedAtMs;
      if (signal?.aborted) {
        if (sinceMs >= Math.min(WORTH_MS, checkpointMs)) await save();
        checkAborted(job, signal);
      }
      if (sinceMs >= checkpointMs) await save();
    }
    await run.trajectory?.finish();
  } catch (error) {
    if (isSaved) run.trajectory?.close();
    else run.trajectory?.discard();
    throw error;
  }
  onTick?.(run.world.tick);
  const result = run.result();
  if (!options.keep) await checkpoints?.remove(job.key);
  return result;
}

function checkAborted({ index }: Job, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new JobError('JOB_ABORTED', `run ${index} was stopped`);
}

/** Lets pending messages, signals and timers be handled. */
function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The options for the world of a run. Only one thread uses the world, so its memory is not shared. */
const WORLD = { shared: false, maxWorkers: 1 } as const;

async function begun(
  job: Job,
  { kernel = 'auto', trajectories: folder }: RunJobOptions,
): Promise<Run> {
  const startMs = performance.now();
  const world = createWorld(job.scenario, { ...WORLD, kernel, seed: job.seed });
  const trajectory = await trajectoryOf(job, world, folder);
  trajectory?.sample();
  const samples = job.measures.map(() => []);
  return new Run(job, world, { startMs, sampleTicks: [], samples, trajectory });
}

async function trajectoryOf(
  job: Job,
  world: World,
  folder: string | undefined,
): Promise<RunTrajectory | undefined> {
  if (folder === undefined || job.trajectories === undefined) return undefined;
  // Loaded only when needed, since Arrow takes long to load.
  const { RunTrajectory } = await import('./run-trajectory.ts');
  return new RunTrajectory(folder, job, world);
}

async function resumed(job: Job, options: RunJobOptions): Promise<Run | undefined> {
  const { checkpoints, trajectories: folder, kernel = 'auto', onNotice } = options;
  const bytes = await checkpoints?.load(job.key);
  if (bytes === undefined) return undefined;
  try {
    const { key, engine, ms, snapshot, rows, ...samples } = decodeCheckpoint(bytes);
    if (key !== job.key || engine !== ENGINE) {
      const found = `the checkpoint of run ${key} and engine ${engine}`;
      throw damaged(found, job.key);
    }
    const startMs = performance.now() - ms;
    const world = restore(snapshot, { ...WORLD, kernel });
    checkWorld(job, world);
    checkSamplesOf(job, world.tick, samples, 'checkpoint');
    const trajectory = await trajectoryOf(job, world, folder);
    await trajectory?.continueAfter(rows);
    return new Run(job, world, { startMs, ...samples, trajectory });
  } catch (error) {
    // On a full disk, a run from tick 0 would lose the checkpoint as well.
    if (error instanceof FileError) throw error;
    onNotice?.(`run ${job.index} starts at tick 0: ${(error as Error).message}`);
    return undefined;
  }
}

interface Progress extends Samples {
  readonly startMs: number;
  readonly trajectory: RunTrajectory | undefined;
}

/** @throws JobError CHECKPOINT_DAMAGED if the world is not one that the job has on its way */
function checkWorld({ scenario, seed, ticks }: Job, world: World): void {
  const refuse = (found: string, expected: string): never => {
    throw damaged(found, expected);
  };
  if (hashOf(world.scenario) !== hashOf({ ...scenario, seed }))
    refuse(
      `scenario ${JSON.stringify(world.scenario.name)}, seed ${world.scenario.seed}`,
      `the scenario of the run, ${JSON.stringify(scenario.name)}, and seed ${seed}`,
    );
  if (world.tick > ticks) refuse(`tick ${world.tick}`, `at most ${ticks}`);
  if (world.log.length > 0 || world.logSince > 0) refuse('commands of a program', 'none');
}

/** A run in progress: its world and its samples. */
class Run {
  readonly world: World;
  /** The file of the trajectories; undefined if the run writes none. */
  readonly trajectory: RunTrajectory | undefined;
  readonly #job: Job;
  readonly #measures: readonly Measure[];
  readonly #startMs: number;
  readonly #sampleTicks: number[];
  readonly #samples: (number | null)[][];

  constructor(job: Job, world: World, { startMs, sampleTicks, samples, trajectory }: Progress) {
    this.#job = job;
    this.world = world;
    this.trajectory = trajectory;
    this.#measures = readMeasures(job.measures, world.scenario);
    this.#startMs = startMs;
    this.#sampleTicks = [...sampleTicks];
    const columns = this.#measures.map((_, at) => [...(samples[at] ?? [])]);
    this.#samples = columns;
    if (this.#sampleTicks.at(-1) !== world.tick) this.#sample();
  }

  /** Steps for `sliceMs`, or to the end of the run. Returns whether ticks are left. */
  step(sliceMs: number): boolean {
    const { world } = this;
    const { ticks } = this.#job;
    const endMs = performance.now() + sliceMs;
    while (world.tick < ticks) {
      tick(world);
      this.#sample();
      this.trajectory?.sample();
      if (performance.now() >= endMs) break;
    }
    // Nothing reads the events, so they are discarded before they fill the memory.
    takeEvents(world);
    return world.tick < ticks;
  }

  encode(): Uint8Array {
    const { trajectory } = this;
    return encodeCheckpoint({
      key: this.#job.key,
      engine: ENGINE,
      ms: performance.now() - this.#startMs,
      sampleTicks: this.#sampleTicks,
      samples: this.#samples,
      ...(trajectory !== undefined && { rows: trajectory.keep() }),
      snapshot: snapshot(this.world),
    });
  }

  result(): JobResult {
    const { key, index, parameters, seed, ticks } = this.#job;
    return {
      key,
      index,
      parameters,
      seed,
      ticks,
      hash: stateHash(this.world),
      engine: ENGINE,
      ms: Math.round((performance.now() - this.#startMs) * 1000) / 1000,
      sampleTicks: this.#sampleTicks,
      samples: this.#samples,
    };
  }

  /** Takes a sample if one is due. */
  #sample(): void {
    const { every, ticks } = this.#job;
    const at = this.world.tick;
    if (at % every !== 0 && at !== ticks) return;
    this.#sampleTicks.push(at);
    const values = measure(this.world, this.#measures);
    // The values are those that JSON can store, so that a result does not change when it is written and read.
    for (const [k, column] of this.#samples.entries()) {
      column.push(Number.isFinite(values[k]) ? values[k] + 0 : null);
    }
  }
}
