import { createAround, neighborsAroundInto } from '../grid/around.ts';
import { setsOf } from '../laws/uniform.ts';
import { isNeighborRange } from '../scenario/neighbor-ranges.ts';
import { slotFor } from '../scenario/slots.ts';
import { reachOfSet } from '../steering/law.ts';
import { RECORD } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Triple } from './triple.ts';

/** A neighbor that some behavior of the agent looks at. */
export interface InspectedNeighbor {
  readonly id: number;
  /** Its place in the sorted order. */
  readonly place: number;
  /** Offset from the agent (m), the short way round a torus, and its length. */
  readonly offset: Triple;
  readonly distance: number;
}

const around = createAround();

/**
 * Those within the radius of some behavior that sees their species, to all sides: the nearest first,
 * equally near ones by id.
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
        // A torus that is small shows one agent on several sides.
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

/** How far (m) a behavior looks for neighbors now: a `set` may have changed it. */
export function rangesNow(world: SharedWorld, behavior: BehaviorPlan): readonly number[] {
  const plan = world.plan.laws[behavior.law];
  if (plan !== undefined) {
    const reaches = setsOf(plan.law).map((set) => reachOfSet(world, behavior, set));
    return reaches.filter((reach) => reach >= 0);
  }
  const row = behavior.index * RECORD;
  return Object.keys(behavior.settings)
    .filter(isNeighborRange)
    .map((key) => world.front.behaviorParameters[row + slotFor(behavior, key)]);
}
