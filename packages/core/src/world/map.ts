import { createMap, type GridMap } from '../path/map.ts';
import type { State } from './layout.ts';
import type { MapPlan } from './plan.ts';

/** The cell of a point, or -1 outside the map. */
export function mapCellOf(
  { width, height, cellSize, origin }: MapPlan,
  x: number,
  y: number,
): number {
  const cx = Math.floor((x - origin[0]) / cellSize);
  const cy = Math.floor((y - origin[1]) / cellSize);
  return cx >= 0 && cy >= 0 && cx < width && cy < height ? cy * width + cx : -1;
}

/** x of the center of a cell (m). */
export function centerX({ width, cellSize, origin }: MapPlan, cell: number): number {
  return origin[0] + ((cell % width) + 0.5) * cellSize;
}

/** y of the center of a cell (m). */
export function centerY({ width, cellSize, origin }: MapPlan, cell: number): number {
  return origin[1] + (Math.floor(cell / width) + 0.5) * cellSize;
}

/** Whether nobody can be there: a wall, or outside the map. */
export function isWall({ mapCost }: State, cell: number): boolean {
  return cell < 0 || mapCost[cell] === 0;
}

/**
 * The open cell nearest to a point, by the distance of its center, then by its number; -1 when the map
 * has none. The cell of the point where that is open.
 */
export function openCellNear(map: MapPlan, state: State, x: number, y: number): number {
  const own = mapCellOf(map, x, y);
  if (!isWall(state, own)) return own;
  const { width, height, cellSize, origin } = map;
  const column = clamp(Math.floor((x - origin[0]) / cellSize), width);
  const row = clamp(Math.floor((y - origin[1]) / cellSize), height);
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  const look = (cx: number, cy: number): void => {
    if (cx < 0 || cy < 0 || cx >= width || cy >= height) return;
    const cell = cy * width + cx;
    if (state.mapCost[cell] === 0) return;
    const dx = centerX(map, cell) - x;
    const dy = centerY(map, cell) - y;
    const squared = dx * dx + dy * dy;
    if (squared > least || (squared === least && cell > nearest)) return;
    least = squared;
    nearest = cell;
  };
  look(column, row);
  // Ring by ring: the centers of ring r are at least r - 1/2 cells away.
  const rings = Math.max(width, height);
  for (let ring = 1; ring < rings; ring++) {
    const bound = (ring - 0.5) * cellSize;
    if (least < bound * bound) break;
    for (let k = -ring; k <= ring; k++) {
      look(column + k, row - ring);
      look(column + k, row + ring);
      if (k === -ring || k === ring) continue;
      look(column - ring, row + k);
      look(column + ring, row + k);
    }
  }
  return nearest;
}

function clamp(cell: number, count: number): number {
  return cell >= 0 ? (cell < count ? cell : count - 1) : 0;
}

/**
 * A map for path finding as a state has it: a copy, because what is worked out for it is kept until the
 * map changes.
 */
export function gridMapIn({ width, height }: MapPlan, { mapCost }: State): GridMap {
  return createMap(width, height, mapCost);
}
