import { isWall, mapCellOf } from '../../world/map.ts';
import type { MapPlan } from '../../world/plan.ts';
import type { SharedWorld } from '../../world/world.ts';
import { wallsSeenBy, wayToWall } from '../ground-walls.ts';
import { type Cast, raise } from './danger.ts';
import type { Directions } from './directions.ts';

const fround = Math.fround;

/**
 * Casts a ray along every slot (direction) against the walls of the map that are in range. Each wall is a square with
 * sharp corners, enlarged by the free space that the body needs. If the agent is inside the enlarged square, all
 * directions toward the wall have danger 1.
 *
 * reads front.mapCost
 * source: the slab test of Kay and Kajiya 1986, Ray Tracing Complex Scenes
 */
export function castOntoMap(
  danger: Float32Array,
  row: number,
  world: SharedWorld,
  map: MapPlan,
  directions: Directions,
  cast: Cast,
  x: number,
  y: number,
): void {
  const edge = fround(map.cellSize);
  eachWall(world, map, cast.radius + cast.range, x, y, (left, low) => {
    castOntoSquare(danger, row, directions, cast, fround(left - x), fround(low - y), edge);
    return true;
  });
}

/**
 * Casts a ray along every slot (direction) against the walls that the walker at place `i` sees. If the free space that
 * its body needs overlaps a wall, all directions toward the wall have danger 1.
 */
export function castOntoGround(
  danger: Float32Array,
  row: number,
  world: SharedWorld,
  { count, x: dx, y: dy }: Directions,
  cast: Cast,
  i: number,
): void {
  const { position } = world.front;
  const walls = wallsSeenBy(world, i, cast.radius + cast.range);
  const [x, y] = [position.x[i], position.y[i]];
  for (let k = 0; k < walls.count; k++) {
    const [ax, ay] = [walls.ax[k] - x, walls.ay[k] - y];
    const [bx, by] = [walls.bx[k] - x, walls.by[k] - y];
    for (let slot = 0; slot < count; slot++) {
      const way = wayToWall(dx[slot], dy[slot], ax, ay, bx, by, cast.radius);
      raise(danger, row + slot, cast, dx[slot], dy[slot], 0, fround(way));
    }
  }
}

/** Whether a point is in a wall of the map, or walls may be within `reach` (m) of it. */
export function isNearWalls(
  world: SharedWorld,
  map: MapPlan,
  reach: number,
  x: number,
  y: number,
): boolean {
  // Far outside of the map, no wall is listed, though all is wall there.
  let some = isWall(world.front, mapCellOf(map, x, y));
  eachWall(world, map, reach, x, y, () => {
    some = true;
    return false;
  });
  return some;
}

/**
 * Calls a function for each cell with a wall that may be within `reach` (m) of a point, until the function returns false.
 * (`left`, `low`) is the corner of the cell with the lowest x and y.
 */
function eachWall(
  { front }: SharedWorld,
  map: MapPlan,
  reach: number,
  x: number,
  y: number,
  visit: (left: number, low: number) => boolean,
): void {
  const { cellSize, origin } = map;
  // Everything outside of a map is wall. The ring of cells around it hides the rest.
  const firstX = Math.max(-1, Math.floor((x - reach - origin[0]) / cellSize));
  const lastX = Math.min(map.width, Math.floor((x + reach - origin[0]) / cellSize));
  const firstY = Math.max(-1, Math.floor((y - reach - origin[1]) / cellSize));
  const lastY = Math.min(map.height, Math.floor((y + reach - origin[1]) / cellSize));
  for (let cy = firstY; cy <= lastY; cy++) {
    const low = origin[1] + cy * cellSize;
    for (let cx = firstX; cx <= lastX; cx++) {
      const left = origin[0] + cx * cellSize;
      const cell = mapCellOf(map, left + 0.5 * cellSize, low + 0.5 * cellSize);
      if (isWall(front, cell) && !visit(left, low)) return;
    }
  }
}

/**
 * Computes the danger that one square causes in the direction of every slot. The point (`left`, `low`) is the corner of
 * the square with the lowest x and y.
 */
function castOntoSquare(
  danger: Float32Array,
  row: number,
  { count, x: dx, y: dy }: Directions,
  cast: Cast,
  left: number,
  low: number,
  edge: number,
): void {
  const right = fround(left + edge);
  const high = fround(low + edge);
  const nearX = left > 0 ? left : right < 0 ? right : 0;
  const nearY = low > 0 ? low : high < 0 ? high : 0;
  const { radius } = cast;
  const touches = (nearX < 0 ? -nearX : nearX) < radius && (nearY < 0 ? -nearY : nearY) < radius;
  for (let slot = 0; slot < count; slot++) {
    const x = dx[slot];
    const y = dy[slot];
    if (touches) {
      if (fround(fround(x * nearX) + fround(y * nearY)) > 0)
        raise(danger, row + slot, cast, x, y, 0, 0);
      continue;
    }
    const way = entry(
      x,
      y,
      fround(left - radius),
      fround(right + radius),
      fround(low - radius),
      fround(high + radius),
    );
    if (way >= 0) raise(danger, row + slot, cast, x, y, 0, way);
  }
}

/**
 * Returns the distance after which a point that moves from the origin along (x, y) enters a rectangle, or -1 if the
 * point never enters the rectangle. The origin must be outside of the rectangle.
 */
function entry(
  x: number,
  y: number,
  left: number,
  right: number,
  low: number,
  high: number,
): number {
  let enter = Number.NEGATIVE_INFINITY;
  let leave = Number.POSITIVE_INFINITY;
  if (x !== 0) {
    enter = fround((x > 0 ? left : right) / x);
    leave = fround((x > 0 ? right : left) / x);
  } else if (left >= 0 || right <= 0) return -1;
  if (y !== 0) {
    const into = fround((y > 0 ? low : high) / y);
    const out = fround((y > 0 ? high : low) / y);
    if (into > enter) enter = into;
    if (out < leave) leave = out;
  } else if (low >= 0 || high <= 0) return -1;
  return enter < leave && enter >= 0 ? enter : -1;
}
