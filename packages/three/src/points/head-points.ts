import { BufferGeometry, Points, type ShaderMaterial } from 'three';
import { knowView, lightMaterial, NOWHERE, VERTEX_END } from '../light/light.ts';
import type { DrawnState } from '../sync/drawn-state.ts';
import { PAINT_SHADER, POINT_SHADER, PointColumns, type SpeciesLook } from './point-columns.ts';

/** The diameter of the glow around the head of a beam, in m. The bright core takes up about a quarter of it. */
export const HEAD_SIZE = 2.4;

const VERTEX = /* glsl */ `
  ${POINT_SHADER}
  ${PAINT_SHADER}
  varying vec3 hue;
  void main() {
    unpack();
    hue = mix(colors[kind], paint.rgb, painted);
    vec4 mvPosition = modelViewMatrix * vec4(placed, 1.0);
    vec4 place = projectionMatrix * mvPosition;
    gl_Position = sizes[kind] > 0.0 ? place : ${NOWHERE};
    gl_PointSize = clamp(sizes[kind] * pixelsPerMeter(place), 7.0, 256.0);
    ${VERTEX_END}
  }
`;
const FRAGMENT = /* glsl */ `
  varying vec3 hue;
  void main() {
    float near = max(0.0, 1.0 - 2.0 * length(gl_PointCoord - 0.5));
    float core = smoothstep(0.7, 0.98, near);
    float glow = near * near * near;
    shine(mix(hue, vec3(1.0), core), 0.85 * glow + core, 0.0);
  }
`;

/** Draws the heads of beams as glowing points. One object draws all species. */
export class HeadPoints extends Points<BufferGeometry, ShaderMaterial> {
  readonly #columns: PointColumns;

  constructor(state: DrawnState, look: SpeciesLook) {
    const geometry = new BufferGeometry();
    const columns = new PointColumns(geometry, state);
    const uniforms = columns.uniforms(look);
    const defines = { SPECIES: look.sizes.length };
    const shaders = { vertexShader: VERTEX, fragmentShader: FRAGMENT };
    super(geometry, lightMaterial({ ...shaders, uniforms, defines }));
    this.#columns = columns;
    knowView(this, uniforms);
    this.frustumCulled = false;
  }

  /** Shows the heads at the moment `lag` seconds before the state. */
  update(state: DrawnState, lag: number): void {
    const { cover } = state.paint;
    this.#columns.update(state, cover > 0);
    this.geometry.setDrawRange(0, state.living);
    const { uniforms } = this.material;
    uniforms.lag!.value = lag;
    uniforms.painted!.value = cover;
  }

  override dispose(): void {
    this.#columns.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }
}
