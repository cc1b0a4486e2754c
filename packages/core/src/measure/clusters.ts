import { shortWay } from '../grid/torus.ts';
import type { SharedWorld } from '../world/world.ts';
import { type Agents, placesOf } from './measured-agents.ts';

/** The number of agents that are handled between two signs of life of the thread. */
const BLOCK = 1024;

/**
 * The maximum number of cells along one edge of a torus. It keeps column numbers far below 2^53, the limit of exact
 * whole numbers.
 */
const MAX_COLUMNS = 0x10_0000;
/**
 * The width of a cell, divided by the distance within which agents are in the same group. The ratio is above 1 because
 * column numbers are rounded. With a ratio of 1, two agents at exactly this distance could be two columns apart.
 */
const WIDER = 1.000001;

/** A cell of a grid. It is slightly wider than the distance within which two agents are in the same group. */
interface Cell {
  readonly column: readonly number[];
  /** The places of the agents in this cell that are not in a group yet. */
  readonly left: number[];
  /** This cell, and the existing cells around it. Computed on first use. */
  near: readonly Cell[] | undefined;
}

/**
 * Returns the sizes of all groups of agents, in the order of their first agents. Two agents are linked if they are
 * within `distance` (m) of each other. A group is a connected component of the graph of these links. On a torus,
 * distances are measured along the shortest way.
 *
 * A flood fill finds each group, beginning with its first agent. The agents are in the cells of a grid. When the flood
 * fill reaches an agent, it removes the agent from its cell. So each agent is visited only once, even in a dense crowd.
 */
export function clusterSizes(agents: Agents, distance: number): number[] {
  const { world } = agents;
  const places = placesOf(agents);
  const cells = new Cells(world, distance);
  for (const [k, i] of places.entries()) {
    if (k % BLOCK === 0) world.live();
    cells.put(i);
  }
  const isTaken = new Uint8Array(world.plan.agents);
  const sizes: number[] = [];
  let visited = 0;
  for (const first of places) {
    if (isTaken[first] === 1) continue;
    const group: number[] = [];
    cells.takeAround(first, group);
    for (let at = 0; at < group.length; at++) {
      if (visited++ % BLOCK === 0) world.live();
      isTaken[group[at]] = 1;
      cells.takeAround(group[at], group);
    }
    sizes.push(group.length);
  }
  return sizes;
}

/** A grid of agents. It stores only cells with agents, so agents may be any distance apart. */
class Cells {
  readonly #world: SharedWorld;
  readonly #distance: number;
  /** The smallest width of a cell (m). */
  readonly #width: number;
  readonly #axes: readonly Float32Array[];
  /** The number of cells along each axis of a torus; empty without a torus. */
  readonly #counts: readonly number[];
  /** The cells of the grid, in nested maps. The keys are the indices of the cell along z, then y, then x. */
  readonly #cells = new Map<number, Map<number, Map<number, Cell>>>();
  readonly #cellOf: Cell[] = [];

  constructor(world: SharedWorld, distance: number) {
    const { bounds, dimensions, grid } = world.plan;
    const { x, y, z } = world.front.position;
    this.#world = world;
    this.#distance = distance;
    this.#width = distance * WIDER;
    this.#axes = dimensions === 2 ? [x, y] : [x, y, z];
    this.#counts =
      bounds.type === 'wrap'
        ? this.#axes.map((_, axis) => {
            const count = Math.floor(grid.edge[axis] / this.#width);
            return Math.max(1, Math.min(MAX_COLUMNS, count));
          })
        : [];
  }

  /** Puts the agent at place `i` into its cell. */
  put(i: number): void {
    const column = this.#axes.map((axis, n) => this.#columnOf(axis[i], n));
    const [x, y, z = 0] = column;
    const layer = within(this.#cells, z, () => new Map<number, Map<number, Cell>>());
    const row = within(layer, y, () => new Map<number, Cell>());
    const cell = within(row, x, () => ({ column, left: [], near: undefined }));
    cell.left.push(i);
    this.#cellOf[i] = cell;
  }

  /**
   * Adds to `into` the agent at place `i`, and all agents in the grid within `#distance` (m) of that agent. Removes all
   * these agents from their cells.
   */
  takeAround(i: number, into: number[]): void {
    const cell = this.#cellOf[i];
    cell.near ??= this.#near(cell);
    for (const one of cell.near) if (one.left.length > 0) this.#take(one.left, i, into);
  }

  #take(left: number[], i: number, into: number[]): void {
    const { edge } = this.#world.plan.grid;
    const { x, y, z } = this.#world.front.position;
    const squaredDistance = this.#distance * this.#distance;
    let kept = 0;
    for (const j of left) {
      const dx = shortWay(x[j] - x[i], edge[0]);
      const dy = shortWay(y[j] - y[i], edge[1]);
      const dz = shortWay(z[j] - z[i], edge[2]);
      if (dx * dx + dy * dy + dz * dz <= squaredDistance) into.push(j);
      else left[kept++] = j;
    }
    left.length = kept;
  }

  #columnOf(value: number, axis: number): number {
    const { bounds, grid } = this.#world.plan;
    if (bounds.type !== 'wrap') return Math.floor(value / this.#width);
    const count = this.#counts[axis];
    const column = Math.floor(((value - Math.fround(bounds.min[axis])) / grid.edge[axis]) * count);
    return Math.max(0, Math.min(count - 1, column));
  }

  #near({ column }: Cell): Cell[] {
    const [xs, ys, zs = [0]] = column.map((value, axis) => this.#columnsNear(value, axis));
    const near: Cell[] = [];
    for (const z of zs) {
      for (const y of ys) {
        const row = this.#cells.get(z)?.get(y);
        if (row === undefined) continue;
        for (const x of xs) {
          const cell = row.get(x);
          if (cell !== undefined) near.push(cell);
        }
      }
    }
    return near;
  }

  /** Returns `column` and its two neighbors along an axis, without duplicates. */
  #columnsNear(column: number, axis: number): number[] {
    const near = [column - 1, column, column + 1];
    const count = this.#counts[axis];
    if (count === undefined) return near;
    return [...new Set(near.map((value) => (value + count) % count))];
  }
}

function within<Inner>(outer: Map<number, Inner>, key: number, make: () => Inner): Inner {
  const known = outer.get(key);
  if (known !== undefined) return known;
  const made = make();
  outer.set(key, made);
  return made;
}
