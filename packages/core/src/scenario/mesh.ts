import { buildMesh } from '../path/mesh/build-mesh.ts';
import type { NavMesh } from '../path/mesh/nav-mesh.ts';
import type { MeshInput } from './schema.ts';

const built = new WeakMap<MeshInput, NavMesh>();

/** Returns the mesh of a scenario. The scenario must have been checked. Each mesh is built only once. */
export function meshOf(mesh: MeshInput): NavMesh {
  let made = built.get(mesh);
  if (made === undefined) {
    made = buildMesh(mesh.vertices, mesh.polygons);
    built.set(mesh, made);
  }
  return made;
}
