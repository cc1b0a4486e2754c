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
import { type DrawnState, TRAIL_SECONDS } from '../sync/drawn-state.ts';
import { VERTICES } from '../sync/trails.ts';
import type { FrameView, Layer } from './layer.ts';
import { lightMaterial, NOWHERE } from './light.ts';

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

const LINE_VERTEX = /* glsl */ `
  ${FADE}
  varying float fresh;
  void main() {
    fresh = freshness();
    gl_Position = fresh > 0.0 ? projectionMatrix * modelViewMatrix * vec4(position, 1.0) : ${NOWHERE};
  }
`;
const LINE_FRAGMENT = /* glsl */ `
  uniform vec3 color;
  varying float fresh;
  void main() {
    float young = fresh * fresh;
    gl_FragColor = vec4(mix(color, vec3(1.0), young * young * 0.6), young);
  }
`;

const GLOW_VERTEX = /* glsl */ `
  ${FADE}
  uniform float pixelsPerMeter;
  attribute vec3 velocity;
  attribute float side;
  varying float across;
  varying float strength;
  void main() {
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
  uniform vec3 color;
  varying float across;
  varying float strength;
  void main() {
    float near = 1.0 - abs(across);
    gl_FragColor = vec4(color, near * near * strength);
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

  constructor({ trails }: DrawnState, color: Color) {
    this.#attributes = {
      position: new BufferAttribute(trails.places, 3).setUsage(DynamicDrawUsage),
      velocity: new BufferAttribute(trails.velocities, 3).setUsage(DynamicDrawUsage),
      time: new BufferAttribute(trails.times, 1).setUsage(DynamicDrawUsage),
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

    this.#line = lightMaterial(LINE_VERTEX, LINE_FRAGMENT, color);
    this.#glow = lightMaterial(GLOW_VERTEX, GLOW_FRAGMENT, color);
    this.#glow.side = DoubleSide;
    this.object.add(new LineSegments(this.#lines, this.#line), new Mesh(this.#ribbons, this.#glow));
    // Bounds would have to be computed anew with every segment, and beams are nearly always seen.
    for (const child of this.object.children) child.frustumCulled = false;
  }

  update(state: DrawnState, view: FrameView): void {
    const { trails } = state;
    // Without particles there is nothing else to see of a trail.
    this.object.visible = view.options.trails === 'ribbons' || state.births.capacity === 0;
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
    this.#line.uniforms.now.value = state.seconds;
    this.#glow.uniforms.now.value = state.seconds;
    this.#glow.uniforms.pixelsPerMeter.value = view.pixelsPerMeter;
  }

  dispose(): void {
    this.#lines.dispose();
    this.#ribbons.dispose();
    this.#line.dispose();
    this.#glow.dispose();
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
