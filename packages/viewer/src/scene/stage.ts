import {
  Color,
  DirectionalLight,
  HemisphereLight,
  type Object3D,
  PerspectiveCamera,
  Scene,
  WebGLCoordinateSystem,
} from 'three';
import { cutAbove } from './cut-above.ts';
import type { AnyCanvas, Graphics } from './graphics.ts';
import { WebGLGraphics } from './webgl/graphics.ts';

/** The width and height of the picture in CSS pixels, and the number of device pixels per CSS pixel. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/** The position, direction and lens of a camera. It can be posted to another thread. */
export interface CameraPose {
  /** The position of the camera, in m. */
  readonly eye: readonly [x: number, y: number, z: number];
  readonly turn: readonly [x: number, y: number, z: number, w: number];
  /** The vertical field of view, in degrees. */
  readonly fov: number;
  readonly aspect: number;
  /** The smallest and the largest distance from the camera at which things are drawn, in m. */
  readonly near: number;
  readonly far: number;
  /** Nothing above this height is drawn, in m. It is below the camera, or Infinity. */
  readonly cut: number;
  /**
   * If the camera shows only a part of a larger picture, this is the part, in the form of `PerspectiveCamera.view` of
   * three.js.
   */
  readonly offset:
    | {
        readonly fullWidth: number;
        readonly fullHeight: number;
        readonly offsetX: number;
        readonly offsetY: number;
        readonly width: number;
        readonly height: number;
      }
    | undefined;
}

/** The renderer, with its scene, its lights and its size. The stage does not know which objects are in the scene. */
export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera();
  readonly webgl: WebGLGraphics;
  #graphics: Graphics;
  #size: PictureSize = { width: 1, height: 1, pixelRatio: 1 };

  /**
   * `onLost` is called when the graphics card drops the picture. `onRestored` is called when the card can draw again;
   * by then, everything has been uploaded again.
   */
  constructor(canvas: AnyCanvas, onLost: () => void, onRestored: () => void) {
    this.webgl = new WebGLGraphics(canvas);
    this.#graphics = this.webgl;
    canvas.addEventListener('webglcontextlost', () => {
      if (this.#graphics === this.webgl) onLost();
    });
    canvas.addEventListener('webglcontextrestored', onRestored);
    this.scene.background = new Color(0x000000);
    // The lights move with the camera, so bodies look round from every side and none is completely dark.
    const key = new DirectionalLight(0xdcecff, 2.2);
    key.position.set(0.6, 1, 0.7);
    const rim = new DirectionalLight(0x40e0ff, 0.9);
    rim.position.set(-1, -0.1, -0.7);
    this.camera.add(key, key.target, rim, rim.target);
    this.scene.add(this.camera, new HemisphereLight(0x6f8fb4, 0x05080d, 0.9));
  }

  /** The graphics interface that draws now. All objects in the scene were created with its brushes. */
  get graphics(): Graphics {
    return this.#graphics;
  }

  /**
   * Switches to another graphics interface, which has its own canvas. If `graphics` is undefined, switches to WebGL.
   * After the switch, all objects in the scene must be created again.
   */
  use(graphics: Graphics | undefined): void {
    if (this.#graphics !== this.webgl) this.#graphics.dispose();
    this.#graphics = graphics ?? this.webgl;
    // The hidden canvas needs no memory.
    if (graphics !== undefined) this.webgl.setSize(1, 1, 1);
    // Each renderer has its own depth range. WebGPURenderer sets that of the camera by itself.
    this.camera.coordinateSystem = WebGLCoordinateSystem;
    const { width, height, pixelRatio } = this.#size;
    this.#graphics.setSize(width, height, pixelRatio);
    this.camera.updateProjectionMatrix();
  }

  add(...objects: Object3D[]): void {
    this.scene.add(...objects);
  }

  set size(size: PictureSize) {
    const { width, height, pixelRatio } = this.#size;
    if (size.width === width && size.height === height && size.pixelRatio === pixelRatio) return;
    this.#size = size;
    this.#graphics.setSize(size.width, size.height, size.pixelRatio);
  }

  get pixelRatio(): number {
    return this.#size.pixelRatio;
  }

  /**
   * Resolves when the picture can be drawn. If WebGL draws the picture and the WebGL context is lost, waits until the
   * context is restored.
   */
  async drawable(): Promise<void> {
    const { canvas, renderer } = this.webgl;
    while (this.#graphics === this.webgl && renderer.getContext().isContextLost()) {
      await new Promise((resolve) =>
        canvas.addEventListener('webglcontextrestored', resolve, { once: true }),
      );
    }
  }

  /** Sets the pose of the camera. */
  set pose({ eye, turn, fov, aspect, near, far, cut, offset }: CameraPose) {
    const { camera } = this;
    camera.position.fromArray(eye);
    camera.quaternion.fromArray(turn);
    Object.assign(camera, { fov, aspect, near, far });
    camera.view = offset === undefined ? null : { ...offset, enabled: true };
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    if (cut < Number.POSITIVE_INFINITY) cutAbove(camera, cut);
  }

  draw(): void {
    this.#graphics.draw(this.scene, this.camera);
  }
}
