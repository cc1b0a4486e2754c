import type { HeightsInput } from '@skein/core/describe';
import type { Relief } from '@skein/three/parts';
import { Group } from 'three';
import { loadPatiently } from '../offline/load-patiently.ts';
import type { Brushes } from './brushes.ts';
import { disposeTree } from './dispose-tree.ts';
import type { Layer } from './layer.ts';

/** Draws the ground of a scene with a height map. The code that draws it is loaded only for such scenes. */
export class ReliefLayer implements Layer {
  readonly object = new Group();
  #isGone = false;

  constructor(brushes: Brushes, heights: HeightsInput, relief: Relief) {
    void this.#load(brushes, heights, relief);
  }

  dispose(): void {
    this.#isGone = true;
    disposeTree(this.object);
  }

  async #load(brushes: Brushes, heights: HeightsInput, relief: Relief): Promise<void> {
    const { reliefMesh } = await loadPatiently(() => import('./relief-mesh.ts'));
    const mesh = await reliefMesh(brushes, heights, relief);
    if (!this.#isGone) this.object.add(mesh);
  }
}
