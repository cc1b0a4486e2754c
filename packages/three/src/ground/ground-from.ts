import { type GroundOptions, groundFromTriangles } from '@skein/core/ground';
import { show } from '@skein/core/internal';
import type { GroundShape } from '@skein/core/path';
import {
  BackSide,
  DoubleSide,
  type InstancedMesh,
  Matrix4,
  type Mesh,
  type Object3D,
  Vector3,
} from 'three';
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
  const level = { positions: [] as number[], indices: [] as number[] };
  object.updateWorldMatrix(true, true);
  object.traverseVisible((child) => {
    const mesh = child as Mesh;
    if (!mesh.isMesh || 'isSkinnedMesh' in mesh || 'isInstancedBufferGeometry' in mesh.geometry)
      return;
    for (const matrix of matricesOf(mesh)) addTriangles(level, mesh, matrix);
  });
  return groundFromTriangles(level, options);
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

const point = new Vector3();

function addTriangles(
  level: { positions: number[]; indices: number[] },
  { geometry, material }: Mesh,
  matrix: Matrix4,
): void {
  const { position } = geometry.attributes;
  if (position === undefined) return;
  const first = level.positions.length / 3;
  for (let k = 0; k < position.count; k++) {
    point.fromBufferAttribute(position, k).applyMatrix4(matrix);
    level.positions.push(point.x, point.y, point.z);
  }
  const [{ side }] = Array.isArray(material) ? material : [material];
  // As three.js draws them: a mirrored mesh shows its other side.
  const turned = (side === BackSide) !== matrix.determinant() < 0;
  const count = geometry.index?.count ?? position.count;
  for (let k = 0; k + 2 < count; k += 3) {
    const corners = [k, k + 1, k + 2].map((at) => first + (geometry.index?.getX(at) ?? at));
    const up = side === DoubleSide ? facesUp(level.positions, corners) : !turned;
    level.indices.push(...(up ? corners : corners.reverse()));
  }
}

/** Whether a triangle faces up with its corners in this order. */
function facesUp(positions: readonly number[], [a, b, c]: readonly number[]): boolean {
  const [x, z] = [positions[3 * a!]!, positions[3 * a! + 2]!];
  const [ux, uz] = [positions[3 * b!]! - x, positions[3 * b! + 2]! - z];
  const [vx, vz] = [positions[3 * c!]! - x, positions[3 * c! + 2]! - z];
  return uz * vx - ux * vz >= 0;
}
