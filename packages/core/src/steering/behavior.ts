import type { BehaviorPlan } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * Adds the force of a behavior to scratch.force (N), for the agents in places [begin, end) that are alive and act by
 * the role of the behavior. A `Steer` function only reads front. A call covers at most BLOCK places.
 */
export type Steer = (
  world: SharedWorld,
  behavior: BehaviorPlan,
  begin: number,
  end: number,
) => void;
