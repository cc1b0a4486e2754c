import { SHAPE_TYPES, type ShapeType } from '../shapes/index.ts';
import { MAX_CORNERS } from '../shapes/polygon.ts';
import { cornersOf, isInside, NO_OBSTACLE, shapeIndexOf } from './obstacle-kinds.ts';
import type { World } from './public-world.ts';

type Triple = readonly [x: number, y: number, z: number];

/** An obstacle as it stands in a state: to draw it, or to reason about it. */
export interface StandingObstacle {
  /** Its row: the same as long as it is there. */
  readonly row: number;
  readonly type: ShapeType;
  readonly keep: 'outside' | 'inside';
  /** Its center (m); a point of a plane. */
  readonly center: Triple;
  /** How it is turned about its center: a unit quaternion. */
  readonly rotation: readonly [x: number, y: number, z: number, w: number];
  /** Velocity of its center (m/s). */
  readonly velocity: Triple;
  /** Angular velocity (rad/s). */
  readonly angularVelocity: Triple;
  /** Radius of a sphere or a capsule (m). */
  readonly radius: number;
  /**
   * Before it is turned: half edges of a box, half the axis of a capsule (m); the unit normal of a plane, which points
   * to where agents are kept.
   */
  readonly extent: Triple;
  /** Corners of a polygon from its center, counterclockwise, before it is turned (m). */
  readonly points: readonly (readonly [x: number, y: number])[];
}

/**
 * The obstacles of a world as they stand now, in the order of their rows. `views.obstacleVersion` tells whether any
 * has changed since.
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
