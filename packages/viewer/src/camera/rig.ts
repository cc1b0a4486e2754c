import type { Scenario } from '@skein/core';
import { isZUp, MANY, type SeenState } from '@skein/three/parts';
import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Extent } from '../scene/extent.ts';
import type { View } from '../view.ts';
import { Chase } from './chase.ts';
import { distanceToSee, Fit, wanders } from './fit.ts';
import { Flight } from './flight.ts';
import { type Framing, frameTwoPoints } from './framing.ts';
import type { CameraMode, CameraPlace } from './place.ts';

/** How fast the camera approaches the place that its mode wants, in 1/s. */
const STIFFNESS = 4;
/**
 * The speed at which the camera circles the scene until the visitor touches the picture. A value of 2 is one turn in 30
 * s.
 */
const IDLE_TURN = 0.35;
/** How long the camera takes to move when its mode changes, in s. */
const EASE_SECONDS = 0.9;
/**
 * How fast the camera moves toward a place from which all agents are visible, in 1/s. The movement ends when the
 * visitor moves the camera.
 */
const FITTING = 0.7;
/** The camera does not move if its place is off by less than this fraction of its distance. */
const THERE = 1e-4;
/**
 * The radius of the region that always stays visible, even if the agents are closer together. It is a fraction of the
 * scene's radius.
 */
const CLOSEST = 0.16;
const CLOSEST_IN_BOUNDS = 0.42;
/** If the agents fill the bounds, the camera is farther away by this factor, so that the corners stay visible. */
const FARTHER_IN_BOUNDS = 1.12;
/** A flat scene of which the agents fill this share of the width and of the height is shown whole. */
const FULL = 0.7;
const UP = new Vector3(0, 1, 0);
/** The direction from the center of a flat scene to the camera: straight up, or at an angle if the scene has hills. */
const OVER = new Vector3(0, 0, 1);
const OVER_RELIEF = new Vector3(0, -0.6, 0.8);
/** The same in three dimensions. */
const ASIDE = new Vector3(0.62, 0.36, 0.7).normalize();

/**
 * Whether the agents fill the bounds up to the corners. True if the bounds are a torus and a species has very many
 * agents.
 */
function fillsBounds({ bounds, species }: Scenario): boolean {
  return bounds.type === 'wrap' && species.some(({ count }) => count > MANY);
}

/**
 * Controls the camera in its four modes: it frames the gun and the target, follows an agent, flies by keys, or is moved
 * by hand. When the visitor drags the picture, the camera is moved by hand from then on, starting at its current place.
 */
