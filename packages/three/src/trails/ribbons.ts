import { type Color, DoubleSide, Group, type IUniform, LineSegments, Mesh } from 'three';
import { knowView, lightMaterial, NOWHERE, VERTEX_END } from '../light/light.ts';
import { scaleTexture } from '../light/scale-texture.ts';
import type { TrailRing } from '../sync/trail-ring.ts';
import { RibbonGeometry } from './ribbon-geometry.ts';

/**
 * A vertex whose age (in s) is below this limit is in the future, and is not drawn yet. The limit is slightly below 0
 * to allow for rounding.
 */
export const YET_TO_BE = -1e-4;

const FADE = /* glsl */ `
  uniform float now; // s, of the state
  uniform float lag; // s before it
  uniform float seconds;
  attribute float time;
  varying float age; // s; below 0 for positions in the future
  // 1 at the head, 0 once the trail has faded out
  float freshness() {
    age = now - lag - time;
    return clamp(1.0 - age / seconds, 0.0, 1.0);
  }
`;

/** Computes the color of a trail. Either the species has a color, or a color scale gives each speed a color. */
const HUE = /* glsl */ `
  uniform vec3 colors[SPECIES];
  uniform float fastest; // m/s, the end of the scale; 0 if colors show the species
  uniform sampler2D scale;
  attribute float kind;
  attribute vec3 velocity;
  varying vec3 hue;
  vec3 hued() {
    if (fastest == 0.0) return colors[int(kind)];
    return texture2D(scale, vec2(length(velocity) / fastest, 0.5)).rgb;
  }
`;

const LINE_VERTEX = /* glsl */ `
  ${FADE}
  ${HUE}
  varying float fresh;
  void main() {
    hue = hued();
    fresh = freshness();
    vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
    gl_Position = fresh > 0.0 ? projectionMatrix * mvPosition : ${NOWHERE};
    ${VERTEX_END}
  }
`;
const LINE_FRAGMENT = /* glsl */ `
  uniform float fade;
  varying vec3 hue;
  varying float fresh;
  varying float age;
  void main() {
    if (age < ${YET_TO_BE.toExponential()}) discard;
    float young = pow(max(fresh, 0.0), fade);
    shine(mix(hue, vec3(1.0), young * young * 0.6), young, 0.0);
  }
`;

const GLOW_VERTEX = /* glsl */ `
  ${FADE}
  ${HUE}
  uniform float fade;
  uniform float width; // m
  attribute float side;
  varying float across;
  varying float strength;
  void main() {
    hue = hued();
    float fresh = freshness();
    vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
    // The ribbon lies along the path and faces the eye.
    vec3 ahead = isOrthographic ? vec3(0.0, 0.0, -1.0) : mvPosition.xyz;
    vec3 outward = cross(mat3(modelViewMatrix) * velocity, ahead);
    float size = length(outward);
    outward = size > 1e-6 ? outward / size : vec3(1.0, 0.0, 0.0);
    float radius = 0.5 * width * (0.35 + 0.65 * fresh);
    // A ribbon narrower than three pixels is dimmer instead.
    float least = 1.5 / pixelsPerMeter(projectionMatrix * mvPosition);
    // The glow begins faintly at the head, which has a glow of its own; otherwise the end of the ribbon would show as
    // an edge.
    float onset = 0.1 + 0.9 * smoothstep(0.0, 0.08, age);
    strength = 0.85 * onset * pow(fresh, fade) * min(1.0, radius / least);
    across = side;
    mvPosition.xyz += outward * side * max(radius, least);
    gl_Position = fresh > 0.0 ? projectionMatrix * mvPosition : ${NOWHERE};
    ${VERTEX_END}
  }
`;
const GLOW_FRAGMENT = /* glsl */ `
  varying vec3 hue;
  varying float across;
  varying float strength;
  varying float age;
  void main() {
    if (age < ${YET_TO_BE.toExponential()}) discard;
    float near = 1.0 - abs(across);
    shine(hue, near * near * strength, 0.0);
  }
`;

export interface RibbonsLook {
  /** The color of each species. */
  readonly colors: readonly Color[];
  /** How long a trail is visible, in s. */
  readonly seconds: number;
  /** The width of the glow at the head of a trail, in m. */
  readonly width: number;
  /**
   * The exponent of the fading. Each point of the trail is visible for the time `seconds`. Its light is the fraction of
   * this time that remains, raised to the power `fade`.
   */
  readonly fade: number;
  /** A uniform with the time from the drawn moment to the last state, in s. Several objects may share it. */
  readonly lag: IUniform<number>;
}

/** Draws the trails of a ring. Each trail consists of a bright line, and of a ribbon of glow along it. */
export class Ribbons extends Group {
  readonly #geometry: RibbonGeometry;
  readonly #uniforms;
  readonly #line;
  readonly #glow;
  readonly #scale = scaleTexture();

  constructor(ring: TrailRing, { colors, seconds, width, fade, lag }: RibbonsLook) {
    super();
    this.#geometry = new RibbonGeometry(ring);
    this.#uniforms = {
      viewHeight: { value: 1 },
      now: { value: 0 },
      lag,
      seconds: { value: seconds },
      fade: { value: fade },
      width: { value: width },
      colors: { value: colors.map((color) => color.clone().convertLinearToSRGB()) },
      scale: { value: this.#scale },
      fastest: { value: 0 },
    };
    const shared = { uniforms: this.#uniforms, defines: { SPECIES: colors.length } };
    const line = { vertexShader: LINE_VERTEX, fragmentShader: LINE_FRAGMENT };
    const glow = { vertexShader: GLOW_VERTEX, fragmentShader: GLOW_FRAGMENT };
    this.#line = lightMaterial({ ...line, ...shared });
    this.#glow = lightMaterial({ ...glow, ...shared });
    this.#glow.side = DoubleSide;
    const { lines, ribbons } = this.#geometry;
    this.add(new LineSegments(lines, this.#line), new Mesh(ribbons, this.#glow));
    for (const child of this.children) {
      // The bounds would change with every segment, and trails are nearly always visible.
      child.frustumCulled = false;
      knowView(child, this.#uniforms);
    }
  }

  /**
   * Shows the segments that were recorded since the last call.
   * @param seconds the simulated time of the state, in s
   * @param fastest the speed at the end of the color scale, in m/s; 0 if colors show the species
   */
  update(seconds: number, fastest = 0): void {
    this.#geometry.update();
    this.#uniforms.now.value = seconds;
    this.#uniforms.fastest.value = fastest;
  }

  override dispose(): void {
    this.#geometry.dispose();
    this.#line.dispose();
    this.#glow.dispose();
    this.#scale.dispose();
  }
}
