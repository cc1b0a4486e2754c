import { flowFieldInto, NO_MOVE } from '../path/flow-field.ts';
import type { Live } from '../path/live.ts';
import type { GridMap } from '../path/map.ts';
import type { Neighbors } from '../path/octile.ts';
import { OpenList } from '../path/open-list.ts';
import { gridMapIn } from '../world/grid-map.ts';
import type { Constants } from '../world/layout.ts';
import { openCellsOf } from '../world/open-cells.ts';
import type { MapPlan } from '../world/plan.ts';
import { mapVersionOf } from '../world/versions.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * Updates the flow fields of the back state. A field is computed again only if the map has changed, or if the target of
 * the field has moved to another cell. Any other field is copied from the front state, unless the back state already
 * has it.
 *
 * reads map and target positions of the back state, and flow fields of the front state; writes flow fields of the back
 * state
 */
export function settleFields(world: SharedWorld): void {
  const { plan, front, back } = world;
  if (plan.map === undefined) return;
  const cells = plan.map.width * plan.map.height;
  const version = back.mapVersion[0];
  // A discarded tick may have left a field in back for a map with fewer changes.
  const changed = version !== front.mapVersion[0];
  const open = openCellsOf(world, back);
  let workplace: Workplace | undefined;
  plan.map.fields.forEach((target, field) => {
    const { x, y } = back.targetPosition;
    const goal = 1 + open.near(back, x[target], y[target]);
    if (!changed && back.fieldGoal[field] === goal && back.fieldMap[field] === version) return;
    const [begin, end] = [field * cells, (field + 1) * cells];
    // A worker that repeats this tick must not take a half-written field for a complete one.
    back.fieldMap[field] = 0;
    if (front.fieldGoal[field] === goal && front.fieldMap[field] === version) {
      back.fieldMove.set(front.fieldMove.subarray(begin, end), begin);
    } else {
      workplace ??= workplaceOf(world);
      const move = back.fieldMove.subarray(begin, end);
      workOut(workplace, move, goal - 1, plan.map!.neighbors, world.live);
    }
    back.fieldGoal[field] = goal;
    back.fieldMap[field] = version;
  });
}

/**
 * Copies the map, and what the links and areas of the ground cost, from the front state to the back state. If the back
 * state still has them from the previous tick, nothing is copied.
 */
export function carryMapOver({ front, back }: SharedWorld): void {
  if (back.mapVersion[0] === front.mapVersion[0]) return;
  back.mapCost.set(front.mapCost);
  back.linkOpen.set(front.linkOpen);
  back.areaCost.set(front.areaCost);
  back.mapVersion[0] = front.mapVersion[0];
}

/** Sets the cells of the map in columns [left, right] and rows [low, high] of the back state to a cost; 0 is a wall. */
export function changeMap({ plan, front, back }: SharedWorld, cells: Cells, cost: number): void {
  // The version differs from that of front, in case this tick is discarded in the middle.
  back.mapVersion[0] = front.mapVersion[0] + 1;
  fillCells(plan.map!, back.mapCost, cells, cost);
}

/** Columns and rows of a map: left, right, low, high. */
type Cells = ArrayLike<number> & Iterable<number>;

/** Sets the cells in columns [left, right] and rows [low, high] of a map to a cost. */
export function fillCells(
  { width }: MapPlan,
  mapCost: Float32Array | Uint8Array,
  [left, right, low, high]: Cells,
  cost: number,
): void {
  for (let row = low!; row <= high!; row++) {
    mapCost.fill(cost, row * width + left!, row * width + right! + 1);
  }
}

function workOut(
  { map, open, cost }: Workplace,
  move: Uint8Array,
  goal: number,
  neighbors: Neighbors,
  live: Live,
): void {
  if (goal < 0) move.fill(NO_MOVE);
  else flowFieldInto({ move, cost }, open, map, goal, neighbors, live);
}

/** The memory in which a thread computes flow fields. It is kept until the map changes. */
interface Workplace {
  readonly version: number;
  readonly map: GridMap;
  readonly open: OpenList;
  readonly cost: Float64Array;
}

// A map reads heights of the world's memory. Renewed memory has other constants, and gets a new map.
const workplaces = new WeakMap<Constants, Workplace>();

function workplaceOf(world: SharedWorld): Workplace {
  const published = world.back.mapVersion[0] === world.front.mapVersion[0];
  const version = mapVersionOf(world);
  const kept = workplaces.get(world.constants);
  if (published && kept?.version === version) return kept;
  const map = gridMapIn(world, world.back);
  const cost = new Float64Array(map.cost.length);
  const workplace = { version, map, open: new OpenList(), cost };
  // An unpublished version is not kept: if its tick is done again with one more command, the map is different.
  if (published) workplaces.set(world.constants, workplace);
  return workplace;
}
