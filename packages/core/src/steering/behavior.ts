import type { BehaviorPlan } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * A behavior adds to scratch.force (N) of the agents in places [begin, end) that are alive and of its
 * species, and reads front. At most BLOCK agents at a time.
 */
export type Steer = (
  world: SharedWorld,
  behavior: BehaviorPlan,
  begin: number,
  end: number,
) => void;
