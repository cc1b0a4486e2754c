/** The numbers of threads that are offered, besides all numbers up to `ALL`. */
const STEPS = [6, 8, 12, 16, 24, 32];
const ALL = 4;

/** The numbers of threads that a machine offers as buttons. `current` is always among them. */
export function pillsFor(most: number, current: number): number[] {
  const all = Array.from({ length: ALL }, (_, k) => k + 1);
  const offered = [...all, ...STEPS, most].filter((value) => value <= most);
  return [...new Set([...offered, current])].sort((a, b) => a - b);
}
