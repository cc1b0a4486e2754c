import { type GroundOptions, groundFromTriangles, type Triangles } from '@skein/core/ground';
import { show } from '@skein/core/internal';
import type { GroundShape } from '@skein/core/path';
import { BackSide, DoubleSide, type InstancedMesh, Matrix4, type Mesh, type Object3D } from 'three';
import { ThreeError } from '../option-error.ts';

/**
 * Makes the `ground` of a scenario from all meshes of an object, where they are in the world: floors, ramps, stairs and
 * what stands on them. Hidden meshes, skinned ones, and those of an `InstancedBufferGeometry` are left out. y is up in
 * the scene, z in the scenario: agents with `agents.rotation.x = -Math.PI / 2` walk where the meshes are.
 *
 * Takes seconds for a large level. The result is the same each time; it is data that can be saved and loaded instead.
 *
 * @throws ThreeError if `object` is no object of three.js
 * @throws GroundError if an option is not valid, if there is no mesh, if a coordinate is not finite, if nothing is
 *   walkable, or if the level is too large
 */
export function groundFrom(object: Object3D, options: GroundOptions = {}): GroundShape {
  if ((object as Partial<Object3D> | null | undefined)?.isObject3D !== true) {
    const expected = 'an Object3D of three.js';
    throw new ThreeError([{ path: '$object', found: show(object), expected }]);
  }
  const parts: Triangles[] = [];
  object.updateWorldMatrix(true, true);
  object.traverseVisible((child) => {
    const mesh = child as Mesh;
    const isLeftOut =
      'isSkinnedMesh' in mesh || 'isInstancedBufferGeometry' in Object(mesh.geometry);
    if (mesh.isMesh && !isLeftOut) parts.push(...partsOf(mesh));
  });
  return groundFromTriangles(parts, options);
}

function partsOf(mesh: Mesh): Triangles[] {
  const { geometry, material } = mesh;
  const { position } = geometry.attributes;
  if (position === undefined) return [];
  const positions = Array.from({ length: position.count }, (_, k) => [
    position.getX(k),
    position.getY(k),
    position.getZ(k),
  ]).flat();
  const [{ side }] = Array.isArray(material) ? material : [material];
  const shown = side === DoubleSide ? 'both' : side === BackSide ? 'back' : 'front';
  const indices = geometry.index?.array;
  return matricesOf(mesh).map(({ elements: matrix }) => ({
    positions,
    matrix,
    side: shown,
    ...(indices && { indices }),
  }));
}

/** Where a mesh is in the world: one place, or that of each instance. */
function matricesOf(mesh: Mesh): Matrix4[] {
  if (!('isInstancedMesh' in mesh)) return [mesh.matrixWorld];
  const instanced = mesh as InstancedMesh;
  return Array.from({ length: instanced.count }, (_, k) => {
    const matrix = new Matrix4();
    instanced.getMatrixAt(k, matrix);
    return matrix.premultiply(mesh.matrixWorld);
  });
}
