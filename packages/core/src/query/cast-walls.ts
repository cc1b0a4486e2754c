import type { MapPlan } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';
import { type Course, createMeeting } from './course.ts';
import type { FirstHit } from './first-hit.ts';
import { HIT, NO_AGENT } from './request.ts';
import { meetBox } from './rounded-box.ts';
import { meetBoxFromInside } from './solids.ts';

/** Half the extent of a wall along the z axis (m). It is practically infinite, because maps are two-dimensional. */
const ENDLESS = 1e9;
const meeting = createMeeting();

/**
 * Finds the first wall of the map that a course hits. The space outside the map counts as a wall. Follows the course
 * from cell to cell, and checks the walls around each cell.
 *
 * source: Amanatides and Woo 1987, A Fast Voxel Traversal Algorithm for Ray Tracing
 */
export function castAtWalls(hit: FirstHit, world: SharedWorld, course: Course): void {
  const map = world.plan.map;
  if (map === undefined) return;
  const { width, height, cellSize, origin } = map;
  const { from, direction, length, radius } = course;
  const [halfX, halfY] = [0.5 * width * cellSize, 0.5 * height * cellSize];
  const middle = [origin[0] + halfX, origin[1] + halfY, 0];
  // A course that leaves the map, or starts outside it, hits the space around it.
  meetBoxFromInside(meeting, course, middle, [halfX, halfY, ENDLESS]);
  hit.offer(meeting, course, 0, HIT.wall, NO_AGENT);
  const startX = (from[0] - origin[0]) / cellSize;
  const startY = (from[1] - origin[1]) / cellSize;
  let x = Math.floor(startX);
  let y = Math.floor(startY);
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  // How many cells around the center the sphere may touch, plus one, because the center may be on an edge.
  const about = Math.min(Math.ceil(radius / cellSize) + 1, Math.max(width, height));
  const lookAt = (left: number, right: number, low: number, high: number): void => {
    for (let cy = Math.max(low, 0); cy <= Math.min(high, height - 1); cy++) {
      for (let cx = Math.max(left, 0); cx <= Math.min(right, width - 1); cx++) {
        lookAtCell(hit, world, map, course, cx, cy);
      }
    }
  };
  lookAt(x - about, x + about, y - about, y + about);
  const [nx, ny] = [direction[0], direction[1]];
  for (;;) {
    const leaveX = nx === 0 ? Infinity : ((x + (nx > 0 ? 1 : 0) - startX) * cellSize) / nx;
    const leaveY = ny === 0 ? Infinity : ((y + (ny > 0 ? 1 : 0) - startY) * cellSize) / ny;
    const leave = Math.min(leaveX, leaveY);
    if (!(leave <= length) || !hit.admits(leave)) return;
    if (leaveX <= leaveY) {
      x += nx > 0 ? 1 : -1;
      if (x < 0 || x >= width) return;
      const column = x + (nx > 0 ? about : -about);
      lookAt(column, column, y - about, y + about);
    } else {
      y += ny > 0 ? 1 : -1;
      if (y < 0 || y >= height) return;
      const row = y + (ny > 0 ? about : -about);
      lookAt(x - about, x + about, row, row);
    }
  }
}

const center = [0, 0, 0];
const half = [0, 0, ENDLESS];

function lookAtCell(
  hit: FirstHit,
  { front }: SharedWorld,
  { width, cellSize, origin }: MapPlan,
  course: Course,
  x: number,
  y: number,
): void {
  const cell = y * width + x;
  if (front.mapCost[cell] !== 0) return;
  center[0] = origin[0] + (x + 0.5) * cellSize;
  center[1] = origin[1] + (y + 0.5) * cellSize;
  half[0] = 0.5 * cellSize;
  half[1] = 0.5 * cellSize;
  meetBox(meeting, course, center, half);
  hit.offer(meeting, course, 0, HIT.wall, cell);
}
