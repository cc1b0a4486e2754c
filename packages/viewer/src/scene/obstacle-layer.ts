import type { Obstacle, Scenario } from '@skein/core';
import {
  BackSide,
  BoxGeometry,
  type BufferGeometry,
  FrontSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  type Side,
  SphereGeometry,
  Vector3,
} from 'three';
import { disposeTree } from './dispose-tree.ts';
import { extentOf } from './extent.ts';
import type { Layer } from './layer.ts';

const OUT_OF_THE_PLANE = new Vector3(0, 0, 1);

/** The obstacles, dark and lit; of those that keep agents inside only the far side is seen. */
export class ObstacleLayer implements Layer {
  readonly object = new Group();

  constructor(scenario: Scenario) {
    const material = (side: Side): MeshStandardMaterial =>
      new MeshStandardMaterial({ color: 0x44566a, roughness: 0.75, metalness: 0.15, side });
    const materials = { outside: material(FrontSide), inside: material(BackSide) };
    const { center, radius } = extentOf(scenario);
    for (const obstacle of scenario.obstacles) {
      const mesh = new Mesh(geometryOf(obstacle, radius), materials[obstacle.keep]);
      if (obstacle.type === 'sphere') {
        mesh.position.set(...obstacle.center);
      } else if (obstacle.type === 'box') {
        mesh.position.set(...obstacle.min).lerp(new Vector3(...obstacle.max), 0.5);
      } else {
        // As much of it as the scene takes up, where it is nearest to the middle of the scene.
        const normal = new Vector3(...obstacle.normal).normalize();
        const height = center
          .clone()
          .sub(new Vector3(...obstacle.point))
          .dot(normal);
        mesh.position.copy(center).addScaledVector(normal, -height);
        mesh.quaternion.setFromUnitVectors(OUT_OF_THE_PLANE, normal);
      }
      this.object.add(mesh);
    }
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

function geometryOf(obstacle: Obstacle, sceneRadius: number): BufferGeometry {
  if (obstacle.type === 'sphere') return new SphereGeometry(obstacle.radius, 40, 28);
  if (obstacle.type === 'plane') return new PlaneGeometry(2 * sceneRadius, 2 * sceneRadius);
  const size = obstacle.max.map((value, axis) => value - obstacle.min[axis]);
  return new BoxGeometry(...size);
}
