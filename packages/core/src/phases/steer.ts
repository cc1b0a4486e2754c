import { composeRole } from '../steering/compose.ts';
import { steerOne } from '../steering/index.ts';
import { keepRoutes } from '../steering/paths/keep-routes.ts';
import { sharePairs } from '../steering/steer-law.ts';
import { clearLife } from '../world/life.ts';
import { actingRoles, rolesIn, writeRoles } from '../world/roles.ts';
import { clearDeposits } from '../world/scalar-fields.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { blockEnd } from './block.ts';
import { stageExtras } from './extras.ts';
import type { Kernel } from './kernel.ts';

/**
 * Sums the steering forces of the agents in places [begin, end). The behaviors of a role are composed in the order of
 * the scenario. The agents are processed in blocks. For each block, the thread gives a sign of life after each
 * behavior.
 *
 * reads the front state; writes scratch.force (N), roles, the staged extras, columns, births, deaths and deposits, and
 * back.route of these agents
 */
export const steer: Kernel = (world, begin, end) => {
  const acting = actingRoles(world);
  for (let first = begin; first < end; ) {
    const next = blockEnd(world, first, end, 1);
    steerBlock(world, first, next, acting);
    first = next;
  }
};

function steerBlock(
  world: SharedWorld,
  begin: number,
  end: number,
  acting: readonly number[],
): void {
  clearForces(world, begin, end);
  stageExtras(world, begin, end);
  clearLife(world, begin, end);
  clearDeposits(world, begin, end);
  writeRoles(world, begin, end, acting);
  keepRoutes(world, begin, end);
  const present = rolesPresentIn(world, begin, end);
  for (let role = 0; present >>> role !== 0; role++) {
    if (((present >>> role) & 1) === 0) continue;
    sharePairs(() => {
      composeRole(world, role, begin, end, (behavior) => {
        steerOne(world, behavior, begin, end);
        world.live();
      });
    });
  }
}

export function clearForces(world: SharedWorld, begin: number, end: number): void {
  const { x, y, z } = world.scratch.force;
  x.fill(0, begin, end);
  y.fill(0, begin, end);
  z.fill(0, begin, end);
}

/** The roles that have living agents in places [begin, end), as bits. */
export function rolesPresentIn(world: SharedWorld, begin: number, end: number): number {
  const { status } = world.front;
  const roles = rolesIn(world);
  const all = (-1 >>> (32 - world.plan.roles.length)) | 0;
  let present = 0;
  for (let i = begin; i < end && present !== all; i++) {
    if (status[i] === STATUS.alive) present |= 1 << roles[i];
  }
  return present;
}
