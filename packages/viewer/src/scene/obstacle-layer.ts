import type { Scenario } from '@skein/core';
import type { StandingObstacle } from '@skein/core/describe';
import {
  BackSide,
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  FrontSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  PlaneGeometry,
  Quaternion,
  type Side,
  SphereGeometry,
  Vector3,
} from 'three';
import { disposeTree } from './dispose-tree.ts';
import { extentOf } from './extent.ts';
import type { Layer } from './layer.ts';
import { type DrawnObstacles, PosedObstacles } from './posed-obstacles.ts';

const OUT_OF_THE_PLANE = new Vector3(0, 0, 1);
const ALONG_A_CAPSULE = new Vector3(0, 1, 0);

/**
 * Draws the obstacles as dark bodies with light on them. If an obstacle keeps agents inside, only its far side is
 * visible.
 */
export class ObstacleLayer implements Layer {
  readonly object = new Group();
  readonly #obstacles: PosedObstacles;

  constructor(scenario: Scenario, state: DrawnObstacles) {
    const material = (side: Side): MeshStandardMaterial =>
      new MeshStandardMaterial({ color: 0x44566a, roughness: 0.75, metalness: 0.15, side });
    const { center, radius } = extentOf(scenario);
    this.#obstacles = new PosedObstacles(
      this.object,
      (obstacle) =>
        new Mesh(
          geometryOf(obstacle, radius),
          material(obstacle.keep === 'inside' ? BackSide : FrontSide),
        ),
      (object, obstacle) => pose(object, obstacle, center),
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

function pose(object: Object3D, obstacle: StandingObstacle, middle: Vector3): void {
  const { type, center, rotation, extent } = obstacle;
  if (type === 'plane') {
    // A plane is drawn as large as the scene, at its point nearest to the center of the scene.
    const normal = new Vector3(...extent);
    const height = middle
      .clone()
      .sub(new Vector3(...center))
      .dot(normal);
    object.position.copy(middle).addScaledVector(normal, -height);
    object.quaternion.setFromUnitVectors(OUT_OF_THE_PLANE, normal);
    return;
  }
  object.position.set(...center);
  object.quaternion.set(...rotation);
}

function geometryOf(obstacle: StandingObstacle, sceneRadius: number): BufferGeometry {
  const { type, radius, extent } = obstacle;
  if (type === 'sphere') return new SphereGeometry(radius, 40, 28);
  if (type === 'box') return new BoxGeometry(2 * extent[0], 2 * extent[1], 2 * extent[2]);
  if (type === 'capsule') {
    const half = new Vector3(...extent);
    const capsule = new CapsuleGeometry(radius, 2 * half.length(), 12, 28);
    const turn = new Quaternion().setFromUnitVectors(ALONG_A_CAPSULE, half.clone().normalize());
    return capsule.applyQuaternion(turn);
  }
  return new PlaneGeometry(2 * sceneRadius, 2 * sceneRadius);
}
