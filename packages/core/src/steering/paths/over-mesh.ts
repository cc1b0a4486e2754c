import type { Access } from '../../path/mesh/access.ts';
import { isLinkWord, isPolygonWord, linkOf } from '../../path/mesh/corridor-words.ts';
import { pullStraight } from '../../path/mesh/funnel.ts';
import { sharedGoalAt } from '../../path/mesh/goal-trees.ts';
import {
  createPlace,
  isAtHeight,
  isOnPolygon,
  type MeshPlace,
  nearestInPart,
  nearestInPlan,
  nearestInPolygon,
  nearestOnMesh,
} from '../../path/mesh/mesh-place.ts';
import type { NavMesh } from '../../path/mesh/nav-mesh.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { ROUTE } from '../../world/engine-columns.ts';
import { RECORD } from '../../world/layout.ts';
import { meshIn, standInto } from '../../world/mesh.ts';
import { accessOf, corridorFinderOf } from '../../world/path-finders.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { rolesIn } from '../../world/roles.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { createAim } from '../aim.ts';
import { targetOf } from '../assigned.ts';
import type { Steer } from '../behavior.ts';
import { aimInto } from '../find-aim.ts';
import { forgetBends, keepsBends } from './forget-bends.ts';
import { type Bends, keepBends, moveOnBends, type Point, readBends } from './keep-bends.ts';
import { MAX_KEPT, rejoin } from './rejoin.ts';
import { steerAlong } from './toward.ts';
import {
  askedGoalOf,
  carryRoute,
  isItsTurn,
  isWaiting,
  sharedGoalOf,
  steerWaiting,
  wait,
} from './turns.ts';

const fround = Math.fround;

const WEIGHT = slotOf('navigate', 'weight');
const BRAKING_DISTANCE = slotOf('navigate', 'brakingDistance');
const INTERVAL = slotOf('navigate', 'interval');
const BODY_RADIUS = speciesSlotOf('radius');
const MAX_SPEED = speciesSlotOf('maxSpeed');

/**
 * A long corridor is stored only in part. If at most this many of its stored polygons remain, a new corridor is
 * computed. This way, bends are seen in time.
 */
const FEW_LEFT = 8;

const aim = createAim();
const own = createPlace();
const goal = createPlace();
const end = createPlace();
const target = { x: 0, y: 0, z: 0 };
const bends: Bends = { count: 0, firstX: 0, firstY: 0, secondX: 0, secondY: 0, ends: 0 };

/**
 * Steers each agent along its own corridor, a sequence of polygons of the mesh. The agent goes straight to the next
 * bend of the shortest way inside the corridor. At the end it steers to the point of the corridor nearest to its aim,
 * and comes to rest there.
 *
 * If an agent has no corridor, or is about to enter a link that is now closed, a new corridor is computed. Only the first
 * piece of a long corridor is stored. If few polygons of this piece are left, a new corridor is computed. An agent that
 * was pushed out of its corridor returns to it, see `rejoin`.
 *
 * If the goal has moved to another polygon, a new corridor is computed at most once per `interval` (s). Agents take
 * turns by index. The corridor depends only on the mesh, the position and the goal, so any worker may compute it. If
 * the search for the shortest path needs too many views, the agent takes the corridor with the fewest polygons.
 *
 * The bends of most agents are those of the step before. They are kept, with the positions for which they stay the same,
 * and computed only if the agent is elsewhere.
 *
 * reads front, constants.mesh*; writes staged waypoint, back.route, back.asked and scratch.bends of the agents in places
 * [begin, finish)
 */
