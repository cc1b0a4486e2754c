import type { GridMap } from './map.ts';
import { type Slope, slopeFactor } from './slope.ts';
import { isLegTooSteep } from './steep-leg.ts';

/**
 * The cost of the straight way between the centers of two cells, on a map with slopes. Compared with level ground, the
 * cost of each piece of the way is multiplied by the factor of its slope. If the way is too steep at any of its points,
 * or the map does not allow a step from one cell of the way to the next, the cost is infinite.
 *
 * The way is cut into equal pieces. If the way is longer along x than along y, each piece is one cell long along x.
 * Otherwise, each piece is one cell long along y. At each end of a piece, the height is interpolated between two
 * adjacent cell centers. So a way along a row, a column or a diagonal costs as much as the steps from center to center.
 */
export function straightCostOnSlopes(
  { width, cost, moves }: GridMap,
  slope: Slope,
  from: number,
  to: number,
): number {
  const fromX = from % width;
  const toX = to % width;
  const dx = toX - fromX;
  const dy = (to - toX - from + fromX) / width;
  const spanX = dx < 0 ? -dx : dx;
  const spanY = dy < 0 ? -dy : dy;
  const stepX = dx < 0 ? -1 : 1;
  const stepY = dy < 0 ? -width : width;
  const moveX = dx < 0 ? 2 : 0;
  const moveY = dy < 0 ? 3 : 1;
  const diagonal = dx < 0 ? (dy < 0 ? 6 : 5) : dy < 0 ? 7 : 4;
  if (cost[from] === 0) return Number.POSITIVE_INFINITY;
  const pieces = spanX > spanY ? spanX : spanY;
  if (pieces === 0) return 0;
  const along = spanX > spanY ? stepX : stepY;
  const across = spanX > spanY ? stepY : stepX;
  const spanAcross = spanX > spanY ? spanY : spanX;
  const length = Math.sqrt(dx * dx + dy * dy);
  /**
   * The height of the way at the end of the piece with the number `piece`. For 0, the height at the start of the way.
   */
  const heightAt = (piece: number): number => {
    const passed = piece * spanAcross;
    const rest = passed % pieces;
    const cell = from + piece * along + ((passed - rest) / pieces) * across;
    const height = slope.height[cell];
    return rest === 0 ? height : height + ((slope.height[cell + across] - height) * rest) / pieces;
  };
  // The units of time are those of straightCost.
  const whole = spanX === 0 || spanY === 0 ? 2 * pieces : 2 * spanX * spanY;
  const perPiece = whole / pieces;
  const perColumn = spanX === 0 ? Number.POSITIVE_INFINITY : whole / spanX;
  const perRow = spanY === 0 ? Number.POSITIVE_INFINITY : whole / spanY;
  let nextColumn = perColumn / 2;
  let nextRow = perRow / 2;
  let time = 0;
  let sum = 0;
  let cell = from;
  let height = heightAt(0);
  for (let piece = 1; piece <= pieces; piece++) {
    const end = piece * perPiece;
    const nextHeight = heightAt(piece);
    const factor = slopeFactor(slope, nextHeight - height, length / pieces);
    height = nextHeight;
    while (time < end) {
      const crossing = nextColumn < nextRow ? nextColumn : nextRow;
      const leave = crossing < end ? crossing : end;
      sum += cost[cell] * factor * (leave - time);
      time = leave;
      if (crossing !== leave) continue;
      const column = nextColumn === leave;
      const row = nextRow === leave;
      const move = column ? (row ? diagonal : moveX) : moveY;
      if (((moves[cell] >> move) & 1) === 0) return Number.POSITIVE_INFINITY;
      if (column) {
        cell += stepX;
        nextColumn += perColumn;
      }
      if (row) {
        cell += stepY;
        nextRow += perRow;
      }
    }
  }
  if (isLegTooSteep(slope, width, from, to)) return Number.POSITIVE_INFINITY;
  return (sum / whole) * length;
}
