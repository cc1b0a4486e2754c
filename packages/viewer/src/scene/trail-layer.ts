import { type DrawnState, TRAIL_SECONDS, VERTICES } from '@skein/three/parts';
import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  LineSegments,
  Mesh,
} from 'three';
import type { FrameView, Layer } from './layer.ts';
import { lightMaterial, NOWHERE } from './light.ts';
import { scaleTexture } from './scale-texture.ts';

/** Half the width of the glow along a trail, m. */
const GLOW_RADIUS = 0.46;

const FADE = /* glsl */ `
  uniform float now;
  attribute float time;
  // 1 at the head, 0 once the trail has faded out
  float freshness() {
    return clamp(1.0 - (now - time) / ${TRAIL_SECONDS.toFixed(3)}, 0.0, 1.0);
  }
`;

/** The color of the species, or what the scale has for the speed. */
const HUE = /* glsl */ `
  uniform vec3 colors[SPECIES];
  uniform float fastest; // m/s, the end of the scale; 0 when colors tell species
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
    gl_Position = fresh > 0.0 ? projectionMatrix * modelViewMatrix * vec4(position, 1.0) : ${NOWHERE};
  }
`;
const LINE_FRAGMENT = /* glsl */ `
  varying vec3 hue;
  varying float fresh;
  void main() {
    float young = fresh * fresh;
    gl_FragColor = vec4(mix(hue, vec3(1.0), young * young * 0.6), young);
  }
`;

const GLOW_VERTEX = /* glsl */ `
  ${FADE}
  ${HUE}
  uniform float pixelsPerMeter;
  attribute float side;
  varying float across;
  varying float strength;
  void main() {
    hue = hued();
    float fresh = freshness();
    vec4 place = modelViewMatrix * vec4(position, 1.0);
    // The ribbon lies along the path, and turns its face to the eye.
    vec3 outward = cross(mat3(modelViewMatrix) * velocity, place.xyz);
    float size = length(outward);
    outward = size > 1e-6 ? outward / size : vec3(1.0, 0.0, 0.0);
    float radius = ${GLOW_RADIUS} * (0.35 + 0.65 * fresh);
    // A ribbon narrower than three pixels gives off less light instead.
    float least = 1.5 * max(-place.z, 0.3) / pixelsPerMeter;
    // It begins faintly: at the head, whose own glow is there, its end would show as an edge.
    float onset = 0.1 + 0.9 * smoothstep(0.0, 0.08, now - time);
    strength = 0.85 * onset * fresh * fresh * min(1.0, radius / least);
    across = side;
    place.xyz += outward * side * max(radius, least);
    gl_Position = fresh > 0.0 ? projectionMatrix * place : ${NOWHERE};
  }
`;
const GLOW_FRAGMENT = /* glsl */ `
  varying vec3 hue;
  varying float across;
  varying float strength;
  void main() {
    float near = 1.0 - abs(across);
    gl_FragColor = vec4(hue, near * near * strength);
  }
`;

/** The trails of all beams: a bright line each, and a ribbon of glow along it. */
export class TrailLayer implements Layer {
  readonly object = new Group();
  readonly #lines = new BufferGeometry();
  readonly #ribbons = new BufferGeometry();
  /** What changes, by its name in the shaders; both geometries share it. */
  readonly #attributes: Readonly<Record<string, BufferAttribute>>;
  readonly #line;
  readonly #glow;
  readonly #scale = scaleTexture();

  /** `colors`: one for each species. */
  constructor({ trails }: DrawnState, colors: readonly Color[]) {
    this.#attributes = {
      position: new BufferAttribute(trails.places, 3).setUsage(DynamicDrawUsage),
      velocity: new BufferAttribute(trails.velocities, 3).setUsage(DynamicDrawUsage),
      time: new BufferAttribute(trails.times, 1).setUsage(DynamicDrawUsage),
      kind: new BufferAttribute(trails.kinds, 1).setUsage(DynamicDrawUsage),
    };
    const side = Float32Array.from(
      { length: trails.capacity * VERTICES },
      (_, i) => 2 * (i & 1) - 1,
    );
    for (const geometry of [this.#lines, this.#ribbons]) {
      for (const [name, attribute] of Object.entries(this.#attributes)) {
        geometry.setAttribute(name, attribute);
      }
    }
    this.#ribbons.setAttribute('side', new BufferAttribute(side, 1));
    this.#lines.setIndex(indexOf(trails.capacity, [0, 2]));
    this.#ribbons.setIndex(indexOf(trails.capacity, [0, 1, 2, 2, 1, 3]));

    this.#line = lightMaterial(LINE_VERTEX, LINE_FRAGMENT, colors[0]);
    this.#glow = lightMaterial(GLOW_VERTEX, GLOW_FRAGMENT, colors[0]);
    for (const material of [this.#line, this.#glow]) {
      material.defines = { SPECIES: colors.length };
      material.uniforms.colors = { value: colors.map((one) => one.clone().convertLinearToSRGB()) };
      material.uniforms.scale = { value: this.#scale };
      material.uniforms.fastest = { value: 0 };
    }
    this.#glow.side = DoubleSide;
    this.object.add(new LineSegments(this.#lines, this.#line), new Mesh(this.#ribbons, this.#glow));
    // Bounds would have to be computed anew with every segment, and beams are nearly always seen.
    for (const child of this.object.children) child.frustumCulled = false;
  }

  update(state: DrawnState, view: FrameView): void {
    const { trails } = state;
    // Without particles there is nothing else to see of a trail.
    this.object.visible = view.look.trails === 'ribbons' || state.births.capacity === 0;
    if (!this.object.visible) return;
    for (const { first, count } of trails.takeFresh()) {
      for (const attribute of Object.values(this.#attributes)) {
        const per = VERTICES * attribute.itemSize;
        attribute.addUpdateRange(first * per, count * per);
        attribute.needsUpdate = true;
      }
    }
    const segments = Math.min(trails.written, trails.capacity);
    this.#lines.setDrawRange(0, 2 * segments);
    this.#ribbons.setDrawRange(0, 6 * segments);
    const fastest = view.look.color === 'speed' ? (state.paint.scale?.to ?? 0) : 0;
    for (const { uniforms } of [this.#line, this.#glow]) {
      uniforms.now.value = state.seconds;
      uniforms.fastest.value = fastest;
    }
    this.#glow.uniforms.pixelsPerMeter.value = view.pixelsPerMeter;
  }

  dispose(): void {
    this.#lines.dispose();
    this.#ribbons.dispose();
    this.#line.dispose();
    this.#glow.dispose();
    this.#scale.dispose();
  }
}

/** The same pattern of vertices for every segment. */
function indexOf(segments: number, pattern: readonly number[]): BufferAttribute {
  const index = new Uint32Array(segments * pattern.length);
  for (let i = 0; i < segments; i++) {
    pattern.forEach((vertex, k) => {
      index[i * pattern.length + k] = i * VERTICES + vertex;
    });
  }
  return new BufferAttribute(index, 1);
}
