import { f32ListOf } from '../schema/packed-lists.ts';
import type { HeightsInput, MapInput } from './schema.ts';

type Report = (path: string, found: string, expected: string) => void;

interface Parts {
  readonly heights: HeightsInput | undefined;
  /** Whether there are any, right or wrong. */
  readonly hasHeights: boolean;
  readonly map: MapInput | undefined;
  readonly dimensions: 2 | 3;
}

/** Share of an edge by which a middle may lie outside, as rounding puts it there. */
const HAIR = 1e-6;

/** Checks what the schema cannot say of a height map and of the slopes of a map. */
export function checkHeights(
  { heights, hasHeights, map, dimensions }: Parts,
  report: Report,
): void {
  if (heights !== undefined) {
    if (dimensions !== 2) report('$.heights', 'heights in three dimensions', 'dimensions 2');
    const { columns, rows, values } = heights;
    const { length } = f32ListOf(values);
    if (length !== columns * rows) {
      const expected = `${columns * rows}, columns x rows`;
      report('$.heights.values', `${length} numbers`, expected);
    }
  }
  if (map?.slope === undefined) return;
  if (!hasHeights) report('$.map.slope', 'a slope without heights', 'a scenario that has heights');
  if (heights !== undefined) checkCover(heights, map, report);
}

/** The cells of a map whose slopes count have to lie over the height map, with their middles. */
function checkCover(heights: HeightsInput, map: MapInput, report: Report): void {
  const counts = [map.rows[0].length, map.rows.length];
  const points = [heights.columns, heights.rows];
  for (const axis of [0, 1] as const) {
    const first = map.origin[axis] + 0.5 * map.cellSize;
    const last = map.origin[axis] + (counts[axis] - 0.5) * map.cellSize;
    const least = heights.origin[axis];
    const most = least + (points[axis] - 1) * heights.cellSize;
    const hair = HAIR * map.cellSize;
    if (least - hair <= first && last <= most + hair) continue;
    report(
      '$.heights',
      `heights from ${'xy'[axis]} = ${least} to ${most}`,
      `${first} to ${last} at least, the middles of the cells of the map with a slope`,
    );
  }
}
