import * as z from 'zod/mini';
import { vector } from '../../schema/quantities.ts';
import { MAX_CORNERS } from '../../shapes/polygon.ts';
import { defineObstacle } from './define-obstacle.ts';
import { common, turning } from './keys.ts';

const { name, ...rest } = common;

/** A convex polygon in two dimensions. The center of the obstacle is the centroid of its area. */
export const polygon = defineObstacle({
  schema: z.strictObject({
    type: z.literal('polygon'),
    name,
    points: z.array(vector).check(z.minLength(3), z.maxLength(MAX_CORNERS)),
    ...turning,
    ...rest,
  }),

  check({ points }, dimensions, report) {
    if (dimensions !== 2) report('.type', 'a polygon in three dimensions', 'dimensions 2');
    const sign = areaOf(points) < 0 ? -1 : 1;
    const concave = points.findIndex((_, k) => !(sign * turnAt(points, k) > 0));
    if (concave >= 0) {
      report(`.points[${concave}]`, 'a corner that bends inward or not at all', 'a convex polygon');
    } else if (!isSimple(points)) {
      report('.points', 'edges that cross', 'a convex polygon');
    }
  },

  encode({ points }) {
    const turned = areaOf(points) < 0 ? [...points].reverse() : points;
    const [x, y] = centerOf(turned);
    return {
      center: [x, y, 0],
      radius: 0,
      extent: [0, 0, 0],
      points: turned.flatMap((point) => [point[0] - x, point[1] - y]),
    };
  },
});

type Points = readonly (readonly number[])[];

/** Returns twice the signed area of a polygon. It is positive if the corners are listed counterclockwise. */
function areaOf(points: Points): number {
  let area = 0;
  for (const [k, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(k + 1) % points.length];
    area += x * nextY - y * nextX;
  }
  return area;
}

/** Returns a number that is positive if the boundary turns left at corner k, and negative if it turns right. */
function turnAt(points: Points, k: number): number {
  const [ax, ay] = points[(k + points.length - 1) % points.length];
  const [bx, by] = points[k];
  const [cx, cy] = points[(k + 1) % points.length];
  return (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
}

/**
 * For a boundary that turns in the same direction at every corner, returns whether it goes around only once. The
 * boundary of a pentagram, for example, goes around twice.
 */
function isSimple(points: Points): boolean {
  // Seen from the first corner of a convex polygon, the other corners follow in order of angle.
  const sign = areaOf(points) < 0 ? -1 : 1;
  const [ax, ay] = points[0];
  for (let k = 1; k + 1 < points.length; k++) {
    const [bx, by] = points[k];
    const [cx, cy] = points[k + 1];
    if (!(sign * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) > 0)) return false;
  }
  return true;
}

/** Returns the centroid of the area of a polygon. */
function centerOf(points: Points): [number, number] {
  // Computed relative to the first corner, so that a small polygon far from the origin keeps its precision.
  const [ox, oy] = points[0];
  let area = 0;
  let x = 0;
  let y = 0;
  for (let k = 1; k + 1 < points.length; k++) {
    const [bx, by] = [points[k][0] - ox, points[k][1] - oy];
    const [cx, cy] = [points[k + 1][0] - ox, points[k + 1][1] - oy];
    const part = bx * cy - by * cx;
    area += part;
    x += (bx + cx) * part;
    y += (by + cy) * part;
  }
  return [ox + x / (3 * area), oy + y / (3 * area)];
}
