import type * as z from 'zod/mini';

type Triple = [x: number, y: number, z: number];

/** The shape of an obstacle, expressed as numbers. */
export interface ShapeNumbers {
  readonly center: Triple;
  readonly radius: number;
  readonly extent: Triple;
  /** The corners of a polygon relative to its center: x and y of the first corner, then of the next, and so on. */
  readonly points: readonly number[];
}

/** Reports a problem at a key (such as ".max[0]"): what was found, and what was expected. */
export type ReportShape = (key: string, found: string, expected: string) => void;

/** The definition of obstacles of one shape. The kernels' computations for this shape are in shapes/. */
export interface ObstacleDefinition<Schema extends z.ZodMiniObject> {
  /** The schema of the keys of an obstacle. Its key `type` is a literal. */
  readonly schema: Schema;
  /** Reports problems that the schema cannot find. */
  check?(obstacle: z.output<Schema>, dimensions: 2 | 3, report: ReportShape): void;
  encode(obstacle: z.output<Schema>, dimensions: 2 | 3): ShapeNumbers;
}

/** Returns a definition unchanged. The function only serves to infer the types from the schema. */
export function defineObstacle<Schema extends z.ZodMiniObject>(
  definition: ObstacleDefinition<Schema>,
): ObstacleDefinition<Schema> {
  return definition;
}
