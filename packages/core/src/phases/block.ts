import { cellOf } from '../grid/cell.ts';
import { rangesNow } from '../insight/neighbors.ts';
import type { Grid } from '../world/grid-plan.ts';
import type { BehaviorPlan, Plan } from '../world/plan.ts';
import { BLOCK } from '../world/sizes.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * The maximum number of pairs (an agent and a possible neighbor) in a block. A behavior that looks at all of these
 * pairs takes about 40 ms.
 */
const PAIRS = 4_000_000;
/**
 * The number of agents in the smallest block of SIMD kernels. Kernels write whole vectors, so blocks begin at multiples
 * of this number.
 */
export const LANES = 4;

/**
 * Returns the end of the block of agents that begins at place `begin`. The block has at most BLOCK agents, and fewer in
 * a dense crowd. It never extends past place `end`. No result depends on where blocks end.
 *
 * A worker gives signs of life between the behaviors of a block, not during a behavior. In a dense crowd, each agent
 * looks at all others. With a million agents, a block of BLOCK agents would take seconds. A worker without a sign of
 * life for so long would count as dead.
 *
 * @param grain if a block is made smaller because of a crowd, the number of its agents is a multiple of `grain`
 */
export function blockEnd(world: SharedWorld, begin: number, end: number, grain: number): number {
  let size = Math.min(BLOCK, end - begin);
  while (size > grain && size * countAround(world, begin, begin + size) > PAIRS) {
    size = grain * Math.ceil(size / (2 * grain));
  }
  return begin + size;
}

/**
 * An upper bound of the number of living agents that the agents in places [begin, end) may look at. It counts all
 * agents in the cells around them. The cells of the agents themselves are not enough, because an agent alone in its
 * cell may be next to a crowd.
 *
 * The count needs only a few reads of `cellStart`. From the first agent's cell to the last agent's cell, the cells
 * are contiguous. The cells around these cells form a few contiguous ranges.
 */
function countAround(world: SharedWorld, begin: number, end: number): number {
  const { plan, front } = world;
  const { grid } = plan;
  const { x, y, z } = front.position;
  const living = front.cellStart[grid.cells];
  if (begin >= living) return 0;
  const around = aroundOf(world);
  if (around.looks !== 'near') return around.looks === 'far' ? living : 0;
  const last = Math.min(end, living) - 1;
  const lowest = cellOf(grid, x[begin], y[begin], z[begin]);
  const highest = cellOf(grid, x[last], y[last], z[last]);
  const { rows } = around;
  let count = 0;
  let counted = lowest + rows[0];
  for (let row = 0; row < rows.length; row += 2) {
    // Rows are sorted. Where they overlap, each place counts once.
    const from = Math.max(lowest + rows[row], counted);
    const to = highest + rows[row + 1] + 1;
    if (from >= to) continue;
    count += countIn(grid, front.cellStart, from, to);
    counted = to;
  }
  return Math.min(count, living);
}

/**
 * The number of agents in the cells [from, to) of the grid's table. `from` and `to` may lie beyond the ends of the
 * table.
 */
function countIn(
  { cells, mask }: Grid,
  cellStart: Readonly<Uint32Array>,
  from: number,
  to: number,
): number {
  if (mask === -1) {
    const first = Math.max(from, 0);
    const after = Math.min(to, cells);
    return first < after ? cellStart[after] - cellStart[first] : 0;
  }
  if (to - from >= cells) return cellStart[cells];
  const first = from & mask;
  const after = first + to - from;
  if (after <= cells) return cellStart[after] - cellStart[first];
  // After its end, the table continues at its beginning.
  return cellStart[cells] - cellStart[first] + cellStart[after - cells];
}

/** The cells that an agent looks at, relative to the agent's own cell, and how far it looks. */
interface Around {
  /**
   * Rows of cells that an agent looks at. Each row has two values: the offset of its first cell, and the offset of its
   * last cell. The offset of a cell is its place in the grid's table, minus the place of the agent's own cell. The rows
   * are sorted by the offsets of their first cells.
   */
  readonly rows: Int32Array;
  tick: number;
  /**
   * How far behaviors look for neighbors in this tick. `near` is within the radius for which the grid was planned.
   * `far` is beyond that radius.
   */
  looks: 'nowhere' | 'near' | 'far';
}

const arounds = new WeakMap<Plan, Around>();

function aroundOf(world: SharedWorld): Around {
  const { plan, frontTick } = world;
  let around = arounds.get(plan);
  if (around === undefined) {
    around = { rows: rowsAround(plan.grid), tick: -1, looks: 'nowhere' };
    arounds.set(plan, around);
  }
  if (around.tick !== frontTick) {
    around.tick = frontTick;
    around.looks = looksOf(world);
  }
  return around;
}

/** How many cells the planned neighbor radius reaches: 2 along x, and 1 along y and z. */
const REACH = [2, 1, 1] as const;

function rowsAround(grid: Grid): Int32Array {
  const { stride, cells, mask } = grid;
  const rows: [first: number, last: number][] = [];
  for (const [lowZ, highZ] of stepsAlong(grid, 2)) {
    for (let z = lowZ; z <= highZ; z++) {
      for (const [lowY, highY] of stepsAlong(grid, 1)) {
        for (let y = lowY; y <= highY; y++) {
          const offset = stride[0] * y + stride[1] * z;
          for (const [lowX, highX] of stepsAlong(grid, 0)) {
            const place = offset + lowX;
            // On a table that folds, several places are the same. Takes the one with which rows overlap most.
            const turns = mask === -1 ? 0 : Math.floor(place / cells + 0.5);
            const low = place - turns * cells;
            rows.push([low, low + highX - lowX]);
          }
        }
      }
    }
  }
  return Int32Array.from(rows.sort((a, b) => a[0] - b[0]).flat());
}

/**
 * Returns the cells along an axis that are within reach of a cell, as ranges of offsets from that cell. On a torus, the
 * ranges include the cells across the seam.
 */
function stepsAlong({ first, last, edge }: Grid, axis: 0 | 1 | 2): [low: number, high: number][] {
  if (first[axis] === last[axis]) return [[0, 0]];
  const reach = REACH[axis];
  if (edge[axis] === 0) return [[-reach, reach]];
  const count = last[axis] + 1;
  return [
    [-reach, reach],
    [count - reach, count - 1],
    [1 - count, reach - count],
  ];
}

/**
 * How far behaviors look in this tick. A behavior looks farther than planned if its radius has increased, by a `set`
 * command or with time.
 */
function looksOf(world: SharedWorld): Around['looks'] {
  const { inverse, slack } = world.plan.grid;
  let radius = -1;
  for (const { behaviors } of world.plan.species) {
    for (const behavior of behaviors) {
      if (looksInTrees(world.plan, behavior)) continue;
      radius = Math.max(radius, ...rangesNow(world, behavior));
    }
  }
  if (radius < 0) return 'nowhere';
  const reach = radius * WIDER + slack;
  return inverse.some((cells, axis) => reach * cells > REACH[axis]) ? 'far' : 'near';
}

/** Factor by which searches are widened to cover rounding, see neighbors.ts. */
const WIDER = 1 + 1 / 0x100000;

/** Whether a behavior searches for its neighbors in trees. Such a behavior does not look at cells. */
function looksInTrees({ rare }: Plan, { type, law, pass, mask }: BehaviorPlan): boolean {
  return law < 0 && pass < 0 && type !== 'orca' && (mask & ~rare) === 0;
}
