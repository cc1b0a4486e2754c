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
import { decodeCheckpoint, encodeCheckpoint } from './checkpoint.ts';
import type { CheckpointStore, Job, JobResult } from './job.ts';
import { JobError } from './job-error.ts';

/** From one save to the next (ms): what a run may lose. */
export const DEFAULT_CHECKPOINT_MS = 30_000;
/** How long it steps before others have their turn (ms). */
const DEFAULT_SLICE_MS = 20;
/** Work that is worth a save when a run is stopped (ms). */
const WORTH_MS = 250;

export interface RunJobOptions {
  /** Stops the run, which saves where it is. */
  readonly signal?: AbortSignal | undefined;
  /** Where the run keeps what it has done, and continues from; left out, it begins at tick 0 and keeps nothing. */
  readonly checkpoints?: CheckpointStore | undefined;
  /** From one save to the next (ms). Default 30,000. */
  readonly checkpointMs?: number | undefined;
  /**
   * Whether the checkpoint stays when the run is over, for the keeper of the result to remove it then: a process
   * that is killed in between would else lose both. Default false.
   */
  readonly keep?: boolean | undefined;
  /** Default 'auto'. It does not change the result. */
  readonly kernel?: KernelName | 'auto' | undefined;
  /** How long it steps before others have their turn (ms); at 0 a tick. Default 20. */
  readonly sliceMs?: number | undefined;
  /** Called between slices with the tick that the run has reached. */
  readonly onTick?: ((tick: number) => void) | undefined;
  /** Called with what people should know, as that a checkpoint is damaged. */
  readonly onNotice?: ((text: string) => void) | undefined;
}

/**
 * Does a run on the calling thread, in slices, so that the process stays responsive.
 *
 * A run that continues from a checkpoint comes to the same bits as one that was never stopped. Its checkpoint is
 * removed when it is over, unless `keep` says otherwise. One that is damaged, or of another engine, is reported and ignored.
 *
 * @throws JobError JOB_ABORTED; what `createWorld` and `readMeasures` throw; what the store throws
 */
export async function runJob(job: Job, options: RunJobOptions = {}): Promise<JobResult> {
  const { signal, checkpoints, onTick } = options;
  const { checkpointMs = DEFAULT_CHECKPOINT_MS, sliceMs = DEFAULT_SLICE_MS } = options;
  checkAborted(job, signal);
  const run = (await resumed(job, options)) ?? begun(job, options);
  let savedAtMs = performance.now();
  let savedTick = run.world.tick;
  const save = async (): Promise<void> => {
    if (checkpoints === undefined || run.world.tick === savedTick) return;
    await checkpoints.save(job.key, run.encode());
    savedAtMs = performance.now();
    savedTick = run.world.tick;
  };
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
  onTick?.(run.world.tick);
  const result = run.result();
  if (!options.keep) await checkpoints?.remove(job.key);
  return result;
}

function checkAborted({ index }: Job, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new JobError('JOB_ABORTED', `run ${index} was stopped`);
}

/** Lets messages, signals and timers have their turn. */
function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What worlds of runs are made with: they are not shared. */
const WORLD = { shared: false, maxWorkers: 1 } as const;

function begun(job: Job, { kernel = 'auto' }: RunJobOptions): Run {
  const startMs = performance.now();
  const world = createWorld(job.scenario, { ...WORLD, kernel, seed: job.seed });
  return new Run(job, world, { startMs, sampleTicks: [], samples: job.measures.map(() => []) });
}

async function resumed(job: Job, options: RunJobOptions): Promise<Run | undefined> {
  const { checkpoints, kernel = 'auto', onNotice } = options;
  const bytes = await checkpoints?.load(job.key);
  if (bytes === undefined) return undefined;
  try {
    const { key, engine, ms, sampleTicks, samples, snapshot } = decodeCheckpoint(bytes);
    if (key !== job.key || engine !== ENGINE) {
      const found = `that of run ${key} and engine ${engine}`;
      throw new JobError('CHECKPOINT_DAMAGED', `checkpoint: found ${found}, expected ${job.key}`);
    }
    const startMs = performance.now() - ms;
    const world = restore(snapshot, { ...WORLD, kernel });
    return new Run(job, world, { startMs, sampleTicks, samples });
  } catch (error) {
    onNotice?.(`run ${job.index} begins at tick 0: ${(error as Error).message}`);
    return undefined;
  }
}

interface Progress {
  readonly startMs: number;
  readonly sampleTicks: readonly number[];
  readonly samples: readonly (readonly (number | null)[])[];
}

/** A run under way: its world, and what was sampled of it. */
class Run {
  readonly world: World;
  readonly #job: Job;
  readonly #measures: readonly Measure[];
  readonly #startMs: number;
  readonly #sampleTicks: number[];
  readonly #samples: (number | null)[][];

  constructor(job: Job, world: World, { startMs, sampleTicks, samples }: Progress) {
    this.#job = job;
    this.world = world;
    this.#measures = readMeasures(job.measures, world.scenario);
    this.#startMs = startMs;
    this.#sampleTicks = [...sampleTicks];
    const columns = this.#measures.map((_, at) => [...(samples[at] ?? [])]);
    this.#samples = columns;
    if (this.#sampleTicks.at(-1) !== world.tick) this.#sample();
  }

  /** Steps for so long, or to the end; whether there is more to do. */
  step(sliceMs: number): boolean {
    const { world } = this;
    const { ticks } = this.#job;
    const endMs = performance.now() + sliceMs;
    while (world.tick < ticks) {
      tick(world);
      this.#sample();
      if (performance.now() >= endMs) break;
    }
    // They would pile up: nothing reads them.
    takeEvents(world);
    return world.tick < ticks;
  }

  encode(): Uint8Array {
    return encodeCheckpoint({
      key: this.#job.key,
      engine: ENGINE,
      ms: performance.now() - this.#startMs,
      sampleTicks: this.#sampleTicks,
      samples: this.#samples,
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

  /** Takes a sample where one is due. */
  #sample(): void {
    const { every, ticks } = this.#job;
    const at = this.world.tick;
    if (at % every !== 0 && at !== ticks) return;
    this.#sampleTicks.push(at);
    const values = measure(this.world, this.#measures);
    // What JSON keeps, so that a result is the same before and after it was written.
    for (const [k, column] of this.#samples.entries()) {
      column.push(Number.isFinite(values[k]) ? values[k] + 0 : null);
    }
  }
}
