/** How long agents show the colors of their threads after the number of threads has changed, in ms. */
const HELD_MS = 500;
const FADE_MS = 1200;

/**
 * How much the colors of the threads cover all others, 0 to 1, `sinceMs` after the number of threads has changed. With
 * reduced motion, the colors do not fade.
 */
export function flashAfter(sinceMs: number, isStill: boolean): number {
  if (isStill) return sinceMs < FADE_MS ? 1 : 0;
  const left = Math.min(1, Math.max(0, 1 - (sinceMs - HELD_MS) / FADE_MS));
  return left * left * (3 - 2 * left);
}
