import type { BufferGeometry, Material, Mesh, Object3D } from 'three';

/** Frees the geometries and materials of an object and of all its descendants. */
export function disposeTree(root: Object3D): void {
  root.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>;
    (geometry as BufferGeometry | undefined)?.dispose();
    (material as Material | undefined)?.dispose();
  });
}
