import { traceHash } from '../phases/hash.ts';
import { PROGRESS, WORD, WORKER_STRIDE } from '../world/layout.ts';
import { eventsPerTick, TRACE_TICKS } from '../world/sizes.ts';
import { refresh, type SharedWorld, turnTo } from '../world/world.ts';
import { balance } from './balance.ts';
import { cross, takeSteps } from './barrier.ts';
import type { Fault } from './fault.ts';
import { runPhase } from './phase-kernels.ts';
import { isNeeded, type Phase, PIPELINE } from './pipeline.ts';
import { beginSideTask } from './side-task.ts';
import { partOf, publish } from './tick.ts';
import { WorkerClock, workOfTick } from './worker-time.ts';

/** The index of the phase that only one worker runs, after the last barrier of a tick. */
const ONCE = PIPELINE.findIndex((phase) => phase.runs === 'once');

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
  const last = PIPELINE.map((phase) => isNeeded(phase, world.plan)).lastIndexOf(true, ONCE - 1);
  const beat = (): void => {
    Atomics.add(progress, mine + PROGRESS.beat, 1);
  };
  const enter = (index: number): void => {
    Atomics.store(progress, mine + PROGRESS.phase, index);
    beat();
    const { name } = PIPELINE[index];
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
    for (let index = 0; index < PIPELINE.length; index++) {
      const phase = PIPELINE[index];
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
  runPhase(world, PIPELINE[ONCE], 0, 0, 0);
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
  for (const phase of PIPELINE) {
    if (phase.whenHashing && isNeeded(phase, world.plan)) {
      runPart(world, phase, workers, worker, live);
    }
  }
}