export const steerOverMesh: Steer = (world, behavior, begin, finish) => {
  const { front, back, scratch, plan } = world;
  const mesh = meshIn(world);
  const { status, id, position, waypoint } = front;
  const roles = rolesIn(world);
  const at = behavior.index * RECORD;
  const weight = front.behaviorParameters[at + WEIGHT];
  const braking = front.behaviorParameters[at + BRAKING_DISTANCE];
  const numbers = behavior.species * RECORD;
  const radius = front.speciesParameters[numbers + BODY_RADIUS];
  const step = front.speciesParameters[numbers + MAX_SPEED] * plan.dt;
  const ticks = Math.max(1, Math.floor(front.behaviorParameters[at + INTERVAL] / plan.dt + 0.5));
  const finder = corridorFinderOf(world);
  const access = accessOf(world, finder, behavior.species);
  const keeps = keepsBends(world);
  for (let i = begin; i < finish; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const agent = id[i] & plan.ids.indexMask;
    const route = carryRoute(world, agent);
    if (plan.extras.link && front.link[i] > 0) continue;
    const x = position.x[i];
    const y = position.y[i];
    const z = position.z[i];
    standInto(own, world, mesh, i);
    const isOn = own.distance <= mesh.hair;
    const isTurn = (world.frontTick + agent) % ticks === 0 || isWaiting(world, agent);
    const isFixed = isOn && keeps && placeOfAim(target, world, behavior, i);
    if (
      isFixed &&
      readBends(bends, world, agent, own.polygon, waypoint[i], x, y, target, radius, isTurn)
    ) {
      scratch.stagedWaypoint[i] = waypoint[i];
      steerToBends(world, behavior, i, bends, weight, braking, step);
      continue;
    }
    const isFresh = forgetBends(world, agent);
    if (!isOn || !aimInto(aim, world, behavior, i)) {
      // Leads back onto the mesh. Otherwise the agent has no aim.
      const wayX = isOn ? 0 : fround(own.x - x);
      const wayY = isOn ? 0 : fround(own.y - y);
      steerAlong(world, behavior, i, wayX, wayY, weight, braking);
      continue;
    }
    if (!isFixed) {
      target.x = x + aim.x;
      target.y = y + aim.y;
      target.z = z + aim.z;
    }
    const words = back.route;
    let here = placeInCorridor(world, route, waypoint[i], x, y, z);
    const rejoined =
      here < 0
        ? rejoin(world, access, route, waypoint[i], own.polygon, x, y, target, radius)
        : undefined;
    if (rejoined !== undefined) here = 0;
    if (here >= 0 && isShutAfter(world, route, here)) here = -1;
    const left = words[route + ROUTE.count] - here;
    const isNearEnd = left <= FEW_LEFT && words[route + ROUTE.whole] === 0;
    let isDue = here < 0 || isNearEnd || rejoined === 'beside';
    if (!isDue && isTurn) {
      const isOld = words[route + ROUTE.map] !== front.mapVersion[0];
      isDue = isOld || isMoved(mesh, words[route + ROUTE.goal] - 1, target);
    }
    const isFound = isDue && findCorridor(world, access, agent, x, y, target);
    if (isFound) here = 0;
    if (here < 0) {
      steerWaiting(world, behavior, i, aim, weight, braking);
      continue;
    }
    scratch.stagedWaypoint[i] = here;
    const next = route + ROUTE.first + here;
    const after = route + ROUTE.first + words[route + ROUTE.count];
    const reach = Math.max(step, radius);
    if (next + 1 < after && beginsLink(world, i, words[next + 1], x, y, reach)) continue;
    const isKept =
      isFresh &&
      !isDue &&
      rejoined === undefined &&
      moveOnBends(bends, world, mesh, agent, own.polygon, here, x, y, target, radius);
    if (!isKept) {
      nearestInPlan(end, mesh, words[after - 1], target.x, target.y);
      const way = pullStraight(mesh, words, next, after, [x, y], [end.x, end.y], radius, 2);
      bendsOf(bends, way, end, words[route + ROUTE.whole] === 1);
      if (isFixed && (isFound || !isDue)) {
        const isSettled = isFound || isTurn;
        keepBends(
          bends,
          world,
          mesh,
          agent,
          own.polygon,
          here,
          x,
          y,
          target,
          end,
          radius,
          isSettled,
        );
      }
    }
    steerToBends(world, behavior, i, bends, weight, braking, step);
  }
};

/**
 * Writes the point (m) to which the agent at place `i` goes, if it is known without rounding: its own goal, or a target.
 */
function placeOfAim(
  into: Point,
  { front, plan }: SharedWorld,
  behavior: BehaviorPlan,
  i: number,
): boolean {
  if (plan.grid.edge.some((edge) => edge > 0)) return false;
  const at =
    behavior.place === 'goal'
      ? i
      : behavior.place === undefined
        ? targetOf(front, behavior, i)
        : -1;
  if (at < 0) return false;
  const { x, y, z } = behavior.place === 'goal' ? front.goal : front.targetPosition;
  into.x = x[at];
  into.y = y[at];
  into.z = z[at];
  return true;
}

/** Writes the first bends of a way, of which `way` has the coordinates. The way ends at `end` if it `isWhole`. */
function bendsOf(into: Bends, way: readonly number[], end: MeshPlace, isWhole: boolean): void {
  into.count = way.length / 2;
  into.firstX = way[0];
  into.firstY = way[1];
  into.secondX = into.count > 1 ? way[2] : 0;
  into.secondY = into.count > 1 ? way[3] : 0;
  const last = way.length - 2;
  into.ends = isWhole && way[last] === end.x && way[last + 1] === end.y ? into.count : 0;
}

/** Steers the agent at place `i` to the first bend. If the agent reaches it in this step, it heads for the second. */
function steerToBends(
  world: SharedWorld,
  behavior: BehaviorPlan,
  i: number,
  { count, firstX, firstY, secondX, secondY, ends }: Bends,
  weight: number,
  braking: number,
  step: number,
): void {
  const { x, y } = world.front.position;
  const isThere = count > 1 && isWithin(firstX - x[i], firstY - y[i], step);
  const wayX = fround((isThere ? secondX : firstX) - x[i]);
  const wayY = fround((isThere ? secondY : firstY) - y[i]);
  const isEnd = ends === (isThere ? 2 : 1);
  steerAlong(world, behavior, i, wayX, wayY, weight, isEnd ? braking : 0);
}

