import { type Color, Group, type PerspectiveCamera, Vector3 } from 'three';
import type { LineBrush } from '../scene/brushes.ts';
import { LineBatch } from './line-batch.ts';

/** The number of corners of a drawn circle. */
const CORNERS = 36;

const a = new Vector3();
const b = new Vector3();
const side = new Vector3();

/**
 * Draws lines around agents, one agent at a time. Their sizes can be in meters or in screen pixels. All lines are drawn again in each
 * frame.
 */
export class Pen {
  readonly object = new Group();
  /** The position at which the agent is drawn. */
  readonly origin = new Vector3();
  /** Unit vectors along the axes of the screen: to the right, up, and toward the camera. */
  readonly right = new Vector3();
  readonly up = new Vector3();
  readonly back = new Vector3();
  /** The length that one CSS pixel covers at the agent, in m. */
  pixel = 1;
  readonly #eye = new Vector3();
  #near = 0;
  #pixelsPerMeter = 1;
  readonly #thick: LineBatch;
  readonly #thin: LineBatch;

  /** `thick` and `thin` are the maximum numbers of thick and of thin lines. */
  constructor(lines: LineBrush, thick = 400, thin = 700) {
    this.#thick = new LineBatch(lines, thick, 3, 1);
    this.#thin = new LineBatch(lines, thin, 1.6, 0.75);
    this.object.add(this.#thin.object, this.#thick.object);
  }

  /**
   * Removes the lines of the last frame and begins to draw the next. `pixelsPerMeter` is the size, in CSS pixels, of
   * one meter that is one meter away from the camera.
   */
  begin(camera: PerspectiveCamera, pixelsPerMeter: number): void {
    camera.updateMatrixWorld();
    camera.matrixWorld.extractBasis(this.right, this.up, this.back);
    this.#eye.copy(camera.position);
    this.#near = camera.near;
    this.#pixelsPerMeter = pixelsPerMeter;
    this.moveTo(this.origin.x, this.origin.y, this.origin.z);
    this.#thick.begin();
    this.#thin.begin();
  }

  /** Continues around the agent at this position. */
  moveTo(x: number, y: number, z: number): void {
    this.origin.set(x, y, z);
    const depth = a.copy(this.#eye).sub(this.origin).dot(this.back);
    this.pixel = Math.max(depth, this.#near) / this.#pixelsPerMeter;
  }

  end(): void {
    this.#thick.end();
    this.#thin.end();
  }

  thick(from: Vector3, to: Vector3, color: Color): void {
    this.#thick.add(from, to, color);
  }

  thin(from: Vector3, to: Vector3, color: Color): void {
    this.#thin.add(from, to, color);
  }

  /** Draws an arrow whose head faces the camera. */
  arrow(from: Vector3, to: Vector3, color: Color): void {
    this.thick(from, to, color);
    a.copy(to).sub(from);
    const length = a.length();
    if (length === 0) return;
    a.divideScalar(length);
    side.crossVectors(a, this.back);
    if (side.lengthSq() < 1e-6) return;
    const head = Math.min(9 * this.pixel, 0.5 * length);
    side.setLength(0.5 * head);
    for (const sign of [-1, 1]) {
      b.copy(to).addScaledVector(a, -head).addScaledVector(side, sign);
      this.thick(to, b, color);
    }
  }

  /** Draws a circle in the plane that two unit vectors span. */
  circle(
    center: Vector3,
    radius: number,
    along: Vector3,
    across: Vector3,
    color: Color,
    thick = false,
  ): void {
    for (let k = 0; k < CORNERS; k++) {
      cornerInto(a, center, radius, along, across, k);
      cornerInto(b, center, radius, along, across, k + 1);
      if (thick) this.thick(a, b, color);
      else this.thin(a, b, color);
    }
  }

  dispose(): void {
    this.#thick.dispose();
    this.#thin.dispose();
  }
}

function cornerInto(
  out: Vector3,
  center: Vector3,
  radius: number,
  along: Vector3,
  across: Vector3,
  corner: number,
): void {
  const angle = (2 * Math.PI * corner) / CORNERS;
  out
    .copy(center)
    .addScaledVector(along, radius * Math.cos(angle))
    .addScaledVector(across, radius * Math.sin(angle));
}
