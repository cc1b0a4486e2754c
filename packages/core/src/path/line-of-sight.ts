import type { GridMap } from './map.ts';
import { checkCell } from './path-error.ts';
import { straightCostOnSlopes } from './slope-sight.ts';

/**
 * Cost of the straight way between the centers of two cells. Each cell that the way touches adds its cost times the
 * length of the way inside the cell. On a slope, the product is multiplied by the factor of the slope. If the way is
 * too steep, or touches a wall even at a corner, the cost is infinite.
 *
 * @throws PathError if `from` or `to` is not a cell of the map
 *
 * source: Amanatides and Woo 1987, A Fast Voxel Traversal Algorithm for Ray Tracing. Here, the algorithm uses whole
 * numbers
 */
export function straightCost(map: GridMap, from: number, to: number): number {
  // Between numbers that are no cells, the way would never end.
  checkCell(map, 'from', from);
  checkCell(map, 'to', to);
  if (map.slope !== undefined) return straightCostOnSlopes(map, map.slope, from, to);
  const { width, cost } = map;
  const fromX = from % width;
  const fromY = (from - fromX) / width;
  const toX = to % width;
  const dx = toX - fromX;
  const dy = (to - toX) / width - fromY;
  const spanX = dx < 0 ? -dx : dx;
  const spanY = dy < 0 ? -dy : dy;
  const stepX = dx < 0 ? -1 : 1;
  const stepY = dy < 0 ? -width : width;
  // The way takes 2 spanX spanY units of time. A column border is crossed every 2 spanY units and a row border every 2
  // spanX, each for the first time after half of that.
  const whole = spanX === 0 || spanY === 0 ? 2 * (spanX + spanY) : 2 * spanX * spanY;
  const perColumn = spanX === 0 ? Number.POSITIVE_INFINITY : whole / spanX;
  const perRow = spanY === 0 ? Number.POSITIVE_INFINITY : whole / spanY;
  let nextColumn = perColumn / 2;
  let nextRow = perRow / 2;
  let time = 0;
  let sum = 0;
  for (let cell = from; ; ) {
    if (cost[cell] === 0) return Number.POSITIVE_INFINITY;
    if (cell === to) break;
    const leave = nextColumn < nextRow ? nextColumn : nextRow;
    sum += cost[cell] * (leave - time);
    time = leave;
    const column = nextColumn === leave;
    const row = nextRow === leave;
    if (column && row && (cost[cell + stepX] === 0 || cost[cell + stepY] === 0)) {
      return Number.POSITIVE_INFINITY;
    }
    if (column) {
      cell += stepX;
      nextColumn += perColumn;
    }
    if (row) {
      cell += stepY;
      nextRow += perRow;
    }
  }
  if (whole === 0) return 0;
  sum += cost[to] * (whole - time);
  return (sum / whole) * Math.sqrt(dx * dx + dy * dy);
}

/**
 * Whether an agent can go straight from the center of a cell to the center of another. The straight way must not be too
 * steep, and must not touch a wall or the corner of a wall.
 *
 * @throws PathError if `from` or `to` is not a cell of the map
 */
export function lineOfSight(map: GridMap, from: number, to: number): boolean {
  return straightCost(map, from, to) < Number.POSITIVE_INFINITY;
}
