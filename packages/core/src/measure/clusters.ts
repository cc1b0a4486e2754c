import type { SharedWorld } from '../world/world.ts';
import { type Agents, placesOf } from './agents.ts';
import { shortWay } from './point-grid.ts';

/** Agents between two signs of life. */
const BLOCK = 1024;

/** Cells along one edge of a torus, at most: with more than 2^53 a column would have no next one. */
const MAX_COLUMNS = 0x10_0000;
/**
 * How much wider than the distance a cell is at least. The column of an agent is rounded: two that are exactly the
 * distance apart would else come to lie two columns apart.
 */
const WIDER = 1.000001;

/** A cell somewhat wider than the distance that joins a group. */
interface Cell {
  readonly column: readonly number[];
  /** Those of its agents that no group has taken yet, by place. */
  readonly left: number[];
  /** The cells that there are around it, itself among them; found when a search comes by. */
  near: readonly Cell[] | undefined;
}

/**
 * The sizes of the groups of some agents: each agent of a group is within `distance` (m) of another one of it,
 * the short way round a torus. The sizes are those of the connected components of that graph, in the stored
 * order of the first agent of each.
 *
 * A group is flooded from its first agent. What a search reaches is taken out of its cell, so that in a crowd,
 * where all are within reach of all, each is looked at once.
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

/** Agents by cell; only cells with agents are kept, however far apart they lie. */
class Cells {
  readonly #world: SharedWorld;
  readonly #distance: number;
  /** How wide a cell is at least (m). */
  readonly #width: number;
  readonly #axes: readonly Float32Array[];
  /** On a torus, how many cells an axis has: its row of cells closes. */
  readonly #counts: readonly number[];
  /** By column along z, y and x. */
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

  /** Takes all within the distance of the agent at place `i` out of their cells, itself among them. */
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
    const [xs, ys, zs = [0]] = column.map((one, axis) => this.#columnsNear(one, axis));
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

  /** A column and those next to it, each once. */
  #columnsNear(column: number, axis: number): number[] {
    const near = [column - 1, column, column + 1];
    const count = this.#counts[axis];
    if (count === undefined) return near;
    return [...new Set(near.map((one) => (one + count) % count))];
  }
}

function within<Inner>(outer: Map<number, Inner>, key: number, make: () => Inner): Inner {
  const known = outer.get(key);
  if (known !== undefined) return known;
  const made = make();
  outer.set(key, made);
  return made;
}
