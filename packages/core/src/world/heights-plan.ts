import type { Scenario } from '../scenario/schema.ts';

/** Where the points of the height map lie; their heights are in constants.height. */
export interface HeightsPlan {
  readonly columns: number;
  readonly rows: number;
  /** From each point to the next (m). */
  readonly cellSize: number;
  readonly origin: readonly [number, number];
}

/** What slopes cost on ways over the map; rise and fall are over run. */
export interface SlopePlan {
  readonly up: number;
  readonly down: number;
  /** Infinity where none is too steep. */
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
