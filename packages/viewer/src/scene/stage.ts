import {
  Color,
  DirectionalLight,
  HemisphereLight,
  type Object3D,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';

/** Beyond two device pixels per CSS pixel nobody sees the difference, and every frame pays for it. */
const MAX_PIXEL_RATIO = 2;

/** From this width of the page on, CSS pixels, the panel lies beside the picture, this wide. */
const WIDE = 900;
const PANEL = 290;

/** This browser or machine cannot draw the page; `message` says so in plain words. */
export class GraphicsError extends Error {}

/** The renderer, its scene, its lights and its size; knows nothing of what stands in the scene. */
export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(60, 1, 0.3, 10_000);
  readonly #canvas: HTMLCanvasElement;
  #aside = false;

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

  /** Whether what is in the middle is shown in the middle of what the panel leaves free. */
  set aside(aside: boolean) {
    this.#aside = aside;
    this.resize();
  }

  /** Width over height of the part of the picture that is in nobody's way. */
  get freeAspect(): number {
    const { view, aspect } = this.camera;
    return view?.enabled ? (aspect * (view.fullWidth - PANEL)) / view.fullWidth : aspect;
  }

  /** Fits the picture to the size that the style sheet gave the canvas. */
  resize(): void {
    const width = Math.max(1, this.#canvas.clientWidth);
    const height = Math.max(1, this.#canvas.clientHeight);
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    if (this.#aside && width >= WIDE) {
      this.camera.setViewOffset(width, height, PANEL / 2, 0, width, height);
    } else this.camera.clearViewOffset();
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
