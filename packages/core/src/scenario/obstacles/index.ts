import * as z from 'zod/mini';
import type { ShapeType } from '../../shapes/index.ts';
import { box } from './box.ts';
import { capsule } from './capsule.ts';
import type { ObstacleDefinition, ShapeNumbers } from './define-obstacle.ts';
import { plane } from './plane.ts';
import { polygon } from './polygon.ts';
import { sphere } from './sphere.ts';

/** The definition of each shape. If a definition is missing, the next line does not compile. */
const DEFINITIONS = { sphere, box, capsule, plane, polygon } satisfies Record<ShapeType, unknown>;

type AnyObstacle = ObstacleDefinition<z.ZodMiniObject>;

export const obstacleSchema = z.discriminatedUnion('type', [
  sphere.schema,
  box.schema,
  capsule.schema,
  plane.schema,
  polygon.schema,
]);

export type Obstacle = z.output<typeof obstacleSchema>;

export function definitionOf({ type }: Obstacle): AnyObstacle {
  return DEFINITIONS[type] as unknown as AnyObstacle;
}

/** Returns the shape of an obstacle as numbers, before they are rounded to f32. */
export function shapeNumbersOf(obstacle: Obstacle, dimensions: 2 | 3): ShapeNumbers {
  return definitionOf(obstacle).encode(obstacle, dimensions);
}
