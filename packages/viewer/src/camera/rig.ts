import type { Scenario } from '@skein/core';
import { MANY, type SeenState } from '@skein/three/parts';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Extent } from '../scene/extent.ts';
import type { View } from '../view.ts';
import { Chase } from './chase.ts';
import { distanceToSee, Fit, wanders } from './fit.ts';
import { Flight } from './flight.ts';
import { type Framing, frameTwoPoints } from './framing.ts';
import type { CameraMode, CameraPlace } from './place.ts';

/** How fast the camera approaches its goal, in 1/s. */
const STIFFNESS = 4;
/** The speed at which an untouched picture turns; 2 is one turn in 30 s. */
const IDLE_TURN = 0.35;
/** The duration of a change of mode, in s. */
const EASE_SECONDS = 0.9;
/** How fast an untouched camera moves to a place from which all agents are visible, in 1/s. */
const FITTING = 0.7;
/** The camera frames at least this fraction of the scene's radius, however close together the agents are. */
const CLOSEST = 0.16;
const CLOSEST_IN_BOUNDS = 0.42;
/** The camera stands this much farther away when the agents fill the bounds, to show the corners. */
const FARTHER_IN_BOUNDS = 1.12;
const UP = new Vector3(0, 1, 0);
/** The direction of the camera from a flat scene: straight above, or at an angle if there are hills. */
const OVER = new Vector3(0, 0, 1);
const OVER_RELIEF = new Vector3(0, -0.6, 0.8);

/** Whether very many agents fly in a torus, so that they fill it to its corners. */
function fillsBounds({ bounds, species }: Scenario): boolean {
  return bounds.type === 'wrap' && species.some(({ count }) => count > MANY);
}

/**
 * Controls the camera: it frames gun and target, follows an agent, flies by keys, or is moved by hand. Grabbing the
 * picture switches to moving by hand, from the camera's present place.
 */
