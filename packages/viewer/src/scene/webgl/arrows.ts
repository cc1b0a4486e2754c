import { MOVE_X, MOVE_Y } from '@skein/core/path';
import { type Color, type DataTexture, ShaderMaterial } from 'three';

const VERTEX = /* glsl */ `
  varying vec2 cell;
  uniform vec2 cells;
  void main() {
    cell = uv * cells;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`;
const FRAGMENT = /* glsl */ `
  uniform sampler2D moves;
  uniform vec2 cells;
  uniform vec3 color;
  varying vec2 cell;
  const vec2 WAYS[8] = vec2[8](${MOVE_X.map((x, i) => `vec2(${x}, ${MOVE_Y[i]})`).join(', ')});
  float stroke(vec2 at, vec2 from, vec2 to, float width, float blur) {
    vec2 way = to - from;
    float along = clamp(dot(at - from, way) / dot(way, way), 0.0, 1.0);
    return 1.0 - smoothstep(width - blur, width + blur, distance(at, from + along * way));
  }
  void main() {
    int move = int(texture2D(moves, cell / cells).r * 255.0 + 0.5);
    if (move > 7) discard;
    vec2 way = normalize(WAYS[move]);
    vec2 off = fract(cell) - 0.5;
    // x along the arrow, y across it; both halves of the head are handled as one
    vec2 at = vec2(dot(off, way), abs(off.x * way.y - off.y * way.x));
    float blur = max(0.02, 0.75 * length(fwidth(cell)));
    float width = max(0.055, 0.5 * blur);
    float ink = stroke(at, vec2(-0.3, 0.0), vec2(0.3, 0.0), width, blur);
    ink = max(ink, stroke(at, vec2(0.32, 0.0), vec2(0.08, 0.2), width, blur));
    // where cells are smaller than a few pixels, arrows would look like noise
    float seen = 1.0 - smoothstep(0.16, 0.4, length(fwidth(cell)));
    gl_FragColor = vec4(color, 0.5 * ink * seen);
  }
`;

/**
 * Creates a material that draws an arrow in each cell of a plane. `moves` has one texel per cell. A texel from 0 to 7
 * is the direction of the arrow. A higher number stands for no arrow.
 */
export function arrowsMaterial(
  moves: DataTexture,
  cells: readonly [number, number],
  color: Color,
): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      moves: { value: moves },
      cells: { value: cells },
      color: { value: color.clone().convertLinearToSRGB() },
    },
    transparent: true,
    depthWrite: false,
  });
}
