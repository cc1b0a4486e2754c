import * as THREE from 'three';

const material = new THREE.MeshStandardMaterial();

export function box(size: [number, number, number], place: [number, number, number]): THREE.Mesh {
  const mesh = new THREE.Mesh(new THREE.BoxGeometry(...size), material);
  mesh.position.set(...place);
  return mesh;
}

/** A floor of 30 m x 20 m, a slab over a part of it, a ramp of 4 m up to the slab, and pillars: y is up. */
export function twoFloors(): THREE.Group {
  const ramp = box([9, 0.2, 4], [1, 1.9, 0]);
  ramp.rotation.z = -Math.atan2(4, 8);
  const pillars = new THREE.InstancedMesh(new THREE.BoxGeometry(1, 4, 1), material, 3);
  [-6, 0, 6].forEach((z, k) => {
    pillars.setMatrixAt(k, new THREE.Matrix4().setPosition(-8, 2, z));
  });
  const hidden = box([30, 1, 20], [0, 1, 0]);
  hidden.visible = false;
  const level = new THREE.Group();
  level.add(
    box([30, 0.5, 20], [0, -0.25, 0]),
    box([12, 0.2, 20], [-9, 3.9, 0]),
    ramp,
    pillars,
    hidden,
  );
  return level;
}
