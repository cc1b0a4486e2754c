import * as z from 'zod/mini';
import type { ShapeType } from '../../shapes/index.ts';
import { box } from './box.ts';
import { capsule } from './capsule.ts';
import type { ObstacleDefinition, ShapeNumbers } from './define-obstacle.ts';
import { plane } from './plane.ts';
import { polygon } from './polygon.ts';
import { sphere } from './sphere.ts';

/** How obstacles of each shape are declared: a shape without a declaration does not compile. */
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

/** The numbers of an obstacle as shared memory holds them, before rounding. */
export function shapeNumbersOf(obstacle: Obstacle, dimensions: 2 | 3): ShapeNumbers {
  return definitionOf(obstacle).encode(obstacle, dimensions);
}
