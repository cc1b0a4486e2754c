import type { Scenario } from './schema.ts';

/** Whether z is up in the picture of a scenario: seen from above in the plane, and on a ground. Otherwise y is up. */
export function isZUp({ dimensions, ground }: Pick<Scenario, 'dimensions' | 'ground'>): boolean {
  return dimensions === 2 || ground !== undefined;
}
