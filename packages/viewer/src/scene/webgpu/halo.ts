import {
  awayFromMiddle,
  nodeLightMaterial,
  pixelsPerMeter,
  squareAt,
  squares,
  viewOf,
} from '@skein/three/webgpu/parts';
import { type Color, Mesh } from 'three';
import { bool, cameraProjectionMatrix, clamp, float, max, uniform, vec3 } from 'three/tsl';
import type { Node } from 'three/webgpu';
import type { Halo } from '../brushes.ts';

/** Creates the same light as ../webgl/halo.ts, with nodes of three.js. */
export function halo(color: Color, radius: number): Halo {
  const strength = uniform(0);
  const { r, g, b } = color.clone().convertLinearToSRGB();
  const view = viewOf(vec3(0, 0, 0));
  const center = cameraProjectionMatrix.mul(view) as Node<'vec4'>;
  const near = max(0, float(1).sub(awayFromMiddle().mul(2)));
  const light = {
    view,
    clip: squareAt(center, clamp(pixelsPerMeter(center).mul(2 * radius), 1, 512)),
    isShown: bool(true),
    color: vec3(r, g, b),
    strength: near.mul(near).mul(strength),
    cover: 0,
  };
  const geometry = squares();
  geometry.instanceCount = 1;
  const object = new Mesh(geometry, nodeLightMaterial(light, 'shown'));
  object.frustumCulled = false;
  return {
    object,
    update(now) {
      strength.value = now;
    },
  };
}
