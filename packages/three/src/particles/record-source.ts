import type { World } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { BufferGeometry, type NormalOrGLBufferAttributes } from 'three';
import { stretchesOf } from '../sync/ring.ts';
import { Column } from './column.ts';
import type { EvaluatedParticles } from './feed.ts';

/** GPU buffers with the particles that the threads have evaluated: their positions, radii and kinds. */
export class RecordSource {
  readonly geometry = new BufferGeometry<NormalOrGLBufferAttributes>();
  readonly #particles: Column;
  readonly #kinds: Column;
  /** The velocities of the particles at their birth. */
  readonly #velocities: readonly Column[];
  /** The threads of the particles, see `Births`. */
  readonly #threads: Column;
  readonly #capacity: number;

  constructor(gl: WebGL2RenderingContext, world: World, threads: Uint8Array) {
    const { particles, plan } = innerOf(world);
    this.#capacity = plan.particles;
    this.#particles = new Column(gl, particles.particle, 4);
    this.#kinds = new Column(gl, particles.particleKind, 1);
    this.geometry.setAttribute('particle', this.#particles.attribute);
    this.geometry.setAttribute('kind', this.#kinds.attribute);
    const { x, y, z } = particles.bornVelocity;
    this.#velocities = Object.entries({ vx: x, vy: y, vz: z }).map(([name, numbers]) => {
      const column = new Column(gl, numbers, 1);
      this.geometry.setAttribute(name, column.attribute);
      return column;
    });
    this.#threads = new Column(gl, threads, 1);
    this.geometry.setAttribute('thread', this.#threads.attribute);
    this.geometry.setDrawRange(0, 0);
  }

  /**
   * Uploads the evaluated particles. If `moving` is true, also uploads their velocities at birth, and if `threaded` is
   * true, their threads. Must not be called while the threads write the next evaluation.
   */
  update({ first, count }: EvaluatedParticles, moving: boolean, threaded: boolean): void {
    this.#particles.upload(0, count);
    this.#kinds.upload(0, count);
    this.geometry.setDrawRange(0, count);
    const columns = [...(moving ? this.#velocities : []), ...(threaded ? [this.#threads] : [])];
    if (columns.length === 0) return;
    let to = 0;
    for (const stretch of stretchesOf(this.#capacity, first, count)) {
      for (const column of columns) column.upload(stretch.first, stretch.count, to);
      to += stretch.count;
    }
  }

  dispose(): void {
    this.geometry.dispose();
    this.#particles.dispose();
    this.#kinds.dispose();
    for (const column of [...this.#velocities, this.#threads]) column.dispose();
  }
}
