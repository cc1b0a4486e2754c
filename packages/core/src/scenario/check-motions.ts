import { checkDirection } from './check-direction.ts';
import { checkReference, type Report } from './check-reference.ts';
import { checkObstacle } from './obstacles/check-obstacle.ts';
import type { Motion, Target } from './schema.ts';
import { forEach, type Sections } from './sections.ts';

/** Checks the motion of a target. */
export function checkMotion(
  target: Target,
  path: string,
  sections: Sections,
  report: Report,
): void {
  const { motion, position } = target;
  if (!checkWay(motion, path, sections, report) || motion?.type !== 'path') return;
  const first = sections.paths.find((path) => path?.name === motion.path)!.points[0];
  if (first.some((v, axis) => v !== position[axis])) {
    report(`${path}.position`, listed(position), `the first point of the path, ${listed(first)}`);
  }
}

/**
 * Checks the axis of an orbit, and whether the path of a motion along a path exists. Returns false if the path does not
 * exist.
 */
function checkWay(
  motion: Motion | undefined,
  path: string,
  sections: Sections,
  report: Report,
): boolean {
  if (motion?.type === 'orbit' && sections.dimensions === 3) {
    checkDirection(motion.axis, 3, `${path}.motion.axis`, 'an axis', report);
  }
  if (motion?.type !== 'path') return true;
  return checkReference(motion.path, `${path}.motion.path`, 'path', sections.paths, report);
}

export function checkObstacles(sections: Sections, report: Report): void {
  forEach(sections, 'obstacles', (obstacle, path) => {
    checkObstacle(obstacle, sections.dimensions, (key, found, expected) => {
      report(path + key, found, expected);
    });
    checkWay(obstacle.motion, path, sections, report);
  });
}

function listed(point: readonly number[]): string {
  return `[${point.join(', ')}]`;
}