/** Whether a goal (m) has moved from polygon `p` to another. */
function isMoved(mesh: NavMesh, p: number, { x, y, z }: Point): boolean {
  // On a ground, most goals are inside of their polygon. On a flat mesh, lower polygons take goals on edges.
  if (!mesh.flat) {
    nearestInPolygon(goal, mesh, p, x, y);
    if (goal.distance === 0 && isAtHeight(mesh, goal, z)) return false;
  }
  nearestOnMesh(goal, mesh, x, y, z);
  return goal.polygon !== p;
}

/** Whether the next step of a corridor after index `here` is a link that has been closed since the search. */
function isShutAfter(world: SharedWorld, route: number, here: number): boolean {
  const words = world.back.route;
  const word = words[route + ROUTE.first + here + 1];
  if (here + 1 >= words[route + ROUTE.count] || !isLinkWord(word)) return false;
  return world.front.linkOpen[meshIn(world).links.index[linkOf(word)]] === 0;
}

/**
 * Puts the agent at place `i` onto the link that comes next in its corridor, if it is at most `reach` (m) from where the
 * link begins: from the next step on, nothing steers it.
 */
function beginsLink(
  world: SharedWorld,
  i: number,
  word: number,
  x: number,
  y: number,
  reach: number,
): boolean {
  if (!isLinkWord(word)) return false;
  const { links } = meshIn(world);
  const link = linkOf(word);
  if (!isWithin(links.fromX[link] - x, links.fromY[link] - y, reach)) return false;
  world.scratch.stagedLink[i] = 1 + link;
  world.scratch.stagedLinkTick[i] = world.frontTick + 1;
  return true;
}

function isWithin(x: number, y: number, distance: number): boolean {
  return x * x + y * y <= distance * distance;
}

/**
 * Searches the polygons of a corridor, beginning at index `from`, for the agent's own. On a ground, each agent has one.
 * On a flat mesh, and if rounding has put an agent on an edge to another polygon, returns the index of the last polygon
 * that contains the point (x, y, z) (m); -1 if none does.
 */
function placeInCorridor(
  world: SharedWorld,
  route: number,
  from: number,
  x: number,
  y: number,
  z: number,
): number {
  const words = world.back.route;
  if (words[route + ROUTE.goal] === 0) return -1;
  const mesh = meshIn(world);
  const first = route + ROUTE.first;
  const last = words[route + ROUTE.count] - 1;
  if (!mesh.flat) {
    for (let k = last; k >= from; k--) if (words[first + k] === own.polygon) return k;
  }
  for (let k = last; k >= from; k--) {
    const word = words[first + k];
    if (isPolygonWord(word) && isOnPolygon(mesh, word, x, y, z)) return k;
  }
  return -1;
}

/**
 * Finds the corridor from the agent's polygon to the polygon of the agent's goal, if it is the agent's turn. Otherwise,
 * lets the agent wait, and returns false. If the agent cannot reach its goal, the corridor leads to the reachable point
 * nearest to the goal.
 */
function findCorridor(
  world: SharedWorld,
  access: Access,
  agent: number,
  x: number,
  y: number,
  to: Point,
): boolean {
  const isTurn = isItsTurn(world, agent);
  const asked = askedGoalOf(world, agent);
  if (!isTurn && asked !== undefined) {
    wait(world, agent, asked);
    return false;
  }
  const finder = corridorFinderOf(world);
  nearestOnMesh(goal, finder.mesh, to.x, to.y, to.z);
  const isReached = access.reaches(own.polygon, goal.polygon);
  const shared = sharedGoalAt(finder.mesh, goal);
  // Of a moving aim, each tick would need another search.
  const isShared = isReached && aim.velocityX === 0 && aim.velocityY === 0;
  const key = sharedGoalOf(world, agent);
  // The goal that agents share may have moved since they asked.
  if (!isTurn || (key >= 0 && (key !== shared.key || !isShared))) {
    wait(world, agent, isShared ? shared.key : -1);
    return false;
  }
  world.live();
  const words = world.back.route;
  const route = agent * ROUTE.words;
  words[route + ROUTE.goal] = goal.polygon + 1;
  if (!isReached) {
    nearestInPart(goal, finder.mesh, own.polygon, to.x, to.y, to.z, (p) =>
      access.reaches(own.polygon, p),
    );
  }
  const corridor =
    key >= 0
      ? finder.findShared(own.polygon, x, y, shared, access)
      : finder.findAny(own.polygon, x, y, goal, access);
  let kept = Math.min(corridor.length, MAX_KEPT);
  // A piece ends with a polygon.
  while (!isPolygonWord(corridor[kept - 1])) kept--;
  words[route + ROUTE.map] = world.front.mapVersion[0];
  words[route + ROUTE.count] = kept;
  words[route + ROUTE.whole] = kept === corridor.length ? 1 : 0;
  for (let k = 0; k < kept; k++) words[route + ROUTE.first + k] = corridor[k];
  return true;
}