export class CameraRig {
  readonly #view: View;
  readonly #onChange: () => void;
  readonly #controls: OrbitControls;
  readonly #flight: Flight;
  readonly #chase = new Chase();
  /** Finds where the agents are, so that the camera keeps them visible; undefined in scenes that do not need this. */
  #fit: Fit | undefined;
  #closest = 1;
  #farther = 1;
  /** The region of the scene, and the fraction of the distance for its corners at which the camera stands. */
  #whole = new Box3();
  #share = 1;
  /** How much nearer the edge of a ground may be than its center, as it is seen at an angle, in m. */
  #nearer = 0;
  readonly #offset = new Vector3();
  readonly #matrix = new Matrix4();
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)');
  #mode: CameraMode = 'orbit';
  /**
   * How the visitor holds the picture: `still` until the visitor turns it, then `turning`; undefined while the picture
   * is not held.
   */
  #grip: 'still' | 'turning' | undefined;
  #held = false;
  /**
   * Whether the rig itself is moving the camera, for example by damping. Such movements are not changes by the visitor.
   */
  #updating = false;
  /** The camera mode with which the scene begins. */
  #first: CameraMode = 'orbit';
  /** Whether the visitor has moved the camera since the scene began. */
  #moved = false;
  /** The position of the gun, and the index of its target; undefined when the scene has no gun. */
  #pair: { gun: Vector3; target: number } | undefined;
  #framing: Framing | undefined;
  #center = new Vector3();
  /** The camera at the start and at the end of a change of mode, and the progress between them, 0 to 1. */
  readonly #from = { eye: new Vector3(), turn: new Quaternion() };
  readonly #to = { eye: new Vector3(), turn: new Quaternion() };
  #eased = 1;

  /** `onChange` is called when the visitor has moved the camera or changed its mode. */
  constructor(view: View, onChange: () => void) {
    this.#view = view;
    this.#onChange = onChange;
    const { canvas } = view;
    this.#controls = new OrbitControls(view.camera, canvas);
    this.#controls.enableDamping = true;
    this.#controls.dampingFactor = 0.08;
    this.#controls.addEventListener('start', () => {
      this.#controls.autoRotate = false;
      this.#grip = 'still';
    });
    // A press that does not turn the camera, such as one that selects or pulls, does not change the mode.
    this.#controls.addEventListener('change', () => {
      if (this.#grip !== 'still' || this.#updating) return;
      this.#grip = 'turning';
      this.#moved = true;
      if (this.#mode === 'orbit') return;
      this.setMode('orbit');
      onChange();
    });
    this.#controls.addEventListener('end', () => {
      if (this.#grip === 'turning') onChange();
      this.#grip = undefined;
    });
    this.#flight = new Flight(canvas, onChange);
  }

  get mode(): CameraMode {
    return this.#mode;
  }

  get canFrame(): boolean {
    return this.#pair !== undefined;
  }

  /** The id of the agent that the camera follows; undefined if the camera follows no agent. */
  get followed(): number | undefined {
    return this.#mode === 'follow' ? this.#chase.id : undefined;
  }

  /**
   * Whether the page uses the pointer for something other than the camera. While this is true, a drag does not move the
   * camera.
   */
  set held(held: boolean) {
    this.#held = held;
    this.#controls.enabled = !held && this.#mode !== 'fly';
  }

  /** Stops all automatic movement. From now on, only the visitor moves the camera. */
  rest(): void {
    this.setMode('orbit');
    this.#controls.autoRotate = false;
    this.#moved = true;
  }

  /**
   * The mode and the place of the camera for a link. Undefined while the camera is in the first mode of the scene and
   * the visitor has not moved it.
   */
  get place(): CameraPlace | undefined {
    const mode = this.#mode;
    if (mode === this.#first && !this.#moved) return undefined;
    if (mode === 'framing' || mode === 'follow') return { mode };
    const { camera } = this.#view;
    const eye = camera.position.clone();
    if (mode === 'orbit') return { mode, view: { eye, look: this.#controls.target.clone() } };
    return { mode, view: { eye, look: this.#ahead(new Vector3()) } };
  }

  /**
   * Moves the camera and the point it looks at, for input other than the pointer. Call `letGo` when the movement ends.
   */
  moveByHand(move: (eye: Vector3, look: Vector3) => void): void {
    if (this.#held) return;
    this.setMode('orbit');
    this.#moved = true;
    this.#controls.autoRotate = false;
    move(this.#view.camera.position, this.#controls.target);
    this.#controls.update();
  }

  letGo(): void {
    this.#onChange();
  }

  setMode(mode: CameraMode): void {
    const { camera } = this.#view;
    const next = mode === 'framing' && !this.canFrame ? 'orbit' : mode;
    if (next === this.#mode) return;
    if (this.#mode === 'fly') {
      this.#flight.end();
      this.#ahead(this.#controls.target);
    }
    this.#mode = next;
    this.#moved = true;
    this.#framing = undefined;
    this.#controls.autoRotate = false;
    this.#controls.enabled = next !== 'fly';
    if (next === 'fly') this.#flight.begin(camera);
    if (next === 'follow') this.#chase.forget();
    this.#ease();
  }

  /**
   * Places the camera for a new scene, at `place` if it is given. Without `place`, the camera depends on the scene. If
   * the scene has a gun whose agents hunt no quarry, the camera keeps gun and target in the picture. All other scenes
   * are shown whole. With `stays`, the scene is the earlier one with a change, and the camera stays where it is.
   */
  lookAt(scenario: Scenario, extent: Extent, place?: CameraPlace, stays = false): void {
    const before = {
      mode: this.#mode,
      view: { eye: this.#view.camera.position.clone(), look: this.#controls.target.clone() },
    };
    const hadMoved = this.#moved;
    const launcher = scenario.launchers[0];
    const target = scenario.targets.findIndex((each) => each.name === launcher?.target);
    this.#pair =
      launcher === undefined ? undefined : { gun: new Vector3(...launcher.position), target };
    const beams = scenario.species.find(({ name }) => name === launcher?.species);
    // Where agents hunt each other, the line between gun and target is not the point of interest.
    const hunt = beams?.behaviors.some((each) => 'quarry' in each && each.quarry !== undefined);
    this.#first = launcher === undefined || hunt ? 'orbit' : 'framing';
    // The modes of the earlier scene end.
    this.#flight.end();
    this.#chase.forget();
    this.#framing = undefined;
    this.#mode = 'orbit';
    this.#controls.enabled = true;
    const flat = isZUp(scenario);
    this.#fit = wanders(scenario) && !this.#still.matches ? new Fit(scenario) : undefined;
    this.#closest = (extent.bounded ? CLOSEST_IN_BOUNDS : CLOSEST) * extent.radius;
    this.#farther = fillsBounds(scenario) && !flat ? FARTHER_IN_BOUNDS : 1;
    this.#chase.flat = flat;
    this.#flight.flat = flat;
    this.#flight.speed = extent.radius / 3;
    const largest = scenario.species.reduce((most, { radius }) => Math.max(most, radius), 0);
    this.#chase.distance = Math.max(largest * (flat ? 10 : 14), extent.radius / 9);
    this.#center.copy(extent.center);
    const { x, y, z } = extent.box.getSize(new Vector3());
    this.#nearer = scenario.ground === undefined ? 0 : (OVER_RELIEF.z * z - OVER_RELIEF.y * y) / 2;
    this.#view.aspect = flat && x > 0 && y > 0 ? x / y : 1;
    this.#whole = extent.box;
    // The corners of the box are usually empty, so the camera can stand closer than the full diagonal requires.
    this.#share = flat ? 1 : fillsBounds(scenario) ? 1.1 : 0.72;
    const aside = flat
      ? scenario.heights === undefined && scenario.ground === undefined
        ? OVER
        : OVER_RELIEF
      : ASIDE;
    const { camera } = scenario.display ?? {};
    const from = camera === undefined ? aside : new Vector3().fromArray(camera.from).normalize();
    this.#standBack(extent, from);
    const idle =
      this.#first === 'orbit' && !flat && !this.#still.matches && place === undefined && !stays;
    const { mode, view } = stays ? before : { mode: this.#first, ...place };
    if (view !== undefined) {
      this.#view.camera.position.copy(view.eye);
      this.#controls.target.copy(view.look);
      this.#controls.update();
    }
    this.setMode(mode);
    this.#moved = stays ? hadMoved : place !== undefined;
    // A scene begins without a camera movement.
    this.#eased = 1;
    this.#controls.autoRotate = idle;
    this.#controls.autoRotateSpeed = IDLE_TURN;
  }

  /**
   * Moves the camera for the next frame. `lag` is how far the drawn moment is behind `state`, in s. `selected` is the
   * id of the agent to follow in the mode `follow`.
   */
  update(state: SeenState, seconds: number, lag = 0, selected?: number): void {
    if (this.#mode === 'orbit') {
      const isFree = !this.#moved && !this.#held && this.#grip === undefined;
      if (isFree) this.#closeIn(state, seconds);
      this.#updating = true;
      this.#controls.update(seconds);
      this.#updating = false;
      return;
    }
    // While the target is dragged, the framing does not move under the pointer.
    if (this.#held && this.#mode === 'framing') return;
    const { eye, turn } = this.#to;
    if (this.#mode === 'framing') this.#frame(state, seconds);
    if (this.#mode === 'follow') {
      if (this.#chase.update(state, selected, lag, seconds)) this.#ease();
      if (this.#chase.id === undefined) return;
      eye.copy(this.#chase.eye);
      turn.setFromRotationMatrix(this.#matrix.lookAt(eye, this.#chase.look, UP));
      this.#controls.target.copy(this.#chase.look);
    }
    if (this.#mode === 'fly') {
      this.#flight.update(seconds);
      eye.copy(this.#flight.eye);
      turn.copy(this.#flight.turn);
    }
    const { camera } = this.#view;
    this.#eased = Math.min(1, this.#eased + seconds / EASE_SECONDS);
    const share = this.#eased * this.#eased * (3 - 2 * this.#eased);
    camera.position.lerpVectors(this.#from.eye, eye, share);
    camera.quaternion.slerpQuaternions(this.#from.turn, turn, share);
  }

  #frame(state: SeenState, seconds: number): void {
    if (this.#pair === undefined) return;
    const target = new Vector3().fromArray(state.targets, this.#pair.target * 3);
    const goal = frameTwoPoints(this.#pair.gun, target, this.#view.freeLens);
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
    this.#to.eye.copy(eye);
    this.#to.turn.setFromRotationMatrix(this.#matrix.lookAt(eye, look, up));
    this.#controls.target.copy(look);
  }

  /** Starts a smooth movement of the camera from its current place to the place that its mode wants. */
  #ease(): void {
    const { camera } = this.#view;
    this.#from.eye.copy(camera.position);
    this.#from.turn.copy(camera.quaternion);
    this.#eased = this.#still.matches ? 1 : 0;
  }

  /**
   * Sets the given vector to a point straight ahead of the camera, and returns this vector. The point is as far away as
   * the center of the scene.
   */
  #ahead(into: Vector3): Vector3 {
    const { camera } = this.#view;
    const far = Math.max(1e-3, camera.position.distanceTo(this.#center));
    return camera.getWorldDirection(into).multiplyScalar(far).add(camera.position);
  }

  /**
   * Moves the camera slowly toward a place from which nearly all agents are visible, or the whole scene if its agents
   * cannot leave it.
   */
  #closeIn(state: SeenState, seconds: number): void {
    if (this.#fit !== undefined && !this.#fit.update(state)) return;
    const fit = this.#fit !== undefined && this.#isFull(this.#fit) ? undefined : this.#fit;
    const { camera } = this.#view;
    const { target } = this.#controls;
    const center = fit?.center ?? this.#center;
    const share = this.#still.matches ? 1 : 1 - Math.exp(-FITTING * seconds);
    const offset = this.#offset.copy(camera.position).sub(target);
    const goal =
      fit === undefined
        ? this.#distanceToWhole()
        : this.#farther *
          distanceToSee(fit.half, this.#closest, this.#chase.flat, this.#view.freeLens);
    const isThere =
      Math.abs(goal / offset.length() - 1) < THERE && target.distanceTo(center) < THERE * goal;
    if (isThere) return;
    offset.setLength(offset.length() * (goal / offset.length()) ** share);
    target.lerp(center, share);
    camera.position.copy(target).add(offset);
  }

  /** Whether the agents fill the scene in the plane, so that its walls are to be seen as well. */
  #isFull({ half }: Fit): boolean {
    const { x, y } = this.#whole.getSize(new Vector3()).multiplyScalar(0.5);
    return this.#chase.flat && half.x > FULL * x && half.y > FULL * y;
  }

  /** The distance from which the whole scene is visible, in m. */
  #distanceToWhole(): number {
    const half = this.#whole.getSize(new Vector3()).multiplyScalar(0.5);
    const distance = distanceToSee(half, 0, this.#chase.flat, this.#view.freeLens);
    return this.#share * distance + this.#nearer;
  }

  /** Moves the camera to a place from which the whole scene is visible. */
  #standBack(extent: Extent, from: Vector3): void {
    const { camera } = this.#view;
    const distance = this.#distanceToWhole();
    camera.position.copy(extent.center).addScaledVector(from, distance);
    camera.near = Math.max(0.1, distance / 1000);
    camera.far = Math.max(1000, distance * 40);
    camera.updateProjectionMatrix();
    this.#controls.target.copy(extent.center);
    this.#controls.maxDistance = distance * 6;
    this.#controls.update();
  }
}
