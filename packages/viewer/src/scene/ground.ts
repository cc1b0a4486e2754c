import { Mesh, PlaneGeometry } from 'three';
import type { Brushes } from './brushes.ts';
import { disposeTree } from './dispose-tree.ts';
import type { Extent } from './extent.ts';
import type { Layer } from './layer.ts';
import { niceLength } from './nice-length.ts';

/**
 * A grid of lines, by which visitors can judge position, size and speed. It is below the scene, or behind a flat scene.
 */
export class Ground implements Layer {
  readonly object: Mesh;

  constructor(brushes: Brushes, extent: Extent, flat: boolean) {
    const reach = extent.radius * 4;
    const cell = niceLength(extent.radius / 6);
    // A flat scene has no sky for light, so its grid is brighter.
    const material = brushes.grid({ cell, reach, bright: flat ? 1.5 : 1 });
    this.object = new Mesh(new PlaneGeometry(reach * 2.4, reach * 2.4), material);
    this.object.renderOrder = -1;
    const { center } = extent;
    if (flat) {
      this.object.position.set(center.x, center.y, -0.02 * extent.radius);
    } else {
      this.object.rotation.x = -Math.PI / 2;
      this.object.position.set(center.x, floorOf(extent), center.z);
    }
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

/**
 * The height of the grid, in m. It is the lowest height of the bounds. In a scene without bounds, it is well below the
 * scene.
 */
function floorOf(extent: Extent): number {
  return extent.bounded ? extent.box.min.y : extent.box.min.y - extent.radius * 0.5;
}
