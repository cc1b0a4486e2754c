import { SHAPE_TYPES, type ShapeType } from '../shapes/index.ts';

/**
 * The values of state.obstacleKind: 0 where there is none; else 1 + twice the number of the shape, and 1 more where
 * agents are kept inside. From bit 8 on stand the corners of a polygon.
 */
export const NO_OBSTACLE = 0;

const CORNERS = 8;
const FORM = (1 << CORNERS) - 1;

export function obstacleKind(type: ShapeType, inside: boolean, corners: number): number {
  // A plane that keeps agents inside points the other way.
  const side = inside && type !== 'plane' ? 1 : 0;
  return (1 + 2 * SHAPE_TYPES.indexOf(type) + side) | (corners << CORNERS);
}

/** The form and the side of a kind. */
export function formOf(kind: number): number {
  return kind & FORM;
}

export function isInside(kind: number): boolean {
  return (kind & 1) === 0;
}

/** The number of the shape of a kind that is one. */
export function shapeIndexOf(kind: number): number {
  return (formOf(kind) - 1) >> 1;
}

export function cornersOf(kind: number): number {
  return kind >>> CORNERS;
}

/** Forms that kernels tell apart. */
export const OBSTACLE = {
  sphere: obstacleKind('sphere', false, 0),
  sphereInside: obstacleKind('sphere', true, 0),
  box: obstacleKind('box', false, 0),
  boxInside: obstacleKind('box', true, 0),
  capsule: obstacleKind('capsule', false, 0),
  capsuleInside: obstacleKind('capsule', true, 0),
  plane: obstacleKind('plane', false, 0),
  polygon: obstacleKind('polygon', false, 0),
  polygonInside: obstacleKind('polygon', true, 0),
} as const;

/** One more than the highest form. */
export const FORM_END = 1 + 2 * SHAPE_TYPES.length;
