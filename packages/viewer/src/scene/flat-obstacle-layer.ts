import type { Obstacle, Scenario } from '@skein/core';
import {
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshBasicMaterial,
  Shape,
  ShapeGeometry,
  Vector2,
} from 'three';
import { disposeTree } from './dispose-tree.ts';
import { extentOf } from './extent.ts';
import type { Layer } from './layer.ts';

const SIDES = 64;

/**
 * The obstacles of a flat scene as they are seen from above: filled where nobody may be, with a bright
 * edge. Of those that keep agents inside there is the edge alone.
 */
export class FlatObstacleLayer implements Layer {
  readonly object = new Group();

  constructor(scenario: Scenario) {
    const { center, radius } = extentOf(scenario);
    const middle = new Vector2(center.x, center.y);
    const fill = new MeshBasicMaterial({ color: 0x35465a });
    const edge = new LineBasicMaterial({ color: 0x8fb4d2 });
    for (const obstacle of scenario.obstacles) {
      const outline = outlineOf(obstacle, middle, 4 * radius);
      const line = new LineLoop(new BufferGeometry().setFromPoints(outline), edge);
      this.object.add(line);
      if (obstacle.keep === 'inside') continue;
      this.object.add(new Mesh(new ShapeGeometry(new Shape(outline)), fill));
      // In front of what it is the edge of.
      line.position.z = 0.001 * radius;
    }
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

/** Around the obstacle against the clock; a plane is as much of the ground behind it as `reach`, m. */
function outlineOf(obstacle: Obstacle, middle: Vector2, reach: number): Vector2[] {
  if (obstacle.type === 'sphere') {
    const [x, y] = obstacle.center;
    return Array.from({ length: SIDES }, (_, side) => {
      const turn = (2 * Math.PI * side) / SIDES;
      return new Vector2(
        x + obstacle.radius * Math.cos(turn),
        y + obstacle.radius * Math.sin(turn),
      );
    });
  }
  if (obstacle.type === 'box') {
    const [[left, low], [right, high]] = [obstacle.min, obstacle.max];
    return [
      new Vector2(left, low),
      new Vector2(right, low),
      new Vector2(right, high),
      new Vector2(left, high),
    ];
  }
  const normal = new Vector2(obstacle.normal[0], obstacle.normal[1]).normalize();
  const along = new Vector2(-normal.y, normal.x);
  const height = middle.clone().sub(new Vector2(obstacle.point[0], obstacle.point[1])).dot(normal);
  const foot = middle.clone().addScaledVector(normal, -height);
  const corner = (aside: number, behind: number) =>
    foot.clone().addScaledVector(along, aside).addScaledVector(normal, -behind);
  return [corner(-reach, 0), corner(-reach, reach), corner(reach, reach), corner(reach, 0)];
}