export class CameraRig {
  readonly #view: View;
  readonly #onChange: () => void;
  readonly #controls: OrbitControls;
  readonly #flight: Flight;
  readonly #chase = new Chase();
  /** Finds the agents, in scenes where they can be anywhere. */
  #fit: Fit | undefined;
  #closest = 1;
  #farther = 1;
  readonly #offset = new Vector3();
  readonly #matrix = new Matrix4();
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)');
  #mode: CameraMode = 'orbit';
  /** The visitor's present grip on the picture. */
  #grip: 'still' | 'turning' | undefined;
  #held = false;
  /** True during updates by the rig itself, such as damping. */
  #updating = false;
  /** The mode in which the scene begins. */
  #first: CameraMode = 'orbit';
  /** Whether the visitor has moved the camera since the scene began. */
  #moved = false;
  /** The gun, and the index of its target; undefined when there is nothing to frame. */
  #pair: { gun: Vector3; target: number } | undefined;
  #framing: Framing | undefined;
  #center = new Vector3();
  /** The start of the change of mode, and its progress, 0 to 1. */
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

  /** The id of the followed agent, if any. */
  get followed(): number | undefined {
    return this.#mode === 'follow' ? this.#chase.id : undefined;
  }

  /** While set, the pointer does something else and does not move the camera. */
  set held(held: boolean) {
    this.#held = held;
    this.#controls.enabled = !held && this.#mode !== 'fly';
  }

  /** From now on the camera moves only by hand. */
  rest(): void {
    this.setMode('orbit');
    this.#controls.autoRotate = false;
    this.#moved = true;
  }

  /** The mode and place for a link; undefined while they are as the scene began. */
  get place(): CameraPlace | undefined {
    const mode = this.#mode;
    if (mode === this.#first && !this.#moved) return undefined;
    if (mode === 'framing' || mode === 'follow') return { mode };
    const { camera } = this.#view;
    const eye = camera.position.clone();
    if (mode === 'orbit') return { mode, view: { eye, look: this.#controls.target.clone() } };
    return { mode, view: { eye, look: this.#ahead(new Vector3()) } };
  }

  /** Moves the camera and the point it looks at by other means than the pointer, until `letGo` is called. */
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

  /** Sets the first place for a scene: the given place, or framing if there is a gun, or a view of the whole scene. */
  lookAt(scenario: Scenario, extent: Extent, place?: CameraPlace): void {
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
    const flat = scenario.dimensions === 2;
    this.#fit = wanders(scenario) && !this.#still.matches ? new Fit(scenario) : undefined;
    this.#closest = (extent.bounded ? CLOSEST_IN_BOUNDS : CLOSEST) * extent.radius;
    this.#farther = fillsBounds(scenario) && !flat ? FARTHER_IN_BOUNDS : 1;
    this.#chase.flat = flat;
    this.#flight.flat = flat;
    this.#flight.speed = extent.radius / 3;
    const largest = scenario.species.reduce((most, { radius }) => Math.max(most, radius), 0);
    this.#chase.distance = Math.max(largest * (flat ? 10 : 14), extent.radius / 9);
    this.#center.copy(extent.center);
    // Fired agents fly in the middle of the page, above the fire buttons.
    this.#view.beside = launcher !== undefined ? 'nothing' : flat ? 'words' : 'panel';
    this.#standBack(
      extent,
      flat,
      scenario.heights !== undefined,
      fillsBounds(scenario) ? 1.1 : 0.72,
    );
    const idle = this.#first === 'orbit' && !flat && !this.#still.matches && place === undefined;
    if (place?.view !== undefined) {
      this.#view.camera.position.copy(place.view.eye);
      this.#controls.target.copy(place.view.look);
      this.#controls.update();
    }
    this.setMode(place?.mode ?? this.#first);
    this.#moved = place !== undefined;
    // A scene begins without a camera movement.
    this.#eased = 1;
    this.#controls.autoRotate = idle;
    this.#controls.autoRotateSpeed = IDLE_TURN;
  }

  /** `selected`: the agent to follow, if any; `lag`: how long before the state the picture stands, in s. */
  update(state: SeenState, seconds: number, lag = 0, selected?: number): void {
    if (this.#mode === 'orbit') {
      if (!this.#moved && this.#grip === undefined) this.#closeIn(state, seconds);
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

  /** Starts a smooth movement of the camera to the goal of its mode. */
  #ease(): void {
    const { camera } = this.#view;
    this.#from.eye.copy(camera.position);
    this.#from.turn.copy(camera.quaternion);
    this.#eased = this.#still.matches ? 1 : 0;
  }

  /** A point in front of the camera, about as far away as the center of the scene. */
  #ahead(into: Vector3): Vector3 {
    const { camera } = this.#view;
    const far = Math.max(1e-3, camera.position.distanceTo(this.#center));
    return camera.getWorldDirection(into).multiplyScalar(far).add(camera.position);
  }

  /** Moves slowly to a place from which nearly all agents are visible. */
  #closeIn(state: SeenState, seconds: number): void {
    if (!this.#fit?.update(state)) return;
    const { camera } = this.#view;
    const { target } = this.#controls;
    const { center, half } = this.#fit;
    const share = 1 - Math.exp(-FITTING * seconds);
    const offset = this.#offset.copy(camera.position).sub(target);
    const lens = this.#view.freeLens;
    const goal = this.#farther * distanceToSee(half, this.#closest, this.#chase.flat, lens);
    offset.setLength(offset.length() * (goal / offset.length()) ** share);
    target.lerp(center, share);
    camera.position.copy(target).add(offset);
  }

  /** Moves the camera to a place from which the whole scene is visible. */
  #standBack(extent: Extent, flat: boolean, hasRelief: boolean, share: number): void {
    const { camera } = this.#view;
    const half = extent.box.getSize(new Vector3()).multiplyScalar(0.5);
    // The corners of the box are usually empty, so the camera can stand closer than the full diagonal requires.
    const distance = distanceToSee(half, 0, flat, this.#view.freeLens) * (flat ? 1 : share);
    const above = hasRelief ? OVER_RELIEF : OVER;
    const from = flat ? above.clone() : new Vector3(0.62, 0.36, 0.7).normalize();
    camera.position.copy(extent.center).addScaledVector(from, distance);
    camera.near = Math.max(0.1, distance / 1000);
    camera.far = Math.max(1000, distance * 40);
    camera.updateProjectionMatrix();
    this.#controls.target.copy(extent.center);
    this.#controls.maxDistance = distance * 6;
    this.#controls.update();
  }
}
