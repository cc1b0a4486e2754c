import { box } from './box.ts';
import { capsule } from './capsule.ts';
import type { ShapeGeometry } from './geometry.ts';
import { plane } from './plane.ts';
import { polygon } from './polygon.ts';
import { sphere } from './sphere.ts';

/** All shapes of obstacles, in the order of their numbers in memory. Their declarations are in scenario/obstacles. */
export const SHAPES = { sphere, box, capsule, plane, polygon } as const;

export type ShapeType = keyof typeof SHAPES;
export const SHAPE_TYPES = Object.keys(SHAPES) as ShapeType[];

export const SHAPE_LIST: readonly ShapeGeometry[] = SHAPE_TYPES.map((type) => SHAPES[type]);
