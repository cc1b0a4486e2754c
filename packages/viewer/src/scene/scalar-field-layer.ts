import type { DrawnScalar, DrawnState } from '@skein/three/parts';
import { Color, DataTexture, LinearFilter, Mesh, MeshBasicMaterial, SRGBColorSpace } from 'three';
import { disposeTree } from './dispose-tree.ts';
import type { FrameView, Layer } from './layer.ts';
import { planeOver } from './plane-over.ts';

/** Hues of the fields of a scene, in their order, 0 to 1. */
const HUES = [0.13, 0.52, 0.86, 0.34];
/** The range of colors follows a field that falls by this share of the way with each state. */
const FALL = 0.05;
const STEPS = 256;

/** The values of a scalar field as colors under the agents, from clear where there is least. Option `field`. */
export class ScalarFieldLayer implements Layer {
  readonly object: Mesh;
  readonly #field: DrawnScalar;
  readonly #texture: DataTexture;
  readonly #texels: Uint32Array;
  readonly #colors: Uint32Array;
  #most = 0;
  #drawn = 0;

  /** `order`: of the field in its scene. */
  constructor(field: DrawnScalar, order: number, min: readonly number[], max: readonly number[]) {
    const { cells } = field;
    this.#field = field;
    this.#colors = colorsOf(HUES[order % HUES.length]);
    this.#texels = new Uint32Array(cells[0] * cells[1]);
    this.#texture = new DataTexture(new Uint8Array(this.#texels.buffer), cells[0], cells[1]);
    this.#texture.colorSpace = SRGBColorSpace;
    this.#texture.magFilter = LinearFilter;
    this.#texture.minFilter = LinearFilter;
    const [width, height] = [max[0] - min[0], max[1] - min[1]];
    const center = [min[0] + width / 2, min[1] + height / 2] as const;
    const material = new MeshBasicMaterial({ map: this.#texture, transparent: true });
    material.depthWrite = false;
    this.object = new Mesh(planeOver(width, height, center, undefined), material);
    // Under the agents, above the ground; of several fields the first is lowest.
    this.object.position.set(center[0], center[1], -1e-3 * (width / cells[0]) * (9 - order));
  }

  update({ version }: DrawnState, { look }: FrameView): void {
    this.object.visible = look.field;
    if (version === this.#drawn || !look.field) return;
    this.#drawn = version;
    const { values } = this.#field;
    let [least, most] = [0, 0];
    for (let cell = 0; cell < values.length; cell++) {
      least = Math.min(least, values[cell]);
      most = Math.max(most, values[cell]);
    }
    this.#most = Math.max(most, this.#most + FALL * (most - this.#most));
    const scale = (STEPS - 1) / Math.max(1e-30, this.#most - least);
    for (let cell = 0; cell < values.length; cell++) {
      this.#texels[cell] = this.#colors[Math.min(STEPS - 1, ((values[cell] - least) * scale) | 0)];
    }
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.#texture.dispose();
    disposeTree(this.object);
  }
}

/** From clear over a hue to nearly white, as bytes r, g, b and a. */
function colorsOf(hue: number): Uint32Array {
  const bytes = new Uint8Array(4 * STEPS);
  const color = new Color();
  for (let step = 0; step < STEPS; step++) {
    // Few cells have much: the lower half of the range has most of the colors.
    const share = Math.sqrt(step / (STEPS - 1));
    color.setHSL(hue - 0.08 * (1 - share), 0.85, 0.12 + 0.72 * share ** 2, SRGBColorSpace);
    const { r, g, b } = color.getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
    bytes.set([255 * r, 255 * g, 255 * b, 255 * Math.min(1, 1.6 * share)], 4 * step);
  }
  return new Uint32Array(bytes.buffer);
}
