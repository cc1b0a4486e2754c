import {
  attribute,
  clamp,
  dot,
  Fn,
  float,
  fract,
  fwidth,
  max,
  mix,
  smoothstep,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import { NodeMaterial } from 'three/webgpu';
import type { ReliefLook } from '../brushes.ts';

/** Creates the same ground as ../webgl/relief.ts, with nodes of three.js. */
export function reliefMaterial({ least, range, interval }: ReliefLook): NodeMaterial {
  const height = varying(attribute<'vec3'>('position', 'vec3').z);
  const across = varying(attribute<'vec3'>('normal', 'vec3'));
  const material = new NodeMaterial();
  material.fragmentNode = Fn(() => {
    const sun = vec3(-0.5, 0.6, 0.62).normalize();
    const light = max(0, dot(across.normalize(), sun)).mul(0.65).add(0.35);
    const share = height.sub(least).div(range);
    const color = mix(vec3(0.1, 0.17, 0.21), vec3(0.46, 0.5, 0.46), share);
    // A contour one pixel wide at any distance, fading before contours would merge.
    const at = height.div(interval).toVar();
    const perPixel = max(fwidth(at), 1e-6).toVar();
    const off = fract(at.sub(0.5)).sub(0.5).abs().div(perPixel).div(1.2);
    const line = float(1).sub(clamp(off, 0, 1));
    // Flat ground exactly at the height of a contour gets no line.
    const isSlope = smoothstep(0, 0.004, perPixel);
    const contour = line.mul(isSlope).mul(smoothstep(0.2, 0.6, perPixel).oneMinus());
    return vec4(mix(color.mul(light), vec3(0.55, 0.66, 0.7), contour.mul(0.35)), 1);
  })();
  material.polygonOffset = true;
  material.polygonOffsetFactor = 2;
  material.polygonOffsetUnits = 8;
  material.fog = false;
  return material;
}
