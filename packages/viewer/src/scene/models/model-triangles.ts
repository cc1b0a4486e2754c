import { Color, Matrix4, Quaternion, Vector3 } from 'three';
import { type Numbers, numbersOf } from './accessor.ts';
import type { Glb } from './glb.ts';
import { ModelError } from './model-error.ts';
import { Reading } from './reading.ts';

/** The maximum number of triangles of a model. Every agent of the species is drawn with all of them. */
export const MAX_TRIANGLES = 5000;
const MAX_PARTS = 1000;
const TRIANGLES = 4;
/**
 * The glTF extensions that a model may require. Each of them either has no effect on shapes and base colors, or is
 * supported by this reader.
 */
const KNOWN_EXTENSIONS = ['KHR_mesh_quantization', 'KHR_materials_unlit'];
const WHITE = [1, 1, 1, 1];

/** A corner of a triangle: its position, in m, and its linear color. */
export interface Corner {
  readonly place: Vector3;
  readonly color: Color;
}

/** A list of points, with everything that is needed to draw the triangles between them. */
interface Primitive {
  readonly places: Numbers;
  readonly colors: Numbers | undefined;
  readonly indices: Numbers | undefined;
  readonly base: readonly number[];
}

/**
 * Reads all triangles of a model, with three corners each. Of the materials, only the base colors are used. Textures,
 * animations and everything else are ignored.
 *
 * This reader replaces GLTFLoader of three.js for two reasons. GLTFLoader needs large parts of three.js, so the page
 * would have to load more before its first picture. GLTFLoader also loads files from addresses in the model, and every
 * address would have to be checked first.
 *
 * @throws ModelError when the model is not valid
 */
export function trianglesOf({ json, bin }: Glb): Corner[] {
  const gltf = new Reading(json, '$');
  gltf.part('asset').oneOf('version', ['2.0']);
  for (const name of gltf.texts('extensionsRequired', MAX_PARTS)) {
    if (KNOWN_EXTENSIONS.includes(name)) continue;
    throw new ModelError('$.extensionsRequired', name, KNOWN_EXTENSIONS.join(' or '));
  }
  for (const buffer of gltf.parts('buffers', 1)) {
    if (buffer.has('uri')) {
      throw new ModelError(buffer.path, 'an address', 'all bytes in the file itself');
    }
  }
  const corners: Corner[] = [];
  const meshes = gltf.parts('meshes', MAX_PARTS);
  const lists = {
    views: gltf.parts('bufferViews', MAX_PARTS),
    accessors: gltf.parts('accessors', MAX_PARTS),
    materials: gltf.parts('materials', MAX_PARTS),
  };
  const primitives = meshes.map((mesh) => primitivesOf(mesh, lists, bin));
  walk(gltf, (node, matrix) => {
    if (!node.has('mesh')) return;
    for (const primitive of primitives[node.whole('mesh', meshes.length)])
      add(primitive, matrix, corners);
  });
  if (corners.length === 0) throw new ModelError('$', 'no triangles', 'at least one');
  return corners;
}

type Lists = Readonly<Record<'views' | 'accessors' | 'materials', readonly Reading[]>>;

function primitivesOf(mesh: Reading, lists: Lists, bin: Uint8Array): Primitive[] {
  const { views, accessors, materials } = lists;
  return mesh.parts('primitives', MAX_PARTS).map((primitive) => {
    primitive.oneOf('mode', [TRIANGLES], TRIANGLES);
    const read = (part: Reading, key: string) =>
      numbersOf(accessors[part.whole(key, accessors.length)], views, bin);
    const attributes = primitive.part('attributes');
    const places = read(attributes, 'POSITION');
    const colors = attributes.has('COLOR_0') ? read(attributes, 'COLOR_0') : undefined;
    const fits = colors === undefined || (colors.components > 1 && colors.count >= places.count);
    if (places.components !== 3 || !fits) {
      throw new ModelError(
        attributes.path,
        'lists of different sizes',
        'positions, and a color for each position',
      );
    }
    const indices = primitive.has('indices') ? read(primitive, 'indices') : undefined;
    const material = primitive.has('material')
      ? materials[primitive.whole('material', materials.length)]
      : undefined;
    return { places, colors, indices, base: baseColorOf(material) };
  });
}

function baseColorOf(material: Reading | undefined): readonly number[] {
  if (!material?.has('pbrMetallicRoughness')) return WHITE;
  return material.part('pbrMetallicRoughness').numbers('baseColorFactor', 4) ?? WHITE;
}

/** Calls `visit` once for each node of the scene, with the transformation of that node. */
function walk(gltf: Reading, visit: (node: Reading, matrix: Matrix4) => void): void {
  const nodes = gltf.parts('nodes', MAX_PARTS);
  const scenes = gltf.parts('scenes', MAX_PARTS);
  const scene = scenes[gltf.whole('scene', Math.max(1, scenes.length), 0)];
  const roots = scene?.wholes('nodes', MAX_PARTS, nodes.length) ?? [...nodes.keys()];
  const seen = new Set<number>();
  const open = roots.map((index) => ({ index, matrix: new Matrix4() }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { index, matrix } = next;
    const node = nodes[index];
    // A node with two parents, or below itself, would be drawn repeatedly.
    if (seen.has(index)) throw new ModelError(node.path, 'a second parent', 'one parent');
    seen.add(index);
    const own = matrix.clone().multiply(matrixOf(node));
    visit(node, own);
    const children = node.wholes('children', MAX_PARTS, nodes.length);
    open.push(...children.map((child) => ({ index: child, matrix: own })));
  }
}

function matrixOf(node: Reading): Matrix4 {
  const matrix = node.numbers('matrix', 16);
  if (matrix !== undefined) return new Matrix4().fromArray(matrix);
  const [x, y, z] = node.numbers('translation', 3) ?? [0, 0, 0];
  const rotation = new Quaternion().fromArray(node.numbers('rotation', 4) ?? [0, 0, 0, 1]);
  const scale = new Vector3().fromArray(node.numbers('scale', 3) ?? [1, 1, 1]);
  return new Matrix4().compose(new Vector3(x, y, z), rotation.normalize(), scale);
}

function add({ places, colors, indices, base }: Primitive, matrix: Matrix4, to: Corner[]): void {
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
