import type { Behavior } from './schema.ts';

const KEYS: readonly string[] = ['radius', 'commandedRange', 'freeRange'];

/** Whether a parameter of a behavior says how far (m) it looks for neighbors. */
export function isNeighborRange(parameter: string): boolean {
  return KEYS.includes(parameter);
}

/** How far (m) a behavior looks for neighbors, by key; nothing of one that does not look. */
export function neighborRangesOf(behavior: Behavior): [key: string, range: number][] {
  return Object.entries(behavior).filter(
    (entry): entry is [string, number] => isNeighborRange(entry[0]) && typeof entry[1] === 'number',
  );
}
