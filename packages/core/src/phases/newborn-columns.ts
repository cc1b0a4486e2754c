import { LAW_LIMITS } from '../laws/law.ts';
import { LIFE_PLANES } from '../laws/results.ts';
import { type ColumnPlane, columnPlanes, startOf } from '../world/column-planes.ts';
import type { ColumnArray } from '../world/declared-views.ts';
import { lifeViews } from '../world/life.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { birthAt, parentAt } from './kinship.ts';

/**
 * The values that laws give to newborn agents, for one plane. The index is (species of the parent) * LAW_LIMITS.births
 * + (number of the birth). If an entry is missing, the species of the newborn agent decides the value.
 */
type Given = readonly (ColumnArray | undefined)[];

/**
 * Writes the initial values of declared columns for the agents that are born in this step. These agents are in places
 * [begin, end) of the front state. Their values are written to the back state. A value comes from the law of the
 * parent, or else from the species.
 */
export function startNewborn(world: SharedWorld, begin: number, end: number): void {
  const planes = columnPlanes(world);
  if (planes.length === 0) return;
  const given = givenOf(world, planes);
  planes.forEach((plane, k) => {
    startPlane(world, plane, given[k], begin, end);
  });
}

function startPlane(
  world: SharedWorld,
  plane: ColumnPlane,
  given: Given,
  begin: number,
  end: number,
): void {
  const { front, back, frontTick, scratch } = world;
  const { stagedStatus, cell } = scratch;
  const { species } = front;
  const column = plane.back;
  for (let i = begin; i < end; i++) {
    if (stagedStatus[i] !== STATUS.newborn) continue;
    const parent = parentAt(world, i);
    const values =
      parent < 0 ? undefined : given[species[parent] * LAW_LIMITS.births + birthAt(world, i)];
    const at = cell[i];
    column[at] =
      values === undefined
        ? startOf(world, plane, species[i], back.id[at], frontTick + 1)
        : values[parent];
  }
}

/**
 * Returns the values that laws give to newborn agents. Each plane has an entry, with one array for each kind of birth
 * that sets the plane. The index of the array in its entry is (species of the parent) * `LAW_LIMITS.births` + (index of
 * the birth).
 */
function givenOf(world: SharedWorld, planes: readonly ColumnPlane[]): readonly Given[] {
  const views = lifeViews(world);
  return planes.map(({ name }) => {
    const given: ColumnArray[] = [];
    world.plan.species.forEach(({ life }, species) => {
      life?.births.forEach(({ planes: own }, birth) => {
        if (!own.has(name)) return;
        given[species * LAW_LIMITS.births + birth] = views.get(
          LIFE_PLANES.birth(birth, `column.${name}`),
        )!;
      });
    });
    return given;
  });
}
