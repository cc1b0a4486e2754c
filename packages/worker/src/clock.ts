import { turnOfEventLoop } from './turn-of-event-loop.ts';

/**
 * The clock and the timers of the supervising thread. No other code uses timers, so tests can replace them with a
 * virtual clock, and repeat a schedule from a seed.
 */
export interface Clock {
  /** The time since a fixed moment, in ms. */
  now(): number;
  /**
   * Calls `act` once, after `timeMs`. The returned function cancels the call. A pending call keeps a Node process
   * alive.
   */
  after(timeMs: number, act: () => void): () => void;
  /**
   * Calls `act` every `timeMs` until the returned function is called. Until then, the timer keeps a Node process alive.
   */
  every(timeMs: number, act: () => void): () => void;
  /** Lets the host handle pending timers, input events and animation frames, and then resolves. */
  turn(): Promise<void>;
}

/** The real clock and the real timers of the host. */
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
