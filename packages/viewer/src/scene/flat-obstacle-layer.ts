import type { Scenario } from '@skein/core';
import type { StandingObstacle } from '@skein/core/describe';
import type { Relief } from '@skein/three/parts';
import {
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Shape,
  ShapeGeometry,
  Vector2,
} from 'three';
import { disposeTree } from './dispose-tree.ts';
import { extentOf } from './extent.ts';
import type { Layer } from './layer.ts';
import { type DrawnObstacles, PosedObstacles } from './posed-obstacles.ts';

const SIDES = 64;

/**
 * Draws the obstacles of a flat scene from above. Each has a bright edge. An obstacle that keeps agents outside is also
 * filled.
 */
export class FlatObstacleLayer implements Layer {
  readonly object = new Group();
  readonly #obstacles: PosedObstacles;

  constructor(scenario: Scenario, state: DrawnObstacles) {
    const { center, radius } = extentOf(scenario);
    const middle = new Vector2(center.x, center.y);
    this.#obstacles = new PosedObstacles(
      this.object,
      (obstacle) => drawn(obstacle, radius),
      (object, obstacle) => pose(object, obstacle, middle, state.relief),
    );
    this.update(state);
  }

  update(state: DrawnObstacles): void {
    this.#obstacles.update(state);
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

/** Creates the object for an obstacle: its edge and its filling, relative to its center. */
function drawn(obstacle: StandingObstacle, sceneRadius: number): Group {
  const group = new Group();
  const outline = outlineOf(obstacle, 4 * sceneRadius);
  const edge = new LineBasicMaterial({ color: 0x8fb4d2 });
  const line = new Line(new BufferGeometry().setFromPoints([...outline, outline[0]]), edge);
  group.add(line);
  if (obstacle.keep === 'inside') return group;
  const fill = new MeshBasicMaterial({ color: 0x35465a });
  group.add(new Mesh(new ShapeGeometry(new Shape(outline)), fill));
  // The edge is drawn in front of the filling.
  line.position.z = 0.001 * sceneRadius;
  return group;
}

/**
 * Moves the object of an obstacle to its place. An infinite plane is placed at its point nearest to the center of the
 * scene.
 */
function pose(
  object: Object3D,
  obstacle: StandingObstacle,
  middle: Vector2,
  relief: Relief | undefined,
): void {
  const { type, center, rotation, extent } = obstacle;
  const at = new Vector2(center[0], center[1]);
  if (type === 'plane') {
    const normal = new Vector2(extent[0], extent[1]);
    const height = middle.clone().sub(at).dot(normal);
    at.copy(middle).addScaledVector(normal, -height);
  }
  object.position.set(at.x, at.y, relief?.heightAt(at.x, at.y) ?? 0);
  object.quaternion.set(...rotation);
}

/**
 * The outline of an obstacle relative to its center, counterclockwise. A plane is drawn as a rectangle on the blocked
 * side. The rectangle is `reach` (m) deep and twice as long.
 */
function outlineOf(obstacle: StandingObstacle, reach: number): Vector2[] {
  const { type, radius, extent, points } = obstacle;
  const [ex, ey] = extent;
  if (type === 'sphere') return arc(0, 0, radius, 0, 2 * Math.PI);
  if (type === 'box') {
    return [new Vector2(-ex, -ey), new Vector2(ex, -ey), new Vector2(ex, ey), new Vector2(-ex, ey)];
  }
  if (type === 'capsule') {
    const along = Math.atan2(ey, ex);
    const quarter = Math.PI / 2;
    return [
      ...arc(ex, ey, radius, along - quarter, along + quarter),
      ...arc(-ex, -ey, radius, along + quarter, along + 3 * quarter),
    ];
  }
  if (type === 'polygon') return points.map(([x, y]) => new Vector2(x, y));
  const normal = new Vector2(ex, ey);
  const side = new Vector2(-ey, ex);
  const corner = (aside: number, behind: number): Vector2 =>
    new Vector2().addScaledVector(side, aside).addScaledVector(normal, -behind);
  return [corner(-reach, 0), corner(-reach, reach), corner(reach, reach), corner(reach, 0)];
}

function arc(x: number, y: number, radius: number, from: number, to: number): Vector2[] {
  return Array.from({ length: SIDES }, (_, side) => {
    const turn = from + ((to - from) * side) / SIDES;
    return new Vector2(x + radius * Math.cos(turn), y + radius * Math.sin(turn));
  });
}
