import {
  Color,
  DirectionalLight,
  HemisphereLight,
  type Object3D,
  PerspectiveCamera,
  Scene,
  WebGLCoordinateSystem,
} from 'three';
import type { AnyCanvas, Graphics } from './graphics.ts';
import { WebGLGraphics } from './webgl/graphics.ts';

/** CSS pixels, and device pixels for each. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/** How a camera stands; can be posted. */
export interface CameraPose {
  /** m */
  readonly eye: readonly [x: number, y: number, z: number];
  readonly turn: readonly [x: number, y: number, z: number, w: number];
  /** Vertical angle, degrees. */
  readonly fov: number;
  readonly aspect: number;
  /** m */
  readonly near: number;
  readonly far: number;
  /** The part of a larger picture that is seen, as three.js has it. */
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

/** What draws, its scene, its lights and its size; knows nothing of what stands in the scene. */
export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera();
  readonly webgl: WebGLGraphics;
  #graphics: Graphics;
  #size: PictureSize = { width: 1, height: 1, pixelRatio: 1 };

  /**
   * `onLost` hears when the graphics card takes the picture away, `onRestored` when it is back; what is
   * drawn is put on the card again by then.
   */
  constructor(canvas: AnyCanvas, onLost: () => void, onRestored: () => void) {
    this.webgl = new WebGLGraphics(canvas);
    this.#graphics = this.webgl;
    canvas.addEventListener('webglcontextlost', () => {
      if (this.#graphics === this.webgl) onLost();
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
  }

  /** What draws now. What stands in the scene was made with its brushes. */
  get graphics(): Graphics {
    return this.#graphics;
  }

  /**
   * Draws by other graphics from now on, on their own canvas; by WebGL where none are given. What stands in the scene
   * is to be made again.
   */
  use(graphics: Graphics | undefined): void {
    if (this.#graphics !== this.webgl) this.#graphics.dispose();
    this.#graphics = graphics ?? this.webgl;
    // What is hidden needs no memory.
    if (graphics !== undefined) this.webgl.setSize(1, 1, 1);
    // Each renderer has its own depths; WebGPURenderer tells the camera of them by itself.
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

  /** The picture is seen from there from now on. */
  set pose({ eye, turn, fov, aspect, near, far, offset }: CameraPose) {
    const { camera } = this;
    camera.position.fromArray(eye);
    camera.quaternion.fromArray(turn);
    Object.assign(camera, { fov, aspect, near, far });
    camera.view = offset === undefined ? null : { ...offset, enabled: true };
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  draw(): void {
    this.#graphics.draw(this.scene, this.camera);
  }
}
