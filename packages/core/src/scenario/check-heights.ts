import { f32ListOf } from '../schema/packed-lists.ts';
import type { Report } from './check-reference.ts';
import { columnsOf } from './grid-map.ts';
import type { HeightsInput, MapInput } from './schema.ts';
import type { Sections } from './sections.ts';

/**
 * The tolerance for rounding, as a fraction of the edge of a cell: a cell center may be this far outside the height
 * map.
 */
const HAIR = 1e-6;

/** Checks what the schema cannot express about a height map, and about the slopes of a map. */
export function checkHeights(
  { heights, hasHeights, map, dimensions }: Sections,
  report: Report,
): void {
  if (heights !== undefined) {
    if (dimensions !== 2) report('$.heights', 'heights in three dimensions', 'dimensions 2');
    const { columns, rows, values } = heights;
    const { length } = f32ListOf(values);
    if (length !== columns * rows) {
      const expected = `${columns * rows} numbers, columns x rows`;
      report('$.heights.values', `${length} numbers`, expected);
    }
  }
  if (map?.slope === undefined) return;
  if (!hasHeights) report('$.map.slope', 'a slope without heights', 'a scenario that has heights');
  if (heights !== undefined) checkCover(heights, map, report);
}

/** Reports a problem if the map has slopes, and some of its cell centers are outside the height map. */
function checkCover(heights: HeightsInput, map: MapInput, report: Report): void {
  const counts = [columnsOf(map.rows), map.rows.length];
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
      `heights that reach from ${'xy'[axis]} = ${first} to ${last} or farther, because they must cover the centers of all cells of the map`,
    );
  }
}
