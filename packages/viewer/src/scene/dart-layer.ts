import {
  BufferAttribute,
  type Color,
  DoubleSide,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  type Vector3,
} from 'three';
import type { DrawnState } from '../sync/drawn-state.ts';
import { COLUMN_SHADER, Columns } from './columns.ts';
import type { FrameView, Layer } from './layer.ts';
import { NOWHERE } from './light.ts';

/** A folded paper dart: x to the right, y up, z ahead; one unit long. */
const NOSE = [0, 0, 0.6];
const LEFT = [-0.34, 0.07, -0.4];
const RIGHT = [0.34, 0.07, -0.4];
const SPINE = [0, 0.02, -0.3];
const KEEL = [0, -0.16, -0.36];
const DART = [...[NOSE, LEFT, SPINE], ...[NOSE, SPINE, RIGHT], ...[NOSE, SPINE, KEEL]].flat();

const VERTEX = /* glsl */ `
  ${COLUMN_SHADER}
  uniform float size;
  uniform vec3 upright;
  uniform vec3 color;
  varying vec3 hue;
  varying vec3 place;
  varying float depth;
  void main() {
    vec3 velocity = vec3(vx, vy, vz);
    vec3 ahead = dot(velocity, velocity) > 1e-12 ? normalize(velocity) : vec3(1.0, 0.0, 0.0);
    vec3 side = cross(upright, ahead);
    // straight up or down: any side will do
    side = dot(side, side) > 1e-6 ? normalize(side) : normalize(cross(ahead.yzx + 0.1, ahead));
    vec3 top = cross(ahead, side);
    place = placed() + size * (position.x * side + position.y * top + position.z * ahead);
    vec4 seen = viewMatrix * vec4(place, 1.0);
    depth = -seen.z;
    hue = tinted(color, ahead);
    gl_Position = species == wanted ? projectionMatrix * seen : ${NOWHERE};
  }
`;
const FRAGMENT = /* glsl */ `
  uniform float fadeFrom;
  varying vec3 hue;
  varying vec3 place;
  varying float depth;
  void main() {
    // the normal of the flat facet, turned to the eye
    vec3 facet = normalize(cross(dFdx(place), dFdy(place)));
    vec3 eye = normalize(cameraPosition - place);
    if (dot(facet, eye) < 0.0) facet = -facet;
    float lit = 0.55 + 0.5 * max(0.0, dot(facet, normalize(vec3(0.4, 0.85, 0.35))));
    float edge = 1.0 - dot(facet, eye);
    vec3 shade = hue * (lit + 0.3 * edge * edge);
    float haze = clamp((depth - fadeFrom) / (4.0 * fadeFrom), 0.0, 0.6);
    gl_FragColor = vec4(mix(shade, vec3(0.01, 0.03, 0.05), haze), 1.0);
  }
`;

/** The agents of one species as darts that point where they fly. */
export class DartLayer implements Layer {
  readonly object: Mesh;
  readonly #geometry = new InstancedBufferGeometry();
  readonly #material: ShaderMaterial;
  readonly #columns: Columns;

  /** `length`: of a dart, m. `reach`: the size of the scene, m, over which haze sets in. */
  constructor(
    state: DrawnState,
    species: number,
    look: { color: Color; length: number; reach: number; upright: Vector3 },
  ) {
    this.#geometry.setAttribute('position', new BufferAttribute(new Float32Array(DART), 3));
    this.#columns = new Columns(this.#geometry, state, true);
    this.#material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        color: { value: look.color.clone().convertLinearToSRGB() },
        size: { value: look.length },
        upright: { value: look.upright },
        fadeFrom: { value: look.reach },
        wanted: { value: species },
        lag: { value: 0 },
      },
      side: DoubleSide,
    });
    this.object = new Mesh(this.#geometry, this.#material);
    this.object.frustumCulled = false;
  }

  update(state: DrawnState, view: FrameView): void {
    this.#columns.update(state);
    this.#material.uniforms.lag.value = view.lag;
    this.#geometry.instanceCount = state.living;
  }

  dispose(): void {
    this.#geometry.dispose();
    this.#material.dispose();
  }
}
