import type { DrawnState } from '@skein/three/parts';
import { BufferGeometry, type Color, Points } from 'three';
import { COLUMN_SHADER, Columns, PAINT_SHADER } from './columns.ts';
import type { FrameView, Layer } from './layer.ts';
import { lightMaterial, NOWHERE } from './light.ts';

/** Radius of the glow around a head, m; the bright core takes about a quarter of it. */
const HEAD_RADIUS = 1.2;

const VERTEX = /* glsl */ `
  ${COLUMN_SHADER}
  ${PAINT_SHADER}
  uniform float pixelsPerMeter;
  uniform vec3 color;
  varying vec3 hue;
  void main() {
    hue = painted ? paint.rgb : color;
    vec4 place = modelViewMatrix * vec4(placed(), 1.0);
    gl_Position = species == wanted ? projectionMatrix * place : ${NOWHERE};
    gl_PointSize = clamp(2.0 * ${HEAD_RADIUS} * pixelsPerMeter / max(-place.z, 0.3), 7.0, 256.0);
  }
`;
const FRAGMENT = /* glsl */ `
  varying vec3 hue;
  void main() {
    float near = max(0.0, 1.0 - 2.0 * length(gl_PointCoord - 0.5));
    float core = smoothstep(0.7, 0.98, near);
    float glow = near * near * near;
    gl_FragColor = vec4(mix(hue, vec3(1.0), core), 0.85 * glow + core);
  }
`;

/** The heads of the beams of one species, as glowing points. */
export class HeadLayer implements Layer {
  readonly object: Points;
  readonly #geometry = new BufferGeometry();
  readonly #columns: Columns;
  readonly #material;

  constructor(state: DrawnState, species: number, color: Color) {
    this.#columns = new Columns(this.#geometry, state, false);
    this.#material = lightMaterial(VERTEX, FRAGMENT, color);
    this.#material.uniforms.wanted.value = species;
    this.#material.uniforms.painted = { value: false };
    this.object = new Points(this.#geometry, this.#material);
    this.object.frustumCulled = false;
  }

  update(state: DrawnState, view: FrameView): void {
    this.#columns.update(state);
    this.#geometry.setDrawRange(0, state.living);
    this.#material.uniforms.lag.value = view.lag;
    this.#material.uniforms.pixelsPerMeter.value = view.pixelsPerMeter;
    this.#material.uniforms.painted.value = state.paint.by !== 'species';
  }

  dispose(): void {
    this.#geometry.dispose();
    this.#material.dispose();
  }
}
