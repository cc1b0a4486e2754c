import type { Scenario } from '@skein/core';
import { Matrix4, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Extent } from '../scene/extent.ts';
import type { Stage } from '../scene/stage.ts';
import type { DrawnState } from '../sync/drawn-state.ts';
import { type Framing, frameTwoPoints } from './framing.ts';

export type CameraMode = 'framing' | 'orbit';

/** How fast the camera closes in on where it should be, 1/s. */
const STIFFNESS = 4;
/** A picture that nobody has touched turns this fast; 2 would be a turn in 30 s. */
const IDLE_TURN = 0.35;

/**
 * The camera: either it frames gun and target by itself, or whoever looks holds it. Taking hold of
 * the picture always takes over, from wherever the camera is.
 */
export class CameraRig {
  readonly #stage: Stage;
  readonly #controls: OrbitControls;
  readonly #matrix = new Matrix4();
  #mode: CameraMode = 'orbit';
  /** The gun, and which target it aims at; undefined when there is nothing to frame. */
  #pair: { gun: Vector3; target: number } | undefined;
  #framing: Framing | undefined;

  constructor(stage: Stage, onTaken: () => void) {
    this.#stage = stage;
    this.#controls = new OrbitControls(stage.camera, stage.renderer.domElement);
    this.#controls.enableDamping = true;
    this.#controls.dampingFactor = 0.08;
    this.#controls.addEventListener('start', () => {
      this.#controls.autoRotate = false;
      if (this.#mode === 'orbit') return;
      this.setMode('orbit');
      onTaken();
    });
  }

  get mode(): CameraMode {
    return this.#mode;
  }

  get canFrame(): boolean {
    return this.#pair !== undefined;
  }

  /** While the pointer does something else, it does not move the camera. */
  set held(held: boolean) {
    this.#controls.enabled = !held;
  }

  setMode(mode: CameraMode): void {
    this.#mode = mode === 'framing' && !this.canFrame ? 'orbit' : mode;
    this.#framing = undefined;
  }

  /** Takes the first place for a scene: framed where there is a gun, else a view of it all. */
  lookAt(scenario: Scenario, extent: Extent): void {
    const launcher = scenario.launchers[0];
    const target = scenario.targets.findIndex((each) => each.name === launcher?.target);
    this.#pair =
      launcher === undefined ? undefined : { gun: new Vector3(...launcher.position), target };
    this.setMode(launcher === undefined ? 'orbit' : 'framing');
    this.#standBack(extent, scenario.dimensions === 2);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#controls.autoRotate = launcher === undefined && scenario.dimensions === 3 && !still;
    this.#controls.autoRotateSpeed = IDLE_TURN;
  }

  update(state: DrawnState, seconds: number): void {
    if (this.#mode === 'framing') this.#frame(state, seconds);
    else this.#controls.update(seconds);
  }

  #frame(state: DrawnState, seconds: number): void {
    if (this.#pair === undefined) return;
    const { camera } = this.#stage;
    const target = new Vector3().fromArray(state.targets, this.#pair.target * 3);
    const lens = { fov: (camera.fov * Math.PI) / 180, aspect: camera.aspect };
    const goal = frameTwoPoints(this.#pair.gun, target, lens);
    const now = this.#framing;
    const share = 1 - Math.exp(-STIFFNESS * seconds);
    this.#framing =
      now === undefined
        ? goal
        : {
            eye: now.eye.lerp(goal.eye, share),
            look: now.look.lerp(goal.look, share),
            up: goal.up,
          };
    const { eye, look, up } = this.#framing;
    camera.position.copy(eye);
    camera.quaternion.setFromRotationMatrix(this.#matrix.lookAt(eye, look, up));
    this.#controls.target.copy(look);
  }

  /** A place from which all of the scene is seen. */
  #standBack(extent: Extent, flat: boolean): void {
    const { camera } = this.#stage;
    const halfHeight = (camera.fov * Math.PI) / 360;
    const halfWidth = Math.atan(Math.tan(halfHeight) * camera.aspect);
    // The corners of the box stick out of what is flown in: nearer than the whole diagonal asks.
    const distance = (0.64 * extent.radius) / Math.sin(Math.min(halfHeight, halfWidth));
    const from = flat ? new Vector3(0, 0, 1) : new Vector3(0.62, 0.36, 0.7).normalize();
    camera.position.copy(extent.center).addScaledVector(from, distance);
    camera.near = Math.max(0.1, distance / 1000);
    camera.far = Math.max(1000, distance * 40);
    camera.updateProjectionMatrix();
    this.#controls.target.copy(extent.center);
    this.#controls.maxDistance = distance * 6;
    this.#controls.update();
  }
}
