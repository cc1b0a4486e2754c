import { shortWay } from '../grid/torus.ts';
import type { SharedWorld } from '../world/world.ts';
import { type Agents, placesOf } from './measured-agents.ts';

/** The maximum number of cells along one edge. */
const MAX_COLUMNS = 1024;
/** The number of agents that are handled between two signs of life of the thread. */
const BLOCK = 65_536;

/**
 * A grid over agents with about one agent per cell. The grid of the world cannot be used. Its cells are as wide as the
 * neighbor radius, and it may have a single cell if no behavior looks for neighbors.
 */
export class PointGrid {
  readonly #world: SharedWorld;
  readonly #axes: readonly [Float32Array, Float32Array, Float32Array];
  readonly #wrap: boolean;
  readonly #min: readonly number[];
  /** The edge lengths of the box around the agents, or of the torus (m). */
  readonly #edges: readonly number[];
  readonly #counts: readonly number[];
  /** The smallest width of a cell (m), and the number of rings of cells that can surround a cell. */
  readonly #narrowest: number;
  readonly #rings: number;
  readonly #cellStart: Uint32Array;
  /** The places (indices in the sorted columns) of the agents, cell after cell. */
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
    this.#rings = Math.max(...this.#counts);
    [this.#cellStart, this.#places] = this.#fill(places);
  }

  /**
   * The distance (m) from the agent at place `i` to the nearest other agent of the grid, by the shortest way around a
   * torus; Infinity if there is no other agent.
   */
  nearest(i: number): number {
    const [x, y, z] = this.#axes;
    const homeX = this.#columnOf(x[i], 0);
    const homeY = this.#columnOf(y[i], 1);
    const homeZ = this.#columnOf(z[i], 2);
    let squared = Number.POSITIVE_INFINITY;
    for (let ring = 0; ring <= this.#rings; ring++) {
      // Agents in this ring or beyond are at least this far away.
      const far = (ring - 1) * this.#narrowest;
      if (ring > 0 && squared <= far * far) break;
      squared = this.#nearestInRing(i, homeX, homeY, homeZ, ring, squared);
    }
    return Math.sqrt(squared);
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

  /**
   * The squared distance (m^2) to the nearest agent in a ring of cells. The cells are `ring` cells away from the
   * agent's own cell. If the ring has no nearer agent, the result is the given squared distance `least` (m^2).
   */
  #nearestInRing(
    i: number,
    homeX: number,
    homeY: number,
    homeZ: number,
    ring: number,
    least: number,
  ): number {
    const [countX, countY, countZ] = this.#counts;
    const firstX = this.#first(homeX, ring, countX);
    const firstY = this.#first(homeY, ring, countY);
    const firstZ = this.#first(homeZ, ring, countZ);
    const lastX = this.#last(homeX, ring, countX);
    const lastY = this.#last(homeY, ring, countY);
    const lastZ = this.#last(homeZ, ring, countZ);
    let nearest = least;
    for (let cz = firstZ; cz <= lastZ; cz++) {
      for (let cy = firstY; cy <= lastY; cy++) {
        const inner = Math.abs(cz - homeZ) < ring && Math.abs(cy - homeY) < ring;
        const row = (inRange(cz, countZ) * countY + inRange(cy, countY)) * countX;
        for (let cx = firstX; cx <= lastX; cx++) {
          // The cells inside the ring were searched before, so the loop skips to the far side.
          if (inner && cx > homeX - ring && cx < homeX + ring) cx = homeX + ring;
          if (cx > lastX) break;
          nearest = this.#nearestInCell(i, row + inRange(cx, countX), nearest);
          // An agent at the same position ends the search. Visiting all of many coincident agents would take quadratic
          // time.
          if (nearest === 0) return 0;
        }
      }
    }
    return nearest;
  }

  #nearestInCell(i: number, cell: number, least: number): number {
    const [edgeX, edgeY, edgeZ] = this.#world.plan.grid.edge;
    const [x, y, z] = this.#axes;
    const places = this.#places;
    const end = this.#cellStart[cell + 1];
    let nearest = least;
    for (let k = this.#cellStart[cell]; k < end && nearest > 0; k++) {
      const j = places[k];
      if (j === i) continue;
      const dx = shortWay(x[j] - x[i], edgeX);
      const dy = shortWay(y[j] - y[i], edgeY);
      const dz = shortWay(z[j] - z[i], edgeZ);
      const squared = dx * dx + dy * dy + dz * dz;
      if (squared < nearest) nearest = squared;
    }
    return nearest;
  }

  /**
   * The first column to visit along an axis. It lies at most `ring` columns before `home`. On a torus, the range from
   * the first to the last column never has more than `count` columns. So no column is visited twice.
   */
  #first(home: number, ring: number, count: number): number {
    if (!this.#wrap) return Math.max(home - ring, 0);
    return 2 * ring >= count ? home - Math.floor(count / 2) : home - ring;
  }

  #last(home: number, ring: number, count: number): number {
    if (!this.#wrap) return Math.min(home + ring, count - 1);
    return 2 * ring >= count ? home - Math.floor(count / 2) + count - 1 : home + ring;
  }
}

/**
 * The range of one coordinate of the agents, without the lowest hundredth and the highest hundredth of the agents. If
 * the range included all agents, a single agent far away would make all cells wide. Agents outside this range are put
 * into the border cells. That never increases the distance between the cells of two agents.
 */
function spanOf(column: Float32Array, places: Uint32Array): [number, number] {
  const sorted = new Float32Array(places.length);
  for (let k = 0; k < places.length; k++) sorted[k] = column[places[k]];
  sorted.sort();
  const few = Math.floor(sorted.length / 100);
  return [sorted[few], sorted[sorted.length - 1 - few]];
}

/**
 * Returns the number of cells along each edge. The cells are nearly cubic, and there are about as many cells as agents.
 */
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

/** Wraps the index of a column around a torus. The index may be too low or too high by at most `count`. */
function inRange(column: number, count: number): number {
  if (column < 0) return column + count;
  return column >= count ? column - count : column;
}
