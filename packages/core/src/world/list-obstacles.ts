import { SHAPE_TYPES, type ShapeType } from '../shapes/index.ts';
import { MAX_CORNERS } from '../shapes/polygon.ts';
import { cornersOf, isInside, NO_OBSTACLE, shapeIndexOf } from './obstacle-kinds.ts';
import { innerOf, type World } from './public-world.ts';

type Triple = readonly [x: number, y: number, z: number];

/** An obstacle of a world in its current state, with everything needed to draw it or to compute with it. */
export interface StandingObstacle {
  /** The index of the obstacle's row, which stays the same as long as the obstacle exists. */
  readonly row: number;
  readonly type: ShapeType;
  readonly keep: 'outside' | 'inside';
  /** The center of the obstacle (m); for a plane, a point on it. */
  readonly center: Triple;
  /** The rotation of the obstacle around its center, as a unit quaternion. */
  readonly rotation: readonly [x: number, y: number, z: number, w: number];
  /** The velocity of the obstacle's center (m/s). */
  readonly velocity: Triple;
  /** The angular velocity of the obstacle (rad/s). */
  readonly angularVelocity: Triple;
  /** The radius of a sphere or a capsule (m). */
  readonly radius: number;
  /**
   * The size of the obstacle before rotation. For a box, it is half of each edge (m). For a capsule, it is half of the
   * axis (m). For a plane, it is the unit normal, which points to the side where agents are kept.
   */
  readonly extent: Triple;
  /** The corners of a polygon relative to its center (m), counterclockwise, before rotation; empty for other shapes. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

/**
 * Lists the obstacles of a world in its current state, in the order of their rows. `views.obstacleVersion` changes
 * whenever an obstacle changes.
 *
 * @throws WorldError WORLD_UNKNOWN if the argument is not a world
 */
export function listObstacles(world: World): StandingObstacle[] {
  innerOf(world);
  const { views, scenario } = world;
  const { obstacleKind, obstaclePoint, obstacleRotation, obstacleRadius } = views;
  const list: StandingObstacle[] = [];
  const at = (column: typeof views.obstacleCenter, row: number): Triple => [
    column.x[row],
    column.y[row],
    column.z[row],
  ];
  const capacity = scenario.obstacles.length + (scenario.obstacleCapacity ?? 0);
  for (let row = 0; row < capacity; row++) {
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
