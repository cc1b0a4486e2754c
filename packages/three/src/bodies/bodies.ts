import {
  type Color,
  DoubleSide,
  InstancedBufferGeometry,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  type ShaderMaterial,
  type Vector3,
} from 'three';
import { knowView, NOWHERE, shadingMaterial, VERTEX_END } from '../light/light.ts';
import type { DrawnState } from '../sync/drawn-state.ts';
import { AT_REST } from '../sync/poses.ts';
import type { BodyColumns } from './body-columns.ts';
import type { Shape } from './shapes.ts';

const VERTEX = /* glsl */ `
  attribute vec4 agent; // x, y, z, species
  attribute vec3 velocity;
  attribute vec4 look; // limb, tone of red, green and blue
  attribute vec4 paint;
  #ifdef POSED
    attribute vec4 pose;
    attribute vec4 before;
    attribute vec2 beat;
  #endif
  uniform vec3 colors[SPECIES];
  uniform float sizes[SPECIES]; // m; 0 for species with another shape
  uniform float leastPixels;
  uniform float flap;
  uniform float wave;
  uniform float rate;
  uniform float bank;
  uniform float tint;
  uniform float lag; // how long before the state, s
  uniform float dt;
  uniform float painted; // how much the paint covers the color of the species, 0 to 1
  uniform vec3 upright;
  varying vec3 hue;
  varying vec3 place;
  varying float depth;

  // Wings rotate about the long axis of the body; the outer part follows the inner part with a delay. Tails swing
  // sideways, more toward the end.
  vec3 moved(vec3 at, float phase, float effort) {
    float wing = flap * look.x * (0.25 + 0.75 * effort) * sin(phase - 0.8 * abs(at.x));
    float away = abs(at.x);
    at.y += away * sin(wing);
    at.x = sign(at.x) * away * cos(wing);
    float back = 0.5 - at.z;
    at.x += wave * (0.4 + 0.6 * effort) * back * back * sin(phase + 3.5 * at.z);
    return at;
  }

  void main() {
    int kind = int(agent.w + 0.5);
    float size = sizes[kind];
    if (size == 0.0) {
      gl_Position = ${NOWHERE};
      return;
    }
    vec3 center = agent.xyz - lag * velocity;
    #ifdef POSED
      vec4 stand = mix(pose, before, clamp(lag / dt, -1.0, 1.0));
      float worked = beat.x - lag * mix(${AT_REST}, 1.0, beat.y);
      vec3 body = moved(position, 6.2831853 * rate * worked, beat.y);
    #else
      vec4 stand = vec4(velocity, 0.0);
      vec3 body = position;
    #endif
    vec3 ahead = dot(stand.xyz, stand.xyz) > 1e-12 ? normalize(stand.xyz) : vec3(1.0, 0.0, 0.0);
    vec3 side = cross(upright, ahead);
    // straight up or down, any side direction will do
    side = dot(side, side) > 1e-6 ? normalize(side) : normalize(cross(ahead.yzx + 0.1, ahead));
    vec3 top = cross(ahead, side);
    float roll = bank * stand.w;
    vec3 left = cos(roll) * side - sin(roll) * top;
    top = cos(roll) * top + sin(roll) * side;
    size = max(size, leastPixels / pixelsPerMeter(projectionMatrix * modelViewMatrix * vec4(center, 1.0)));
    vec4 at = vec4(center + size * (body.x * left + body.y * top + body.z * ahead), 1.0);
    place = (modelMatrix * at).xyz;
    vec4 mvPosition = modelViewMatrix * at;
    depth = -mvPosition.z;
    // The heading tints the color, so that streams in a flock show as bands of color.
    vec3 lean = tint * vec3(ahead.z, ahead.y, -ahead.x);
    vec3 own = mix(clamp(colors[kind] + lean, 0.0, 1.0), paint.rgb, painted);
    hue = own * look.yzw;
    gl_Position = projectionMatrix * mvPosition;
    ${VERTEX_END}
  }
`;
const FRAGMENT = /* glsl */ `
  uniform float fadeFrom;
  uniform vec3 sun;
  varying vec3 hue;
  varying vec3 place;
  varying float depth;
  void main() {
    // the normal of the flat facet, on the side toward the camera
    vec3 facet = normalize(cross(dFdx(place), dFdy(place)));
    vec3 eye = normalize(cameraPosition - place);
    if (dot(facet, eye) < 0.0) facet = -facet;
    float lit = 0.5 + 0.58 * max(0.0, dot(facet, sun));
    float edge = 1.0 - dot(facet, eye);
    vec3 shade = hue * (lit + 0.25 * edge * edge);
    float haze = clamp((depth - fadeFrom) / (4.0 * fadeFrom), 0.0, 0.6);
    cover(mix(shade, vec3(0.01, 0.03, 0.05), haze));
  }
`;

export interface BodyLook {
  /** The color of each species. */
  readonly colors: readonly Color[];
  /**
   * The size of the bodies of each species: the length (m) of one unit in the coordinates of their shape. A mesh draws
   * only the bodies of one shape. For species without this shape, the size is 0.
   */
  readonly sizes: readonly number[];
  /** The distance from the camera at which haze begins, in m. */
  readonly reach: number;
  readonly upright: Vector3;
  /** A unit vector toward the light. */
  readonly sun: Vector3;
  /** The duration of a tick, in s. */
  readonly dt: number;
}

/**
 * A mesh that draws all agents that have the same shape. Each body faces along its velocity, and rolls when it turns.
 */
export class Bodies extends Mesh<InstancedBufferGeometry, ShaderMaterial> {
  readonly #columns: BodyColumns;

  constructor(shape: Shape, columns: BodyColumns, look: BodyLook) {
    const geometry = new InstancedBufferGeometry();
    const vertices = new InterleavedBuffer(shape.vertices, 7);
    geometry.setAttribute('position', new InterleavedBufferAttribute(vertices, 3, 0));
    geometry.setAttribute('look', new InterleavedBufferAttribute(vertices, 4, 3));
    columns.attach(geometry);
    const uniforms = {
      viewHeight: { value: 1 },
      colors: { value: look.colors.map((color) => color.clone().convertLinearToSRGB()) },
      sizes: { value: look.sizes },
      leastPixels: { value: shape.pixels },
      flap: { value: shape.flap },
      wave: { value: shape.wave },
      rate: { value: shape.rate },
      bank: { value: shape.bank },
      tint: { value: shape.tint },
      upright: { value: look.upright },
      sun: { value: look.sun },
      fadeFrom: { value: look.reach },
      dt: { value: look.dt },
      lag: { value: 0 },
      painted: { value: 0 },
    };
    const defines = { SPECIES: look.sizes.length, ...(columns.isPosed ? { POSED: '' } : {}) };
    const shaders = { vertexShader: VERTEX, fragmentShader: FRAGMENT };
    const material = shadingMaterial({ ...shaders, uniforms, defines });
    material.side = DoubleSide;
    super(geometry, material);
    this.#columns = columns;
    knowView(this, uniforms);
    this.frustumCulled = false;
  }

  /** Shows the agents as they were `lag` seconds before the time of the state. */
  update(state: DrawnState, lag: number): void {
    this.#columns.update(state);
    const { uniforms } = this.material;
    uniforms.lag.value = lag;
    uniforms.painted.value = state.paint.cover;
    this.geometry.instanceCount = state.living;
  }

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
