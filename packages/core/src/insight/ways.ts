import { straightCost } from '../path/line-of-sight.ts';
import { bendsOf } from '../path/smooth.ts';
import { createAim } from '../steering/aim.ts';
import { aimInto } from '../steering/find-aim.ts';
import { centerX, centerY, isWall, mapCellOf } from '../world/map.ts';
import { openCellsOf } from '../world/open-cells.ts';
import { pathFinderOf } from '../world/path-finders.ts';
import { ROUTE } from '../world/sizes.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Triple } from './triple.ts';
import { wayOverMesh } from './way-over-mesh.ts';

/** A route over the map or the mesh, or a path of the scenario. */
export interface Way {
  /** Which behavior of the list follows it. */
  readonly behavior: number;
  /**
   * `unreachable`: what the route is for stands in a wall, or no way leads there; it ends at the cell
   * that the agent goes to instead; on a mesh, at a point of it. A path of the scenario is always `found`.
   */
  readonly status: 'found' | 'unreachable';
  /** Where it turns (m); of a route only what lies ahead. */
  readonly points: readonly Triple[];
  /** The point that the agent heads for; as many as there are points when it has left the path. */
  readonly next: number;
  /** Whether it leads from its last point to its first. */
  readonly closed: boolean;
}

const aim = createAim();

/** The ways of the agent at a place, as the behaviors that were just run left them. */
export function inspectWays(aside: SharedWorld, role: number, at: number): Way[] {
  const ways: Way[] = [];
  const { plan, constants, scratch } = aside;
  const { species, behaviors } = plan.roles[role];
  for (const plannedBehavior of behaviors) {
    const { type, path, place, index } = plannedBehavior;
    const behavior = plan.species[species].behaviors.findIndex((one) => one.index === index);
    if (path >= 0) {
      const { first, count, closed } = plan.paths[path];
      const { x, y, z } = constants.pathPoint;
      const points = Array.from({ length: count }, (_, k): Triple => {
        return [x[first + k], y[first + k], z[first + k]];
      });
      const next = place === 'waypoint' ? scratch.stagedWaypoint[at] : 0;
      ways.push({ behavior, status: 'found', points, next, closed });
    }
    // Without anything to go for there is no way.
    if (type === 'navigate' && aimInto(aim, aside, plannedBehavior, at)) {
      ways.push({ behavior, ...routeAhead(aside, at), next: 0, closed: false });
    }
  }
  return ways;
}

/** What is left of the route of an agent to `aim`: centers of cells, and the aim where it gets there. */
function routeAhead(aside: SharedWorld, at: number): Pick<Way, 'status' | 'points'> {
  const { front } = aside;
  const { x, y, z } = front.position;
  const to: Triple = [x[at] + aim.x, y[at] + aim.y, z[at] + aim.z];
  if (aside.plan.mesh !== undefined) return wayOverMesh(aside, at, to);
  const map = aside.plan.map!;
  const goal = mapCellOf(map, to[0], to[1]);
  // Out of a wall that was put where it stands, it first goes to the open cell nearest by.
  const start = openCellsOf(aside, front).near(front, x[at], y[at]);
  const inWall = isWall(front, mapCellOf(map, x[at], y[at]));
  const cells = start < 0 ? [] : inWall ? [start] : openPart(aside, cellsAhead(aside, at, to));
  const points = cells.map((cell): Triple => [centerX(map, cell), centerY(map, cell), 0]);
  const found = goal >= 0 && start >= 0 && pathFinderOf(aside).reaches(start, goal);
  // A route that is about to be found again leads to where the goal was.
  if (found && cells.at(-1) === goal) points.push(to);
  return { status: found ? 'found' : 'unreachable', points };
}

/** The part of a route before the first wall across it: one that was put there since the route was found. */
function openPart(aside: SharedWorld, cells: readonly number[]): readonly number[] {
  const { map } = pathFinderOf(aside);
  const blocked = cells.findIndex(
    (cell, k) => k > 0 && straightCost(map, cells[k - 1], cell) === Number.POSITIVE_INFINITY,
  );
  return blocked < 0 ? cells : cells.slice(0, blocked);
}

/** The bends that are left of a route, those of its later pieces too. */
function cellsAhead(aside: SharedWorld, at: number, to: Triple): number[] {
  const { front, back, scratch } = aside;
  const route = (front.id[at] & aside.plan.ids.indexMask) * ROUTE.words;
  const first = route + ROUTE.first;
  const cells = [
    ...back.route.subarray(
      first + scratch.stagedWaypoint[at],
      first + back.route[route + ROUTE.count],
    ),
  ];
  const last = cells.at(-1);
  if (back.route[route + ROUTE.whole] === 1 || last === undefined) return cells;
  const finder = pathFinderOf(aside);
  const goal = openCellsOf(aside, front).near(front, to[0], to[1]);
  return [...cells, ...bendsOf(finder, finder.find(last, goal).cells).subarray(1)];
}
