import { finishHash, hashAlone, hashText } from '../phases/hash.ts';
import { drainEvents } from '../world/event-ring.ts';
import { PROGRESS, WORD, WORKER_STRIDE } from '../world/layout.ts';
import { TRACE_TICKS } from '../world/sizes.ts';
import { setWorkers } from '../world/slice.ts';
import { refresh, type SharedWorld, type World } from '../world/world.ts';
import { isPoisoned, poison, resetBarrier } from './barrier.ts';
import { type PhaseName, PIPELINE } from './pipeline.ts';
import { type SideTask, sideTaskAt } from './side-task.ts';

// A run, as the thread that supervises it prepares it, watches it and reads its record. thread.ts has the workers' side.

/** The settings of a run. */
export interface Run {
  readonly workers: number;
  /**
   * The tick at which the run ends. The run ends earlier if TRACE_TICKS ticks have passed, or if it reaches the tick
   * where the commands in shared memory end.
   */
  readonly untilTick: number;
  /** Whether to record the state hash of each tick. */
  readonly hash: boolean;
}

/** Prepares the shared memory for a run. The supervisor calls it while no worker runs. */
export function prepareRun(world: World, run: Run): void {
  // A run that could not be reported may have left events, and no room for those of a tick.
  drainEvents(world);
  const { word, progress, workerTime } = world.control;
  progress.fill(0);
  workerTime.fill(0);
  setWorkers(world, run.workers);
  word[WORD.hashing] = run.hash ? 1 : 0;
  Atomics.store(word, WORD.interrupt, 0);
  const until = Math.min(run.untilTick, world.frontTick + TRACE_TICKS);
  Atomics.store(word, WORD.until, Math.min(until, world.host.commands.write(world)));
  resetBarrier(word);
}

/** Asks the run to end at the next tick boundary, which is the same for all workers. Any thread may call it. */
export function interruptRun(world: SharedWorld): void {
  Atomics.store(world.control.word, WORD.interrupt, 1);
}

/**
 * Ends the run at the next barrier, and discards the unfinished tick. Called on the thread that supervises the workers.
 */
export function poisonRun(world: SharedWorld): void {
  poison(world.control.word);
}

/** Whether poisonRun ended the run. Any thread may call it. */
export function runIsPoisoned(world: SharedWorld): boolean {
  return isPoisoned(world.control.word);
}

/** Whether the run should end at the next tick boundary, or at once. */
export function isToEnd({ control: { word } }: SharedWorld): boolean {
  return Atomics.load(word, WORD.interrupt) === 1 || isPoisoned(word);
}

/** Lets the run end at `tick` or earlier. Called while no worker runs. */
export function endRunAt({ control: { word } }: SharedWorld, tick: number): void {
  Atomics.store(word, WORD.until, Math.min(tick, Atomics.load(word, WORD.until)));
}

/** The tick at which the run ends, if nothing ends it earlier. */
export function endOfRun({ control: { word } }: SharedWorld): number {
  return Atomics.load(word, WORD.until);
}

/**
 * Records the last ticks of a world in place of workers, who did not step them.
 *
 * @param hashes the hash after each tick, as `stateHash` returns it
 * @param tickMs the duration of each tick (ms)
 */
export function recordTicks(world: World, hashes: readonly string[], tickMs: number): void {
  const { traceHash, traceMs } = world.control;
  hashes.forEach((hash, k) => {
    const at = (world.tick - hashes.length + k + 1) % TRACE_TICKS;
    traceMs[at] = tickMs;
    traceHash[2 * at] = Number.parseInt(hash.slice(8), 16);
    traceHash[2 * at + 1] = Number.parseInt(hash.slice(0, 8), 16);
  });
}

export interface WorkerProgress {
  /**
   * A counter that shows that the worker is alive. It changes with each phase, and every 50 ms while the worker waits
   * at a barrier. In the phase `steer`, it also changes after each walk over neighbors, and after each behavior of a
   * block of agents; in `stepFields`, after each block of buckets. In path finding, it changes with each route, and every few thousand cells.
   */
  readonly beat: number;
  readonly tick: number;
  /** The phase that the worker runs, or the side task that it does. */
  readonly phase: PhaseName | SideTask;
  /** Whether the worker waits at a barrier. */
  readonly waiting: boolean;
}

/** Reads the progress of a worker. Any thread may call it. */
export function workerProgress(world: SharedWorld, worker: number): WorkerProgress {
  const { progress } = world.control;
  const mine = worker * WORKER_STRIDE;
  const phase = Atomics.load(progress, mine + PROGRESS.phase);
  return {
    beat: Atomics.load(progress, mine + PROGRESS.beat),
    tick: Atomics.load(progress, mine + PROGRESS.tick),
    phase: PIPELINE[phase]?.name ?? sideTaskAt(phase),
    waiting: Atomics.load(progress, mine + PROGRESS.waiting) === 1,
  };
}

export interface Trace {
  /** The state hash of each tick from `fromTick + 1` to `toTick`. */
  readonly hashes: string[];
  /** For each tick from `fromTick + 1` to `toTick`, the duration (ms) of the step that reached this tick. */
  readonly tickMs: Float32Array;
}

/**
 * Returns the record of the ticks after `fromTick` up to `toTick` in the last run. `toTick` must be the current tick.
 * `hashes` is empty unless the run recorded hashes.
 *
 * `hashers` is the number of workers that have computed their part of the hash of the current state. If it is 0, the
 * calling thread computes the whole hash.
 */
export function traceOf(world: World, fromTick: number, toTick: number, hashers = 0): Trace {
  refresh(world);
  const { traceHash: words, traceMs, word } = world.control;
  const tickMs = new Float32Array(toTick - fromTick);
  const hashes: string[] = [];
  for (let tick = fromTick + 1; tick <= toTick; tick++) {
    tickMs[tick - fromTick - 1] = traceMs[tick % TRACE_TICKS];
    if (word[WORD.hashing] === 0) continue;
    // A graphics card has hashed the last tick too.
    if (tick < toTick || world.ahead > 0) {
      const at = 2 * (tick % TRACE_TICKS);
      hashes.push(hashText(words[at], words[at + 1]));
    } else {
      // The workers hash a tick when they step on from it, so the hash of the last tick is still missing.
      hashes.push(hashText(...(hashers > 0 ? finishHash(world, hashers) : hashAlone(world))));
    }
  }
  return { hashes, tickMs };
}
