import { SHAPE_TYPES } from '../shapes/index.ts';
import { MAX_CORNERS } from '../shapes/polygon.ts';
import type { State } from '../world/layout.ts';
import { cornersOf, FORM_END, formOf, NO_OBSTACLE, shapeIndexOf } from '../world/obstacle-kinds.ts';
import type { Plan } from '../world/plan.ts';

/** A problem with the state in a snapshot. `found` names the column and the element. */
export interface StateProblem {
  readonly found: string;
  readonly expected: string;
}

/** The squared length of a quaternion may differ from 1 by at most this number, which allows for rounding. */
const UNIT = 1e-5;

/**
 * Finds the first invalid obstacle. A valid obstacle has a known form, a number of corners that fits its shape, a
 * radius of at least 0, and a unit quaternion as its rotation. Also finds an obstacle in a row beyond the capacity.
 */
export function findObstacleProblem(
  { obstacles, dimensions }: Plan,
  state: State,
): StateProblem | undefined {
  if (!obstacles.change) return undefined;
  const { obstacleKind, obstacleRotation, obstacleRadius, obstacleVersion } = state;
  const wrong = (column: string, at: number, found: unknown, expected: string): StateProblem => ({
    found: `${column}[${at}] ${found}`,
    expected,
  });
  if (obstacleVersion[0] === 0) return wrong('obstacleVersion', 0, 0, 'at least 1');
  for (let row = 0; row < obstacleKind.length; row++) {
    const kind = obstacleKind[row];
    if (kind === NO_OBSTACLE) continue;
    if (row >= obstacles.capacity) return wrong('obstacleKind', row, kind, 'no obstacle');
    if (formOf(kind) === 0 || formOf(kind) >= FORM_END) {
      return wrong('obstacleKind', row, kind, `a form below ${FORM_END}`);
    }
    const isPolygon = SHAPE_TYPES[shapeIndexOf(kind)] === 'polygon';
    const corners = cornersOf(kind);
    const isRight = isPolygon
      ? dimensions === 2 && corners >= 3 && corners <= MAX_CORNERS
      : corners === 0;
    if (!isRight)
      return wrong(
        'obstacleKind',
        row,
        kind,
        `a polygon with 3 to ${MAX_CORNERS} corners in two dimensions, or another shape with corner count 0`,
      );
    if (obstacleRadius[row] < 0)
      return wrong('obstacleRadius', row, obstacleRadius[row], 'at least 0');
    const [x, y, z, w] = obstacleRotation.subarray(4 * row, 4 * row + 4);
    const squared = x * x + y * y + z * z + w * w;
    if (Math.abs(squared - 1) > UNIT) {
      return wrong('obstacleRotation', 4 * row, x, 'part of a unit quaternion');
    }
  }
  return undefined;
}
