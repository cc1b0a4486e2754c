import type { ReportShape } from './define-obstacle.ts';
import { definitionOf, type Obstacle } from './index.ts';

/** Reports those problems of an obstacle that the schema cannot find. The obstacle is from a scenario or a command. */
export function checkObstacle(obstacle: Obstacle, dimensions: 2 | 3, report: ReportShape): void {
  definitionOf(obstacle).check?.(obstacle, dimensions, report);
  if (obstacle.motion !== undefined && obstacle.velocity !== undefined) {
    report('.velocity', 'both a velocity and a motion', 'one of the two');
  }
  if (!('rotation' in obstacle) || obstacle.rotation === undefined) return;
  checkRotation(obstacle.rotation, dimensions, '.rotation', report);
}

/** Reports a quaternion that is zero. In two dimensions, also reports a quaternion that does not rotate about z. */
export function checkRotation(
  rotation: Rotation,
  dimensions: 2 | 3,
  key: string,
  report: ReportShape,
): void {
  if (typeof rotation === 'number') return;
  const found = `[${rotation.join(', ')}]`;
  if (rotation.every((v) => v === 0)) report(key, found, 'a quaternion that is not zero');
  else if (dimensions === 2 && (rotation[0] !== 0 || rotation[1] !== 0)) {
    report(key, found, 'a rotation about z, because there are only two dimensions');
  }
}

/** A rotation: an angle about z (rad), or a quaternion [x, y, z, w]. */
export type Rotation = number | readonly number[];
