import { TIME, WORD, WORKER_STRIDE } from '../world/layout.ts';
import type { SharedWorld } from '../world/world.ts';

/** How long a worker worked, and how long it waited for other workers at barriers (ms). */
export interface WorkerTime {
  readonly workMs: number;
  readonly waitMs: number;
}

/** The times of a worker in the last run: those of the last tick, and those of the whole run. */
export function workerTime(
  world: SharedWorld,
  worker: number,
): { readonly tick: WorkerTime; readonly run: WorkerTime } {
  const time = world.control.workerTime;
  const mine = worker * WORKER_STRIDE;
  return {
    tick: { workMs: time[mine + TIME.tickWork], waitMs: time[mine + TIME.tickWait] },
    run: { workMs: time[mine + TIME.runWork], waitMs: time[mine + TIME.runWait] },
  };
}

/**
 * For each worker, compares the work time in this tick so far with the work time in the previous tick. Returns the
 * lower time (ms), because a short interruption by the host lengthens only one of the two times. Call this at a
 * barrier, after all workers have arrived.
 */
export function workOfTick(world: SharedWorld): number[] {
  const { word, workerTime: time } = world.control;
  return Array.from({ length: word[WORD.workers] }, (_, worker) => {
    const mine = worker * WORKER_STRIDE;
    const before = time[mine + TIME.workBefore];
    const now = time[mine + TIME.tickWork];
    return before > 0 ? Math.min(before, now) : now;
  });
}

/** Measures how long a worker works during a run, and how long it waits. No result of a tick depends on this clock. */
export class WorkerClock {
  readonly #now: () => number;
  readonly #time: Float32Array;
  readonly #mine: number;
  #last: number;
  #arrived = 0;
  #work = 0;
  #wait = 0;
  // Summed here in f64, because f32 would lose short ticks in a long run.
  #runWork = 0;
  #runWait = 0;

  /** @param now returns the time in ms */
  constructor(world: SharedWorld, worker: number, now: () => number) {
    this.#now = now;
    this.#time = world.control.workerTime;
    this.#mine = worker * WORKER_STRIDE;
    this.#last = now();
  }

  /** Records that the worker arrived at a barrier. */
  arrive(): void {
    this.#arrived = this.#now();
    // The worker that arrives last balances the slices by this time.
    this.#time[this.#mine + TIME.tickWork] = this.#work + this.#arrived - this.#last;
  }

  /**
   * Records that the worker leaves a barrier. `worked` is true if the worker finished the tick at this barrier. The
   * worker that arrives last at the last barrier finishes the tick.
   */
  leave(worked: boolean): void {
    const left = this.#now();
    this.#work += (worked ? left : this.#arrived) - this.#last;
    this.#wait += worked ? 0 : left - this.#arrived;
    this.#last = left;
  }

  /** Records the end of a tick, after its last barrier. Returns how long the tick took (ms). */
  endTick(): number {
    const time = this.#time;
    const mine = this.#mine;
    const tickMs = this.#work + this.#wait;
    this.#runWork += this.#work;
    this.#runWait += this.#wait;
    time[mine + TIME.workBefore] = this.#work;
    time[mine + TIME.tickWork] = this.#work;
    time[mine + TIME.tickWait] = this.#wait;
    time[mine + TIME.runWork] = this.#runWork;
    time[mine + TIME.runWait] = this.#runWait;
    this.#work = 0;
    this.#wait = 0;
    return tickMs;
  }
}
