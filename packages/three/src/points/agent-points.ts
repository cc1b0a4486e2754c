import { BufferGeometry, type Color, Points, type ShaderMaterial, type Vector3 } from 'three';
import { knowView, lightMaterial, NOWHERE, VERTEX_END } from '../light/light.ts';
import type { DrawnState } from '../sync/drawn-state.ts';
import { COLUMN_SHADER, Columns, PAINT_SHADER } from './state-columns.ts';

const VERTEX = /* glsl */ `
  ${COLUMN_SHADER}
  ${PAINT_SHADER}
  uniform float size;
  uniform float reach;
  uniform vec3 center;
  uniform vec3 color;
  varying vec4 tint;
  void main() {
    vec4 mvPosition = modelViewMatrix * vec4(placed(), 1.0);
    vec4 place = projectionMatrix * mvPosition;
    gl_Position = species == wanted ? place : ${NOWHERE};
    float seen = size * pixelsPerMeter(place);
    gl_PointSize = clamp(seen, 1.5, 24.0);
    vec3 velocity = vec3(vx, vy, vz);
    vec3 heading = velocity / max(length(velocity), 1e-6);
    // Nearer is brighter, which gives the cloud its depth; smaller than a point can be is dimmer.
    float focus = distance(cameraPosition, center);
    float away = smoothstep(focus - reach, focus + reach, -mvPosition.z);
    float dim = mix(1.0, 0.16, away) * min(1.0, seen * seen / 2.25);
    tint = vec4(painted ? paint.rgb : tinted(color, heading), 0.6 * dim);
    ${VERTEX_END}
  }
`;
const FRAGMENT = /* glsl */ `
  varying vec4 tint;
  void main() {
    float near = 1.0 - smoothstep(0.25, 0.5, length(gl_PointCoord - 0.5));
    shine(tint.rgb, tint.a * near, 0.0);
  }
`;

export interface PointsLook {
  readonly color: Color;
  /** Of a point, m. */
  readonly size: number;
  /** Light falls off through this sphere, from its near to its far end, m. */
  readonly extent: { readonly center: Vector3; readonly radius: number };
}

/** The agents of one species as points of light, for very many of them. */
export class AgentPoints extends Points<BufferGeometry, ShaderMaterial> {
  readonly #columns: Columns;

  constructor(state: DrawnState, species: number, { color, size, extent }: PointsLook) {
    const geometry = new BufferGeometry();
    const uniforms = {
      viewHeight: { value: 1 },
      wanted: { value: species },
      painted: { value: false },
      lag: { value: 0 },
      color: { value: color.clone().convertLinearToSRGB() },
      size: { value: size },
      reach: { value: extent.radius },
      center: { value: extent.center },
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
