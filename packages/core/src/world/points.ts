import type { Bounds } from '../schema/bounds.ts';

/** Copies a point. In two dimensions, the copy has z = 0. */
export function flat(
  point: readonly [number, number, number],
  dimensions: 2 | 3,
): [number, number, number] {
  return [point[0], point[1], dimensions === 2 ? 0 : point[2]];
}

/**
 * For bounds of type `contain`, returns the point inside the bounds that is nearest to the given point. Clamps x and y
 * only. Other bounds leave the point unchanged.
 */
export function intoBounds(
  [x, y, z]: readonly [number, number, number],
  bounds: Bounds,
): [number, number, number] {
  if (bounds.type !== 'contain') return [x, y, z];
  const { min, max } = bounds;
  return [Math.min(Math.max(x, min[0]), max[0]), Math.min(Math.max(y, min[1]), max[1]), z];
}

/** Moves a point on the far edge of a torus to the near edge, which is the same position. */
export function ontoTorus(
  point: [number, number, number],
  bounds: Bounds,
  dimensions: 2 | 3,
): [number, number, number] {
  if (bounds.type !== 'wrap') return point;
  return point.map((value, axis) => {
    const far = axis < dimensions && Math.fround(value) >= Math.fround(bounds.max[axis]);
    return far ? bounds.min[axis] : value;
  }) as [number, number, number];
}
