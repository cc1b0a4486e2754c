import type { MapInput } from '@skein/core/describe';
import { columnsOf } from '@skein/core/internal';
import type { DrawnField, DrawnState, Relief } from '@skein/three/parts';
import { type Color, DataTexture, Mesh, NearestFilter, RedFormat } from 'three';
import type { Brushes } from './brushes.ts';
import { disposeTree } from './dispose-tree.ts';
import type { FrameView, Layer } from './layer.ts';
import { planeOver } from './plane-over.ts';

/**
 * Draws an arrow in each open cell of the map, in the direction in which a flow field leads. The option `field`
 * switches it on.
 */
export class FieldLayer implements Layer {
  readonly object: Mesh;
  readonly #field: DrawnField;
  readonly #moves: DataTexture;
  #drawn = 0;

  constructor(
    brushes: Brushes,
    { rows, cellSize, origin }: MapInput,
    field: DrawnField,
    color: Color,
    relief: Relief | undefined,
  ) {
    const [width, height] = [columnsOf(rows), rows.length];
    this.#field = field;
    this.#moves = new DataTexture(field.move, width, height, RedFormat);
    this.#moves.magFilter = NearestFilter;
    // A row of single bytes may start at an address that is not a multiple of four.
    this.#moves.unpackAlignment = 1;
    const material = brushes.arrows(this.#moves, [width, height], color);
    const center = [
      origin[0] + (width * cellSize) / 2,
      origin[1] + (height * cellSize) / 2,
    ] as const;
    const plane = planeOver(width * cellSize, height * cellSize, center, relief);
    this.object = new Mesh(plane, material);
    // Lies between the map and the agents.
    this.object.position.set(center[0], center[1], -0.005 * cellSize);
  }

  update(_: DrawnState, { look }: FrameView): void {
    this.object.visible = look.field;
    if (this.#field.version === this.#drawn) return;
    this.#drawn = this.#field.version;
    this.#moves.needsUpdate = true;
  }

  dispose(): void {
    this.#moves.dispose();
    disposeTree(this.object);
  }
}
