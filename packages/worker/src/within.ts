/**
 * Resolves when `promise` settles either way, or after `timeMs`, whichever is first. The timer
 * keeps a Node process alive until then: what is waited for may be the end of the last thread.
 */
export function within(promise: Promise<unknown>, timeMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(end, end);
  });
}
