import type { SharedWorld } from '../world/world.ts';
import { type Agents, placesOf } from './agents.ts';

/** Cells along one edge, at most. */
const MAX_COLUMNS = 1024;
/** Agents between two signs of life. */
const BLOCK = 65_536;

/**
 * A grid over some agents that fits them, about one to a cell: that of the world fits the radius of its
 * neighbors, and has a single cell where no behavior looks for any.
 */
export class PointGrid {
  readonly #world: SharedWorld;
  readonly #axes: readonly [Float32Array, Float32Array, Float32Array];
  readonly #wrap: boolean;
  readonly #min: readonly number[];
  /** Edges of the box of the agents (m), or of the torus. */
  readonly #edges: readonly number[];
  readonly #counts: readonly number[];
  readonly #narrowest: number;
  readonly #cellStart: Uint32Array;
  /** Places of the agents, cell after cell. */
  readonly #places: Uint32Array;

  constructor(agents: Agents) {
    const { world } = agents;
    const { bounds, dimensions, grid } = world.plan;
    const { x, y, z } = world.front.position;
    const places = placesOf(agents);
    this.#world = world;
    this.#axes = [x, y, z];
    this.#wrap = bounds.type === 'wrap';
    const min = [0, 0, 0];
    const edges = [0, 0, 0];
    for (let axis = 0; axis < dimensions; axis++) {
      const [low, high] = this.#wrap ? [0, 0] : spanOf(this.#axes[axis], places);
      min[axis] = bounds.type === 'wrap' ? Math.fround(bounds.min[axis]) : low;
      edges[axis] = this.#wrap ? grid.edge[axis] : high - low;
    }
    this.#min = min;
    this.#edges = edges;
    this.#counts = countsFor(edges, places.length);
    const widths = edges.map((edge, axis) =>
      this.#counts[axis] > 1 ? edge / this.#counts[axis] : Number.POSITIVE_INFINITY,
    );
    this.#narrowest = Math.min(...widths);
    [this.#cellStart, this.#places] = this.#fill(places);
  }

  /**
   * The distance (m) from the agent at place `i` to the nearest other one of the grid, the short way round a
   * torus; infinite when there is none.
   */
  nearest(i: number): number {
    const home = [0, 1, 2].map((axis) => this.#columnOf(this.#axes[axis][i], axis));
    const rings = Math.max(...this.#counts);
    let nearest = Number.POSITIVE_INFINITY;
    for (let ring = 0; ring <= rings; ring++) {
      // What is not in a ring up to this one is at least that far away.
      if (nearest <= (ring - 1) * this.#narrowest) break;
      nearest = Math.min(nearest, this.#nearestInRing(i, home, ring));
    }
    return nearest;
  }

  #fill(places: Uint32Array): [cellStart: Uint32Array, sorted: Uint32Array] {
    const counts = this.#counts;
    const cellStart = new Uint32Array(counts[0] * counts[1] * counts[2] + 1);
    const cells = new Uint32Array(places.length);
    for (let k = 0; k < places.length; k++) {
      if (k % BLOCK === 0) this.#world.live();
      let cell = 0;
      for (let axis = 2; axis >= 0; axis--) {
        cell = cell * counts[axis] + this.#columnOf(this.#axes[axis][places[k]], axis);
      }
      cells[k] = cell;
      cellStart[cell + 1]++;
    }
    for (let cell = 1; cell < cellStart.length; cell++) cellStart[cell] += cellStart[cell - 1];
    const next = cellStart.slice();
    const sorted = new Uint32Array(places.length);
    for (let k = 0; k < places.length; k++) sorted[next[cells[k]]++] = places[k];
    return [cellStart, sorted];
  }

  #columnOf(value: number, axis: number): number {
    const edge = this.#edges[axis];
    if (!(edge > 0)) return 0;
    const count = this.#counts[axis];
    const column = Math.floor(((value - this.#min[axis]) / edge) * count);
    return column < 0 ? 0 : column >= count ? count - 1 : column;
  }

  #nearestInRing(i: number, home: readonly number[], ring: number): number {
    const counts = this.#counts;
    let nearest = Number.POSITIVE_INFINITY;
    const [firstX, lastX] = this.#columns(home, 0, ring);
    const [firstY, lastY] = this.#columns(home, 1, ring);
    const [firstZ, lastZ] = this.#columns(home, 2, ring);
    for (let cz = firstZ; cz <= lastZ; cz++) {
      for (let cy = firstY; cy <= lastY; cy++) {
        const inner = Math.abs(cz - home[2]) < ring && Math.abs(cy - home[1]) < ring;
        for (let cx = firstX; cx <= lastX; cx++) {
          // The inside of the ring was looked at before: on to its far side.
          if (inner && cx > home[0] - ring && cx < home[0] + ring) cx = home[0] + ring;
          if (cx > lastX) break;
          const cell =
            (around(cz, counts[2]) * counts[1] + around(cy, counts[1])) * counts[0] +
            around(cx, counts[0]);
          nearest = Math.min(nearest, this.#nearestInCell(i, cell));
          // Of many on one spot the first ends the search: all of them would take a square of their number.
          if (nearest === 0) return 0;
        }
      }
    }
    return nearest;
  }

  #nearestInCell(i: number, cell: number): number {
    const { edge } = this.#world.plan.grid;
    const [x, y, z] = this.#axes;
    const end = this.#cellStart[cell + 1];
    let least = Number.POSITIVE_INFINITY;
    for (let k = this.#cellStart[cell]; k < end && least > 0; k++) {
      const j = this.#places[k];
      if (j === i) continue;
      const dx = shortWay(x[j] - x[i], edge[0]);
      const dy = shortWay(y[j] - y[i], edge[1]);
      const dz = shortWay(z[j] - z[i], edge[2]);
      least = Math.min(least, dx * dx + dy * dy + dz * dz);
    }
    return Math.sqrt(least);
  }

  /** First and last column of an axis within `ring` of home: those that exist, in a torus each once. */
  #columns(home: readonly number[], axis: number, ring: number): [number, number] {
    const count = this.#counts[axis];
    let first = home[axis] - ring;
    let last = home[axis] + ring;
    if (!this.#wrap) {
      first = Math.max(first, 0);
      last = Math.min(last, count - 1);
    } else if (last - first >= count) {
      first = home[axis] - Math.floor(count / 2);
      last = first + count - 1;
    }
    return [first, last];
  }
}

/**
 * Where all but the outermost hundredth on either side are: a single one that has flown far off would make
 * all cells wide. Those outside count to the border cells, which brings no two farther apart.
 */
function spanOf(column: Float32Array, places: Uint32Array): [number, number] {
  const sorted = new Float32Array(places.length);
  for (let k = 0; k < places.length; k++) sorted[k] = column[places[k]];
  sorted.sort();
  const few = Math.floor(sorted.length / 100);
  return [sorted[few], sorted[sorted.length - 1 - few]];
}

/** Cells along each edge, near to cubes, about as many as there are agents. */
function countsFor(edges: readonly number[], agents: number): number[] {
  let width = Math.max(...edges);
  if (!(width > 0)) return [1, 1, 1];
  const along = (w: number): number[] =>
    edges.map((edge) => Math.max(1, Math.min(MAX_COLUMNS, Math.floor(edge / w))));
  for (;;) {
    const finer = along(width * 0.8);
    if (finer[0] * finer[1] * finer[2] > agents) return along(width);
    if (finer.every((count, axis) => count === MAX_COLUMNS || edges[axis] === 0)) return finer;
    width *= 0.8;
  }
}

function around(column: number, count: number): number {
  return ((column % count) + count) % count;
}

/** An offset (m) the short way round an edge; an edge of 0 is none. */
export function shortWay(offset: number, edge: number): number {
  return edge > 0 ? offset - edge * Math.floor(offset / edge + 0.5) : offset;
}
