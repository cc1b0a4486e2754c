import { PerspectiveCamera } from 'three';
import { freePart, type Margins, NO_MARGINS } from './free-part.ts';
import { pixelRatio } from './pixel-ratio.ts';
import type { CameraPose, PictureSize } from './scene/stage.ts';

/** The parts of the page that can cover the picture. */
const COVERS = '#words, #toys, #gauge, #panel, #insight, #actions, #threads-strip, #bar';
/** The free space between these parts and the part of the picture that is kept free, in CSS pixels. */
const GAP = 8;
/** How fast the picture moves when the part that is kept free changes, in 1/s. */
const SHIFT = 7;
/** The picture stops moving this close to its place, in CSS pixels. */
const CLOSE = 0.5;
const EDGES = ['left', 'right', 'top', 'bottom'] as const;

/** The canvas of the picture on the page, its size, and the camera, but not the renderer. */
export class View {
  /** The canvas that receives pointer and key events, even while a second canvas lies over it and shows the picture. */
  readonly canvas: HTMLCanvasElement;
  readonly camera = new PerspectiveCamera(60, 1, 0.3, 10_000);
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #covers = new Set<Element>();
  readonly #watch = new ResizeObserver(() => this.#keepFree());
  /** What is above this height (m) is hidden from a camera that is above it, too. */
  highest = Number.POSITIVE_INFINITY;
  #aspect = 1;
  /** The margins around the part that is kept free, and the margins now, which follow them. */
  #goal: Margins = NO_MARGINS;
  #margins: Margins = NO_MARGINS;
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
    for (const cover of document.querySelectorAll(COVERS)) this.addCover(cover);
    // Some parts of the page are hidden by a class of the body, without a change of their size.
    new MutationObserver(() => this.#keepFree()).observe(document.body, {
      attributes: true,
      attributeFilter: ['class'],
    });
    this.resize();
  }

  get pixelRatio(): number {
    return pixelRatio();
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

  /** Adds an element that can cover the picture. The subject of the picture is then shown beside it. */
  addCover(cover: Element): void {
    this.#covers.add(cover);
    this.#watch.observe(cover);
  }

  /** Sets the shape of the subject: its width divided by its height, as seen in the picture. */
  set aspect(aspect: number) {
    this.#aspect = aspect;
    this.#keepFree();
    this.#margins = this.#goal;
    this.#shift();
  }

  /**
   * The lens of the uncovered part of the picture: its vertical field of view, in rad, and its width divided by its
   * height.
   */
  get freeLens(): { fov: number; aspect: number } {
    const { left, right, top, bottom } = this.#goal;
    const width = Math.max(1, this.#width - left - right);
    const height = Math.max(1, this.#height - top - bottom);
    const halfAngle = (this.camera.fov * Math.PI) / 360;
    const tangent = (Math.tan(halfAngle) * height) / this.#height;
    return { fov: 2 * Math.atan(tangent), aspect: width / height };
  }

  /** The height above which nothing is drawn, in m; Infinity if everything is drawn. */
  get cut(): number {
    return this.camera.position.z > this.highest ? this.highest : Number.POSITIVE_INFINITY;
  }

  /** The current position, direction and lens of the camera. */
  get pose(): CameraPose {
    const { position, quaternion, fov, aspect, near, far, view } = this.camera;
    return {
      eye: position.toArray(),
      turn: quaternion.toArray() as CameraPose['turn'],
      ...{ fov, aspect, near, far },
      cut: this.cut,
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
    this.#keepFree();
    this.#margins = this.#goal;
    this.#shift();
  }

  /** Moves the subject toward the part of the picture that is kept free. Called in each frame. */
  update(seconds: number): void {
    if (EDGES.every((edge) => this.#margins[edge] === this.#goal[edge])) return;
    const share = this.#still.matches ? 1 : 1 - Math.exp(-SHIFT * seconds);
    const nearer = (edge: (typeof EDGES)[number]) => {
      const rest = this.#goal[edge] - this.#margins[edge];
      return Math.abs(rest) < CLOSE ? this.#goal[edge] : this.#margins[edge] + share * rest;
    };
    this.#margins = {
      left: nearer('left'),
      right: nearer('right'),
      top: nearer('top'),
      bottom: nearer('bottom'),
    };
    this.#shift();
  }

  /** Finds the largest part of the picture that no part of the page covers. */
  #keepFree(): void {
    const boxes = [...this.#covers].flatMap((cover) => {
      if (!cover.checkVisibility({ visibilityProperty: true })) return [];
      const { left, top, right, bottom } = cover.getBoundingClientRect();
      return { left: left - GAP, top: top - GAP, right: right + GAP, bottom: bottom + GAP };
    });
    this.#goal = freePart(this.#width, this.#height, boxes, this.#aspect);
  }

  #shift(): void {
    const { left, right, top, bottom } = this.#margins;
    const [across, down] = [(right - left) / 2, (bottom - top) / 2];
    const [width, height] = [this.#width, this.#height];
    if (across === 0 && down === 0) this.camera.clearViewOffset();
    else this.camera.setViewOffset(width, height, across, down, width, height);
    this.camera.updateProjectionMatrix();
  }
}
