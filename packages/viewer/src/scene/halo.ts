import { knowView, lightMaterial, VERTEX_END } from '@skein/three/parts';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  Points,
  type ShaderMaterial,
} from 'three';

const VERTEX = /* glsl */ `
  uniform float radius;
  void main() {
    vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
    gl_Position = projectionMatrix * mvPosition;
    gl_PointSize = clamp(2.0 * radius * pixelsPerMeter(gl_Position), 1.0, 512.0);
    ${VERTEX_END}
  }
`;
const FRAGMENT = /* glsl */ `
  uniform vec3 color;
  uniform float strength;
  void main() {
    float near = max(0.0, 1.0 - 2.0 * length(gl_PointCoord - 0.5));
    shine(color, near * near * strength, 0.0);
  }
`;

/** A soft light about a point. A body around the point hides all but the light beside it. */
export class Halo {
  readonly object: Points<BufferGeometry, ShaderMaterial>;
  readonly #strength = { value: 0 };

  constructor(color: ColorRepresentation, radius: number) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(3), 3));
    const uniforms = {
      viewHeight: { value: 1 },
      color: { value: new Color(color).convertLinearToSRGB() },
      radius: { value: radius },
      strength: this.#strength,
    };
    const shaders = { vertexShader: VERTEX, fragmentShader: FRAGMENT };
    this.object = new Points(geometry, lightMaterial({ ...shaders, uniforms }));
    knowView(this.object, uniforms);
    this.object.frustumCulled = false;
  }

  update(strength: number): void {
    this.#strength.value = strength;
  }
}
