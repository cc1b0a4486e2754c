import type { Scenario } from '../scenario/schema.ts';

/**
 * The size and position of the height map, which is a grid of points. The heights of the points are in
 * constants.height.
 */
export interface HeightsPlan {
  readonly columns: number;
  readonly rows: number;
  /** The distance between neighboring points of the height map (m). */
  readonly cellSize: number;
  readonly origin: readonly [number, number];
}

/** The cost of slopes for paths over the map. A slope is the rise or fall divided by the horizontal distance. */
export interface SlopePlan {
  readonly up: number;
  readonly down: number;
  /** The steepest slope that a path may use; Infinity if every slope is allowed. */
  readonly steepest: number;
}

export function heightsPlanOf({ heights }: Scenario): HeightsPlan | undefined {
  if (heights === undefined) return undefined;
  const { columns, rows, cellSize, origin } = heights;
  return { columns, rows, cellSize, origin: [origin[0], origin[1]] };
}

export function slopePlanOf({ map }: Scenario): SlopePlan | undefined {
  if (map?.slope === undefined) return undefined;
  const { up, down, steepest = Number.POSITIVE_INFINITY } = map.slope;
  return { up, down, steepest };
}
