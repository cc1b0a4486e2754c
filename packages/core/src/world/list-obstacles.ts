import { SHAPE_TYPES, type ShapeType } from '../shapes/index.ts';
import { MAX_CORNERS } from '../shapes/polygon.ts';
import { cornersOf, isInside, NO_OBSTACLE, shapeIndexOf } from './obstacle-kinds.ts';
import type { World } from './public-world.ts';

type Triple = readonly [x: number, y: number, z: number];

/** An obstacle of a world in its current state, with all that is needed to draw it or to compute with it. */
export interface StandingObstacle {
  /** Its row, which stays the same as long as the obstacle exists. */
  readonly row: number;
  readonly type: ShapeType;
  readonly keep: 'outside' | 'inside';
  /** Its center (m); for a plane, a point on it. */
  readonly center: Triple;
  /** Its rotation about its center, a unit quaternion. */
  readonly rotation: readonly [x: number, y: number, z: number, w: number];
  /** Velocity of its center (m/s). */
  readonly velocity: Triple;
  /** Angular velocity (rad/s). */
  readonly angularVelocity: Triple;
  /** Radius of a sphere or a capsule (m). */
  readonly radius: number;
  /**
   * Before rotation: half the edges of a box (m), half the axis of a capsule (m), or the unit normal of a plane, which
   * points to the side on which agents are kept.
   */
  readonly extent: Triple;
  /** The corners of a polygon relative to its center (m), counterclockwise, before rotation; empty for other shapes. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

/**
 * Lists the obstacles of a world in its current state, in the order of their rows. `views.obstacleVersion` changes
 * whenever an obstacle does.
 */
export function listObstacles({
  views,
  scenario,
}: Pick<World, 'views' | 'scenario'>): StandingObstacle[] {
  const { obstacleKind, obstaclePoint, obstacleRotation, obstacleRadius } = views;
  const list: StandingObstacle[] = [];
  const at = (column: typeof views.obstacleCenter, row: number): Triple => [
    column.x[row],
    column.y[row],
    column.z[row],
  ];
  const room = scenario.obstacles.length + (scenario.obstacleCapacity ?? 0);
  for (let row = 0; row < room; row++) {
    const kind = obstacleKind[row];
    if (kind === NO_OBSTACLE) continue;
    const [x, y, z, w] = obstacleRotation.subarray(4 * row, 4 * row + 4);
    list.push({
      row,
      type: SHAPE_TYPES[shapeIndexOf(kind)],
      keep: isInside(kind) ? 'inside' : 'outside',
      center: at(views.obstacleCenter, row),
      rotation: [x, y, z, w],
      velocity: at(views.obstacleVelocity, row),
      angularVelocity: at(views.obstacleSpin, row),
      radius: obstacleRadius[row],
      extent: at(views.obstacleExtent, row),
      points: Array.from({ length: cornersOf(kind) }, (_, k) => {
        const first = 2 * (MAX_CORNERS * row + k);
        return [obstaclePoint[first], obstaclePoint[first + 1]] as const;
      }),
    });
  }
  return list;
}
