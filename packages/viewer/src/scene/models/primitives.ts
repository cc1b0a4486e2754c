import { Matrix4, Quaternion, Vector3 } from 'three';
import { type Numbers, numbersOf } from './accessor.ts';
import type { Glb } from './glb.ts';
import { ModelError } from './model-error.ts';
import { Reading } from './reading.ts';

export const TRIANGLES = 4;
/**
 * The glTF extensions that a file may require. Each of them either has no effect on shapes and base colors, or is
 * supported by this reader.
 */
const KNOWN_EXTENSIONS = ['KHR_mesh_quantization', 'KHR_materials_unlit'];
const WHITE = [1, 1, 1, 1];

/** A list of points, with everything that is needed to draw the triangles between them. */
interface Primitive {
  readonly places: Numbers;
  readonly colors: Numbers | undefined;
  readonly indices: Numbers | undefined;
  readonly base: readonly number[];
  /** Whether both sides of its triangles are seen. */
  readonly bothSides: boolean;
  /** How its points are connected: `TRIANGLES`, or another mode of glTF. */
  readonly mode: number;
}

/** A primitive where a node puts it. `skinned`: it is the skin of a body that bones move. */
export interface Placed extends Primitive {
  readonly matrix: Matrix4;
  readonly skinned: boolean;
}

/** What a file may contain: modes of primitives, and how many entries in each of its lists. */
export interface Allowed {
  readonly modes: readonly number[];
  readonly parts: number;
}

/**
 * The primitives of a binary glTF file, once for each node that has them. Of the materials, only the base colors
 * and sides are read. Textures, animations and everything else are ignored.
 *
 * This reader replaces GLTFLoader of three.js for two reasons. GLTFLoader needs large parts of three.js, so the page
 * would have to load more before its first picture. GLTFLoader also loads files from addresses in the model, and every
 * address would have to be checked first.
 *
 * @throws ModelError when the file is not valid
 */
export function* primitivesOf({ json, bin }: Glb, allowed: Allowed): Iterable<Placed> {
  const most = allowed.parts;
  const gltf = new Reading(json, '$');
  gltf.part('asset').oneOf('version', ['2.0']);
  for (const name of gltf.texts('extensionsRequired', most)) {
    if (KNOWN_EXTENSIONS.includes(name)) continue;
    throw new ModelError('$.extensionsRequired', name, KNOWN_EXTENSIONS.join(' or '));
  }
  for (const buffer of gltf.parts('buffers', 1)) {
    if (buffer.has('uri')) {
      throw new ModelError(buffer.path, 'an address', 'all bytes in the file itself');
    }
  }
  const meshes = gltf.parts('meshes', most);
  const lists = {
    views: gltf.parts('bufferViews', most),
    accessors: gltf.parts('accessors', most),
    materials: gltf.parts('materials', most),
  };
  const primitives = meshes.map((mesh) => ofMesh(mesh, lists, bin, allowed));
  for (const { node, matrix } of nodesOf(gltf, most)) {
    if (!node.has('mesh')) continue;
    const skinned = node.has('skin');
    for (const primitive of primitives[node.whole('mesh', meshes.length)]) {
      yield { ...primitive, matrix, skinned };
    }
  }
}

type Lists = Readonly<Record<'views' | 'accessors' | 'materials', readonly Reading[]>>;

function ofMesh(
  mesh: Reading,
  lists: Lists,
  bin: Uint8Array,
  { modes, parts }: Allowed,
): Primitive[] {
  const { views, accessors, materials } = lists;
  return mesh.parts('primitives', parts).map((primitive) => {
    const mode = primitive.oneOf('mode', modes, TRIANGLES);
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
    const bothSides = material?.isTrue('doubleSided') ?? false;
    return { places, colors, indices, base: baseColorOf(material), bothSides, mode };
  });
}

function baseColorOf(material: Reading | undefined): readonly number[] {
  if (!material?.has('pbrMetallicRoughness')) return WHITE;
  return material.part('pbrMetallicRoughness').numbers('baseColorFactor', 4) ?? WHITE;
}

/** Each node of the scene, with its transformation. */
function* nodesOf(
  gltf: Reading,
  most: number,
): Iterable<{ readonly node: Reading; readonly matrix: Matrix4 }> {
  const nodes = gltf.parts('nodes', most);
  const scenes = gltf.parts('scenes', most);
  const scene = scenes[gltf.whole('scene', Math.max(1, scenes.length), 0)];
  const roots = scene?.wholes('nodes', most, nodes.length) ?? [...nodes.keys()];
  const seen = new Set<number>();
  const open = roots.map((index) => ({ index, matrix: new Matrix4() }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { index, matrix } = next;
    const node = nodes[index];
    // A node with two parents, or below itself, would be drawn repeatedly.
    if (seen.has(index)) throw new ModelError(node.path, 'a second parent', 'one parent');
    seen.add(index);
    const own = matrix.clone().multiply(matrixOf(node));
    yield { node, matrix: own };
    const children = node.wholes('children', most, nodes.length);
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
