import type { Triangles } from '@skein/core/ground';
import type { Numbers } from '../scene/models/accessor.ts';
import { readGlb } from '../scene/models/glb.ts';
import { ModelError } from '../scene/models/model-error.ts';
import { primitivesOf, TRIANGLES } from '../scene/models/primitives.ts';

/** Points and lines may be in a level, and strips and fans of triangles may not. */
const ALLOWED = { modes: [0, 1, 2, 3, TRIANGLES], parts: 100_000 };
const MAX_JSON_BYTES = 2 ** 26;
/** The maximum number of corners of all triangles. More take minutes. */
const MAX_CORNERS = 12_000_000;

/**
 * Reads the triangles of a level from a binary glTF file. Points, lines and skinned meshes, which are bodies, are left
 * out.
 *
 * @throws ModelError when the file is not valid, or has too many triangles
 */
export function levelParts(bytes: Uint8Array): Triangles[] {
  const parts: Triangles[] = [];
  // Meshes that several nodes show are read once.
  const read = new Map<Numbers, Float64Array>();
  const valuesOf = (numbers: Numbers): Float64Array => {
    const { count, components, at } = numbers;
    const known =
      read.get(numbers) ??
      Float64Array.from({ length: count * components }, (_, k) =>
        at(Math.floor(k / components), k % components),
      );
    read.set(numbers, known);
    return known;
  };
  let corners = 0;
  for (const primitive of primitivesOf(readGlb(bytes, MAX_JSON_BYTES), ALLOWED)) {
    const { mode, skinned, places, indices, matrix, bothSides } = primitive;
    if (mode !== TRIANGLES || skinned) continue;
    corners += (indices ?? places).count;
    if (corners > MAX_CORNERS) {
      const most = `at most ${MAX_CORNERS / 3}`;
      throw new ModelError('$', `more than ${MAX_CORNERS / 3} triangles`, most);
    }
    parts.push({
      positions: valuesOf(places),
      matrix: matrix.elements,
      side: bothSides ? 'both' : 'front',
      ...(indices && { indices: valuesOf(indices) }),
    });
  }
  return parts;
}
