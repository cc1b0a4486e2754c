import { BufferAttribute, BufferGeometry, Color, type ColorRepresentation, Points } from 'three';
import type { FrameView } from './layer.ts';
import { lightMaterial } from './light.ts';

const VERTEX = /* glsl */ `
  uniform float radius;
  uniform float pixelsPerMeter;
  void main() {
    vec4 place = modelViewMatrix * vec4(position, 1.0);
    gl_Position = projectionMatrix * place;
    gl_PointSize = clamp(2.0 * radius * pixelsPerMeter / max(-place.z, 0.3), 1.0, 512.0);
  }
`;
const FRAGMENT = /* glsl */ `
  uniform vec3 color;
  uniform float strength;
  void main() {
    float near = max(0.0, 1.0 - 2.0 * length(gl_PointCoord - 0.5));
    gl_FragColor = vec4(color, near * near * strength);
  }
`;

/** A soft light about a point. A body around the point hides all but the light beside it. */
export class Halo {
  readonly object: Points;
  readonly #material;

  constructor(color: ColorRepresentation, radius: number) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(3), 3));
    this.#material = lightMaterial(VERTEX, FRAGMENT, new Color(color));
    this.#material.uniforms.radius = { value: radius };
    this.#material.uniforms.strength = { value: 0 };
    this.object = new Points(geometry, this.#material);
    this.object.frustumCulled = false;
  }

  update(strength: number, view: FrameView): void {
    this.#material.uniforms.strength.value = strength;
    this.#material.uniforms.pixelsPerMeter.value = view.pixelsPerMeter;
  }
}
