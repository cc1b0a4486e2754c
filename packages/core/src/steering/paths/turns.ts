import { ASKED, ROUTE } from '../../world/engine-columns.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Aim } from '../aim.ts';
import { forgetBends } from './forget-bends.ts';
import { steerAlong } from './toward.ts';

/**
 * Agents take turns to search for routes, so that no tick has more searches than the plan allows. The column `asked` says
 * for each agent since when it waits, and for which cell, see `ASKED`. In place of the time, it has one of these two
 * numbers if it is the agent's turn. The column depends on no worker, and is part of the state.
 */
export const TURN = {
  /** The agent may search in this step. */
  search: 0xffffffff,
  /** The agent gets its route from a search that it shares with others. */
  share: 0xfffffffe,
} as const;

/** The minimum number of agents that share a search. It visits all cells, which takes the time of 5 to 60 searches. */
const MIN_SHARING = 8;
/**
 * If agents share a search, the tick serves this many times as many agents as may search by themselves. To read a route
 * from a search takes less than an eighth of the time of a search.
 */
const SERVED_PER_SEARCH = 8;

/**
 * Copies the route of an agent from the front to the back state. The agent counts as not waiting until it asks for a
 * turn. Returns the index of the first word of the route.
 *
 * @param agent the index of the agent
 */
export function carryRoute(world: SharedWorld, agent: number): number {
  const route = agent * ROUTE.words;
  world.back.route.set(world.front.route.subarray(route, route + ROUTE.words), route);
  ask(world, agent, 0, 0);
  return route;
}

/** Makes an agent forget its route, and that it waits for one. */
export function clearRoute(world: SharedWorld, agent: number): void {
  const route = agent * ROUTE.words;
  world.back.route.fill(0, route, route + ROUTE.words);
  forgetBends(world, agent);
  ask(world, agent, 0, 0);
}

/** Whether an agent gets a route in this step. If it does not, let it `wait`. */
export function isItsTurn({ plan, front }: SharedWorld, agent: number): boolean {
  return plan.routes === undefined || front.asked[agent * ASKED.words + ASKED.since] >= TURN.share;
}

/** Whether an agent waits for a route to a cell, so far as the front state knows. */
export function isWaitingFor({ front }: SharedWorld, agent: number, goal: number): boolean {
  const at = agent * ASKED.words;
  const since = front.asked[at + ASKED.since];
  return since !== 0 && since < TURN.share && front.asked[at + ASKED.goal] === goal + 1;
}

/**
 * Lets an agent wait for its turn.
 *
 * @param goal the cell to which it wants a route; -1 if it has to search by itself
 */
export function wait(world: SharedWorld, agent: number, goal: number): void {
  const since = world.front.asked[agent * ASKED.words + ASKED.since];
  const waits = since !== 0 && since < TURN.share;
  ask(world, agent, waits ? since : world.frontTick + 1, goal + 1);
}

/** The goal for which an agent waits, so far as the front state knows: -1 if it has to search by itself. */
export function askedGoalOf({ plan, front }: SharedWorld, agent: number): number | undefined {
  const at = agent * ASKED.words;
  if (plan.routes === undefined || front.asked[at + ASKED.since] === 0) return undefined;
  return front.asked[at + ASKED.goal] - 1;
}

/** The cell to which an agent whose turn it is shares a search; -1 if it searches by itself. */
export function sharedGoalOf({ plan, front }: SharedWorld, agent: number): number {
  if (plan.routes === undefined) return -1;
  const at = agent * ASKED.words;
  if (front.asked[at + ASKED.since] !== TURN.share) return -1;
  return front.asked[at + ASKED.goal] - 1;
}

/** Writes what the column `asked` says of an agent. */
function ask({ plan, back }: SharedWorld, agent: number, since: number, goal: number): void {
  if (plan.routes === undefined) return;
  const at = agent * ASKED.words;
  back.asked[at + ASKED.since] = since;
  back.asked[at + ASKED.goal] = goal;
}

/**
 * Steers the agent at place `i`, which cannot follow a route and waits for one: toward the offset (x, y) of its aim (m), or to a stop.
 */
