import type { BehaviorPlan } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * Adds the force of a behavior to scratch.force (N), for the agents in places [begin, end) that are alive and act by
 * its role. It only reads front. There are at most BLOCK agents in a call.
 */
export type Steer = (
  world: SharedWorld,
  behavior: BehaviorPlan,
  begin: number,
  end: number,
) => void;
