import { LIFE_PLANES } from '../laws/results.ts';
import { type ColumnArray, type ColumnPlane, columnPlanes, startOf } from '../world/columns.ts';
import { lifeViews } from '../world/life.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { birthAt, parentAt } from './kinship.ts';

/** What the law of a parent gives: by plane of the columns, undefined where it leaves that to the species. */
type Given = readonly (ColumnArray | undefined)[];

/**
 * Gives the declared columns of the agents in places [begin, end) of front that are born in this step, and stand in back,
 * what they begin with: what the law of a parent says, else what their species does.
 */
export function startNewborn(world: SharedWorld, begin: number, end: number): void {
  const planes = columnPlanes(world);
  if (planes.length === 0) return;
  const { front, back, frontTick, plan, scratch } = world;
  const { stagedStatus } = scratch;
  /** By species of parents and birth. */
  const known: Given[][] = plan.species.map(() => []);
  for (let i = begin; i < end; i++) {
    if (stagedStatus[i] !== STATUS.newborn) continue;
    const at = back.slot[front.id[i] & plan.ids.indexMask];
    const parent = parentAt(world, i);
    let given: Given | undefined;
    if (parent >= 0) {
      const ofParent = known[front.species[parent]];
      const birth = birthAt(world, i);
      given = ofParent[birth] ??= givenIn(world, planes, front.species[parent], birth);
    }
    for (let k = 0; k < planes.length; k++) {
      const values = given?.[k];
      planes[k].back[at] =
        values === undefined
          ? startOf(world, planes[k], front.species[i], back.id[at], frontTick + 1)
          : values[parent];
    }
  }
}

function givenIn(
  world: SharedWorld,
  planes: readonly ColumnPlane[],
  species: number,
  birth: number,
): Given {
  const own = world.plan.species[species].life!.births[birth].planes;
  const views = lifeViews(world);
  return planes.map(({ name }) =>
    own.has(name) ? views.get(LIFE_PLANES.birth(birth, `column.${name}`)) : undefined,
  );
}
