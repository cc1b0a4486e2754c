import { DynamicDrawUsage, InstancedBufferAttribute, type InstancedBufferGeometry } from 'three';
import type { DrawnState } from '../sync/drawn-state.ts';

const STATE = ['x', 'y', 'z', 'vx', 'vy', 'vz', 'species'] as const;
const POSES = ['pose', 'before', 'beat'] as const;

/**
 * The columns of the drawn state, as one set of GPU buffers that the bodies of all shapes share. Only living agents are
 * uploaded, and only when the state or the colors have changed.
 */
export class BodyColumns {
  readonly #state: readonly (readonly [(typeof STATE)[number], InstancedBufferAttribute])[];
  readonly #poses: readonly (readonly [string, InstancedBufferAttribute])[];
  readonly #paint: InstancedBufferAttribute;
  #version = -1;
  #painted = -1;

  constructor(state: DrawnState) {
    const { poses } = state;
    this.#state = STATE.map((name) => [name, columnOf(state[name], 1)] as const);
    this.#poses =
      poses === undefined
        ? []
        : POSES.map((name) => [name, columnOf(poses[name], name === 'beat' ? 2 : 4)] as const);
    this.#paint = columnOf(state.paint.colors, 4, true);
  }

  attach(geometry: InstancedBufferGeometry): void {
    for (const [name, attribute] of [...this.#state, ...this.#poses])
      geometry.setAttribute(name, attribute);
    geometry.setAttribute('paint', this.#paint);
  }

  update(state: DrawnState): void {
    if (state.living === 0) return;
    if (state.version !== this.#version) {
      this.#version = state.version;
      for (const [name, attribute] of this.#state) {
        // If there are many agents, reading the columns fills them.
        attribute.array = state[name];
        upload(attribute, state.living);
      }
      for (const [, attribute] of this.#poses) upload(attribute, state.living);
    }
    if (state.paint.version !== this.#painted) {
      this.#painted = state.paint.version;
      this.#paint.array = state.paint.colors;
      upload(this.#paint, state.living);
    }
  }
}

function columnOf(
  array: Float32Array | Uint8Array,
  size: number,
  normalized = false,
): InstancedBufferAttribute {
  const attribute = new InstancedBufferAttribute(array, size, normalized);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}

function upload(attribute: InstancedBufferAttribute, living: number): void {
  attribute.addUpdateRange(0, living * attribute.itemSize);
  attribute.needsUpdate = true;
}
