import { CorridorFinder } from '../path/mesh/corridor.ts';
import { PathFinder } from '../path/path-finder.ts';
import { SharedPaths } from '../path/shared-paths.ts';
import { gridMapIn } from './grid-map.ts';
import type { Constants } from './layout.ts';
import { meshIn } from './mesh.ts';
import type { SharedWorld } from './world.ts';

interface Made {
  readonly version: number;
  readonly finder: PathFinder;
  readonly shared: SharedPaths;
}

// The map of a finder reads heights of the world's memory. Renewed memory has other constants, and gets a new finder.
const finders = new WeakMap<Constants, Made>();

/**
 * The path finder for the map of the front state. The world must have a map. Each thread has its own path finder, and
 * reuses its search memory until the map changes.
 */
export function pathFinderOf(world: SharedWorld): PathFinder {
  return madeFor(world).finder;
}

/** The same for paths to goals that many agents share. */
export function sharedPathsOf(world: SharedWorld): SharedPaths {
  return madeFor(world).shared;
}

function madeFor(world: SharedWorld): Made {
  const version = world.front.mapVersion[0];
  let made = finders.get(world.constants);
  if (made?.version !== version) {
    const { neighbors } = world.plan.map!;
    const live = (): void => world.live();
    const finder = new PathFinder(gridMapIn(world, world.front), { neighbors, live });
    made = { version, finder, shared: new SharedPaths(finder) };
    finders.set(world.constants, made);
  }
  return made;
}

const corridorFinders = new WeakMap<Constants, CorridorFinder>();

/** The corridor finder for the mesh of a world. The world must have a mesh. Each thread has its own finder. */
export function corridorFinderOf(world: SharedWorld): CorridorFinder {
  let finder = corridorFinders.get(world.constants);
  if (finder === undefined) {
    finder = new CorridorFinder(meshIn(world), () => world.live());
    corridorFinders.set(world.constants, finder);
  }
  return finder;
}
