import type { HeightsInput } from '@skein/core/describe';
import type { Relief } from '@skein/three/parts';
import { Mesh, ShaderMaterial } from 'three';
import { niceLength } from './nice-length.ts';
import { planeOver } from './plane-over.ts';

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
    // a contour as wide as a pixel at any distance, and gone before contours would run together
    float at = ground.z / interval;
    float perPixel = max(fwidth(at), 1e-6);
    float contour = 1.0 - clamp(abs(fract(at - 0.5) - 0.5) / perPixel / 1.2, 0.0, 1.0);
    // a plain that is as high as a contour is none
    contour *= smoothstep(0.0, 0.004, perPixel) * (1.0 - smoothstep(0.2, 0.6, perPixel));
    color = mix(color * light, vec3(0.55, 0.66, 0.70), 0.35 * contour);
    gl_FragColor = vec4(color, 1.0);
  }
`;

/** The ground as far as the height map goes: lit from the upper left, the lighter the higher, with contours. */
export function reliefMesh(
  { columns, rows, cellSize, origin }: HeightsInput,
  relief: Relief,
): Mesh<ReturnType<typeof planeOver>, ShaderMaterial> {
  const [width, height] = [columns, rows].map((points) => Math.max(1, points - 1) * cellSize);
  const center = [origin[0] + width / 2, origin[1] + height / 2] as const;
  const geometry = planeOver(width, height, center, relief);
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  const range = Math.max(1e-3, max.z - min.z);
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      least: { value: min.z },
      range: { value: range },
      interval: { value: niceLength(range / 8) },
    },
    // Behind the map and whatever else lies on the ground.
    polygonOffset: true,
    polygonOffsetFactor: 2,
    polygonOffsetUnits: 8,
  });
  const mesh = new Mesh(geometry, material);
  mesh.position.set(center[0], center[1], 0);
  return mesh;
}
