import type { Clock } from './clock.ts';

/**
 * Resolves when `promise` resolves or rejects, or after `timeMs`, whichever is first. The timer keeps a Node process
 * alive until then, because `promise` may be the end of the last thread of the process.
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
