import { createAround, neighborsAroundInto } from '../grid/around.ts';
import { isNeighborRange } from '../scenario/neighbor-ranges.ts';
import { slotFor } from '../scenario/slots.ts';
import { reachOfSet } from '../steering/steer-law.ts';
import { RECORD } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Triple } from './triple.ts';

/** A neighbor that at least one behavior of the agent looks at. */
export interface InspectedNeighbor {
  readonly id: number;
  /** The current place of the neighbor (index in the sorted columns). */
  readonly place: number;
  /**
   * The offset from the agent to the neighbor (m), by the shortest way around a torus. `distance` is the length of this
   * offset.
   */
  readonly offset: Triple;
  readonly distance: number;
}

const around = createAround();

/**
 * Finds the neighbors of an agent, in all directions. A neighbor is within the radius of at least one behavior that
 * sees the neighbor's species. The result is sorted by distance and then by id.
 */
export function inspectNeighbors(
  world: SharedWorld,
  role: number,
  at: number,
): InspectedNeighbor[] {
  const { front, plan } = world;
  const found = new Map<number, InspectedNeighbor>();
  for (const behavior of plan.roles[role].behaviors) {
    for (const radius of rangesNow(world, behavior)) {
      neighborsAroundInto(around, world, at, radius, behavior.mask);
      const { count, place, x, y, z, squared } = around;
      for (let k = 0; k < count; k++) {
        const distance = Math.sqrt(squared[k]);
        // On a small torus, one agent may be visible on several sides.
        const before = found.get(place[k]);
        if (before !== undefined && before.distance <= distance) continue;
        found.set(place[k], {
          id: front.id[place[k]],
          place: place[k],
          offset: [x[k], y[k], z[k]],
          distance,
        });
      }
    }
  }
  return [...found.values()].sort((a, b) => a.distance - b.distance || a.id - b.id);
}

/**
 * The current distances (m) up to which a behavior looks for neighbors. After a `set` command, these distances can
 * differ from those in the scenario.
 */
export function rangesNow(world: SharedWorld, behavior: BehaviorPlan): readonly number[] {
  const plan = world.plan.laws[behavior.law];
  if (plan !== undefined) {
    const reaches = plan.sets.map((set) => reachOfSet(world, behavior, set));
    return reaches.filter((reach) => reach >= 0);
  }
  const row = behavior.index * RECORD;
  return Object.keys(behavior.settings)
    .filter(isNeighborRange)
    .map((key) => world.front.behaviorParameters[row + slotFor(behavior, key)]);
}
