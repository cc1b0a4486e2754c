import { turnOfEventLoop } from './turn-of-event-loop.ts';

/**
 * The clock and the timers of the supervising thread. All of them are here, so that tests can use a virtual clock and
 * run the same code under schedules from a seed.
 */
export interface Clock {
  /** Time since a fixed moment, ms. */
  now(): number;
  /** Calls `act` once, after `timeMs`. The returned function cancels it. Keeps a Node process alive. */
  after(timeMs: number, act: () => void): () => void;
  /** Calls `act` every `timeMs` until the returned function is called. Keeps a Node process alive. */
  every(timeMs: number, act: () => void): () => void;
  /** Resolves after timers, input and frames have had their turn. */
  turn(): Promise<void>;
}

/** The clock of the host. */
export const hostClock: Clock = {
  now: () => performance.now(),
  after(timeMs, act) {
    const timer = setTimeout(act, timeMs);
    return () => clearTimeout(timer);
  },
  every(timeMs, act) {
    const timer = setInterval(act, timeMs);
    return () => clearInterval(timer);
  },
  turn: turnOfEventLoop,
};
