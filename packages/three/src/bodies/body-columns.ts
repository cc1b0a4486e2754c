import { InstancedBufferAttribute, type InstancedBufferGeometry } from 'three';
import type { DrawnState } from '../sync/drawn-state.ts';
import { upload } from '../sync/upload.ts';

/**
 * The data of bodies on the GPU: one set of attributes, which the bodies of all shapes share. `agent` holds x, y, z and
 * the species. There are few attributes, because WebGPU reads at most eight buffers of vertices. Only living agents are
 * uploaded, and only when the state or the colors have changed.
 */
export class BodyColumns {
  /** Whether the bodies have poses. Otherwise, they face along their velocities. */
  readonly isPosed: boolean;
  readonly #agent: InstancedBufferAttribute;
  readonly #velocity: InstancedBufferAttribute;
  readonly #poses: Readonly<Record<string, InstancedBufferAttribute>>;
  readonly #paint: InstancedBufferAttribute;
  #version = -1;
  #painted = -1;

  constructor({ x, paint, poses }: DrawnState) {
    this.isPosed = poses !== undefined;
    this.#agent = new InstancedBufferAttribute(new Float32Array(4 * x.length), 4);
    this.#velocity = new InstancedBufferAttribute(new Float32Array(3 * x.length), 3);
    this.#poses =
      poses === undefined
        ? {}
        : {
            pose: new InstancedBufferAttribute(poses.pose, 4),
            before: new InstancedBufferAttribute(poses.before, 4),
            beat: new InstancedBufferAttribute(poses.beat, 2),
          };
    this.#paint = new InstancedBufferAttribute(paint.colors, 4, true);
  }

  attach(geometry: InstancedBufferGeometry): void {
    geometry.setAttribute('agent', this.#agent);
    geometry.setAttribute('velocity', this.#velocity);
    geometry.setAttribute('paint', this.#paint);
    for (const [name, column] of Object.entries(this.#poses)) geometry.setAttribute(name, column);
  }

  update(state: DrawnState): void {
    const { living, paint } = state;
    if (living === 0) return;
    if (state.version !== this.#version) {
      this.#version = state.version;
      this.#copy(state);
      for (const attribute of [this.#agent, this.#velocity, ...Object.values(this.#poses)])
        upload(attribute, living);
    }
    if (paint.version !== this.#painted) {
      this.#painted = paint.version;
      this.#paint.array = paint.colors;
      upload(this.#paint, living);
    }
  }

  #copy({ x, y, z, vx, vy, vz, species, living }: DrawnState): void {
    const { array: agent } = this.#agent;
    const { array: velocity } = this.#velocity;
    for (let i = 0; i < living; i++) {
      agent[4 * i] = x[i]!;
      agent[4 * i + 1] = y[i]!;
      agent[4 * i + 2] = z[i]!;
      agent[4 * i + 3] = species[i]!;
      velocity[3 * i] = vx[i]!;
      velocity[3 * i + 1] = vy[i]!;
      velocity[3 * i + 2] = vz[i]!;
    }
  }
}
