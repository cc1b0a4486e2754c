import { ASSIGNED, COMMAND } from '../../commands/records.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import type { Draft } from '../draft.ts';
import { restarterOf } from '../newborn-extras.ts';
import { eachChosen, isReplaced } from './chosen-agents.ts';
import type { Effect } from './define-effect.ts';

const { what: WHAT, listed: LISTED } = COMMAND.assign.words;

/**
 * The effect of the command `assign`: gives agents a target or a quarry, or removes both. An agent is unchanged if it
 * has no behavior that could follow the assignment.
 */
export const assign: Effect = {
  act(draft, command, begin, end) {
    const { world } = draft;
    const { front, plan, constants, scratch } = world;
    const { commandPlace } = constants;
    const what = commandPlace[command.place + WHAT];
    const list = command.choice - commandPlace[command.place + LISTED];
    const step = what === ASSIGNED.quarries ? 1 : 0;
    const givesTarget = what === ASSIGNED.target || what === ASSIGNED.nothing;
    const restartFlight = restarterOf(world, 'approach', 'swept');
    eachChosen(draft, command, begin, end, (i, k) => {
      if (isReplaced(draft, i)) return;
      const { behaviors, guidance } = plan.species[front.species[i]];
      if (givesTarget && behaviors.some(followsTargets)) {
        scratch.stagedAssignedTarget[i] = what === ASSIGNED.target ? commandPlace[list] + 1 : 0;
        if (guidance !== undefined && followsTargets(guidance)) restartFlight(i);
      }
      if (what === ASSIGNED.target) return;
      if (what === ASSIGNED.nothing) {
        if (behaviors.some(followsQuarries)) scratch.stagedAssignedQuarry[i] = 0;
        return;
      }
      const id = commandPlace[list + step * k];
      const quarry = speciesOfLiving(draft, id);
      // An agent that has ended cannot be a quarry, because its row may get another agent later.
      if (!behaviors.some((behavior) => followsQuarries(behavior) && behavior.quarry === quarry))
        return;
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
function speciesOfLiving(draft: Draft, id: number): number | undefined {
  const { front, plan } = draft.world;
  const at = front.slot[id & plan.ids.indexMask];
  return draft.idOf(at) === id && draft.isAlive(at) ? front.species[at] : undefined;
}
