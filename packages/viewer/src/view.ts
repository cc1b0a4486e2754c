import { PerspectiveCamera } from 'three';
import { type Beside, type Margins, marginsOf } from './margins.ts';
import type { CameraPose, PictureSize } from './scene/stage.ts';

const MAX_PIXEL_RATIO = 2;

/** Where the picture is seen: its place on the page, its size, and the camera. What draws there is elsewhere. */
export class View {
  /** Takes what pointers and keys do, whatever draws. */
  readonly canvas: HTMLCanvasElement;
  readonly camera = new PerspectiveCamera(60, 1, 0.3, 10_000);
  #beside: Beside = 'nothing';
  #drawer: Element | undefined;
  #card: Element | undefined;
  #margins: Margins = { left: 0, right: 0, top: 0, bottom: 0 };
  /** Of the canvas, CSS pixels; asked of it in each frame, they would cost a layout. */
  #width = 1;
  #height = 1;
  /** Lies over the canvas, and lets pointers through. */
  #upper: HTMLCanvasElement | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.resize();
  }

  get pixelRatio(): number {
    // Beyond two device pixels per CSS pixel the difference is invisible, and every frame pays for it.
    return Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO);
  }

  get size(): PictureSize {
    return { width: this.#width, height: this.#height, pixelRatio: this.pixelRatio };
  }

  /** The canvas that is seen. */
  get shown(): HTMLCanvasElement {
    return this.#upper?.hidden === false ? this.#upper : this.canvas;
  }

  /** A second canvas, for other graphics: of one kind of graphics, a canvas takes no other. Hidden at first. */
  addUpper(): HTMLCanvasElement {
    this.#upper?.remove();
    this.#upper = document.createElement('canvas');
    this.#upper.className = 'picture';
    this.#upper.ariaHidden = 'true';
    this.#upper.hidden = true;
    this.canvas.after(this.#upper);
    return this.#upper;
  }

  /** Shows the second canvas, or takes it away. */
  set isUpper(isUpper: boolean) {
    if (this.#upper === undefined) return;
    this.#upper.hidden = !isUpper;
    if (isUpper) return;
    this.#upper.remove();
    this.#upper = undefined;
  }

  /** Device pixels that one meter takes up at a distance of one meter. */
  get pixelsPerMeter(): number {
    const halfAngle = (this.camera.fov * Math.PI) / 360;
    return Math.floor(this.#height * this.pixelRatio) / (2 * Math.tan(halfAngle));
  }

  /** What is in the middle is shown in the middle of what these leave free. */
  set beside(beside: Beside) {
    this.#beside = beside;
    this.resize();
  }

  /** What lies at an edge of the picture, while it does. */
  set drawer(drawer: Element | undefined) {
    this.#drawer = drawer;
    this.resize();
  }

  /** What the page says of one agent; the agent is to be seen beside it. */
  set card(card: Element) {
    this.#card = card;
    // Also when it opens and closes.
    new ResizeObserver(() => this.resize()).observe(card);
  }

  /** Of the part of the picture that nothing covers: vertical angle, rad; width over height. */
  get freeLens(): { fov: number; aspect: number } {
    const { left, right, top, bottom } = this.#margins;
    const width = Math.max(1, this.#width - left - right);
    const height = Math.max(1, this.#height - top - bottom);
    const halfAngle = (this.camera.fov * Math.PI) / 360;
    const tangent = (Math.tan(halfAngle) * height) / this.#height;
    return { fov: 2 * Math.atan(tangent), aspect: width / height };
  }

  /** How the camera stands now. */
  get pose(): CameraPose {
    const { position, quaternion, fov, aspect, near, far, view } = this.camera;
    return {
      eye: position.toArray(),
      turn: quaternion.toArray() as CameraPose['turn'],
      ...{ fov, aspect, near, far },
      offset: view?.enabled ? { ...view } : undefined,
    };
  }

  /** Takes up the size that the style sheet gave the canvas. */
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
