import { BufferGeometry, Points, type ShaderMaterial, type Vector3 } from 'three';
import { knowView, lightMaterial, NOWHERE, VERTEX_END } from '../light/light.ts';
import type { DrawnState } from '../sync/drawn-state.ts';
import {
  COLUMN_SHADER,
  Columns,
  columnUniforms,
  PAINT_SHADER,
  type SpeciesLook,
} from './state-columns.ts';

const VERTEX = /* glsl */ `
  ${COLUMN_SHADER}
  ${PAINT_SHADER}
  uniform float reach;
  uniform vec3 center;
  varying vec4 tint;
  // Who flies alike is tinted alike: streams in a flock show as bands of color.
  vec3 tinted(vec3 color, vec3 heading) {
    return clamp(color + 0.16 * vec3(heading.z, heading.y, -heading.x), 0.0, 1.0);
  }
  void main() {
    int kind = int(species + 0.5);
    float size = sizes[kind];
    vec4 mvPosition = modelViewMatrix * vec4(placed(), 1.0);
    vec4 place = projectionMatrix * mvPosition;
    gl_Position = size > 0.0 ? place : ${NOWHERE};
    float seen = size * pixelsPerMeter(place);
    gl_PointSize = clamp(seen, 1.5, 24.0);
    vec3 velocity = vec3(vx, vy, vz);
    vec3 heading = velocity / max(length(velocity), 1e-6);
    // Nearer is brighter, which gives the cloud its depth; smaller than a point can be is dimmer.
    float focus = distance(cameraPosition, center);
    float away = smoothstep(focus - reach, focus + reach, -mvPosition.z);
    float dim = mix(1.0, 0.16, away) * min(1.0, seen * seen / 2.25);
    tint = vec4(painted ? paint.rgb : tinted(colors[kind], heading), 0.6 * dim);
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

export interface PointsLook extends SpeciesLook {
  /** Light falls off through this sphere, from its near to its far end, m. */
  readonly extent: { readonly center: Vector3; readonly radius: number };
}

/** Agents as points of light, for very many of them: one object, however many species they are of. */
export class AgentPoints extends Points<BufferGeometry, ShaderMaterial> {
  readonly #columns: Columns;

  constructor(state: DrawnState, look: PointsLook) {
    const geometry = new BufferGeometry();
    const uniforms = {
      ...columnUniforms(look),
      reach: { value: look.extent.radius },
      center: { value: look.extent.center },
    };
    const defines = { SPECIES: look.sizes.length };
    const shaders = { vertexShader: VERTEX, fragmentShader: FRAGMENT };
    super(geometry, lightMaterial({ ...shaders, uniforms, defines }));
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
