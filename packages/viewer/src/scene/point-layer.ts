import type { DrawnState } from '@skein/three/parts';
import { BufferGeometry, type Color, Points } from 'three';
import { COLUMN_SHADER, Columns, PAINT_SHADER } from './columns.ts';
import type { Extent } from './extent.ts';
import type { FrameView, Layer } from './layer.ts';
import { lightMaterial, NOWHERE } from './light.ts';

const VERTEX = /* glsl */ `
  ${COLUMN_SHADER}
  ${PAINT_SHADER}
  uniform float pixelsPerMeter;
  uniform float size;
  uniform float reach;
  uniform vec3 center;
  uniform vec3 color;
  varying vec4 tint;
  void main() {
    vec4 place = modelViewMatrix * vec4(placed(), 1.0);
    gl_Position = species == wanted ? projectionMatrix * place : ${NOWHERE};
    float seen = size * pixelsPerMeter / max(-place.z, 0.3);
    gl_PointSize = clamp(seen, 1.5, 24.0);
    vec3 velocity = vec3(vx, vy, vz);
    vec3 heading = velocity / max(length(velocity), 1e-6);
    // Nearer is brighter, which gives the cloud its depth; smaller than a point can be is dimmer.
    float focus = distance(cameraPosition, center);
    float away = smoothstep(focus - reach, focus + reach, -place.z);
    float dim = mix(1.0, 0.16, away) * min(1.0, seen * seen / 2.25);
    tint = vec4(painted ? paint.rgb : tinted(color, heading), 0.6 * dim);
  }
`;
const FRAGMENT = /* glsl */ `
  varying vec4 tint;
  void main() {
    float near = 1.0 - smoothstep(0.25, 0.5, length(gl_PointCoord - 0.5));
    gl_FragColor = vec4(tint.rgb, tint.a * near);
  }
`;

/** The agents of one species as points of light, for very many of them. */
export class PointLayer implements Layer {
  readonly object: Points;
  readonly #geometry = new BufferGeometry();
  readonly #columns: Columns;
  readonly #material;

  /** `size`: of a point, m. Light falls off through the scene, from its near to its far end. */
  constructor(
    state: DrawnState,
    species: number,
    look: { color: Color; size: number; extent: Extent },
  ) {
    this.#columns = new Columns(this.#geometry, state, false);
    this.#material = lightMaterial(VERTEX, FRAGMENT, look.color);
    this.#material.uniforms.wanted.value = species;
    this.#material.uniforms.painted = { value: false };
    this.#material.uniforms.size = { value: look.size };
    this.#material.uniforms.reach = { value: look.extent.radius };
    this.#material.uniforms.center = { value: look.extent.center };
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
