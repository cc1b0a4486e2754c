import { turnOfEventLoop } from './turn-of-event-loop.ts';

/**
 * The clock and the timers of the supervising thread. One place for all of them, so that tests can put
 * a virtual clock there and play the same code under schedules that a seed makes.
 */
export interface Clock {
  /** Time since some moment, ms. */
  now(): number;
  /** Calls `act` once, after `timeMs`. The returned function calls that off. Keeps a process of Node alive. */
  after(timeMs: number, act: () => void): () => void;
  /** Calls `act` every `timeMs` until the returned function is called. Keeps a process of Node alive. */
  every(timeMs: number, act: () => void): () => void;
  /** Resolves when timers, input and frames have had their turn. */
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
