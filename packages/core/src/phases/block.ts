import { cellIn } from '../grid/cell.ts';
import { rangesNow } from '../insight/inspect-neighbors.ts';
import type { Layer } from '../world/grid-plan.ts';
import type { BehaviorPlan, Plan } from '../world/plan.ts';
import { BLOCK } from '../world/sizes.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * The maximum number of pairs (an agent and a possible neighbor) in a block. A behavior that looks at all of these
 * pairs takes about 40 ms.
 */
const PAIRS = 4_000_000;
/** All agents of so small a layer are counted, rather than those in the cells around. */
const FEW = 1000;
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
 * The number of agents that are steered between two signs of life of the thread. Usually this is the whole block. In a
 * block of the smallest size, it is 1. A block gets this size if each of its agents may look at millions of others.
 * Looking at so many agents takes four times as long in TypeScript as in SIMD.
 */
export function stepOf(begin: number, end: number): number {
  return end - begin > LANES ? end - begin : 1;
}

/**
 * An upper bound of the number of living agents that an agent in places [begin, end) may look at. It counts all agents
 * in the cells around it. The cells of the agents themselves are not enough, because an agent alone in its cell may be
 * next to a crowd.
 */
function countAround(world: SharedWorld, begin: number, end: number): number {
  const { plan, front } = world;
  const { grid } = plan;
  const { cellStart, species } = front;
  const living = cellStart[grid.cells];
  if (begin >= living) return 0;
  const { reaches, rows } = aroundOf(world);
  const last = Math.min(end, living) - 1;
  let present = 0;
  for (let i = begin; i <= last; i++) present |= 1 << species[i];
  let count = 0;
  for (const [k, layer] of grid.layers.entries()) {
    let reach = -1;
    for (let s = 0; present >>> s !== 0; s++) {
      if (((present >>> s) & 1) === 1) reach = Math.max(reach, reaches[k][s]);
    }
    if (reach < 0) continue;
    const all = cellStart[layer.start + layer.cells] - cellStart[layer.start];
    if (all <= FEW || isFar(layer, reach)) {
      count += all;
    } else if ((present & ~layer.species) === 0) {
      count += countAroundRun(world, layer, rows[k], begin, last);
    } else {
      count += countAroundEach(world, layer, rows[k], begin, last);
    }
  }
  return count;
}

/** Whether a reach (m) extends beyond the cells next to an agent's own. */
function isFar({ inverse, slack }: Layer, reach: number): boolean {
  const searched = reach * WIDER + slack;
  return inverse.some((cells, axis) => searched * cells > REACH[axis]);
}

/**
 * An upper bound of the number of agents around the agents in places `begin` to `last`, if the layer holds these
 * agents. The cells from the first agent's to the last agent's are contiguous, and the cells around them form a few
 * contiguous ranges. So a few reads of `cellStart` suffice.
 */
function countAroundRun(
  { front }: SharedWorld,
  layer: Layer,
  rows: Int32Array,
  begin: number,
  last: number,
): number {
  const { x, y, z } = front.position;
  const lowest = cellIn(layer, x[begin], y[begin], z[begin]);
  const highest = cellIn(layer, x[last], y[last], z[last]);
  return countRows(layer, front.cellStart, rows, lowest, highest);
}

/** The largest number of agents of a layer around any of the agents in places `begin` to `last`. */
function countAroundEach(
  { front }: SharedWorld,
  layer: Layer,
  rows: Int32Array,
  begin: number,
  last: number,
): number {
  const { x, y, z } = front.position;
  let before = -1;
  let most = 0;
  for (let i = begin; i <= last; i++) {
    const cell = cellIn(layer, x[i], y[i], z[i]);
    if (cell === before) continue;
    most = Math.max(most, countRows(layer, front.cellStart, rows, cell, cell));
    before = cell;
  }
  return most;
}

