import { show } from '../errors.ts';
import { MAX_LISTED } from '../schema/limits.ts';
import type { ReportProblem } from './define-command.ts';

/** The keys of commands, regions and obstacles whose numbers are points or velocities: x, y and z, one or several. */
const POINTS: ReadonlySet<string> = new Set([
  ...['position', 'positions', 'velocity', 'velocities', 'goal', 'goals'],
  ...['min', 'max', 'center', 'from', 'to', 'point', 'points', 'normal'],
]);

/** The keys that hold further such keys. */
const NESTED: ReadonlySet<string> = new Set(['box', 'sphere', 'obstacle']);

/**
 * Reports each z that is not 0 in a command to a world of two dimensions. It would have no effect, so it is a mistake.
 * Axes of rotation and the values of columns may have a z there, too.
 */
export function checkInPlane(command: object, report: ReportProblem, path = ''): void {
  for (const [key, value] of Object.entries(command)) {
    if (NESTED.has(key) && value !== undefined) checkInPlane(value, report, `${path}.${key}`);
    if (!POINTS.has(key) || value === undefined) continue;
    // Most keys hold numbers, three for each point. The corners of a polygon are a list of points.
    const lists: readonly ArrayLike<number>[] = Array.isArray(value[0]) ? value : [value];
    lists.forEach((points, place) => {
      const at = lists.length > 1 ? `[${place}]` : '';
      checkPoints(points, `${path}.${key}${at}`, report);
    });
  }
}

function checkPoints(points: ArrayLike<number>, path: string, report: ReportProblem): void {
  let listed = 0;
  for (let k = 2; k < points.length && listed < MAX_LISTED; k += 3) {
    if (points[k] === 0) continue;
    report(`${path}[${k}]`, `z ${show(points[k])}`, '0 in two dimensions');
    listed++;
  }
}
