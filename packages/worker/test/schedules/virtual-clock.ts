import type { Clock } from '../../src/clock.ts';

interface Due {
  atMs: number;
  /** Events that are due at the same time happen in the order in which they were added. */
  readonly order: number;
  readonly act: () => void;
  /** Whether the event is for the supervising thread. */
  readonly host: boolean;
  off: boolean;
}

/** Resolves when all promises that can settle have settled. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * A clock that stands still until it is moved to the next event. With it a run of minutes takes milliseconds, and its
 * events have the same order each time.
 */
export class VirtualClock implements Clock {
  #nowMs = 0;
  #order = 0;
  /** A heap: the next event is first. */
  readonly #due: Due[] = [];
  #open = 0;
  #settles = true;
  /** How late a timer is, ms. */
  lateMs: () => number = () => 0;
  /** Until this time the supervising thread is busy and receives nothing, ms. */
  busyUntilMs = 0;

  readonly now = (): number => this.#nowMs;

  /** The number of timers that were set, and have neither fired nor been canceled. */
  get open(): number {
    return this.#open;
  }

  readonly after = (timeMs: number, act: () => void): (() => void) => {
    this.#open++;
    const fire = () => {
      this.#open--;
      act();
    };
    const due = this.#add(timeMs + this.lateMs(), fire, true);
    return () => {
      if (due.off) return;
      due.off = true;
      this.#open--;
    };
  };

  readonly every = (timeMs: number, act: () => void): (() => void) => {
    let callOff: () => void = () => {};
    const again = () => {
      callOff = this.after(timeMs, () => {
        again();
        act();
      });
    };
    again();
    return () => callOff();
  };

  readonly turn = (): Promise<void> =>
    new Promise((resolve) => {
      this.after(0, resolve);
    });

  /** Adds an event of the threads. */
  later(timeMs: number, act: () => void): void {
    this.#add(timeMs, act, false);
  }

  /** Adds a message to the supervising thread. */
  message(timeMs: number, act: () => void): void {
    this.#add(timeMs, act, true);
  }

  /** Must be called before the next step if other code may have settled promises. */
  called(): void {
    this.#settles = true;
  }

  /** Moves to the next event. Resolves to false if there is none. */
  async step(): Promise<boolean> {
    // Events of the threads alone settle no promises.
    if (this.#settles) await settled();
    this.#settles = true;
    for (;;) {
      const due = this.#take();
      if (due === undefined) return false;
      if (due.off) continue;
      if (due.host && due.atMs < this.busyUntilMs) {
        due.atMs = this.busyUntilMs;
        this.#put(due);
        continue;
      }
      due.off = true;
      this.#nowMs = due.atMs;
      due.act();
      this.#settles = due.host;
      return true;
    }
  }

  #add(timeMs: number, act: () => void, host: boolean): Due {
    const atMs = this.#nowMs + Math.max(timeMs, 0);
    return this.#put({ atMs, order: this.#order++, act, host, off: false });
  }

  #put(due: Due): Due {
    const heap = this.#due;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (before(heap[parent], due)) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = due;
    return due;
  }

  #take(): Due | undefined {
    const heap = this.#due;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1], heap[child])) child++;
      if (before(last, heap[child])) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function before(one: Due, other: Due): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
