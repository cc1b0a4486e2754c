import { Color, Vector3 } from 'three';
import type { Glb } from './glb.ts';
import { ModelError } from './model-error.ts';
import { type Placed, primitivesOf, TRIANGLES } from './primitives.ts';

/** The maximum number of triangles of a model. Every agent of the species is drawn with all of them. */
export const MAX_TRIANGLES = 5000;
const ALLOWED = { modes: [TRIANGLES], parts: 1000 };

/** A corner of a triangle: its position, in m, and its linear color. */
export interface Corner {
  readonly place: Vector3;
  readonly color: Color;
}

/**
 * Reads all triangles of a model, with three corners each.
 *
 * @throws ModelError when the model is not valid
 */
export function trianglesOf(glb: Glb): Corner[] {
  const corners: Corner[] = [];
  for (const primitive of primitivesOf(glb, ALLOWED)) add(primitive, corners);
  if (corners.length === 0) throw new ModelError('$', 'no triangles', 'at least one');
  return corners;
}

function add({ places, colors, indices, base, matrix }: Placed, to: Corner[]): void {
  const count = 3 * Math.floor((indices ?? places).count / 3);
  if (to.length + count > 3 * MAX_TRIANGLES) {
    throw new ModelError('$', `more than ${MAX_TRIANGLES} triangles`, `at most ${MAX_TRIANGLES}`);
  }
  for (let corner = 0; corner < count; corner++) {
    const at = indices?.at(corner, 0) ?? corner;
    if (!Number.isInteger(at) || at >= places.count) {
      throw new ModelError('$', `point ${at} of ${places.count}`, 'one of the points');
    }
    const place = new Vector3(places.at(at, 0), places.at(at, 1), places.at(at, 2));
    place.applyMatrix4(matrix);
    const [r, g, b] = [0, 1, 2].map((part) => base[part] * (colors?.at(at, part) ?? 1));
    if (![place.x, place.y, place.z, r, g, b].every(Number.isFinite)) {
      throw new ModelError('$', 'numbers that are not finite', 'finite numbers');
    }
    to.push({ place, color: new Color(r, g, b) });
  }
}
