import type { Scenario } from '@skein/core';
import { Group, Mesh, MeshStandardMaterial, SphereGeometry } from 'three';
import { disposeTree } from './dispose-tree.ts';
import type { Layer } from './layer.ts';

/** The obstacles, as dark lit spheres. */
export class ObstacleLayer implements Layer {
  readonly object = new Group();

  constructor(scenario: Scenario) {
    const material = new MeshStandardMaterial({
      color: 0x44566a,
      roughness: 0.75,
      metalness: 0.15,
    });
    for (const obstacle of scenario.obstacles) {
      const ball = new Mesh(new SphereGeometry(obstacle.radius, 40, 28), material);
      ball.position.set(...obstacle.center);
      this.object.add(ball);
    }
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
