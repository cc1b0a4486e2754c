import { BufferAttribute, BufferGeometry, Points, ShaderMaterial } from 'three';

const VERTEX = /* glsl */ `
  attribute float brightness;
  varying float lit;
  void main() {
    lit = brightness;
    gl_Position = projectionMatrix * mat4(mat3(viewMatrix)) * vec4(position, 1.0);
    gl_PointSize = 1.0 + 1.2 * brightness;
  }
`;
const FRAGMENT = /* glsl */ `
  varying float lit;
  void main() {
    gl_FragColor = vec4(vec3(0.72, 0.84, 1.0) * lit * 0.5, 1.0);
  }
`;

/** Creates points that look infinitely far away. `brightness` contains the brightness of each point, 0 to 1. */
export function stars(places: Float32Array, brightness: Float32Array): Points {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  geometry.setAttribute('brightness', new BufferAttribute(brightness, 1));
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    depthTest: false,
    depthWrite: false,
  });
  return new Points(geometry, material);
}
