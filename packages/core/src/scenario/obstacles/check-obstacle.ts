import type { ReportShape } from './define-obstacle.ts';
import { definitionOf, type Obstacle } from './index.ts';

/** Reports what the schema of an obstacle cannot see: the one check of those of a scenario and of a command. */
export function checkObstacle(obstacle: Obstacle, dimensions: 2 | 3, report: ReportShape): void {
  definitionOf(obstacle).check?.(obstacle, dimensions, report);
  if (obstacle.motion !== undefined && obstacle.velocity !== undefined) {
    report('.velocity', 'a velocity and a motion', 'one of them');
  }
  if (!('rotation' in obstacle) || obstacle.rotation === undefined) return;
  checkRotation(obstacle.rotation, dimensions, '.rotation', report);
}

/** Reports a quaternion without length, and one that would leave the plane. */
export function checkRotation(
  rotation: Rotation,
  dimensions: 2 | 3,
  key: string,
  report: ReportShape,
): void {
  if (typeof rotation === 'number') return;
  const found = `[${rotation.join(', ')}]`;
  if (rotation.every((v) => v === 0)) report(key, found, 'a quaternion that has a length');
  else if (dimensions === 2 && (rotation[0] !== 0 || rotation[1] !== 0)) {
    report(key, found, 'a turn about z, in two dimensions');
  }
}

/** An angle about z (rad), or a quaternion [x, y, z, w]. */
export type Rotation = number | readonly number[];
