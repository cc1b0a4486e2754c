import type { ParticleViews, World } from '@skein/core';
import { BufferGeometry, type NormalOrGLBufferAttributes } from 'three';
import { Column } from './column.ts';

/** Particles as the threads have evaluated them: places, radii and kinds, for the graphics card. */
export class RecordSource {
  readonly geometry = new BufferGeometry<NormalOrGLBufferAttributes>();
  readonly #particles: Column;
  readonly #kinds: Column;

  constructor(gl: WebGL2RenderingContext, { particles }: World) {
    this.#particles = new Column(gl, particles.particle, 4);
    this.#kinds = new Column(gl, particles.particleKind, 1);
    this.geometry.setAttribute('particle', this.#particles.attribute);
    this.geometry.setAttribute('kind', this.#kinds.attribute);
    this.geometry.setDrawRange(0, 0);
  }

  /** Uploads what was evaluated; not while the next evaluation writes there. */
  update({ count }: ParticleViews): void {
    this.#particles.upload(0, count);
    this.#kinds.upload(0, count);
    this.geometry.setDrawRange(0, count);
  }

  dispose(): void {
    this.geometry.dispose();
    this.#particles.dispose();
    this.#kinds.dispose();
  }
}
