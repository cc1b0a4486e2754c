import type { Scratch, State } from './layout.ts';
import type { SharedWorld } from './world.ts';

/**
 * Returns a version of `find` that caches its results. The cache has one result for each pair of front state and
 * scratch. A world has two states, which take turns as the front state. Code that only inspects a world has its own
 * scratch.
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
