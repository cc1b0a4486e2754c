import type { Scenario } from '@skein/core';
import { BufferGeometry, Group, Line, LineBasicMaterial, LineLoop, Vector3 } from 'three';
import { disposeTree } from './dispose-tree.ts';
import type { Layer } from './layer.ts';

/** The paths that targets and agents follow, as thin lines. */
export class PathLayer implements Layer {
  readonly object = new Group();

  constructor({ paths }: Scenario) {
    for (const { points, closed } of paths) {
      const geometry = new BufferGeometry().setFromPoints(
        points.map((point) => new Vector3(...point)),
      );
      const material = new LineBasicMaterial({ color: 0xbfe3ff, transparent: true, opacity: 0.28 });
      material.depthWrite = false;
      this.object.add(closed ? new LineLoop(geometry, material) : new Line(geometry, material));
    }
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
