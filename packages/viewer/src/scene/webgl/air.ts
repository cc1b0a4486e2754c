import { BackSide, ShaderMaterial } from 'three';
import type { Air } from '../brushes.ts';

const VERTEX = /* glsl */ `
  varying vec3 direction;
  void main() {
    direction = position;
    gl_Position = projectionMatrix * mat4(mat3(viewMatrix)) * vec4(position, 1.0);
  }
`;
const FRAGMENT = /* glsl */ `
  uniform vec3 level;
  uniform vec3 deep;
  uniform vec3 surface;
  varying vec3 direction;
  void main() {
    float height = normalize(direction).y;
    // black overhead; a thin band of dark blue marks the horizon
    float band = exp(-abs(height) * (height > 0.0 ? 7.0 : 16.0));
    vec3 above = mix(deep, surface, smoothstep(-0.5, 1.0, height));
    gl_FragColor = vec4(level * band + above, 1.0);
  }
`;

/** Creates a sky that is bright at the horizon, and has other colors above and below. */
export function airMaterial({ level, deep, surface }: Air): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { level: { value: level }, deep: { value: deep }, surface: { value: surface } },
    side: BackSide,
    depthTest: false,
    depthWrite: false,
  });
}
