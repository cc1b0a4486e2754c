import { LIFE_PLANES } from '../laws/results.ts';
import { columnPlanes, startOf } from '../world/columns.ts';
import { type BirthPlan, lifeViews } from '../world/life.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { birthAt, parentAt } from './kinship.ts';

/**
 * Gives the declared columns of the agents in places [begin, end) of front that are born in this step, and stand in back,
 * what they begin with: what the law of a parent says, else what their species does.
 */
export function startNewborn(world: SharedWorld, begin: number, end: number): void {
  const planes = columnPlanes(world);
  if (planes.length === 0) return;
  const { front, back, frontTick, plan, scratch } = world;
  for (let i = begin; i < end; i++) {
    if (scratch.stagedStatus[i] !== STATUS.newborn) continue;
    const at = back.slot[front.id[i] & plan.ids.indexMask];
    const parent = parentAt(world, i);
    const given = parent < 0 ? undefined : birthOf(world, parent, i);
    for (const plane of planes) {
      plane.back[at] = given?.planes.has(plane.name)
        ? lifeViews(world).get(LIFE_PLANES.birth(birthAt(world, i), `column.${plane.name}`))![
            parent
          ]
        : startOf(world, plane, front.species[i], back.id[at], frontTick + 1);
    }
  }
}

function birthOf(world: SharedWorld, parent: number, i: number): BirthPlan {
  const { plan, front } = world;
  return plan.species[front.species[parent]].life!.births[birthAt(world, i)];
}
