import { TURNS } from '../steering/obstacles/near.ts';
import type { Grid } from '../world/grid-plan.ts';
import type { Course } from './course.ts';

/**
 * Receives the part of a course that lies in one image of the world. Along the course, the part begins at the distance
 * `from` (m), and ends at the distance `to` (m). The image is shifted from the world by (x, y, z) (m).
 */
export type OnStretch = (x: number, y: number, z: number, from: number, to: number) => void;

/**
 * Calls `onStretch` for each image of the world that a course passes through, in the order of the course. Without a
 * torus, the world is the only image.
 */
export function stretchesOf({ min, edge }: Grid, course: Course, onStretch: OnStretch): void {
  const { from, direction, length } = course;
  const shift = [0, 0, 0];
  for (let gone = 0; ; ) {
    let leave = length;
    let axis = -1;
    for (let a = 0; a < 3; a++) {
      const n = direction[a];
      if (edge[a] === 0 || n === 0) continue;
      const out = (min[a] + shift[a] + (n > 0 ? edge[a] : 0) - from[a]) / n;
      if (out >= leave) continue;
      leave = out;
      axis = a;
    }
    leave = Math.max(leave, gone);
    onStretch(shift[0], shift[1], shift[2], gone, leave);
    if (axis < 0) return;
    gone = leave;
    shift[axis] += direction[axis] > 0 ? edge[axis] : -edge[axis];
  }
}

/**
 * Calls `onImage` for all images of a box that come within `reach` (m) of a course, and possibly for more images.
 * Without a torus, the box itself is the only image.
 *
 * On a torus, a point of the course meets only images whose centers are near it, as an agent there sees only these,
 * see `TURNS`. So the number of images does not grow with the box. Images of a ball or box that is so large meet the
 * course where it begins.
 */
export function imagesNear(
  { edge }: Grid,
  { from, direction, length }: Course,
  box: ArrayLike<number>,
  reach: number,
  onImage: (x: number, y: number, z: number) => void,
): void {
  const shift = [0, 0, 0];
  const visit = (axis: number, begin: number, end: number): void => {
    if (axis === 3) {
      onImage(shift[0], shift[1], shift[2]);
      return;
    }
    const along = edge[axis];
    shift[axis] = 0;
    if (along === 0) {
      visit(axis + 1, begin, end);
      return;
    }
    const [start, n] = [from[axis], direction[axis]];
    const [a, b] = [start + n * begin, start + n * end];
    const center = (box[axis] + box[3 + axis]) / 2;
    const half = Math.min((box[3 + axis] - box[axis]) / 2 + reach, TURNS * along);
    const last = Math.floor((Math.max(a, b) - center + half) / along);
    const first = Math.ceil((Math.min(a, b) - center - half) / along);
    for (let turn = first; turn <= last; turn++) {
      shift[axis] = turn * along;
      if (n === 0) {
        visit(axis + 1, begin, end);
        continue;
      }
      const low = (shift[axis] + center - half - start) / n;
      const high = (shift[axis] + center + half - start) / n;
      const enter = Math.max(begin, Math.min(low, high));
      const leave = Math.min(end, Math.max(low, high));
      if (enter <= leave) visit(axis + 1, enter, leave);
    }
    shift[axis] = 0;
  };
  visit(0, 0, length);
}
