import { Euler, type PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { inField } from '../panel/in-field.ts';

/** The direction in which each key moves the camera: right, up and ahead. */
const WAYS: Readonly<Record<string, readonly [right: number, up: number, ahead: number]>> = {
  KeyW: [0, 0, 1],
  ArrowUp: [0, 0, 1],
  KeyS: [0, 0, -1],
  ArrowDown: [0, 0, -1],
  KeyA: [-1, 0, 0],
  ArrowLeft: [-1, 0, 0],
  KeyD: [1, 0, 0],
  ArrowRight: [1, 0, 0],
  KeyE: [0, 1, 0],
  KeyQ: [0, -1, 0],
};
/** How fast the speed adapts when keys are pressed or released, in 1/s. */
const GRIP = 6;
/** The factor by which Shift multiplies the speed. */
const HURRY = 3;
/** The angle by which a drag over the whole height of the picture turns the camera, in rad. */
const TURN = 1.6;
/** The maximum angle of the line of sight above or below the horizon, in rad: almost straight up or down. */
const STEEPEST = 1.5;

/** Moves the camera by keys and turns it by dragging. The horizon always stays level. */
export class Flight {
  readonly eye = new Vector3();
  readonly turn = new Quaternion();
  /** The speed that the camera reaches while a key is held, in m/s. */
  speed = 1;
  /**
   * Whether the scene is flat. In a flat scene, the keys for ahead and back move the camera up and down in the picture.
   * The keys E and Q move the camera along the line of sight.
   */
  flat = false;
  #active = false;
  #yaw = 0;
  #pitch = 0;
  #hurry = false;
  readonly #held = new Set<string>();
  readonly #velocity = new Vector3();
  readonly #goal = new Vector3();
  readonly #euler = new Euler();

  /** `onRest` is called when the visitor releases the last key or the pointer. */
  constructor(canvas: HTMLElement, onRest: () => void) {
    window.addEventListener('keydown', (event) => {
      if (!this.#active || !(event.code in WAYS) || inField(event.target)) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.#held.add(event.code);
      this.#hurry = event.shiftKey;
    });
    window.addEventListener('keyup', (event) => {
      this.#hurry = event.shiftKey;
      if (this.#held.delete(event.code) && this.#held.size === 0) onRest();
    });
    window.addEventListener('blur', () => this.#held.clear());
    canvas.addEventListener('pointerdown', (event) => {
      if (this.#active) canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!this.#active || !canvas.hasPointerCapture(event.pointerId)) return;
      const part = TURN / canvas.clientHeight;
      this.#yaw += event.movementX * part;
      this.#pitch += event.movementY * part;
      this.#pitch = Math.max(-STEEPEST, Math.min(STEEPEST, this.#pitch));
    });
    canvas.addEventListener('pointerup', () => {
      if (this.#active) onRest();
    });
  }

  /** Begins to fly from the current position and direction of the camera. */
  begin(camera: PerspectiveCamera): void {
    this.#active = true;
    this.eye.copy(camera.position);
    this.#euler.setFromQuaternion(camera.quaternion, 'YXZ');
    this.#yaw = this.#euler.y;
    this.#pitch = Math.max(-STEEPEST, Math.min(STEEPEST, this.#euler.x));
    this.#velocity.set(0, 0, 0);
  }

  end(): void {
    this.#active = false;
    this.#held.clear();
  }

  update(seconds: number): void {
    this.#goal.set(0, 0, 0);
    for (const key of this.#held) {
      const [right, up, ahead] = WAYS[key];
      if (this.flat) this.#goal.add(step.set(right, ahead, up));
      else this.#goal.add(step.set(right, up, -ahead));
    }
    this.#goal.multiplyScalar(this.speed * (this.#hurry ? HURRY : 1));
    this.#velocity.lerp(this.#goal, 1 - Math.exp(-GRIP * seconds));
    this.turn.setFromEuler(this.#euler.set(this.#pitch, this.#yaw, 0, 'YXZ'));
    step.copy(this.#velocity).multiplyScalar(seconds).applyQuaternion(this.turn);
    this.eye.add(step);
  }
}

const step = new Vector3();
