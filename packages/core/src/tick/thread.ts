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
/** The phase that is done once, behind the last barrier of a tick. */
const ONCE = PHASES.findIndex((phase) => phase.runs === 'once');

/** What a run shall do. */
export interface Run {
  readonly workers: number;
  /** Where it ends; at the latest after TRACE_TICKS ticks, or where the commands in memory end. */
  readonly untilTick: number;
  /** Whether the hash of each tick is recorded. */
  readonly hash: boolean;
}

/** Readies the shared words for a run. By the supervisor, while no worker runs. */
export function prepareRun(world: World, run: Run): void {
  // A run that could not be reported may have left its events there, and no room for those of a tick.
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
  /** Turns to spin at a barrier before sleeping. */
  readonly spins: number;
  /** A clock in ms; core has none of its own. */
  readonly now: () => number;
  readonly inject?: Fault | undefined;
}

/**
 * One worker's part of a run: from tick to tick through the barriers, without a message.
 *
 * @returns 'done' when the run's last tick is published, or 'aborted' when the run was poisoned; then
 * the front state is that of the last published tick, whole
 */
export function runThread(world: SharedWorld, options: ThreadOptions): 'done' | 'aborted' {
  return takeSteps(world.control.word, threadSteps(world, options));
}

/** Yielded before a phase, for those that asked for `pauses`; no barrier has this value unpoisoned. */
export const PAUSE = -1;

/**
 * `runThread` in steps: yields what the thread has to sleep on, see `cross`. Tests of schedules, which
 * play many threads on one, ask for `pauses` too: then it yields PAUSE before each phase.
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
  // What is done once stands right behind the barrier of the last phase that this world needs.
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
      // One that is to fail here does not spin: it is called back from its sleep, or as the last.
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

/** Settles and publishes a tick, and decides whether the run ends here. By one worker, alone. */
function finishTick(world: SharedWorld): void {
  const { word, eventTick } = world.control;
  if (word[WORD.hashing] === 1) traceHash(world);
  PHASES[ONCE].kernel(world, 0, 0, 0);
  const waiting = (world.back.eventCount[0] - word[WORD.eventsTaken]) >>> 0;
  const full = waiting + eventsPerTick(world.plan) > eventTick.length;
  // All workers read `until` behind this barrier, so that all stop at the same tick.
  if (full || Atomics.load(word, WORD.interrupt) === 1) {
    Atomics.store(word, WORD.until, world.frontTick + 1);
  }
  balance(world.control.cut, workOfTick(world));
  publish(world);
  turnTo(world, world.frontTick - 1);
}

/** Asks the run to end at the next tick boundary, all workers at the same. From any thread. */
export function interruptRun(world: SharedWorld): void {
  Atomics.store(world.control.word, WORD.interrupt, 1);
}

/** Ends the run at the next barrier, the tick in work is thrown away. By the supervisor. */
export function poisonRun(world: SharedWorld): void {
  poison(world.control.word);
}

/** Whether the run was ended by poisonRun. From any thread. */
export function runIsPoisoned(world: SharedWorld): boolean {
  return isPoisoned(world.control.word);
}

export interface WorkerProgress {
  /**
   * Changes with each phase, each walk over neighbors and each behavior of a block of steer, each route and
   * every few thousand cells that a search looks at, and every 50 ms at a barrier.
   */
  readonly beat: number;
  readonly tick: number;
  /** A side task while it does one. */
  readonly phase: PhaseName | SideTask;
  /** True while it waits at a barrier. */
  readonly waiting: boolean;
}

/** How far a worker has come. From any thread. */
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
  /** Hash of each state from `fromTick + 1` to `toTick`. */
  readonly hashes: string[];
  /** Milliseconds of each of those steps. */
  readonly tickMs: Float32Array;
}

/** A hash of the present state, which some workers share. */
export interface HashTask {
  readonly workers: number;
}

/** One worker's part of the hash of the present state. Never while a run steps the world. */
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
 * What the last run recorded of the ticks after `fromTick` up to `toTick`, which is the present one.
 * `hashes` is empty unless the run hashed. `hashers`: how many workers have run their part of the hash of the present
 * state; without any the calling thread hashes it alone.
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
      // The workers hash a tick when they step from it, so the last one is still to do.
      hashes.push(hashText(...(hashers > 0 ? finishHash(world, hashers) : hashAlone(world))));
    }
  }
  return { hashes, tickMs };
}
