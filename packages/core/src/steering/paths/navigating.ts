import { straightCost } from '../../path/line-of-sight.ts';
import { bendsOf } from '../../path/smooth.ts';
import { slotOf } from '../../scenario/slots.ts';
import { ROUTE } from '../../world/engine-columns.ts';
import { RECORD } from '../../world/layout.ts';
import { centerX, centerY, isWall, mapCellOf } from '../../world/map.ts';
import { openCellsOf } from '../../world/open-cells.ts';
import { pathFinderOf, sharedPathsOf } from '../../world/path-finders.ts';
import { rolesIn } from '../../world/roles.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { createAim } from '../aim.ts';
import type { Steer } from '../behavior.ts';
import { aimInto } from '../find-aim.ts';
import { steerOverMesh } from './over-mesh.ts';
import { steerAlong } from './toward.ts';
import {
  carryRoute,
  isItsTurn,
  isWaiting,
  isWaitingFor,
  sharedGoalOf,
  steerWaiting,
  wait,
} from './turns.ts';

const fround = Math.fround;

const WEIGHT = slotOf('navigate', 'weight');
const BRAKING_DISTANCE = slotOf('navigate', 'brakingDistance');
const INTERVAL = slotOf('navigate', 'interval');

/**
 * Maximum number of cells of a route that are stored. The rest of a longer route is found when the agent reaches the
 * last stored cell.
 */
const MOST = ROUTE.words - ROUTE.first;

const aim = createAim();

/**
 * Steers each agent along its own route over the map, from bend to bend. In the cell of the goal, the agent steers to
 * the aim itself and comes to rest there. If the goal cannot be reached, the route leads to the nearest cell that can
 * be reached.
 *
 * An agent searches for a route if it has none, or no longer sees the next bend. It also searches at the end of a
 * stored piece of a route. If the goal moves to another cell or the map changes, the agent searches again, at most once
 * per `interval` (s). These repeated searches are spread over the ticks by the index of the agent. A route depends only
 * on its two end cells and on the map, so any worker may find it. If more agents need a route than may search in a step,
 * the others wait for their turn.
 *
 * reads front, constants.mesh*; writes staged waypoint, back.route and back.asked of the agents in places [begin, end)
 */
export const steerNavigate: Steer = (world, behavior, begin, end) => {
  const { front, back, scratch, plan } = world;
  if (plan.mesh !== undefined) return steerOverMesh(world, behavior, begin, end);
  const map = plan.map!;
  const { status, id, position, waypoint } = front;
  const roles = rolesIn(world);
  const at = behavior.index * RECORD;
  const weight = front.behaviorParameters[at + WEIGHT];
  const braking = front.behaviorParameters[at + BRAKING_DISTANCE];
  const open = openCellsOf(world, front);
  const ticks = Math.max(1, Math.floor(front.behaviorParameters[at + INTERVAL] / plan.dt + 0.5));
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const agent = id[i] & plan.ids.indexMask;
    const route = carryRoute(world, agent);
    const x = position.x[i];
    const y = position.y[i];
    const cell = mapCellOf(map, x, y);
    if (isWall(front, cell) || !aimInto(aim, world, behavior, i)) {
      // Leads out of a wall that was placed on top of the agent. Otherwise the agent has no aim.
      const out = open.near(front, x, y);
      const wayX = out === cell || out < 0 ? 0 : fround(centerX(map, out) - x);
      const wayY = out === cell || out < 0 ? 0 : fround(centerY(map, out) - y);
      steerAlong(world, behavior, i, wayX, wayY, weight, braking);
      continue;
    }
    const goal = open.near(front, x + aim.x, y + aim.y);
    const turn = (world.frontTick + agent) % ticks === 0 || isWaiting(world, agent);
    let bend = waypoint[i];
    const stale =
      back.route[route + ROUTE.goal] !== goal + 1 ||
      back.route[route + ROUTE.map] !== front.mapVersion[0];
    const isLost = needsRoute(world, route, bend, cell);
    if ((isLost || (stale && turn)) && findRoute(world, agent, cell, goal)) {
      bend = 0;
    } else if (isLost) {
      steerWaiting(world, behavior, i, aim, weight, braking);
      continue;
    }
    const count = back.route[route + ROUTE.count];
    while (bend < count - 1 && back.route[route + ROUTE.first + bend] === cell) bend++;
    scratch.stagedWaypoint[i] = bend;
    const next = back.route[route + ROUTE.first + bend];
    if (cell === goal && next === cell) {
      steerAlong(world, behavior, i, aim.x, aim.y, weight, braking);
    } else {
      const wayX = fround(centerX(map, next) - x);
      const wayY = fround(centerY(map, next) - y);
      const last = bend === count - 1 && back.route[route + ROUTE.whole] === 1;
      steerAlong(world, behavior, i, wayX, wayY, weight, last ? braking : 0);
    }
  }
};

/** Whether an agent in this cell cannot follow its route. */
function needsRoute(world: SharedWorld, route: number, bend: number, cell: number): boolean {
  const words = world.back.route;
  if (words[route + ROUTE.goal] === 0) return true;
  const next = words[route + ROUTE.first + bend];
  const atEnd = bend === words[route + ROUTE.count] - 1 && next === cell;
  if (atEnd) return words[route + ROUTE.whole] === 0;
  return straightCost(pathFinderOf(world).map, cell, next) === Number.POSITIVE_INFINITY;
}

/** Finds a route if it is the agent's turn. Otherwise, lets the agent wait, and returns false. */
function findRoute(world: SharedWorld, agent: number, start: number, ownGoal: number): boolean {
  // This is where a goal was when agents asked. It may have moved since then, or the map may have changed.
  const shared = sharedGoalOf(world, agent);
  const isCut = shared >= 0 && !pathFinderOf(world).reaches(start, shared);
  if (isCut || !isItsTurn(world, agent)) {
    // Each start replaces an unreachable goal by another.
    const reaches =
      isWaitingFor(world, agent, ownGoal) || pathFinderOf(world).reaches(start, ownGoal);
    wait(world, agent, reaches ? ownGoal : -1);
    return false;
  }
  world.live();
  const finder = pathFinderOf(world);
  const goal = shared >= 0 ? shared : ownGoal;
  const cells =
    shared >= 0 ? sharedPathsOf(world).find(start, goal)! : finder.find(start, goal).cells;
  const bends = bendsOf(finder, cells);
  const kept = Math.min(bends.length, MOST);
  const words = world.back.route;
  const route = agent * ROUTE.words;
  words[route + ROUTE.goal] = goal + 1;
  words[route + ROUTE.map] = world.front.mapVersion[0];
  words[route + ROUTE.count] = kept;
  words[route + ROUTE.whole] = kept === bends.length ? 1 : 0;
  for (let k = 0; k < kept; k++) words[route + ROUTE.first + k] = bends[k];
  return true;
}
