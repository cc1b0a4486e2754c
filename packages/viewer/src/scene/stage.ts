import {
  Color,
  DirectionalLight,
  HemisphereLight,
  type Object3D,
  PerspectiveCamera,
  Scene,
  WebGLCoordinateSystem,
  type WebGLRenderer,
} from 'three';
import type { Graphics } from './graphics.ts';
import { type Beside, type Margins, marginsOf } from './margins.ts';
import { WebGLGraphics } from './webgl/graphics.ts';

const MAX_PIXEL_RATIO = 2;

/** What draws, its scene, its lights and its size; knows nothing of what stands in the scene. */
export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(60, 1, 0.3, 10_000);
  readonly #canvas: HTMLCanvasElement;
  #beside: Beside = 'nothing';
  #drawer: Element | undefined;
  #margins: Margins = { left: 0, right: 0, top: 0, bottom: 0 };
  /** Of the canvas, CSS pixels; asked of it in each frame, they would cost a layout. */
  #width = 1;
  #height = 1;
  readonly #webgl: WebGLGraphics;
  #graphics: Graphics;

  /**
   * `onLost` hears when the graphics card takes the picture away, `onRestored` when it is back; what is
   * drawn is put on the card again by then.
   *
   * @throws GraphicsError where WebGL 2 is missing.
   */
  constructor(canvas: HTMLCanvasElement, onLost: () => void, onRestored: () => void) {
    this.#canvas = canvas;
    this.#webgl = new WebGLGraphics(canvas);
    this.#graphics = this.#webgl;
    canvas.addEventListener('webglcontextlost', () => {
      if (this.#graphics === this.#webgl) onLost();
    });
    canvas.addEventListener('webglcontextrestored', onRestored);
    this.scene.background = new Color(0x000000);
    // The lights move with the camera: bodies are round from every side, and none is all dark.
    const key = new DirectionalLight(0xdcecff, 2.2);
    key.position.set(0.6, 1, 0.7);
    const rim = new DirectionalLight(0x40e0ff, 0.9);
    rim.position.set(-1, -0.1, -0.7);
    this.camera.add(key, key.target, rim, rim.target);
    this.scene.add(this.camera, new HemisphereLight(0x6f8fb4, 0x05080d, 0.9));
    this.resize();
  }

  /** What draws now. What stands in the scene was made with its brushes. */
  get graphics(): Graphics {
    return this.#graphics;
  }

  /** Of WebGL, also while something else draws: its canvas takes what pointers do. */
  get renderer(): WebGLRenderer {
    return this.#webgl.renderer;
  }

  get pixelRatio(): number {
    // Beyond two device pixels per CSS pixel the difference is invisible, and every frame pays for it.
    return Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO);
  }

  /**
   * Draws by other graphics from now on, whose canvas lies over that of WebGL and lets pointers through; by WebGL
   * where none are given. What stands in the scene is to be made again.
   */
  use(graphics: Graphics | undefined): void {
    const old = this.#graphics;
    if (old !== this.#webgl) {
      old.canvas.remove();
      old.dispose();
    }
    this.#graphics = graphics ?? this.#webgl;
    if (graphics !== undefined) {
      graphics.canvas.className = 'picture';
      graphics.canvas.ariaHidden = 'true';
      this.#canvas.after(graphics.canvas);
      // It is hidden: it needs no memory.
      this.#webgl.setSize(1, 1, this.pixelRatio);
    }
    // Each renderer has its own depths; WebGPURenderer tells the camera of them by itself.
    this.camera.coordinateSystem = WebGLCoordinateSystem;
    this.resize();
  }

  add(...objects: Object3D[]): void {
    this.scene.add(...objects);
  }

  /** Device pixels that one meter takes up at a distance of one meter. */
  get pixelsPerMeter(): number {
    const halfAngle = (this.camera.fov * Math.PI) / 360;
    return this.#graphics.canvas.height / (2 * Math.tan(halfAngle));
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

  /** Of the part of the picture that nothing covers: vertical angle, rad; width over height. */
  get freeLens(): { fov: number; aspect: number } {
    const { left, right, top, bottom } = this.#margins;
    const width = Math.max(1, this.#width - left - right);
    const height = Math.max(1, this.#height - top - bottom);
    const halfAngle = (this.camera.fov * Math.PI) / 360;
    const tangent = (Math.tan(halfAngle) * height) / this.#height;
    return { fov: 2 * Math.atan(tangent), aspect: width / height };
  }

  /** Fits the picture to the size that the style sheet gave the canvas. */
  resize(): void {
    const width = Math.max(1, this.#canvas.clientWidth);
    const height = Math.max(1, this.#canvas.clientHeight);
    this.#width = width;
    this.#height = height;
    this.#graphics.setSize(width, height, this.pixelRatio);
    this.camera.aspect = width / height;
    this.#margins = marginsOf(this.#beside, width, height, this.#drawer?.getBoundingClientRect());
    const { left, right, top, bottom } = this.#margins;
    const [across, down] = [(right - left) / 2, (bottom - top) / 2];
    if (across === 0 && down === 0) this.camera.clearViewOffset();
    else this.camera.setViewOffset(width, height, across, down, width, height);
    this.camera.updateProjectionMatrix();
  }

  draw(): void {
    this.#graphics.draw(this.scene, this.camera);
  }
}
