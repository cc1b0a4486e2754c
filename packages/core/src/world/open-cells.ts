import { type OpenColumns, openColumnsOf } from '../path/open-columns.ts';
import type { State } from './layout.ts';
import { centerX, centerY, isWall, mapCellOf } from './map.ts';
import type { MapPlan } from './plan.ts';
import { mapVersionOf } from './versions.ts';
import type { SharedWorld } from './world.ts';

/**
 * Finds the open cell of a map that is nearest to a point. The first search for a point in a wall reads all cells of
 * the map, and stores a table of the open cells. Later searches use the table, so they take little time.
 */
export class OpenCells {
  readonly #map: MapPlan;
  #columns: OpenColumns | undefined;

  constructor(map: MapPlan) {
    this.#map = map;
  }

  /**
   * Returns the open cell that contains a point (m). If the point is in no open cell, returns the open cell whose
   * center is nearest to the point. If several cells are equally near, the one with the lowest number is returned. If
   * the map has no open cell, returns -1. A point within a thousandth of a cell of a border counts as on the border,
   * because agents compute their goals from offsets, which are rounded. Otherwise, a goal on a border would be in
   * another cell for each agent and tick.
   *
   * @param state a state with the map, which must be the same map in all calls
   */
  near(state: State, x: number, y: number): number {
    const { width, height, origin, cellSize } = this.#map;
    const atX = ontoBorder(x, origin[0], cellSize);
    const atY = ontoBorder(y, origin[1], cellSize);
    const own = mapCellOf(this.#map, atX, atY);
    if (!isWall(state, own)) return own;
    this.#columns ??= openColumnsOf(width, height, state.mapCost);
    return nearestIn(this.#map, this.#columns, atX, atY);
  }
}

function ontoBorder(at: number, origin: number, cellSize: number): number {
  const cells = (at - origin) / cellSize;
  const border = Math.floor(cells + 0.5);
  return Math.abs(cells - border) < 1e-3 ? origin + border * cellSize : at;
}

interface Made {
  readonly version: number;
  readonly cells: OpenCells;
}

const made = new WeakMap<SharedWorld, Made>();

/**
 * Returns the open cells of the map that `state` contains. `state` is the front or the back state. Each thread caches
 * the cells of the front state until the map changes. A changed map of the back state is never cached, because a
 * repeated tick may write a different map.
 */
export function openCellsOf(world: SharedWorld, state: State): OpenCells {
  const kept = made.get(world);
  if (state.mapVersion[0] !== world.front.mapVersion[0]) return new OpenCells(world.plan.map!);
  const version = mapVersionOf(world);
  if (kept?.version === version) return kept.cells;
  const cells = new OpenCells(world.plan.map!);
  made.set(world, { version, cells });
  return cells;
}

function nearestIn(map: MapPlan, { below, above }: OpenColumns, x: number, y: number): number {
  const { width, height, cellSize, origin } = map;
  const column = clamp(Math.floor((x - origin[0]) / cellSize), width);
  const row = clamp(Math.floor((y - origin[1]) / cellSize), height);
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  /** Considers a cell, and keeps it if it is the nearest so far. Returns false if the cell kept before is nearer. */
  const take = (cell: number): boolean => {
    const dx = centerX(map, cell) - x;
    const dy = centerY(map, cell) - y;
    const squared = dx * dx + dy * dy;
    if (squared > least) return false;
    if (squared < least || cell < nearest) {
      least = squared;
      nearest = cell;
    }
    return true;
  };
  const look = (cx: number): void => {
    if (cx < 0 || cx >= width) return;
    const up = above[row * width + cx];
    if (up >= 0) take(up * width + cx);
    // For a point on the edge between two rows, or far away, a lower cell can be equally near, and its number is lower.
    for (let down = below[row * width + cx]; down >= 0; down = below[(down - 1) * width + cx]) {
      if (!take(down * width + cx) || down === 0) break;
    }
  };
  look(column);
  // The centers of a column that is k columns away are at least k - 1/2 cells away.
  for (let k = 1; k < width; k++) {
    const bound = (k - 0.5) * cellSize;
    if (least < bound * bound) break;
    look(column - k);
    look(column + k);
  }
  return nearest;
}

function clamp(cell: number, count: number): number {
  return cell >= 0 ? (cell < count ? cell : count - 1) : 0;
}
