import type { Clock } from './clock.ts';

/**
 * Resolves when `promise` settles either way, or after `timeMs`, whichever is first. The timer keeps a Node process
 * alive until then, because the promise may be the end of its last thread.
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
