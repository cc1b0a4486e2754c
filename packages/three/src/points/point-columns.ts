import { BLOCK_NUMBERS, blocksOf, POINT_BLOCK, POINT_WORDS } from '@skein/core/read';
import {
  BufferAttribute,
  type BufferGeometry,
  type Color,
  DataTexture,
  FloatType,
  RGBAFormat,
} from 'three';
import type { DrawnState } from '../sync/drawn-state.ts';
import { upload } from '../sync/upload.ts';

/**
 * A texture holds the bounding boxes of all blocks of points. This is the number of boxes in one row of the texture. A
 * box takes two texels.
 */
const BOXES_IN_ROW = 128;

/**
 * Declares a function `unpack`, which unpacks the record of a vertex into the variables below. PointRecords of
 * @skein/core describes the format. SPECIES is the number of species.
 */
export const POINT_SHADER = /* glsl */ `
  attribute uvec3 record;
  uniform highp sampler2D boxes;
  uniform vec3 colors[SPECIES];
  uniform float sizes[SPECIES]; // m; 0 for species that are drawn in another way
  uniform float lag; // how long before the state, s
  int kind;
  float rank; // 0 to 255
  vec3 velocity;
  vec3 placed;
  void unpack() {
    int block = gl_VertexID / ${POINT_BLOCK};
    ivec2 at = ivec2(2 * (block % ${BOXES_IN_ROW}), block / ${BOXES_IN_ROW});
    vec4 low = texelFetch(boxes, at, 0);
    vec4 size = texelFetch(boxes, at + ivec2(1, 0), 0);
    vec3 steps = vec3(record.x & 65535u, record.x >> 16, record.y & 65535u);
    vec3 rates = vec3(record.z & 1023u, (record.z >> 10) & 1023u, (record.z >> 20) & 1023u);
    kind = int((record.y >> 16) & 255u);
    rank = float(record.y >> 24);
    velocity = (rates - 511.0) / 511.0 * low.w;
    placed = low.xyz + steps / 65535.0 * size.xyz - lag * velocity;
  }
`;

/**
 * GLSL code that declares `paint`, the color of an agent in the drawn state. It is used for colors that the shader of a
 * point cannot compute by itself.
 */
export const PAINT_SHADER = /* glsl */ `
  uniform float painted; // how much the paint covers the color of the species, 0 to 1
  attribute vec4 paint;
`;

/**
 * The packed points of the drawn state on the GPU, and the boxes of their blocks. Points take 12 bytes per agent, and
 * are uploaded directly from the memory that the threads wrote. Only living agents are uploaded, once per state. Colors
 * are uploaded only if they are used.
 */
export class PointColumns {
  readonly #geometry: BufferGeometry;
  readonly #records: BufferAttribute;
  readonly #boxes: DataTexture;
  #paint: BufferAttribute | undefined;
  #version = -1;
  #painted = -1;

  constructor(geometry: BufferGeometry, state: DrawnState) {
    const { records } = state.agents.points;
    this.#geometry = geometry;
    this.#records = new BufferAttribute(records, POINT_WORDS);
    geometry.setAttribute('record', this.#records);
    const rows = Math.max(1, Math.ceil(blocksOf(records.length / POINT_WORDS) / BOXES_IN_ROW));
    const numbers = new Float32Array(rows * BOXES_IN_ROW * BLOCK_NUMBERS);
    this.#boxes = new DataTexture(numbers, 2 * BOXES_IN_ROW, rows, RGBAFormat, FloatType);
  }

  /** The values of the uniforms that POINT_SHADER and PAINT_SHADER declare. */
  uniforms({ colors, sizes }: SpeciesLook) {
    return {
      viewHeight: { value: 1 },
      painted: { value: 0 },
      lag: { value: 0 },
      colors: { value: colors.map((color) => color.clone().convertLinearToSRGB()) },
      sizes: { value: [...sizes] },
      boxes: { value: this.#boxes },
    };
  }

  /**
   * Prepares a state, so that it is uploaded with the next frame. If `painted` is true, the colors are uploaded, too.
   */
  update(state: DrawnState, painted: boolean): void {
    const { living, paint } = state;
    if (living === 0) return;
    if (painted && paint.version !== this.#painted) {
      this.#painted = paint.version;
      if (this.#paint === undefined) {
        this.#paint = new BufferAttribute(paint.colors, 4, true);
        this.#geometry.setAttribute('paint', this.#paint);
      }
      // Colors of headings and speeds are computed when they are read.
      this.#paint.array = paint.colors;
      upload(this.#paint, living);
    }
    if (state.version === this.#version) return;
    this.#version = state.version;
    const { records, blocks } = state.agents.points;
    this.#records.array = records;
    upload(this.#records, living);
    const { data } = this.#boxes.image;
    (data as Float32Array).set(blocks.subarray(0, BLOCK_NUMBERS * blocksOf(living)));
    this.#boxes.needsUpdate = true;
  }

  /** Frees the texture that contains the boxes of the blocks. The geometry owns and frees everything else. */
  dispose(): void {
    this.#boxes.dispose();
  }
}

/** The color and the size (m) of each species. The size is 0 for species that are drawn in another way. */
export interface SpeciesLook {
  readonly colors: readonly Color[];
  readonly sizes: readonly number[];
}
