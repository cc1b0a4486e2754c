import { SHAPE_TYPES, type ShapeType } from '../shapes/index.ts';

/**
 * How an obstacle is encoded in `state.obstacleKind`. 0 means no obstacle. Otherwise, the low 8 bits hold 2 * (index of
 * the shape) + 1. If agents are kept inside a shape other than a plane, these bits hold 1 more. The bits from bit 8 on
 * hold the number of corners of a polygon.
 */
export const NO_OBSTACLE = 0;

const CORNERS = 8;
const FORM = (1 << CORNERS) - 1;

export function obstacleKind(type: ShapeType, inside: boolean, corners: number): number {
  // A plane needs no bit for its side: keeping agents inside only reverses its normal.
  const side = inside && type !== 'plane' ? 1 : 0;
  return (1 + 2 * SHAPE_TYPES.indexOf(type) + side) | (corners << CORNERS);
}

/**
 * Returns the form of an obstacle, given its kind. The form consists of the shape, and the side on which agents are
 * kept. The number of corners is not part of the form.
 */
export function formOf(kind: number): number {
  return kind & FORM;
}

export function isInside(kind: number): boolean {
  return (kind & 1) === 0;
}

/** Returns the shape of an obstacle of the given kind, as an index in SHAPE_TYPES. The kind must not be NO_OBSTACLE. */
export function shapeIndexOf(kind: number): number {
  return (formOf(kind) - 1) >> 1;
}

export function cornersOf(kind: number): number {
  return kind >>> CORNERS;
}

/**
 * The forms of obstacles that kernels distinguish. Forms with `Inside` in their name keep agents inside, the others
 * keep them outside.
 */
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
