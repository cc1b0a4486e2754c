import type { BehaviorPlan } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * Adds the force of a behavior to `scratch.force` (N), for the living agents of the behavior's role in places [begin,
 * end). A call covers at most BLOCK places. The function reads the state `front` and never writes to it.
 */
export type Steer = (
  world: SharedWorld,
  behavior: BehaviorPlan,
  begin: number,
  end: number,
) => void;
