import type { World } from '@skein/core';
import { innerOf, sliceOf } from '@skein/core/supervise';
import { kindColor, SeenState } from '@skein/three/parts';
import { Matrix4, type PerspectiveCamera } from 'three';
import { pixelRatio } from '../pixel-ratio.ts';

/** The fraction of light that stays from one drawing to the next, so that agents leave short trails. */
const STAYS = 0.72;
/** The side of a dot, in device pixels, for many agents, for some, and for few. */
const DOTS = [1, 2, 4];
const [SOME, FEW] = [20_000, 2000];

/**
 * A small picture of the agents of a world, as dots in the colors of their threads. It shows the scene from the place
 * of a camera.
 */
export class DotPicture {
  readonly canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  readonly #toScreen = new Matrix4();
  #state: SeenState | undefined;
  #world: World | undefined;
  #image: ImageData | undefined;

  constructor() {
    this.#context = this.canvas.getContext('2d', { alpha: false })!;
  }

  /** Begins to show another world, seen by `camera` from where it is now. */
  begin(world: World, camera: PerspectiveCamera): void {
    const { clientWidth, clientHeight } = this.canvas;
    const ratio = pixelRatio();
    this.canvas.width = Math.max(1, Math.round(clientWidth * ratio));
    this.canvas.height = Math.max(1, Math.round(clientHeight * ratio));
    const { width, height } = this.canvas;
    this.#image = new ImageData(width, height);
    const lens = camera.clone();
    lens.clearViewOffset();
    // The whole width of the page's picture stays visible in a narrower one.
    lens.aspect = width / height;
    lens.zoom = camera.zoom * Math.min(1, lens.aspect / camera.aspect);
    lens.updateProjectionMatrix();
    this.#toScreen.multiplyMatrices(lens.projectionMatrix, camera.matrixWorldInverse);
    this.#world = world;
    this.#state = new SeenState(world);
    this.draw();
  }

  /** Draws the present state. Call it only while no tick is being computed. */
  draw(): void {
    const image = this.#image;
    const state = this.#state;
    if (image === undefined || state === undefined) return;
    const { data } = image;
    for (let at = 0; at < data.length; at += 4) {
      data[at] *= STAYS;
      data[at + 1] *= STAYS;
      data[at + 2] *= STAYS;
      data[at + 3] = 255;
    }
    state.copyFrom(this.#world!);
    const { x, y, z, living } = state;
    const inner = innerOf(this.#world!);
    const size = DOTS[(living < SOME ? 1 : 0) + (living < FEW ? 1 : 0)];
    for (let worker = 0, i = 0; worker < this.#world!.maxWorkers && i < living; worker++) {
      const end = Math.min(living, sliceOf(inner, worker)[1]);
      const color = kindColor(worker);
      for (; i < end; i++) this.#dot(image, x[i], y[i], z[i], color, size);
    }
    this.#context.putImageData(image, 0, 0);
  }

  #dot(
    { data, width, height }: ImageData,
    x: number,
    y: number,
    z: number,
    [r, g, b]: ReturnType<typeof kindColor>,
    size: number,
  ): void {
    const e = this.#toScreen.elements;
    const w = e[3] * x + e[7] * y + e[11] * z + e[15];
    if (w <= 0) return;
    const across = (e[0] * x + e[4] * y + e[8] * z + e[12]) / w;
    const up = (e[1] * x + e[5] * y + e[9] * z + e[13]) / w;
    const left = Math.round((0.5 + 0.5 * across) * width - size / 2);
    const top = Math.round((0.5 - 0.5 * up) * height - size / 2);
    if (left < 0 || top < 0 || left + size > width || top + size > height) return;
    for (let row = top; row < top + size; row++) {
      for (let at = 4 * (row * width + left), n = 0; n < size; n++, at += 4) {
        data[at] = r;
        data[at + 1] = g;
        data[at + 2] = b;
      }
    }
  }
}
