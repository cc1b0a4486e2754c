import type { World } from '@skein/core';
import { birthColumns } from '@skein/core/read';
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, IntType } from 'three';
import type { Births } from '../sync/births.ts';

type Numbers = Float32Array | Uint32Array | Uint8Array;

/**
 * Keeps the births of particles on the GPU. Shaders compute everything else from these births. The births are uploaded
 * directly from the shared memory into which the threads wrote them.
 */
export class BirthSource {
  readonly geometry = new BufferGeometry();
  readonly #columns: readonly BufferAttribute[];

  /** `threads` holds the thread of each birth. */
  constructor(world: World, threads: Uint8Array) {
    const { position: p, velocity: v, tick, key, kind } = birthColumns(world);
    const columns = {
      ...{ x: p.x, y: p.y, z: p.z, vx: v.x, vy: v.y, vz: v.z },
      ...{ born: tick, key, kind, thread: threads },
    };
    this.#columns = Object.entries(columns).map(([name, numbers]) => {
      const column = columnOf(numbers);
      this.geometry.setAttribute(name, column);
      return column;
    });
    // The visible part may wrap around the end of the ring, so there are up to two groups.
    this.geometry.addGroup(0, 0, 0);
    this.geometry.addGroup(0, 0, 0);
  }

  /** Prepares the upload of the births that were added since the last call. They are uploaded with the next frame. */
  update(births: Births): void {
    for (const { first, count } of births.takeFresh()) {
      for (const column of this.#columns) {
        column.addUpdateRange(first, count);
        column.needsUpdate = true;
      }
    }
    const [oldest, newest] = this.geometry.groups;
    oldest.start = births.first;
    oldest.count = Math.min(births.count, births.capacity - births.first);
    newest.count = births.count - oldest.count;
  }

  dispose(): void {
    this.geometry.dispose();
  }
}

/** Creates the attribute for a column. Integers stay integers in the shader. */
function columnOf(numbers: Numbers): BufferAttribute {
  const column = new BufferAttribute(numbers, 1).setUsage(DynamicDrawUsage);
  if (!(numbers instanceof Float32Array)) column.gpuType = IntType;
  return column;
}
