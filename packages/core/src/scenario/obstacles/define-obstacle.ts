import type * as z from 'zod/mini';

type Triple = [x: number, y: number, z: number];

/** What an obstacle of a scenario becomes. */
export interface ShapeNumbers {
  readonly center: Triple;
  readonly radius: number;
  readonly extent: Triple;
  /** Corners of a polygon from its center: x and y, one after the other. */
  readonly points: readonly number[];
}

/** Takes down what is wrong: which key (".max[0]"), what was found and expected. */
export type ReportShape = (key: string, found: string, expected: string) => void;

/** How obstacles of a shape are declared. What the kernels do with one is in shapes/. */
export interface ObstacleDefinition<Schema extends z.ZodMiniObject> {
  /** Its keys; `type` is a literal. */
  readonly schema: Schema;
  /** Reports what the schema cannot see. */
  check?(obstacle: z.output<Schema>, dimensions: 2 | 3, report: ReportShape): void;
  encode(obstacle: z.output<Schema>, dimensions: 2 | 3): ShapeNumbers;
}

/** Takes the types of a definition from its schema. */
export function defineObstacle<Schema extends z.ZodMiniObject>(
  definition: ObstacleDefinition<Schema>,
): ObstacleDefinition<Schema> {
  return definition;
}
