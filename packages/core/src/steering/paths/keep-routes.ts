import type { SpeciesPlan } from '../../world/plan.ts';
import { rolesIn } from '../../world/roles.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { carryRoute } from './turns.ts';

/**
 * Keeps the routes of the agents in places [begin, end) that do not navigate in their present state. When these agents
 * navigate again, they still have their routes.
 *
 * reads front.route; writes back.route and back.asked of these agents
 */
export function keepRoutes(world: SharedWorld, begin: number, end: number): void {
  const { plan, front } = world;
  if (!plan.hasStates || !plan.extras.route) return;
  const roles = rolesIn(world);
  const finds = plan.roles.map(navigates);
  for (let i = begin; i < end; i++) {
    if (finds[roles[i]] || front.status[i] !== STATUS.alive) continue;
    carryRoute(world, front.id[i] & plan.ids.indexMask);
  }
}

/** Whether any of these behaviors finds routes. It counts the steps of a route in the column `waypoint`. */
export function navigates({ behaviors }: Pick<SpeciesPlan, 'behaviors'>): boolean {
  return behaviors.some(({ type }) => type === 'navigate');
}
