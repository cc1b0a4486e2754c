import type { Clock } from './clock.ts';

/**
 * Resolves when `promise` settles or `timeMs` has passed, whichever is first. Until then, a timer keeps a Node process
 * alive. This is necessary because `promise` may wait for the last thread of the process to end.
 */
export function within(clock: Clock, promise: Promise<unknown>, timeMs: number): Promise<void> {
  return new Promise((resolve) => {
    const callOff = clock.after(timeMs, resolve);
    const end = () => {
      callOff();
      resolve();
    };
    promise.then(end, end);
  });
}
