import { AdditiveBlending } from 'three';
import {
  attribute,
  clamp,
  exp,
  Fn,
  float,
  fract,
  fwidth,
  max,
  smoothstep,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import { type Node, NodeMaterial } from 'three/webgpu';
import type { GridLook } from '../brushes.ts';

/** Creates the same grid as ../webgl/grid.ts, with nodes of three.js. */
export function gridMaterial({ cell, reach, bright }: GridLook): NodeMaterial {
  const material = new NodeMaterial();
  const ground = varying(attribute<'vec3'>('position', 'vec3').xy);
  material.fragmentNode = Fn(() => {
    const away = ground.length().div(reach).toVar();
    const fade = exp(away.mul(away).mul(-2.2));
    const fine = lines(ground.div(cell), 1.1).mul(0.1 * bright);
    const bold = lines(ground.div(5 * cell), 1.4).mul(0.26 * bright);
    const glow = exp(away.mul(away).mul(-9)).mul(0.035 * bright * bright);
    return vec4(vec3(0.3, 0.62, 0.86).mul(max(fine, bold).mul(fade).add(glow)), 1);
  })();
  material.blending = AdditiveBlending;
  material.transparent = true;
  material.depthWrite = false;
  material.fog = false;
  return material;
}

/**
 * The brightness of the grid at a point: 1 on a line. A line is `width` pixels wide at any distance, and fades where
 * lines would be too close together.
 */
function lines(at: Node<'vec2'>, width: number): Node<'float'> {
  const perPixel = fwidth(at).toVar();
  const off = fract(at.sub(0.5)).sub(0.5).abs().div(perPixel);
  const seen = smoothstep(0.15, 0.5, perPixel).oneMinus();
  const on = float(1)
    .sub(clamp(off.div(width), 0, 1))
    .mul(seen)
    .toVar();
  return max(on.x, on.y);
}
