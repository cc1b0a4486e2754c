import type { Species } from './species-schema.ts';

/**
 * Returns the maximum number of agents that a species can have at a time: those at the start, and those that may be
 * born later.
 */
export function capacityOf({ capacity, count }: Pick<Species, 'capacity' | 'count'>): number {
  return capacity ?? count;
}
