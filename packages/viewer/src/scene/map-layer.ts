import type { MapInput } from '@skein/core/describe';
import { columnsOf } from '@skein/core/internal';
import type { DrawnState } from '@skein/three/parts';
import { DataTexture, Mesh, MeshBasicMaterial, NearestFilter, SRGBColorSpace } from 'three';
import { disposeTree } from './dispose-tree.ts';
import type { Layer } from './layer.ts';
import { planeOver } from './plane-over.ts';

const WALL = [0x44, 0x56, 0x6a, 0xff] as const;
/** The color of cells that cost more than the cheapest cells. The more a cell costs, the more opaque its color. */
const DEAR = [0xb0, 0x7a, 0x3c] as const;

/**
 * Draws the map of a scene as a texture with one texel per cell. It shows the walls, and the ground that costs more
 * than other ground.
 */
export class MapLayer implements Layer {
  readonly object: Mesh<ReturnType<typeof planeOver>, MeshBasicMaterial>;
  readonly #texture: DataTexture;
  #drawn = 0;

  constructor({ rows, cellSize, origin }: MapInput, state: DrawnState) {
    const [width, height] = [columnsOf(rows), rows.length];
    this.#texture = new DataTexture(new Uint8Array(4 * width * height), width, height);
    this.#texture.colorSpace = SRGBColorSpace;
    this.#texture.magFilter = NearestFilter;
    const material = new MeshBasicMaterial({ map: this.#texture, transparent: true });
    const center = [
      origin[0] + (width * cellSize) / 2,
      origin[1] + (height * cellSize) / 2,
    ] as const;
    const plane = planeOver(width * cellSize, height * cellSize, center, state.relief);
    this.object = new Mesh(plane, material);
    // Just behind the agents, which are in the plane z = 0.
    const z = -0.01 * cellSize;
    this.object.position.set(center[0], center[1], z);
    this.update(state);
  }

  update({ mapCost, mapVersion }: DrawnState): void {
    if (mapVersion === this.#drawn) return;
    this.#drawn = mapVersion;
    const texels = this.#texture.image.data as Uint8Array;
    const open = mapCost.filter((cost) => cost > 0);
    const cheapest = open.reduce((least, cost) => Math.min(least, cost), 255);
    mapCost.forEach((cost, cell) => {
      const dearness = Math.min(1, (cost - cheapest) / (8 * cheapest));
      const texel =
        cost === 0 ? WALL : [...DEAR, Math.round(0xb0 * Math.sqrt(Math.max(0, dearness)))];
      texels.set(texel, 4 * cell);
    });
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.#texture.dispose();
    disposeTree(this.object);
  }
}
