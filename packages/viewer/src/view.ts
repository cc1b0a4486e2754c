import { PerspectiveCamera } from 'three';
import { type Beside, type Margins, marginsOf } from './margins.ts';
import type { CameraPose, PictureSize } from './scene/stage.ts';

const MAX_PIXEL_RATIO = 2;

/** The canvas of the picture on the page, its size, and the camera, but not the renderer. */
export class View {
  /** The canvas that receives pointer and key events, even while a second canvas lies over it and shows the picture. */
  readonly canvas: HTMLCanvasElement;
  readonly camera = new PerspectiveCamera(60, 1, 0.3, 10_000);
  #beside: Beside = 'nothing';
  #drawer: Element | undefined;
  #card: Element | undefined;
  #margins: Margins = { left: 0, right: 0, top: 0, bottom: 0 };
  /**
   * The size of the canvas, in CSS pixels. It is stored here, because reading it from the canvas in each frame would
   * force a layout.
   */
  #width = 1;
  #height = 1;
  /** The second canvas, which lies over the first and lets pointer events through. */
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

  /** The canvas that is currently visible. */
  get shown(): HTMLCanvasElement {
    return this.#upper?.hidden === false ? this.#upper : this.canvas;
  }

  /**
   * Adds the second canvas, which is hidden at first. It is needed because a canvas can serve only one graphics
   * interface.
   */
  addUpper(): HTMLCanvasElement {
    this.#upper?.remove();
    this.#upper = document.createElement('canvas');
    this.#upper.className = 'picture';
    this.#upper.ariaHidden = 'true';
    this.#upper.hidden = true;
    this.canvas.after(this.#upper);
    return this.#upper;
  }

  /** Whether the second canvas is visible. Setting it to false removes that canvas. */
  set isUpper(isUpper: boolean) {
    if (this.#upper === undefined) return;
    this.#upper.hidden = !isUpper;
    if (isUpper) return;
    this.#upper.remove();
    this.#upper = undefined;
  }

  /** The number of device pixels that one meter covers at a distance of one meter. */
  get pixelsPerMeter(): number {
    const halfAngle = (this.camera.fov * Math.PI) / 360;
    return Math.floor(this.#height * this.pixelRatio) / (2 * Math.tan(halfAngle));
  }

  /**
   * Sets which elements cover the sides of the picture. The picture is then centered in the part that stays uncovered.
   */
  set beside(beside: Beside) {
    this.#beside = beside;
    this.resize();
  }

  /** Sets the drawer, which covers an edge of the picture while it is open. */
  set drawer(drawer: Element | undefined) {
    this.#drawer = drawer;
    this.resize();
  }

  /** Sets the card of the selected agent. While the card is open, the picture keeps the agent visible beside it. */
  set card(card: Element) {
    this.#card = card;
    // This also runs when the card opens or closes.
    new ResizeObserver(() => this.resize()).observe(card);
  }

  /**
   * The lens of the uncovered part of the picture: its vertical field of view, in rad, and its width divided by its
   * height.
   */
  get freeLens(): { fov: number; aspect: number } {
    const { left, right, top, bottom } = this.#margins;
    const width = Math.max(1, this.#width - left - right);
    const height = Math.max(1, this.#height - top - bottom);
    const halfAngle = (this.camera.fov * Math.PI) / 360;
    const tangent = (Math.tan(halfAngle) * height) / this.#height;
    return { fov: 2 * Math.atan(tangent), aspect: width / height };
  }

  /** The current position, direction and lens of the camera. */
  get pose(): CameraPose {
    const { position, quaternion, fov, aspect, near, far, view } = this.camera;
    return {
      eye: position.toArray(),
      turn: quaternion.toArray() as CameraPose['turn'],
      ...{ fov, aspect, near, far },
      offset: view?.enabled ? { ...view } : undefined,
    };
  }

  /** Takes over the size that the style sheet gives to the canvas. */
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
