import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from 'three';
import { type TrailRing, VERTICES } from '../sync/trail-ring.ts';

/** The segments of a ring buffer of trails, as two geometries with shared buffers: lines and ribbons. */
export class RibbonGeometry {
  readonly lines = new BufferGeometry();
  readonly ribbons = new BufferGeometry();
  readonly #ring: TrailRing;
  /** The attributes that change, by the names that they have in the shaders. */
  readonly #attributes: Readonly<Record<string, BufferAttribute>>;

  constructor(ring: TrailRing) {
    this.#ring = ring;
    this.#attributes = {
      position: new BufferAttribute(ring.places, 3).setUsage(DynamicDrawUsage),
      velocity: new BufferAttribute(ring.velocities, 3).setUsage(DynamicDrawUsage),
      time: new BufferAttribute(ring.times, 1).setUsage(DynamicDrawUsage),
      kind: new BufferAttribute(ring.kinds, 1).setUsage(DynamicDrawUsage),
    };
    const side = Float32Array.from({ length: ring.capacity * VERTICES }, (_, i) => 2 * (i & 1) - 1);
    for (const geometry of [this.lines, this.ribbons]) {
      for (const [name, attribute] of Object.entries(this.#attributes)) {
        geometry.setAttribute(name, attribute);
      }
    }
    this.ribbons.setAttribute('side', new BufferAttribute(side, 1));
    this.lines.setIndex(indexOf(ring.capacity, [0, 2]));
    this.ribbons.setIndex(indexOf(ring.capacity, [0, 1, 2, 2, 1, 3]));
  }

  /**
   * Prepares the upload of the segments that were recorded since the last call. They are uploaded with the next frame.
   */
  update(): void {
    for (const { first, count } of this.#ring.takeFresh()) {
      for (const attribute of Object.values(this.#attributes)) {
        const per = VERTICES * attribute.itemSize;
        attribute.addUpdateRange(first * per, count * per);
        attribute.needsUpdate = true;
      }
    }
    const segments = Math.min(this.#ring.written, this.#ring.capacity);
    this.lines.setDrawRange(0, 2 * segments);
    this.ribbons.setDrawRange(0, 6 * segments);
  }

  dispose(): void {
    this.lines.dispose();
    this.ribbons.dispose();
  }
}

/** Creates an index that repeats a pattern of vertices for every segment. */
function indexOf(segments: number, pattern: readonly number[]): BufferAttribute {
  const index = new Uint32Array(segments * pattern.length);
  for (let i = 0; i < segments; i++) {
    pattern.forEach((vertex, k) => {
      index[i * pattern.length + k] = i * VERTICES + vertex;
    });
  }
  return new BufferAttribute(index, 1);
}
