import type { Species } from './species-schema.ts';

/** Room for the agents of a species: those that it starts with, and those that may be born. */
export function roomOf({ capacity, count }: Pick<Species, 'capacity' | 'count'>): number {
  return capacity ?? count;
}
