import type { Scratch, State } from './layout.ts';
import type { SharedWorld } from './world.ts';

/**
 * Finds something of the columns of a world once for each front and scratch: the front alternates between two states,
 * and what looks at a world without changing it has a scratch of its own.
 */
export function findOnce<T>(find: (world: SharedWorld) => T): (world: SharedWorld) => T {
  const ofFront = new WeakMap<State, WeakMap<Scratch, T>>();
  return (world) => {
    const known = ofFront.get(world.front)?.get(world.scratch);
    if (known !== undefined) return known;
    const found = find(world);
    const ofScratch = ofFront.get(world.front) ?? new WeakMap<Scratch, T>();
    ofFront.set(world.front, ofScratch.set(world.scratch, found));
    return found;
  };
}
