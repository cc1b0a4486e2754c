import { TIME, WORD, WORKER_STRIDE } from '../world/layout.ts';
import type { SharedWorld } from '../world/world.ts';

/** How long a worker worked, and how long it waited at barriers for others, ms. */
export interface WorkerTime {
  readonly workMs: number;
  readonly waitMs: number;
}

/** What a worker recorded of its time in the last run: of that run's last tick, and in all. */
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
 * What each worker worked in this tick so far, ms, or in the tick before where that is less: a worker
 * that the host took off its core for a moment does not have more work. At a barrier that all came to.
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

/** A worker's clock: parts the time of a run into work and waiting. Nothing in a tick depends on it. */
export class WorkerClock {
  readonly #now: () => number;
  readonly #time: Float32Array;
  readonly #mine: number;
  #last: number;
  #arrived = 0;
  #work = 0;
  #wait = 0;
  // Summed here: f32 would lose short ticks in a long run.
  #runWork = 0;
  #runWait = 0;

  /** `now` is in ms. */
  constructor(world: SharedWorld, worker: number, now: () => number) {
    this.#now = now;
    this.#time = world.control.workerTime;
    this.#mine = worker * WORKER_STRIDE;
    this.#last = now();
  }

  /** The worker comes to a barrier. */
  arrive(): void {
    this.#arrived = this.#now();
    // The worker that comes last balances the slices by it.
    this.#time[this.#mine + TIME.tickWork] = this.#work + this.#arrived - this.#last;
  }

  /** It leaves the barrier; `worked` when it came last and did there what is done once. */
  leave(worked: boolean): void {
    const left = this.#now();
    this.#work += (worked ? left : this.#arrived) - this.#last;
    this.#wait += worked ? 0 : left - this.#arrived;
    this.#last = left;
  }

  /** A tick ends with the barrier that was left last; returns how long the tick took, ms. */
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
