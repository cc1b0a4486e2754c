import type { State } from './layout.ts';
import type { MapPlan } from './plan.ts';

/** The number of the map cell that contains a point (m); -1 outside the map. */
export function mapCellOf(
  { width, height, cellSize, origin }: MapPlan,
  x: number,
  y: number,
): number {
  const cx = Math.floor((x - origin[0]) / cellSize);
  const cy = Math.floor((y - origin[1]) / cellSize);
  return cx >= 0 && cy >= 0 && cx < width && cy < height ? cy * width + cx : -1;
}

/** The x of the center of a cell (m). */
export function centerX({ width, cellSize, origin }: MapPlan, cell: number): number {
  return origin[0] + ((cell % width) + 0.5) * cellSize;
}

/** The y of the center of a cell (m). */
export function centerY({ width, cellSize, origin }: MapPlan, cell: number): number {
  return origin[1] + (Math.floor(cell / width) + 0.5) * cellSize;
}

/** Whether no agent can be in a cell, because it is a wall or outside the map. */
export function isWall({ mapCost }: State, cell: number): boolean {
  return cell < 0 || mapCost[cell] === 0;
}
