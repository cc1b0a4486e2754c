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

/** How fast the camera closes in on where it should be, 1/s. */
const STIFFNESS = 4;
/** An untouched picture turns this fast; 2 would be a turn in 30 s. */
const IDLE_TURN = 0.35;
/** A change of mode takes this long, s. */
const EASE_SECONDS = 0.9;
/** While it is untouched, it moves to where all agents are seen, 1/s. */
const FITTING = 0.7;
/** Never closer than this part of the scene's radius, however close together the agents are. */
const CLOSEST = 0.16;
const CLOSEST_IN_BOUNDS = 0.42;
/** Bounds that are filled are seen with their corners. */
const FARTHER_IN_BOUNDS = 1.12;
const UP = new Vector3(0, 1, 0);
/** Where the camera of a flat scene stands: straight above, or where there are hills, aslant. */
const OVER = new Vector3(0, 0, 1);
const OVER_RELIEF = new Vector3(0, -0.6, 0.8);

/** Whether very many agents fly in a torus: they fill it to its corners. */
function fillsBounds({ bounds, species }: Scenario): boolean {
  return bounds.type === 'wrap' && species.some(({ count }) => count > MANY);
}

/**
 * The camera: it frames gun and target by itself, follows an agent, flies by the keys, or the visitor
 * looks holds it. Taking hold of the picture takes over, from wherever the camera is.
 */
export class CameraRig {
  readonly #view: View;
  readonly #onChange: () => void;
  readonly #controls: OrbitControls;
  readonly #flight: Flight;
  readonly #chase = new Chase();
  /** Where the agents are, in scenes where they may be anywhere. */
  #fit: Fit | undefined;
  #closest = 1;
  #farther = 1;
  readonly #offset = new Vector3();
  readonly #matrix = new Matrix4();
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)');
  #mode: CameraMode = 'orbit';
  /** What the visitor does with it by hand at the moment. */
  #grip: 'still' | 'turning' | undefined;
  #held = false;
  /** It moves by itself, or glides on. */
  #updating = false;
  /** What the scene begins with. */
  #first: CameraMode = 'orbit';
  /** Whether somebody has moved it since the scene began. */
  #moved = false;
  /** The gun, and which target it aims at; undefined when there is nothing to frame. */
  #pair: { gun: Vector3; target: number } | undefined;
  #framing: Framing | undefined;
  #center = new Vector3();
  /** Where the change of mode began, and how far it is, 0 to 1. */
  readonly #from = { eye: new Vector3(), turn: new Quaternion() };
  readonly #to = { eye: new Vector3(), turn: new Quaternion() };
  #eased = 1;

  /** `onChange`: the visitor has moved the camera, or taken it from its mode. */
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
    // A press that turns nothing, as one that selects or pulls, leaves the camera in its mode.
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

  /** The id of the agent that is followed, if any. */
  get followed(): number | undefined {
    return this.#mode === 'follow' ? this.#chase.id : undefined;
  }

  /** While the pointer does something else, it does not move the camera. */
  set held(held: boolean) {
    this.#held = held;
    this.#controls.enabled = !held && this.#mode !== 'fly';
  }

  /** From now on it moves by hand alone. */
  rest(): void {
    this.setMode('orbit');
    this.#controls.autoRotate = false;
    this.#moved = true;
  }

  /** How it stands, for a link; undefined while it is as the scene began. */
  get place(): CameraPlace | undefined {
    const mode = this.#mode;
    if (mode === this.#first && !this.#moved) return undefined;
    if (mode === 'framing' || mode === 'follow') return { mode };
    const { camera } = this.#view;
    const eye = camera.position.clone();
    if (mode === 'orbit') return { mode, view: { eye, look: this.#controls.target.clone() } };
    return { mode, view: { eye, look: this.#ahead(new Vector3()) } };
  }

  /** The visitor moves the eye, and what it looks at, by other means than the pointer, until `letGo`. */
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

  /** Takes the first place for a scene: the given one, or framed where there is a gun, or all of it. */
  lookAt(scenario: Scenario, extent: Extent, place?: CameraPlace): void {
    const launcher = scenario.launchers[0];
    const target = scenario.targets.findIndex((each) => each.name === launcher?.target);
    this.#pair =
      launcher === undefined ? undefined : { gun: new Vector3(...launcher.position), target };
    const beams = scenario.species.find(({ name }) => name === launcher?.species);
    // Where agents are hunted, what there is to see is not between the gun and its mark.
    const hunt = beams?.behaviors.some((each) => 'quarry' in each && each.quarry !== undefined);
    this.#first = launcher === undefined || hunt ? 'orbit' : 'framing';
    // Whatever held it in the scene before has let go.
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
    // What is fired flies in the middle of the page, over the buttons that fire it.
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
    // A scene begins where its camera is.
    this.#eased = 1;
    this.#controls.autoRotate = idle;
    this.#controls.autoRotateSpeed = IDLE_TURN;
  }

  /** `selected`: the agent to follow, if any; `lag`: how far before the state the picture stands, s. */
  update(state: SeenState, seconds: number, lag = 0, selected?: number): void {
    if (this.#mode === 'orbit') {
      if (!this.#moved && this.#grip === undefined) this.#closeIn(state, seconds);
      this.#updating = true;
      this.#controls.update(seconds);
      this.#updating = false;
      return;
    }
    // What is framed stays under the hand that drags it.
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

  /** From here on the camera moves over to where its mode wants it. */
  #ease(): void {
    const { camera } = this.#view;
    this.#from.eye.copy(camera.position);
    this.#from.turn.copy(camera.quaternion);
    this.#eased = this.#still.matches ? 1 : 0;
  }

  /** A point before the camera, about as far away as the middle of the scene. */
  #ahead(into: Vector3): Vector3 {
    const { camera } = this.#view;
    const far = Math.max(1e-3, camera.position.distanceTo(this.#center));
    return camera.getWorldDirection(into).multiplyScalar(far).add(camera.position);
  }

  /** Moves slowly to where nearly all agents are seen. */
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

  /** A place from which all of the scene is seen. */
  #standBack(extent: Extent, flat: boolean, hasRelief: boolean, share: number): void {
    const { camera } = this.#view;
    const half = extent.box.getSize(new Vector3()).multiplyScalar(0.5);
    // The corners of the box stick out of what is flown in: mostly nearer than the whole diagonal asks.
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