export function steerWaiting(
  world: SharedWorld,
  behavior: BehaviorPlan,
  i: number,
  { x, y }: Aim,
  weight: number,
  braking: number,
): void {
  const isStopping = world.plan.routes?.stops === true;
  steerAlong(world, behavior, i, isStopping ? 0 : x, isStopping ? 0 : y, weight, braking);
}

/** Whether an agent needed a route in this step, and did not get its turn. */
export function hasAsked({ plan, back }: SharedWorld, agent: number): boolean {
  return plan.routes !== undefined && back.asked[agent * ASKED.words + ASKED.since] !== 0;
}

/** Whether an agent waits for its turn, so far as the front state knows. */
export function isWaiting({ plan, front }: SharedWorld, agent: number): boolean {
  return plan.routes !== undefined && front.asked[agent * ASKED.words + ASKED.since] !== 0;
}

/**
 * Chooses the agents that get routes in the next step: those that have waited longest, and of these the ones with the
 * lowest index. Each of them searches by itself. But if the first of all wants to go to a cell to which more agents want
 * to go than may search, then agents that want to go there share one search, and the others wait.
 *
 * reads back.slot and status; writes back.asked
 */
export function grantTurns(world: SharedWorld): void {
  const { plan } = world;
  if (plan.routes === undefined) return;
  const { perTick } = plan.routes;
  const goal = goalOfFirst(world);
  const sharing = goal > 0 ? waitingFor(world, goal) : new Map<number, number>();
  const count = [...sharing.values()].reduce((sum, value) => sum + value, 0);
  if (count > perTick && count >= MIN_SHARING) {
    grant(world, sharing, SERVED_PER_SEARCH * perTick, TURN.share, goal);
  } else {
    grant(world, waitingFor(world, ANY), perTick, TURN.search, ANY);
  }
}

/** In place of an `ASKED.goal`: all goals. */
const ANY = -1;

/** Whether an agent waits, for the given `ASKED.goal`. */
function isAsking({ back }: SharedWorld, agent: number, goal: number): boolean {
  const at = agent * ASKED.words;
  if (goal !== ANY && back.asked[at + ASKED.goal] !== goal) return false;
  return back.asked[at + ASKED.since] !== 0 && back.status[back.slot[agent]] === STATUS.alive;
}

/** The `ASKED.goal` of the agent that is the first to be served; 0 if no agent waits. */
function goalOfFirst(world: SharedWorld): number {
  const { asked } = world.back;
  let first = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let agent = 0; agent < world.plan.agents; agent++) {
    const since = asked[agent * ASKED.words + ASKED.since];
    if (since >= least || !isAsking(world, agent, ANY)) continue;
    first = agent;
    least = since;
  }
  return first < 0 ? 0 : asked[first * ASKED.words + ASKED.goal];
}

/** For each tick since which agents wait for `goal`: the number of these agents. */
function waitingFor(world: SharedWorld, goal: number): Map<number, number> {
  const { asked } = world.back;
  const waiting = new Map<number, number>();
  for (let agent = 0; agent < world.plan.agents; agent++) {
    if (!isAsking(world, agent, goal)) continue;
    const since = asked[agent * ASKED.words + ASKED.since];
    waiting.set(since, (waiting.get(since) ?? 0) + 1);
  }
  return waiting;
}

/**
 * Gives turns to the first `most` of the agents that wait for `goal`.
 *
 * @param waiting what `waitingFor` returns
 */
function grant(
  world: SharedWorld,
  waiting: ReadonlyMap<number, number>,
  most: number,
  turn: number,
  goal: number,
): void {
  const { asked } = world.back;
  const turns = new Map<number, number>();
  let left = most;
  for (const since of [...waiting.keys()].sort((a, b) => a - b)) {
    turns.set(since, Math.min(left, waiting.get(since)!));
    left -= turns.get(since)!;
  }
  if (turns.size === 0) return;
  for (let agent = 0; agent < world.plan.agents; agent++) {
    if (!isAsking(world, agent, goal)) continue;
    const at = agent * ASKED.words + ASKED.since;
    const rest = turns.get(asked[at])!;
    if (rest === 0) continue;
    turns.set(asked[at], rest - 1);
    asked[at] = turn;
  }
}
