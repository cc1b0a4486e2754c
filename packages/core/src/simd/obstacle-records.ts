import type { ObstacleList } from '../steering/obstacles/near.ts';
import { obstacleTable } from '../steering/obstacles/obstacle-table.ts';
import { formOf, isInside, OBSTACLE } from '../world/obstacle-kinds.ts';
import { OBSTACLE_RECORD, recordsOf } from '../world/sizes.ts';
import type { SharedWorld } from '../world/world.ts';

/** The number of agents that share a list of the obstacles near them. */
export const AROUND = 32;

/**
 * The forms of obstacle records. The record of a sphere at rest is exact. The record of any other obstacle describes a
 * larger obstacle. From such a record, SIMD only decides which agents may touch the obstacle. TypeScript does the rest.
 */
const FORM = { sphere: 0, box: 1, plane: 2, hollow: 3, room: 4, any: 5 } as const;

/**
 * Suppose that all sides of a rotated box move outward by d. The sides of its bounding box then move by at most this
 * factor times d. The factor is a little more than the square root of 3.
 */
const SHARP = 1.7321;

/**
 * Writes the obstacles of a list to the scratch memory of a worker. Each record has a form, center, extent and radius.
 * The list must have at most `recordsOf` entries.
 *
 * @param clearance the distance that agents keep from surfaces (m)
 * @param time how far into the future moving obstacles are considered (s)
 * @returns the address of the records, in bytes
 */
export function writeRecords(
  world: SharedWorld,
  list: ObstacleList,
  worker: number,
  clearance: number,
  time: number,
): number {
  const { plan, scratch, front } = world;
  const records = scratch.obstacleScratch;
  const first = OBSTACLE_RECORD * recordsOf(plan) * worker;
  if (list.count === 0) return records.byteOffset + 4 * first;
  const { obstacleKind, obstacleCenter: center, obstacleExtent: extent, obstacleRadius } = front;
  const { boxes, moves, turned } = obstacleTable(world);
  for (let k = 0; k < list.count; k++) {
    const row = list.index[k];
    const at = first + OBSTACLE_RECORD * k;
    const form = formOf(obstacleKind[row]);
    const isMoving = moves[row] !== 0;
    records[at + 1] = list.x[k];
    records[at + 2] = list.y[k];
    records[at + 3] = list.z[k];
    if (form === OBSTACLE.sphere && !isMoving) {
      records[at] = FORM.sphere;
      records[at + 7] = obstacleRadius[row];
      continue;
    }
    const pad = list.pad + farOf(list.x[k], list.y[k], list.z[k]) / 0x40000;
    const grown = clearance * (1 + 1e-5) + pad;
    if (plan.grid.wrap && isInside(form)) {
      // Each agent is kept in the image that is nearest to it.
      records[at] = FORM.any;
    } else if (form === OBSTACLE.plane && !isMoving) {
      records[at] = FORM.plane;
      records[at + 4] = extent.x[row];
      records[at + 5] = extent.y[row];
      records[at + 6] = extent.z[row];
      // Heights of far points are rounded more, so the slopes differ from 0.
      records[at + 7] = 2 * grown;
    } else if (form === OBSTACLE.sphereInside && !isMoving) {
      const radius = obstacleRadius[row] * (1 - 1e-5) - grown;
      records[at] = radius > 0 ? FORM.hollow : FORM.any;
      records[at + 7] = radius;
    } else if (form === OBSTACLE.boxInside && !isMoving && turned[row] === 0) {
      records[at] = FORM.room;
      records[at + 4] = extent.x[row] * (1 - 1e-5) - grown;
      records[at + 5] = extent.y[row] * (1 - 1e-5) - grown;
      records[at + 6] = extent.z[row] * (1 - 1e-5) - grown;
    } else if (!Number.isFinite(boxes.high[3 * row])) {
      records[at] = FORM.any;
    } else {
      records[at] = FORM.box;
      const shift = [
        list.x[k] - center.x[row],
        list.y[k] - center.y[row],
        list.z[k] - center.z[row],
      ];
      for (let axis = 0; axis < 3; axis++) {
        const [low, high] = [boxes.low[3 * row + axis], boxes.high[3 * row + axis]];
        const half = ((high - low) / 2) * (1 + 1e-5) + SHARP * grown + boxes.speed[row] * time;
        records[at + 1 + axis] = (low + high) / 2 + shift[axis];
        records[at + 4 + axis] = half;
      }
    }
  }
  return records.byteOffset + 4 * first;
}

function farOf(x: number, y: number, z: number): number {
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
}
