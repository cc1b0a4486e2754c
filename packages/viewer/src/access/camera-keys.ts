import { Spherical, Vector3 } from 'three';
import type { Viewer } from '../viewer.ts';

/** The angle by which one press of an arrow key turns the camera, in rad. */
const TURN = Math.PI / 36;
/**
 * The distance by which a press of Shift and an arrow key moves the camera. It is a fraction of the distance between
 * the camera and the point it looks at.
 */
const STEP = 0.05;
/** A press of the plus key multiplies the distance between the camera and the point it looks at by this factor. */
const CLOSER = 0.9;
/** The smallest angle between the line of sight and straight up or down, in rad. */
const STEEPEST = 0.05;
const UP = new Vector3(0, 1, 0);

const LABEL =
  'The scene. The arrow keys turn the view. With Shift, they move the view. Plus and minus zoom in and out.';

/** For each arrow key, its direction on the screen. Each component is -1, 0 or 1. */
const ARROWS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/**
 * Moves the camera by keys while the picture has the focus. Arrow keys turn the camera. With Shift, arrow keys move the
 * camera sideways. Plus and minus zoom.
 */
export class CameraKeys {
  readonly #viewer: Viewer;
  #moved = false;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    const canvas = viewer.view.canvas;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', LABEL);
    canvas.addEventListener('keydown', (event) => this.#press(event));
    // Only when the keys are released, because browsers limit the number of address changes in half a minute.
    canvas.addEventListener('keyup', () => {
      if (this.#moved) viewer.rig.letGo();
      this.#moved = false;
    });
  }

  #press(event: KeyboardEvent): void {
    const { rig, editing } = this.#viewer;
    // In the editor the keys belong to the tools, and in the mode `fly` they fly.
    if (editing || event.ctrlKey || event.altKey || event.metaKey || rig.mode === 'fly') return;
    const move = moveOf(event);
    if (move === undefined) return;
    event.preventDefault();
    this.#moved = true;
    rig.moveByHand(move);
  }
}

function moveOf({ key, shiftKey }: KeyboardEvent) {
  const arrow = ARROWS[key];
  if (arrow !== undefined) return shiftKey ? along(...arrow) : around(...arrow);
  if (key === '+' || key === '=') return closer(CLOSER);
  if (key === '-' || key === '_') return closer(1 / CLOSER);
  return undefined;
}

/** Turns the camera around the point it looks at. */
function around(right: number, up: number) {
  return (eye: Vector3, look: Vector3) => {
    const ball = new Spherical().setFromVector3(eye.clone().sub(look));
    ball.theta += TURN * right;
    ball.phi = Math.min(Math.PI - STEEPEST, Math.max(STEEPEST, ball.phi - TURN * up));
    eye.setFromSpherical(ball).add(look);
  };
}

/** Moves the camera, and the point it looks at, parallel to the picture. */
function along(right: number, up: number) {
  return (eye: Vector3, look: Vector3) => {
    const ahead = look.clone().sub(eye);
    const across = new Vector3().crossVectors(ahead, UP).normalize();
    const upward = new Vector3().crossVectors(across, ahead).normalize();
    const step = across.multiplyScalar(right).addScaledVector(upward, up);
    step.multiplyScalar(STEP * ahead.length());
    eye.add(step);
    look.add(step);
  };
}

function closer(factor: number) {
  return (eye: Vector3, look: Vector3) => {
    eye.sub(look).multiplyScalar(factor).add(look);
  };
}