/** The number of agents in the given rows around the cells `lowest` to `highest` of a layer's table. */
function countRows(
  layer: Layer,
  cellStart: Readonly<Uint32Array>,
  rows: Int32Array,
  lowest: number,
  highest: number,
): number {
  let count = 0;
  let counted = lowest + rows[0];
  for (let row = 0; row < rows.length; row += 2) {
    // Rows are sorted. Where they overlap, each place counts once.
    const from = Math.max(lowest + rows[row], counted);
    const to = highest + rows[row + 1] + 1;
    if (from >= to) continue;
    count += countIn(layer, cellStart, from, to);
    counted = to;
  }
  return count;
}

/**
 * The number of agents in the cells [from, to) of a layer's table. `from` and `to` may lie beyond the ends of the
 * table.
 */
function countIn(
  { cells, mask, start }: Layer,
  cellStart: Readonly<Uint32Array>,
  from: number,
  to: number,
): number {
  const upTo = (cell: number): number => cellStart[start + cell];
  if (mask === -1) {
    const first = Math.max(from, 0);
    const after = Math.min(to, cells);
    return first < after ? upTo(after) - upTo(first) : 0;
  }
  if (to - from >= cells) return upTo(cells) - upTo(0);
  const first = from & mask;
  const after = first + to - from;
  if (after <= cells) return upTo(after) - upTo(first);
  // After its end, the table continues at its beginning.
  return upTo(cells) - upTo(first) + upTo(after - cells) - upTo(0);
}

/** How far agents look in a tick, and the cells of each layer that are next to an agent's own. */
interface Around {
  /**
   * Rows of cells, for each layer. Each row has two values: the offset of its first cell, and the offset of its last
   * cell. The offset of a cell is its place in the layer's table, minus the place of the agent's own cell. The rows are
   * sorted by the offsets of their first cells.
   */
  readonly rows: readonly Int32Array[];
  tick: number;
  /**
   * How far the agents of a species look for those of a layer (m), by layer and species; -1 if they do not. A reach can
   * change with time, or by a `set` command.
   */
  readonly reaches: readonly Float64Array[];
}

const arounds = new WeakMap<Plan, Around>();

function aroundOf(world: SharedWorld): Around {
  const { plan, frontTick } = world;
  let around = arounds.get(plan);
  if (around === undefined) {
    const { layers } = plan.grid;
    const rows = layers.map(rowsAround);
    const reaches = layers.map(() => new Float64Array(plan.species.length));
    around = { rows, tick: -1, reaches };
    arounds.set(plan, around);
  }
  if (around.tick !== frontTick) {
    around.tick = frontTick;
    writeReaches(world, around.reaches);
  }
  return around;
}

/** How many cells the planned neighbor radius reaches: 2 along x, and 1 along y and z. */
const REACH = [2, 1, 1] as const;

function rowsAround(grid: Layer): Int32Array {
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
function stepsAlong({ first, last, edge }: Layer, axis: 0 | 1 | 2): [low: number, high: number][] {
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

function writeReaches(world: SharedWorld, reaches: readonly Float64Array[]): void {
  const { grid, species } = world.plan;
  for (const [s, { behaviors }] of species.entries()) {
    for (const list of reaches) list[s] = -1;
    for (const behavior of behaviors) {
      if (looksInTrees(world.plan, behavior)) continue;
      const reach = Math.max(-1, ...rangesNow(world, behavior));
      for (const [k, layer] of grid.layers.entries()) {
        if ((behavior.mask & layer.species) !== 0) reaches[k][s] = Math.max(reaches[k][s], reach);
      }
    }
  }
}

/** Factor by which searches are widened to cover rounding, see neighbors.ts. */
const WIDER = 1 + 1 / 0x100000;

/** Whether a behavior searches for its neighbors in trees. Such a behavior does not look at cells. */
function looksInTrees({ rare }: Plan, { type, law, mask }: BehaviorPlan): boolean {
  return law < 0 && type !== 'orca' && (mask & ~rare) === 0;
}
