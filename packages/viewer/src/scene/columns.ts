import {
  BufferAttribute,
  type BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
} from 'three';
import type { DrawnState } from '../sync/drawn-state.ts';

/** Names of the columns in the shaders of agents. */
export const COLUMN_ATTRIBUTES = /* glsl */ `
  attribute float x;
  attribute float y;
  attribute float z;
  attribute float vx;
  attribute float vy;
  attribute float vz;
  attribute float species;
`;

/** The columns, and what a layer of one species makes of them. */
export const COLUMN_SHADER = /* glsl */ `
  ${COLUMN_ATTRIBUTES}
  uniform float wanted; // index of the species that this layer draws
  uniform float lag; // s before the state
  vec3 placed() {
    return vec3(x, y, z) - lag * vec3(vx, vy, vz);
  }
  // Who flies alike is tinted alike: streams in a flock show as bands of color.
  vec3 tinted(vec3 color, vec3 heading) {
    return clamp(color + 0.16 * vec3(heading.z, heading.y, -heading.x), 0.0, 1.0);
  }
`;

const NAMES = ['x', 'y', 'z', 'vx', 'vy', 'vz', 'species'] as const;

/**
 * Puts the columns of the drawn state on the graphics card as they are, one attribute each; only
 * the living part is uploaded, and only when the state changed.
 */
export class Columns {
  readonly #attributes: BufferAttribute[];
  #version = -1;

  constructor(geometry: BufferGeometry, state: DrawnState, instanced: boolean) {
    const Attribute = instanced ? InstancedBufferAttribute : BufferAttribute;
    this.#attributes = NAMES.map((name) => {
      const attribute = new Attribute(state[name], 1);
      attribute.setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, attribute);
      return attribute;
    });
  }

  update(state: DrawnState): void {
    if (state.version === this.#version) return;
    this.#version = state.version;
    if (state.living === 0) return;
    for (const attribute of this.#attributes) {
      attribute.addUpdateRange(0, state.living);
      attribute.needsUpdate = true;
    }
  }
}
