import { straightCost } from '../path/line-of-sight.ts';
import { bendsOf } from '../path/smooth.ts';
import { createAim } from '../steering/aim.ts';
import { aimInto } from '../steering/find-aim.ts';
import { hasAsked } from '../steering/paths/turns.ts';
import { ROUTE } from '../world/engine-columns.ts';
import { centerX, centerY, isWall, mapCellOf } from '../world/map.ts';
import { openCellsOf } from '../world/open-cells.ts';
import { pathFinderOf } from '../world/path-finders.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Triple } from './triple.ts';
import { wayOverMesh } from './way-over-mesh.ts';

/** A way that an agent follows: a route over the map or the mesh, or a path of the scenario. */
export interface Way {
  /** The behavior that follows the way: its index in the species' list of behaviors. */
  readonly behavior: number;
  /**
   * `unreachable` means that the goal is in a wall, or that the agent has no way to the goal. The agent then goes to
   * another cell, or to another point of the mesh, and the route ends there. `waiting` means that the agent waits for its
   * turn to search; it follows its last route, if it has one. A path of the scenario is always `found`.
   */
  readonly status: 'found' | 'unreachable' | 'waiting';
  /** The points where the way turns (m). A route has only the points that are still ahead. */
  readonly points: readonly Triple[];
  /**
   * Index of the point that the agent heads for; equal to the number of points if the agent has reached the end of the
   * way.
   */
  readonly next: number;
  /** Whether the last point is connected to the first. */
  readonly closed: boolean;
}

const aim = createAim();

/**
 * Finds the routes and paths of an agent in the world `aside`. Before you call this function, run the behaviors of the
 * agent in this world.
 *
 * @param at the place of the agent
 */
export function inspectWays(aside: SharedWorld, role: number, at: number): Way[] {
  const ways: Way[] = [];
  const { plan, front, constants, scratch } = aside;
  const { species, behaviors } = plan.roles[role];
  for (const plannedBehavior of behaviors) {
    const { type, path, place, index } = plannedBehavior;
    const behavior = plan.species[species].behaviors.findIndex(
      (behavior) => behavior.index === index,
    );
    if (path >= 0) {
      const { first, count, closed } = plan.paths[path];
      const { x, y, z } = constants.pathPoint;
      const points = Array.from({ length: count }, (_, k): Triple => {
        return [x[first + k], y[first + k], z[first + k]];
      });
      const next = place === 'waypoint' ? scratch.stagedWaypoint[at] : 0;
      ways.push({ behavior, status: 'found', points, next, closed });
    }
    // Without an aim there is no route.
    if (type === 'navigate' && aimInto(aim, aside, plannedBehavior, at)) {
      const ahead = routeAhead(aside, at);
      const status = hasAsked(aside, front.id[at] & plan.ids.indexMask) ? 'waiting' : ahead.status;
      ways.push({ behavior, ...ahead, status, next: 0, closed: false });
    }
  }
  return ways;
}

/**
 * The remaining route of an agent to the point `aim`: the centers of its cells, and `aim` itself if the route reaches
 * it.
 */
function routeAhead(aside: SharedWorld, at: number): Pick<Way, 'status' | 'points'> {
  const { front } = aside;
  const { x, y, z } = front.position;
  const to: Triple = [x[at] + aim.x, y[at] + aim.y, z[at] + aim.z];
  if (aside.plan.mesh !== undefined) return wayOverMesh(aside, at, to);
  const map = aside.plan.map!;
  const goal = mapCellOf(map, to[0], to[1]);
  // An agent in a new wall first goes to the nearest open cell.
  const start = openCellsOf(aside, front).near(front, x[at], y[at]);
  const inWall = isWall(front, mapCellOf(map, x[at], y[at]));
  const cells = start < 0 ? [] : inWall ? [start] : openPart(aside, cellsAhead(aside, at, to));
  const points = cells.map((cell): Triple => [centerX(map, cell), centerY(map, cell), 0]);
  const found = goal >= 0 && start >= 0 && pathFinderOf(aside).reaches(start, goal);
  // A route that will be searched again in the next step may still lead to an old goal.
  if (found && cells.at(-1) === goal) points.push(to);
  return { status: found ? 'found' : 'unreachable', points };
}

/**
 * Returns the part of a route before the first wall across the route. Such a wall was added after the route was found.
 */
function openPart(aside: SharedWorld, cells: readonly number[]): readonly number[] {
  const { map } = pathFinderOf(aside);
  const blocked = cells.findIndex(
    (cell, k) => k > 0 && straightCost(map, cells[k - 1], cell) === Number.POSITIVE_INFINITY,
  );
  return blocked < 0 ? cells : cells.slice(0, blocked);
}

/**
 * The cells where the rest of a route turns. The stored part of the route comes first, then the part that the agent has
 * not searched for yet.
 */
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
