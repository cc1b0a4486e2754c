import { isWall } from '../../world/map.ts';
import type { MapPlan } from '../../world/plan.ts';
import type { SharedWorld } from '../../world/world.ts';
import { leastAlong } from './firm.ts';
import { addHalfSpace, type HalfSpaces } from './half-spaces.ts';

/**
 * Maximum radius of a body, as a fraction of a cell. Larger radii are reduced to this maximum, as in phases/walls.ts.
 */
const WIDEST = 0.49;

/**
 * Appends the faces and corners of map walls that the agent at place i can touch in this tick. If the agent did not
 * avoid walls, a wall could push the agent back into a neighbor. Hidden corners are left out, such as the corner
 * between two cells of a straight wall. A hidden corner would stop an agent that walks along the wall.
 *
 * @param body radius of the agent (m)
 * @param reach the maximum distance (m) that the agent moves in a tick
 */
export function addMapWalls(
  spaces: HalfSpaces,
  world: SharedWorld,
  i: number,
  body: number,
  reach: number,
  inverseDt: number,
): void {
  const { map } = world.plan;
  if (map === undefined) return;
  const { cellSize, origin } = map;
  const x = world.front.position.x[i] - origin[0];
  const y = world.front.position.y[i] - origin[1];
  const radius = Math.min(body, WIDEST * cellSize);
  const range = radius + reach;
  // Everything outside of a map is wall. Only the ring of cells around it can be touched.
  const firstColumn = Math.max(-1, Math.floor((x - range) / cellSize));
  const lastColumn = Math.min(map.width, Math.floor((x + range) / cellSize));
  const firstRow = Math.max(-1, Math.floor((y - range) / cellSize));
  const lastRow = Math.min(map.height, Math.floor((y + range) / cellSize));
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      if (isOpen(world, map, column, row)) continue;
      // The offset from the nearest point of the wall to the agent.
      const dx = beyond(x, column * cellSize, cellSize);
      const dy = beyond(y, row * cellSize, cellSize);
      if (dx !== 0 && !isOpen(world, map, column + (dx > 0 ? 1 : -1), row)) continue;
      if (dy !== 0 && !isOpen(world, map, column, row + (dy > 0 ? 1 : -1))) continue;
      const distance = Math.sqrt(dx * dx + dy * dy);
      const gap = distance - radius;
      // An agent inside a wall, which was placed there later, is free to leave it.
      if (distance === 0 || gap >= reach) continue;
      addHalfSpace(spaces, dx / distance, dy / distance, 0, leastAlong(gap, 1, inverseDt));
    }
  }
}

function isOpen({ front }: SharedWorld, map: MapPlan, column: number, row: number): boolean {
  if (column < 0 || row < 0 || column >= map.width || row >= map.height) return false;
  return !isWall(front, row * map.width + column);
}

/**
 * Returns how far a coordinate is outside of [low, low + size]. The result is negative below this interval, and 0
 * inside.
 */
function beyond(at: number, low: number, size: number): number {
  return at < low ? at - low : at > low + size ? at - low - size : 0;
}
