import type { HeightsInput } from '@skein/core/describe';
import type { Relief } from '@skein/three/parts';
import { Group } from 'three';
import { loadPatiently } from '../offline/load-patiently.ts';
import { disposeTree } from './dispose-tree.ts';
import type { Layer } from './layer.ts';

/** The ground of a scene with a height map. What draws it is loaded by scenes that have one. */
export class ReliefLayer implements Layer {
  readonly object = new Group();
  #isGone = false;

  constructor(heights: HeightsInput, relief: Relief) {
    void loadPatiently(() => import('./relief-mesh.ts')).then(({ reliefMesh }) => {
      if (!this.#isGone) this.object.add(reliefMesh(heights, relief));
    });
  }

  dispose(): void {
    this.#isGone = true;
    disposeTree(this.object);
  }
}
