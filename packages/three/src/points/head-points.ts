import { BufferGeometry, type Color, Points, type ShaderMaterial } from 'three';
import { knowView, lightMaterial, NOWHERE, VERTEX_END } from '../light/light.ts';
import type { DrawnState } from '../sync/drawn-state.ts';
import { COLUMN_SHADER, Columns, PAINT_SHADER } from './state-columns.ts';

/** Radius of the glow around a head, m; the bright core takes about a quarter of it. */
const HEAD_RADIUS = 1.2;

const VERTEX = /* glsl */ `
  ${COLUMN_SHADER}
  ${PAINT_SHADER}
  uniform vec3 color;
  varying vec3 hue;
  void main() {
    hue = painted ? paint.rgb : color;
    vec4 mvPosition = modelViewMatrix * vec4(placed(), 1.0);
    vec4 place = projectionMatrix * mvPosition;
    gl_Position = species == wanted ? place : ${NOWHERE};
    gl_PointSize = clamp(2.0 * ${HEAD_RADIUS} * pixelsPerMeter(place), 7.0, 256.0);
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

/** The heads of the beams of one species, as glowing points. */
export class HeadPoints extends Points<BufferGeometry, ShaderMaterial> {
  readonly #columns: Columns;

  constructor(state: DrawnState, species: number, color: Color) {
    const geometry = new BufferGeometry();
    const uniforms = {
      viewHeight: { value: 1 },
      wanted: { value: species },
      painted: { value: false },
      lag: { value: 0 },
      color: { value: color.clone().convertLinearToSRGB() },
    };
    super(geometry, lightMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms }));
    this.#columns = new Columns(geometry, state, false);
    knowView(this, uniforms);
    this.frustumCulled = false;
  }

  /** Shows the state, `lag` s before it. */
  update(state: DrawnState, lag: number): void {
    this.#columns.update(state);
    this.geometry.setDrawRange(0, state.living);
    const { uniforms } = this.material;
    uniforms.lag!.value = lag;
    uniforms.painted!.value = state.paint.by !== 'species';
  }

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
