import type { World } from '@skein/core';
import { innerOf } from '@skein/core/supervise';
import type { Births } from '@skein/three/parts';
import { BufferGeometry, type NormalOrGLBufferAttributes } from 'three';
import { Column } from './column.ts';

/** The births of particles, for a graphics card that works out the rest by itself. */
export class BirthSource {
  readonly geometry = new BufferGeometry<NormalOrGLBufferAttributes>();
  readonly #columns: readonly Column[];

  constructor(gl: WebGL2RenderingContext, world: World) {
    const { particles } = innerOf(world);
    const { bornPosition: p, bornVelocity: v, bornTick, bornKey, bornKind } = particles;
    const columns = {
      ...{ x: p.x, y: p.y, z: p.z, vx: v.x, vy: v.y, vz: v.z },
      ...{ born: bornTick, key: bornKey, kind: bornKind },
    };
    this.#columns = Object.entries(columns).map(([name, numbers]) => {
      const column = new Column(gl, numbers, 1);
      this.geometry.setAttribute(name, column.attribute);
      return column;
    });
    // What may be seen lies around the end of the ring: two stretches at most.
    this.geometry.addGroup(0, 0, 0);
    this.geometry.addGroup(0, 0, 0);
  }

  /** Uploads what was born since the last call. */
  update(births: Births): void {
    for (const { first, count } of births.takeFresh()) {
      for (const column of this.#columns) column.upload(first, count);
    }
    const [oldest, newest] = this.geometry.groups;
    oldest.start = births.first;
    oldest.count = Math.min(births.count, births.capacity - births.first);
    newest.count = births.count - oldest.count;
  }

  dispose(): void {
    this.geometry.dispose();
    for (const column of this.#columns) column.dispose();
  }
}
