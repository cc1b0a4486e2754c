import {
  type Color,
  DynamicDrawUsage,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  type Object3D,
  type Vector3,
} from 'three';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { LineBrush } from '../scene/brushes.ts';
import { disposeTree } from '../scene/dispose-tree.ts';

/**
 * Colored lines that all have the same width and are drawn over everything else. The caller adds all lines again in
 * each frame. WebGL's own lines are one pixel wide, which is too thin to be seen between glowing agents.
 */
export class LineBatch {
  readonly object: Object3D;
  readonly #geometry = new LineSegmentsGeometry();
  readonly #places: InstancedInterleavedBuffer;
  readonly #colors: InstancedInterleavedBuffer;
  readonly #most: number;
  #count = 0;

  /** `width` is in CSS pixels. `most` is the maximum number of lines. Any further lines are left out. */
  constructor(lines: LineBrush, most: number, width: number, opacity: number) {
    this.#most = most;
    const pairs = (start: string, end: string): InstancedInterleavedBuffer => {
      const buffer = new InstancedInterleavedBuffer(new Float32Array(6 * most), 6, 1);
      buffer.setUsage(DynamicDrawUsage);
      this.#geometry.setAttribute(start, new InterleavedBufferAttribute(buffer, 3, 0));
      this.#geometry.setAttribute(end, new InterleavedBufferAttribute(buffer, 3, 3));
      return buffer;
    };
    this.#places = pairs('instanceStart', 'instanceEnd');
    this.#colors = pairs('instanceColorStart', 'instanceColorEnd');
    this.object = lines(this.#geometry, width, opacity);
    this.object.frustumCulled = false;
    this.object.renderOrder = 10;
    this.begin();
    this.end();
  }

  begin(): void {
    this.#count = 0;
  }

  add(from: Vector3, to: Vector3, color: Color): void {
    if (this.#count === this.#most) return;
    const at = 6 * this.#count++;
    from.toArray(this.#places.array, at);
    to.toArray(this.#places.array, at + 3);
    color.toArray(this.#colors.array, at);
    color.toArray(this.#colors.array, at + 3);
  }

  end(): void {
    this.object.visible = this.#count > 0;
    if (!this.object.visible) return;
    this.#geometry.instanceCount = this.#count;
    for (const buffer of [this.#places, this.#colors]) {
      buffer.clearUpdateRanges();
      buffer.addUpdateRange(0, 6 * this.#count);
      buffer.needsUpdate = true;
    }
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
