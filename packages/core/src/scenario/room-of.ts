import type { Species } from './species-schema.ts';

/** The most agents that a species can have: those at the start, and those that may be born. */
export function roomOf({ capacity, count }: Pick<Species, 'capacity' | 'count'>): number {
  return capacity ?? count;
}
