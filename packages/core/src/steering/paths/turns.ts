import type { BehaviorPlan } from '../../world/plan.ts';
import { ROUTE } from '../../world/sizes.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Aim } from '../aim.ts';
import { steerAlong } from './toward.ts';

/**
 * Agents take turns to search for routes, so that no tick has more searches than the plan allows. The column `asked` has
 * one number for each agent index: 0 if the agent needs no route, `GRANTED` if it may search in this step, and else
 * 1 + the tick at which it began to wait. The column depends on no worker, and is part of the state.
 */
export const GRANTED = 0xffffffff;

/**
 * Copies the route of an agent from the front to the back state. The agent counts as not waiting until it asks for a
 * turn. Returns the index of the first word of the route.
 *
 * @param agent the index of the agent
 */
export function carryRoute({ plan, front, back }: SharedWorld, agent: number): number {
  const route = agent * ROUTE.words;
  back.route.set(front.route.subarray(route, route + ROUTE.words), route);
  if (plan.routes !== undefined) back.asked[agent] = 0;
  return route;
}

/** Makes an agent forget its route, and that it waits for one. */
export function clearRoute({ plan, back }: SharedWorld, agent: number): void {
  const route = agent * ROUTE.words;
  back.route.fill(0, route, route + ROUTE.words);
  if (plan.routes !== undefined) back.asked[agent] = 0;
}

/** Whether an agent may search for a route in this step. If it may not, it waits for its turn. */
export function isItsTurn({ plan, front, back, frontTick }: SharedWorld, agent: number): boolean {
  if (plan.routes === undefined || front.asked[agent] === GRANTED) return true;
  back.asked[agent] = front.asked[agent] === 0 ? frontTick + 1 : front.asked[agent];
  return false;
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

/** Whether an agent waits for its turn, so far as the front state knows. */
export function isWaiting({ plan, front }: SharedWorld, agent: number): boolean {
  return plan.routes !== undefined && front.asked[agent] !== 0;
}

/**
 * Chooses the agents that may search in the next step: those that have waited longest, and of these the ones with the
 * lowest index.
 *
 * reads back.slot and status; writes back.asked
 */
export function grantTurns({ plan, back }: SharedWorld): void {
  if (plan.routes === undefined) return;
  const { asked, slot, status } = back;
  const isAsking = (agent: number) => asked[agent] !== 0 && status[slot[agent]] === STATUS.alive;
  const perTick = new Map<number, number>();
  for (let agent = 0; agent < asked.length; agent++) {
    if (isAsking(agent)) perTick.set(asked[agent], (perTick.get(asked[agent]) ?? 0) + 1);
  }
  const turns = new Map<number, number>();
  let left = plan.routes.perTick;
  for (const since of [...perTick.keys()].sort((a, b) => a - b)) {
    turns.set(since, Math.min(left, perTick.get(since)!));
    left -= turns.get(since)!;
  }
  if (turns.size === 0) return;
  for (let agent = 0; agent < asked.length; agent++) {
    if (!isAsking(agent)) continue;
    const rest = turns.get(asked[agent])!;
    if (rest === 0) continue;
    turns.set(asked[agent], rest - 1);
    asked[agent] = GRANTED;
  }
}
