import { PerspectiveCamera } from 'three';
import { type Beside, type Margins, marginsOf } from './margins.ts';
import type { CameraPose, PictureSize } from './scene/stage.ts';

const MAX_PIXEL_RATIO = 2;

/** The place of the picture on the page, its size, and the camera. The renderer is separate. */
export class View {
  /** Receives pointer and key events, whichever canvas shows the picture. */
  readonly canvas: HTMLCanvasElement;
  readonly camera = new PerspectiveCamera(60, 1, 0.3, 10_000);
  #beside: Beside = 'nothing';
  #drawer: Element | undefined;
  #card: Element | undefined;
  #margins: Margins = { left: 0, right: 0, top: 0, bottom: 0 };
  /** Size of the canvas, in CSS pixels. Reading it from the canvas in each frame would force a layout. */
  #width = 1;
  #height = 1;
  /** Lies over the first canvas, and lets pointer events through. */
  #upper: HTMLCanvasElement | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.resize();
  }

  get pixelRatio(): number {
    // Above two device pixels per CSS pixel the difference is invisible, but every frame would cost more.
    return Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO);
  }

  get size(): PictureSize {
    return { width: this.#width, height: this.#height, pixelRatio: this.pixelRatio };
  }

  /** The visible canvas. */
  get shown(): HTMLCanvasElement {
    return this.#upper?.hidden === false ? this.#upper : this.canvas;
  }

  /** Adds a second canvas, hidden at first, for the other graphics interface: a canvas can serve only one kind. */
  addUpper(): HTMLCanvasElement {
    this.#upper?.remove();
    this.#upper = document.createElement('canvas');
    this.#upper.className = 'picture';
    this.#upper.ariaHidden = 'true';
    this.#upper.hidden = true;
    this.canvas.after(this.#upper);
    return this.#upper;
  }

  /** Shows the second canvas, or removes it. */
  set isUpper(isUpper: boolean) {
    if (this.#upper === undefined) return;
    this.#upper.hidden = !isUpper;
    if (isUpper) return;
    this.#upper.remove();
    this.#upper = undefined;
  }

  /** Device pixels that one meter covers at a distance of one meter. */
  get pixelsPerMeter(): number {
    const halfAngle = (this.camera.fov * Math.PI) / 360;
    return Math.floor(this.#height * this.pixelRatio) / (2 * Math.tan(halfAngle));
  }

  /** What covers the sides of the picture. The picture is centered in the part that stays free. */
  set beside(beside: Beside) {
    this.#beside = beside;
    this.resize();
  }

  /** The drawer at an edge of the picture, while it is open. */
  set drawer(drawer: Element | undefined) {
    this.#drawer = drawer;
    this.resize();
  }

  /** The card of the selected agent; the picture keeps the agent visible beside it. */
  set card(card: Element) {
    this.#card = card;
    // This also runs when the card opens or closes.
    new ResizeObserver(() => this.resize()).observe(card);
  }

  /** The field of view of the uncovered part of the picture: vertical angle, in rad; width over height. */
  get freeLens(): { fov: number; aspect: number } {
    const { left, right, top, bottom } = this.#margins;
    const width = Math.max(1, this.#width - left - right);
    const height = Math.max(1, this.#height - top - bottom);
    const halfAngle = (this.camera.fov * Math.PI) / 360;
    const tangent = (Math.tan(halfAngle) * height) / this.#height;
    return { fov: 2 * Math.atan(tangent), aspect: width / height };
  }

  /** The current pose of the camera. */
  get pose(): CameraPose {
    const { position, quaternion, fov, aspect, near, far, view } = this.camera;
    return {
      eye: position.toArray(),
      turn: quaternion.toArray() as CameraPose['turn'],
      ...{ fov, aspect, near, far },
      offset: view?.enabled ? { ...view } : undefined,
    };
  }

  /** Adopts the size that the style sheet gives the canvas. */
  resize(): void {
    const width = Math.max(1, this.canvas.clientWidth);
    const height = Math.max(1, this.canvas.clientHeight);
    this.#width = width;
    this.#height = height;
    this.camera.aspect = width / height;
    this.#margins = marginsOf(this.#beside, width, height, {
      drawer: this.#drawer?.getBoundingClientRect(),
      cardTop: this.#card?.getBoundingClientRect().top,
    });
    const { left, right, top, bottom } = this.#margins;
    const [across, down] = [(right - left) / 2, (bottom - top) / 2];
    if (across === 0 && down === 0) this.camera.clearViewOffset();
    else this.camera.setViewOffset(width, height, across, down, width, height);
    this.camera.updateProjectionMatrix();
  }
}
