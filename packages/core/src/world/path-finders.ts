import { PathFinder } from '../path/path-finder.ts';
import { gridMapIn } from './grid-map.ts';
import type { SharedWorld } from './world.ts';

interface Made {
  readonly version: number;
  readonly finder: PathFinder;
}

const finders = new WeakMap<SharedWorld, Made>();

/**
 * The path finder for the map of the front state. The world must have a map. Each thread has its own path finder, and
 * reuses its search memory until the map changes.
 */
export function pathFinderOf(world: SharedWorld): PathFinder {
  const version = world.front.mapVersion[0];
  let made = finders.get(world);
  if (made?.version !== version) {
    const { neighbors } = world.plan.map!;
    const live = (): void => world.live();
    made = { version, finder: new PathFinder(gridMapIn(world, world.front), { neighbors, live }) };
    finders.set(world, made);
  }
  return made.finder;
}
