import * as z from 'zod/mini';
import { box } from './box.ts';
import { capsule } from './capsule.ts';
import type { ShapeDefinition } from './define-shape.ts';
import { plane } from './plane.ts';
import { polygon } from './polygon.ts';
import { sphere } from './sphere.ts';

/** Every shape of obstacles, in the order of their numbers in memory. */
export const SHAPES = { sphere, box, capsule, plane, polygon } as const;

export type ShapeType = keyof typeof SHAPES;
export const SHAPE_TYPES = Object.keys(SHAPES) as ShapeType[];

/** What is known of any shape. */
export type AnyShape = ShapeDefinition<z.ZodMiniObject>;

export const SHAPE_LIST = SHAPE_TYPES.map((type) => SHAPES[type] as unknown as AnyShape);

export const obstacleSchema = z.discriminatedUnion('type', [
  sphere.schema,
  box.schema,
  capsule.schema,
  plane.schema,
  polygon.schema,
]);

export type Obstacle = z.output<typeof obstacleSchema>;

export function shapeOf({ type }: Obstacle): AnyShape {
  return SHAPES[type] as unknown as AnyShape;
}
