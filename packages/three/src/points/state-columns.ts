import {
  BufferAttribute,
  type BufferGeometry,
  type Color,
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

/** The columns, and what points make of them. SPECIES is the number of species. */
export const COLUMN_SHADER = /* glsl */ `
  ${COLUMN_ATTRIBUTES}
  uniform vec3 colors[SPECIES];
  uniform float sizes[SPECIES]; // m; 0 for species that are drawn otherwise
  uniform float lag; // s before the state
  vec3 placed() {
    return vec3(x, y, z) - lag * vec3(vx, vy, vz);
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

/** By species: colors, and sizes in m, 0 for species that are drawn otherwise. */
export interface SpeciesLook {
  readonly colors: readonly Color[];
  readonly sizes: readonly number[];
}

/** What COLUMN_SHADER and PAINT_SHADER need. */
export function columnUniforms({ colors, sizes }: SpeciesLook) {
  return {
    viewHeight: { value: 1 },
    painted: { value: false },
    lag: { value: 0 },
    colors: { value: colors.map((color) => color.clone().convertLinearToSRGB()) },
    sizes: { value: [...sizes] },
  };
}
