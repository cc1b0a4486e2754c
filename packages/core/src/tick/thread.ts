import { finishHash, hashAlone, hashText, traceHash } from '../phases/hash.ts';
import { drainEvents } from '../world/event-ring.ts';
import { PROGRESS, WORD, WORKER_STRIDE } from '../world/layout.ts';
import { eventsPerTick, TRACE_TICKS } from '../world/sizes.ts';
import { setWorkers } from '../world/slice.ts';
import { refresh, type SharedWorld, turnTo, type World } from '../world/world.ts';
import { balance } from './balance.ts';
import { cross, isPoisoned, poison, resetBarrier, takeSteps } from './barrier.ts';
import type { Fault } from './fault.ts';
import { runPhase } from './kernels.ts';
import { isNeeded, type Phase, type PhaseName, PIPELINE } from './pipeline.ts';
import { beginSideTask, type SideTask, sideTaskAt } from './side-task.ts';
import { partOf, publish } from './tick.ts';
import { WorkerClock, workOfTick } from './worker-time.ts';

const PHASES: readonly Phase[] = PIPELINE;
/** The index of the phase that only one worker runs, after the last barrier of a tick. */
const ONCE = PHASES.findIndex((phase) => phase.runs === 'once');

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

export interface ThreadOptions {
  readonly worker: number;
  /** The number of checks at a barrier before the thread sleeps. */
  readonly spins: number;
  /** A function that returns the time in ms. Core has no clock of its own. */
  readonly now: () => number;
  readonly inject?: Fault | undefined;
}

/**
 * Runs one worker's part of a run, from tick to tick through the barriers, without messages.
 *
 * @returns 'done' after the run's last tick is published. 'aborted' if the run was poisoned; the front state is then
 * the complete state of the last published tick
 */
export function runThread(world: SharedWorld, options: ThreadOptions): 'done' | 'aborted' {
  return takeSteps(world.control.word, threadSteps(world, options));
}

/**
 * If `pauses` is set, `threadSteps` yields this value before each phase. `cross` yields the value of a barrier that is
 * not poisoned. The value of such a barrier is even, so it is never -1.
 */
export const PAUSE = -1;

/**
 * `runThread` as a generator. The generator yields when the thread has to sleep: see `cross`. If `pauses` is set, the
 * generator also yields PAUSE before each phase. This way, tests can run many simulated threads on one thread, in any
 * order. A thread without shared memory checks the time at each pause, and interrupts the run if it has taken long
 * enough.
 */
export function* threadSteps(
  world: SharedWorld,
  options: ThreadOptions,
  pauses = false,
): Generator<number, 'done' | 'aborted'> {
  const { worker, spins, now, inject } = options;
  const { word, progress, traceMs } = world.control;
  const workers = word[WORD.workers];
  const hashing = word[WORD.hashing] === 1;
  const mine = worker * WORKER_STRIDE;
  // The phase that runs once comes right after the barrier of the last phase that this world needs.
  const last = PHASES.map((phase) => isNeeded(phase, world.plan)).lastIndexOf(true, ONCE - 1);
  const beat = (): void => {
    Atomics.add(progress, mine + PROGRESS.beat, 1);
  };
  const enter = (index: number): void => {
    Atomics.store(progress, mine + PROGRESS.phase, index);
    beat();
    const { name } = PHASES[index];
    if (inject?.tick === world.frontTick && inject.phase === name && !inject.arrived) inject.run();
  };
  let finished = false;
  const finish = (): void => {
    Atomics.store(progress, mine + PROGRESS.waiting, 0);
    enter(ONCE);
    finishTick(world);
    finished = true;
  };
  world.live = beat;
  refresh(world);
  const clock = new WorkerClock(world, worker, now);
  while (world.frontTick < Atomics.load(word, WORD.until)) {
    Atomics.store(progress, mine + PROGRESS.tick, world.frontTick);
    for (let index = 0; index < PHASES.length; index++) {
      const phase = PHASES[index];
      if (phase.runs === 'once' || (phase.whenHashing && !hashing)) continue;
      if (!isNeeded(phase, world.plan)) continue;
      if (pauses) yield PAUSE;
      enter(index);
      runPart(world, phase, workers, worker, beat);
      if (!phase.barrier) continue;
      const once = index === last ? finish : undefined;
      Atomics.store(progress, mine + PROGRESS.waiting, 1);
      clock.arrive();
      finished = false;
      const fails =
        inject?.arrived && inject.tick === world.frontTick && inject.phase === phase.name;
      // A worker that should fail here does not spin. It fails when it wakes up, or when it arrives last.
      const goOn = fails
        ? yield* cross(word, workers, 0, inject.run, inject.run)
        : yield* cross(word, workers, spins, beat, once);
      Atomics.store(progress, mine + PROGRESS.waiting, 0);
      if (!goOn) return 'aborted';
      clock.leave(finished);
    }
    const tickMs = clock.endTick();
    turnTo(world, Atomics.load(word, WORD.tick));
    if (worker === 0) traceMs[world.frontTick % TRACE_TICKS] = tickMs;
  }
  return 'done';
}

