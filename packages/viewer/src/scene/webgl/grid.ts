import { AdditiveBlending, ShaderMaterial } from 'three';
import type { GridLook } from '../brushes.ts';

const VERTEX = /* glsl */ `
  varying vec2 ground;
  void main() {
    vec4 place = modelMatrix * vec4(position, 1.0);
    ground = position.xy;
    gl_Position = projectionMatrix * viewMatrix * place;
  }
`;
const FRAGMENT = /* glsl */ `
  uniform float cell;
  uniform float reach;
  uniform float bright;
  varying vec2 ground;
  // 1 on a line: one pixel wide at any distance, and fading before lines would merge
  float lines(vec2 at, float width) {
    vec2 perPixel = fwidth(at);
    vec2 off = abs(fract(at - 0.5) - 0.5) / perPixel;
    vec2 on = (1.0 - clamp(off / width, 0.0, 1.0)) * (1.0 - smoothstep(0.15, 0.5, perPixel));
    return max(on.x, on.y);
  }
  void main() {
    float away = length(ground) / reach;
    float fade = exp(-2.2 * away * away);
    float fine = bright * 0.10 * lines(ground / cell, 1.1);
    float bold = bright * 0.26 * lines(ground / (5.0 * cell), 1.4);
    float glow = bright * bright * 0.035 * exp(-9.0 * away * away);
    gl_FragColor = vec4(vec3(0.30, 0.62, 0.86) * (max(fine, bold) * fade + glow), 1.0);
  }
`;

/** Creates a grid of fine and bold lines that fade with the distance, and a faint glow in the center. */
export function gridMaterial({ cell, reach, bright }: GridLook): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { cell: { value: cell }, reach: { value: reach }, bright: { value: bright } },
    // Added to the background, so the sky continues below the horizon.
    blending: AdditiveBlending,
    transparent: true,
    depthWrite: false,
  });
}
