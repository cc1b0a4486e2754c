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

/** The color that the state paints agents in, where it tells something else than the species. */
export const PAINT_SHADER = /* glsl */ `
  uniform bool painted;
  attribute vec4 paint;
`;

/** The columns, and what an object of one species makes of them. */
export const COLUMN_SHADER = /* glsl */ `
  ${COLUMN_ATTRIBUTES}
  uniform float wanted; // index of the species that this object draws
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
 * the living part is uploaded, and only when the state or its colors changed.
 */
export class Columns {
  readonly #attributes: BufferAttribute[];
  readonly #paint: BufferAttribute;
  #version = -1;
  #painted = -1;

  constructor(geometry: BufferGeometry, state: DrawnState, instanced: boolean) {
    const Attribute = instanced ? InstancedBufferAttribute : BufferAttribute;
    this.#attributes = NAMES.map((name) => {
      const attribute = new Attribute(state[name], 1);
      attribute.setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, attribute);
      return attribute;
    });
    this.#paint = new Attribute(state.paint.colors, 4, true).setUsage(DynamicDrawUsage);
    geometry.setAttribute('paint', this.#paint);
  }

  update(state: DrawnState): void {
    if (state.living === 0) return;
    if (state.paint.version !== this.#painted) {
      this.#painted = state.paint.version;
      this.#paint.addUpdateRange(0, 4 * state.living);
      this.#paint.needsUpdate = true;
    }
    if (state.version === this.#version) return;
    this.#version = state.version;
    for (const attribute of this.#attributes) {
      attribute.addUpdateRange(0, state.living);
      attribute.needsUpdate = true;
    }
  }
}