function runPart(
  world: SharedWorld,
  phase: Phase,
  workers: number,
  worker: number,
  beat: () => void,
): void {
  const [begin, end] = partOf(world, phase, workers, worker);
  const block = phase.block ?? end - begin;
  if (end - begin <= block) {
    runPhase(world, phase, begin, end, worker);
    return;
  }
  for (let first = begin; first < end; first += block) {
    runPhase(world, phase, first, Math.min(first + block, end), worker);
    beat();
  }
}

/**
 * Finishes a tick: runs `settle`, publishes the tick, and decides whether the run ends here. Only one worker calls it.
 */
function finishTick(world: SharedWorld): void {
  const { word, eventTick } = world.control;
  if (word[WORD.hashing] === 1) traceHash(world);
  PHASES[ONCE].kernel(world, 0, 0, 0);
  const waiting = (world.back.eventCount[0] - word[WORD.eventsTaken]) >>> 0;
  const full = waiting + eventsPerTick(world.plan) > eventTick.length;
  // All workers read `until` after this barrier, so all stop at the same tick.
  if (full || Atomics.load(word, WORD.interrupt) === 1) {
    Atomics.store(word, WORD.until, world.frontTick + 1);
  }
  balance(world.control.cut, workOfTick(world));
  publish(world);
  turnTo(world, world.frontTick - 1);
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

export interface WorkerProgress {
  /**
   * A counter that shows that the worker is alive. It changes with each phase, and every 50 ms while the worker waits
   * at a barrier. In the phase `steer`, it also changes after each walk over neighbors, and after each behavior of a
   * block of agents. In path finding, it changes with each route, and every few thousand cells.
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

/** A task to compute the hash of the current state. It is divided among some workers. */
export interface HashTask {
  readonly workers: number;
}

/** Computes one worker's part of the hash of the current state. Never call it while a run steps the world. */
export function runHash(
  world: SharedWorld,
  { workers }: HashTask,
  worker: number,
  inject?: Fault,
): void {
  const live = beginSideTask(world, 'hash', worker, inject);
  for (const phase of PHASES) {
    if (phase.whenHashing && isNeeded(phase, world.plan)) {
      runPart(world, phase, workers, worker, live);
    }
  }
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
    if (tick < toTick) {
      const at = 2 * (tick % TRACE_TICKS);
      hashes.push(hashText(words[at], words[at + 1]));
    } else {
      // The workers hash a tick when they step on from it, so the hash of the last tick is still missing.
      hashes.push(hashText(...(hashers > 0 ? finishHash(world, hashers) : hashAlone(world))));
    }
  }
  return { hashes, tickMs };
}
