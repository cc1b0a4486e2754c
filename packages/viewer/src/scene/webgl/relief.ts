import { ShaderMaterial } from 'three';
import type { ReliefLook } from '../brushes.ts';

const VERTEX = /* glsl */ `
  varying vec3 ground;
  varying vec3 across;
  void main() {
    ground = position;
    across = normal;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`;
const FRAGMENT = /* glsl */ `
  uniform float least;
  uniform float range;
  uniform float interval;
  varying vec3 ground;
  varying vec3 across;
  void main() {
    float light = 0.35 + 0.65 * max(0.0, dot(normalize(across), normalize(vec3(-0.5, 0.6, 0.62))));
    vec3 color = mix(vec3(0.10, 0.17, 0.21), vec3(0.46, 0.50, 0.46), (ground.z - least) / range);
    // a contour one pixel wide at any distance, fading before contours would merge
    float at = ground.z / interval;
    float perPixel = max(fwidth(at), 1e-6);
    float contour = 1.0 - clamp(abs(fract(at - 0.5) - 0.5) / perPixel / 1.2, 0.0, 1.0);
    // flat ground exactly at the height of a contour gets no line
    contour *= smoothstep(0.0, 0.004, perPixel) * (1.0 - smoothstep(0.2, 0.6, perPixel));
    color = mix(color * light, vec3(0.55, 0.66, 0.70), 0.35 * contour);
    gl_FragColor = vec4(color, 1.0);
  }
`;

/**
 * Creates a material for uneven ground with contours. The ground is lit from the upper left. Higher ground is lighter.
 */
export function reliefMaterial({ least, range, interval }: ReliefLook): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { least: { value: least }, range: { value: range }, interval: { value: interval } },
    // Drawn behind the map and other things on the ground.
    polygonOffset: true,
    polygonOffsetFactor: 2,
    polygonOffsetUnits: 8,
  });
}
