import type { World } from '@skein/core';
import { type ColorBy, Paint, SeenState } from '@skein/three/parts';
import { Matrix4 } from 'three';
import { pixelRatio } from '../pixel-ratio.ts';
import { speciesColor } from '../scene/species-color.ts';
import type { View } from '../view.ts';

/** The fraction of light that stays from one drawing to the next, so that agents leave short trails. */
const STAYS = 0.72;
/** The side of a dot, in device pixels, for many agents, for some, and for few. */
const DOTS = [1, 2, 4];
const [SOME, FEW] = [20_000, 2000];

/** A picture of the agents of a world, as dots. It shows what is seen in the free part of the page. */
export class DotPicture {
  readonly canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  readonly #toScreen = new Matrix4();
  #state: SeenState | undefined;
  #world: World | undefined;
  #view: View | undefined;
  #paint: Paint | undefined;
  /** The color of each species, in four bytes like the colors of `Paint`. */
  #species = new Uint8Array();
  #image: ImageData | undefined;

  constructor() {
    this.#context = this.canvas.getContext('2d', { alpha: false })!;
  }

  /** Begins to show another world, seen by the camera of `view`. `by` is what the colors show. */
  begin(world: World, view: View, by: ColorBy): void {
    const { clientWidth, clientHeight } = this.canvas;
    const ratio = pixelRatio();
    this.canvas.width = Math.max(1, Math.round(clientWidth * ratio));
    this.canvas.height = Math.max(1, Math.round(clientHeight * ratio));
    const { width, height } = this.canvas;
    this.#image = new ImageData(width, height);
    this.#view = view;
    this.#world = world;
    this.#state = new SeenState(world);
    this.#paint = new Paint(world, this.#state);
    this.#paint.by = by;
    const ofSpecies = world.scenario.species.map((_, index) => {
      const hex = speciesColor(world.scenario, index).getHex();
      return [hex >> 16, (hex >> 8) & 255, hex & 255, 255];
    });
    this.#species = Uint8Array.from(ofSpecies.flat());
    this.draw();
  }

  /** Draws the present state. Call it only while no tick is being computed. */
  draw(): void {
    const image = this.#image;
    const state = this.#state;
    if (image === undefined || state === undefined) return;
    this.#aim();
    const { data } = image;
    for (let at = 0; at < data.length; at += 4) {
      data[at] *= STAYS;
      data[at + 1] *= STAYS;
      data[at + 2] *= STAYS;
      data[at + 3] = 255;
    }
    state.copyFrom(this.#world!);
    const { x, y, z, living } = state;
    const size = DOTS[(living < SOME ? 1 : 0) + (living < FEW ? 1 : 0)];
    const paint = this.#paint!;
    paint.copyFrom(this.#world!, living);
    const isOfSpecies = paint.by === 'species';
    const colors = isOfSpecies ? this.#species : paint.colors;
    for (let i = 0; i < living; i++) {
      const from = 4 * (isOfSpecies ? state.species[i] : i);
      this.#dot(image, x[i], y[i], z[i], colors, from, size);
    }
    this.#context.putImageData(image, 0, 0);
  }

  /** Fits what the camera sees in the free part of the page into this picture. */
  #aim(): void {
    const { camera, freeLens } = this.#view!;
    const lens = camera.clone();
    lens.clearViewOffset();
    lens.fov = (freeLens.fov * 180) / Math.PI;
    lens.aspect = this.canvas.width / this.canvas.height;
    lens.zoom = camera.zoom * Math.min(1, lens.aspect / freeLens.aspect);
    lens.updateProjectionMatrix();
    this.#toScreen.multiplyMatrices(lens.projectionMatrix, camera.matrixWorldInverse);
  }

  #dot(
    { data, width, height }: ImageData,
    x: number,
    y: number,
    z: number,
    colors: Uint8Array,
    from: number,
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
        data[at] = colors[from];
        data[at + 1] = colors[from + 1];
        data[at + 2] = colors[from + 2];
      }
    }
  }
}
