import { centerX, centerY } from '../../world/map.ts';
import { ROUTE } from '../../world/sizes.ts';
import type { SharedWorld } from '../../world/world.ts';
import { aimInto, createAim } from '../aim.ts';
import type { Triple } from './triple.ts';

/** A route over the map, or a path of the scenario. */
export interface Way {
  /** Which behavior of the list follows it. */
  readonly behavior: number;
  /** Where it turns (m); of a route only what lies ahead. */
  readonly points: readonly Triple[];
  /** The point that the agent heads for; as many as there are points when it has left the path. */
  readonly next: number;
  /** Whether it leads from its last point to its first. */
  readonly closed: boolean;
}

const aim = createAim();

/** The ways of the agent at a place, as the behaviors that were just run left them. */
export function inspectWays(aside: SharedWorld, index: number, at: number): Way[] {
  const ways: Way[] = [];
  const { plan, constants, front, scratch } = aside;
  plan.species[index].behaviors.forEach((plannedBehavior, behavior) => {
    const { type, path } = plannedBehavior;
    if (path >= 0) {
      const { first, count, closed } = plan.paths[path];
      const { x, y, z } = constants.pathPoint;
      const points = Array.from({ length: count }, (_, k): Triple => {
        return [x[first + k], y[first + k], z[first + k]];
      });
      const next = type === 'followPath' ? scratch.stagedWaypoint[at] : 0;
      ways.push({ behavior, points, next, closed });
    }
    if (type === 'navigate') {
      const points = routeAhead(aside, at);
      if (aimInto(aim, aside, plannedBehavior, at)) {
        const { x, y, z } = front.position;
        points.push([x[at] + aim.x, y[at] + aim.y, z[at] + aim.z]);
      }
      ways.push({ behavior, points, next: 0, closed: false });
    }
  });
  return ways;
}

/** Centers of the cells that are left of a route. */
function routeAhead({ plan, front, back, scratch }: SharedWorld, at: number): Triple[] {
  const route = front.id[at] * ROUTE.words;
  const points: Triple[] = [];
  const count = back.route[route + ROUTE.count];
  for (let bend = scratch.stagedWaypoint[at]; bend < count; bend++) {
    const cell = back.route[route + ROUTE.first + bend];
    points.push([centerX(plan.map!, cell), centerY(plan.map!, cell), 0]);
  }
  return points;
}
