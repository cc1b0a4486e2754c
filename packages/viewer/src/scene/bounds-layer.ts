import { BoxGeometry, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Vector3 } from 'three';
import { disposeTree } from './dispose-tree.ts';
import type { Extent } from './extent.ts';
import type { Layer } from './layer.ts';

/** Draws the edges of the bounds. */
export class BoundsLayer implements Layer {
  readonly object = new Group();

  constructor(extent: Extent) {
    const size = extent.box.getSize(new Vector3());
    const box = new BoxGeometry(size.x, size.y, size.z);
    const material = new LineBasicMaterial({ color: 0x6fb7e0, transparent: true, opacity: 0.16 });
    const edges = new LineSegments(new EdgesGeometry(box), material);
    box.dispose();
    edges.position.copy(extent.center);
    this.object.add(edges);
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
