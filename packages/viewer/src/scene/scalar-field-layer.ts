import type { DrawnScalar, DrawnState } from '@skein/three/parts';
import { DataTexture, LinearFilter, Mesh, MeshBasicMaterial, SRGBColorSpace } from 'three';
import { disposeTree } from './dispose-tree.ts';
import { FieldColors } from './field-colors.ts';
import type { FrameView, Layer } from './layer.ts';
import { planeOver } from './plane-over.ts';

/**
 * Draws the values of a scalar field as colors under the agents. The lowest values are transparent. The layer is
 * visible only if the option `field` is on.
 */
export class ScalarFieldLayer implements Layer {
  readonly object: Mesh;
  readonly #field: DrawnScalar;
  readonly #texture: DataTexture;
  readonly #texels: Uint32Array;
  readonly #colors: FieldColors;
  #drawn = 0;

  /** `order` is the index of the field in its scene; `min` and `max` are the bounds of the field, in m. */
  constructor(field: DrawnScalar, order: number, min: readonly number[], max: readonly number[]) {
    const { cells } = field;
    this.#field = field;
    this.#colors = new FieldColors(order);
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
    // Below the agents and above the ground; of several fields, the first is lowest.
    this.object.position.set(center[0], center[1], -1e-3 * (width / cells[0]) * (9 - order));
  }

  update({ version }: DrawnState, { look }: FrameView): void {
    this.object.visible = look.field;
    if (version === this.#drawn || !look.field) return;
    this.#drawn = version;
    const { values } = this.#field;
    this.#colors.follow(values);
    for (let cell = 0; cell < values.length; cell++) {
      this.#texels[cell] = this.#colors.of(values[cell]);
    }
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.#texture.dispose();
    disposeTree(this.object);
  }
}
