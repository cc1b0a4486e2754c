import { randomInto, STREAM, unit } from '../math/random.ts';
import { LIVE_MASK } from '../path/live.ts';
import { columnPlanes } from '../world/column-planes.ts';
import type { TransitionPlan } from '../world/state-plan.ts';
import { stateOf, stateViews } from '../world/states.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Kernel } from './kernel.ts';
import { holds } from './reports/holds.ts';
import { forgetSearch } from './reports/near.ts';

/**
 * Applies transitions to the agents in places [begin, end) of the back state. The transitions of an agent's state are
 * checked in order. The agent makes the first one whose condition is true after the step, and no other transition in
 * this step.
 *
 * reads agents and goals of the back state, and agents, targets and map of the front state; writes the states of these
 * agents
 */
export const transit: Kernel = (world, begin, end) => {
  const { plan, back, frontTick } = world;
  const { status, species } = back;
  const { state, tick } = stateViews(world).back;
  forgetSearch();
  for (let i = begin; i < end; i++) {
    if ((i & LIVE_MASK) === 0) world.live();
    if (status[i] !== STATUS.alive) continue;
    const { states } = plan.species[species[i]];
    // An agent born in this step begins in its state with the next step.
    if (states.length === 0 || back.birth[i] > frontTick) continue;
    const { next } = states[stateOf(state[i], states.length)];
    for (let order = 0; order < next.length; order++) {
      if (!leads(world, next[order], order, i)) continue;
      state[i] = next[order].to;
      tick[i] = frontTick + 1;
      break;
    }
  }
};

const random = new Uint32Array(4);

/**
 * Whether a transition applies to the agent at place `i` of the back state. `order` is the index of the transition in
 * the list of its state.
 */
function leads(world: SharedWorld, transition: TransitionPlan, order: number, i: number): boolean {
  const { plan, back, frontTick } = world;
  switch (transition.type) {
    case 'report':
      return holds(world, transition.report, i, false) === transition.holds;
    case 'after': {
      const since = Math.max(stateViews(world).back.tick[i], back.birth[i]);
      // Enough whole steps have passed, with a tolerance for rounding.
      return frontTick + 1 - since >= transition.time / plan.dt - 1e-3;
    }
    case 'above':
    case 'below': {
      const value = columnPlanes(world)[transition.plane].back[i];
      return transition.type === 'above' ? value > transition.value : value < transition.value;
    }
    case 'chance':
      randomInto(random, plan.seed, frontTick, back.id[i], STREAM.states + order);
      return unit(random[0]) < transition.chance;
  }
}
