import type { Access } from '../path/mesh/access.ts';
import { CorridorFinder } from '../path/mesh/corridor.ts';
import { createPlace, nearestOnMesh, polygonsAt } from '../path/mesh/mesh-place.ts';
import { PathFinder } from '../path/path-finder.ts';
import { SharedPaths } from '../path/shared-paths.ts';
import { speciesSlotOf } from '../scenario/slots.ts';
import { gridMapIn } from './grid-map.ts';
import { type Constants, RECORD } from './layout.ts';
import { meshIn, type Triple } from './mesh.ts';
import { mapVersionOf } from './versions.ts';
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
  const version = mapVersionOf(world);
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

const BODY_RADIUS = speciesSlotOf('radius');

/**
 * The mesh of a world as the agents of a species see it at present. On a ground, it depends on their radius, on what
 * areas cost them and on which links are open; a flat mesh is made for the radius of its agents.
 */
export function accessOf(world: SharedWorld, finder: CorridorFinder, species: number): Access {
  const { plan, front } = world;
  if (!plan.extras.polygon) return finder.open;
  const radius = front.speciesParameters[species * RECORD + BODY_RADIUS];
  const { areas } = plan.mesh!;
  return finder.accessOf(`${species} ${radius} ${mapVersionOf(world)}`, () => ({
    radius,
    costOf: (area) =>
      areas.length === 0 ? 1 : front.areaCost[species * (areas.length + 1) + area],
    isOpen: (link) => front.linkOpen[link] === 1,
  }));
}

const from = createPlace();
const to = createPlace();

/**
 * Whether a path over the mesh connects two points (m), for agents of a species. The goal may be at most `reach` away
 * from the mesh. If the start is not on the mesh, the path begins at the nearest point of the mesh.
 */
export function reachesOverMesh(
  world: SharedWorld,
  species: number,
  start: Triple,
  goal: Triple,
): boolean {
  const finder = corridorFinderOf(world);
  const { mesh } = finder;
  nearestOnMesh(to, mesh, ...goal);
  if (to.distance > world.plan.mesh!.reach + mesh.hair) return false;
  nearestOnMesh(from, mesh, ...start);
  const access = accessOf(world, finder, species);
  // A goal on a vertex can be in several polygons that are not connected.
  return (
    access.reaches(from.polygon, to.polygon) ||
    polygonsAt(mesh, to.x, to.y, to.z).some((polygon) => access.reaches(from.polygon, polygon))
  );
}
