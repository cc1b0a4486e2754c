import {
  Color,
  DirectionalLight,
  HemisphereLight,
  type Object3D,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import { type Beside, type Margins, marginsOf } from './margins.ts';

/** Beyond two device pixels per CSS pixel nobody sees the difference, and every frame pays for it. */
const MAX_PIXEL_RATIO = 2;

/** This browser or machine cannot draw the page; `message` says so in plain words. */
export class GraphicsError extends Error {}

/** The renderer, its scene, its lights and its size; knows nothing of what stands in the scene. */
export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(60, 1, 0.3, 10_000);
  readonly #canvas: HTMLCanvasElement;
  #beside: Beside = 'nothing';
  #drawer: Element | undefined;
  #margins: Margins = { left: 0, right: 0, top: 0, bottom: 0 };

  /**
   * `onLost` hears when the graphics card takes the picture away, `onRestored` when it is back; what is
   * drawn is put on the card again by then.
   *
   * @throws GraphicsError where WebGL 2 is missing.
   */
  constructor(canvas: HTMLCanvasElement, onLost: () => void, onRestored: () => void) {
    this.#canvas = canvas;
    this.renderer = createRenderer(canvas);
    canvas.addEventListener('webglcontextlost', onLost);
    canvas.addEventListener('webglcontextrestored', onRestored);
    this.scene.background = new Color(0x000000);
    // The lights move with whoever looks: bodies are round from every side, and none is all dark.
    const key = new DirectionalLight(0xdcecff, 2.2);
    key.position.set(0.6, 1, 0.7);
    const rim = new DirectionalLight(0x40e0ff, 0.9);
    rim.position.set(-1, -0.1, -0.7);
    this.camera.add(key, key.target, rim, rim.target);
    this.scene.add(this.camera, new HemisphereLight(0x6f8fb4, 0x05080d, 0.9));
    this.resize();
  }

  add(...objects: Object3D[]): void {
    this.scene.add(...objects);
  }

  /** Device pixels that one meter takes up at a distance of one meter. */
  get pixelsPerMeter(): number {
    const halfAngle = (this.camera.fov * Math.PI) / 360;
    return this.renderer.domElement.height / (2 * Math.tan(halfAngle));
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

  /** Of the part of the picture that is in nobody's way: vertical angle, rad; width over height. */
  get freeLens(): { fov: number; aspect: number } {
    const { clientWidth, clientHeight } = this.#canvas;
    const { left, right, top, bottom } = this.#margins;
    const width = Math.max(1, clientWidth - left - right);
    const height = Math.max(1, clientHeight - top - bottom);
    const halfAngle = (this.camera.fov * Math.PI) / 360;
    const tangent = (Math.tan(halfAngle) * height) / Math.max(1, clientHeight);
    return { fov: 2 * Math.atan(tangent), aspect: width / height };
  }

  /** Fits the picture to the size that the style sheet gave the canvas. */
  resize(): void {
    const width = Math.max(1, this.#canvas.clientWidth);
    const height = Math.max(1, this.#canvas.clientHeight);
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.#margins = marginsOf(this.#beside, width, height, this.#drawer?.getBoundingClientRect());
    const { left, right, top, bottom } = this.#margins;
    const [across, down] = [(right - left) / 2, (bottom - top) / 2];
    if (across === 0 && down === 0) this.camera.clearViewOffset();
    else this.camera.setViewOffset(width, height, across, down, width, height);
    this.camera.updateProjectionMatrix();
  }

  draw(): void {
    this.renderer.render(this.scene, this.camera);
  }
}

function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  // Asked for on a canvas of its own: a failed try would spoil the real one, and three.js logs it.
  const probe = document.createElement('canvas').getContext('webgl2');
  if (probe === null) {
    throw new GraphicsError(
      'This browser offers no WebGL 2, which this page draws with. It may be switched off in the ' +
        'settings of the browser ("hardware acceleration"), or the browser may be too old.',
    );
  }
  probe.getExtension('WEBGL_lose_context')?.loseContext();
  return new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
}
