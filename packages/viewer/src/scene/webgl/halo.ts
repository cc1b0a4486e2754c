import { knowView, lightMaterial, VERTEX_END } from '@skein/three/parts';
import { BufferAttribute, BufferGeometry, type Color, Points } from 'three';
import type { Halo } from '../brushes.ts';

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

/**
 * Creates a soft light around a point. If the point is inside a body, the body hides the middle of the light, so that
 * only a rim around the body is visible.
 */
export function halo(color: Color, radius: number): Halo {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3), 3));
  const strength = { value: 0 };
  const uniforms = {
    viewHeight: { value: 1 },
    color: { value: color.clone().convertLinearToSRGB() },
    radius: { value: radius },
    strength,
  };
  const shaders = { vertexShader: VERTEX, fragmentShader: FRAGMENT };
  const object = new Points(geometry, lightMaterial({ ...shaders, uniforms }));
  knowView(object, uniforms);
  object.frustumCulled = false;
  return {
    object,
    update(now) {
      strength.value = now;
    },
  };
}
