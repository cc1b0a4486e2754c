import { ASSIGNED } from '../../world/command-kinds.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { eachChosen } from './chosen-agents.ts';
import type { Effect } from './define-effect.ts';

/**
 * The effect of the command `assign`: gives agents a target or a quarry, or removes both. An agent is unchanged if it
 * has no behavior that could follow the assignment.
 */
export const assign: Effect = {
  stage(world, command, begin, end) {
    const { front, plan, constants, scratch } = world;
    const { commandPlace } = constants;
    const what = commandPlace[command.place];
    const words = command.place + 2;
    const first = words + commandPlace[command.place + 1];
    const step = what === ASSIGNED.quarries ? 1 : 0;
    const givesTarget = what === ASSIGNED.target || what === ASSIGNED.nothing;
    eachChosen(world, command, first, begin, end, (i, k) => {
      // A newborn agent takes this row.
      if (scratch.stagedStatus[i] === STATUS.newborn) return;
      const { behaviors, guidance } = plan.species[front.species[i]];
      if (givesTarget && behaviors.some(followsTargets)) {
        scratch.stagedAssignedTarget[i] = what === ASSIGNED.target ? commandPlace[words] + 1 : 0;
        if (guidance !== undefined && followsTargets(guidance)) forgetFlight(world, i);
      }
      if (what === ASSIGNED.target) return;
      if (what === ASSIGNED.nothing) {
        if (behaviors.some(followsQuarries)) scratch.stagedAssignedQuarry[i] = 0;
        return;
      }
      const id = commandPlace[words + step * k];
      const quarry = speciesOfLiving(world, id);
      // An agent that has ended cannot be a quarry, because its row may get another agent later.
      if (!behaviors.some((one) => followsQuarries(one) && one.quarry === quarry)) return;
      scratch.stagedAssignedQuarry[i] = id + 1;
    });
  },
};

function followsTargets({ assignable, target }: BehaviorPlan): boolean {
  return assignable && target >= 0;
}

function followsQuarries({ assignable, quarry }: BehaviorPlan): boolean {
  return assignable && quarry >= 0;
}

/** The species of a living agent; undefined for any other agent. */
function speciesOfLiving({ front, plan }: SharedWorld, id: number): number | undefined {
  const at = front.slot[id & plan.ids.indexMask];
  return front.id[at] === id && front.status[at] !== STATUS.dead ? front.species[at] : undefined;
}

/** Restarts the flight of an agent, because it now flies to another target. */
function forgetFlight({ scratch }: SharedWorld, i: number): void {
  scratch.stagedApproach[i] = Number.POSITIVE_INFINITY;
  scratch.stagedSwept[i] = 0;
}
