import { BackSide } from 'three';
import {
  attribute,
  cameraProjectionMatrix,
  cameraViewMatrix,
  exp,
  Fn,
  mix,
  select,
  smoothstep,
  uniform,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import { type Node, NodeMaterial } from 'three/webgpu';
import type { Air } from '../brushes.ts';

/** Creates the same sky as ../webgl/air.ts, with nodes of three.js. */
export function airMaterial({ level, deep, surface }: Air): NodeMaterial {
  const position = attribute<'vec3'>('position', 'vec3');
  const material = new NodeMaterial();
  material.vertexNode = aroundTheEye(position);
  const direction = varying(position);
  material.fragmentNode = Fn(() => {
    const height = direction.normalize().y.toVar();
    // Black overhead; a thin band of dark blue marks the horizon.
    const fall = select(height.greaterThan(0), 7, 16);
    const band = exp(height.abs().mul(fall).negate());
    const above = mix(colorOf(deep), colorOf(surface), smoothstep(-0.5, 1, height));
    return vec4(colorOf(level).mul(band).add(above), 1);
  })();
  material.side = BackSide;
  material.depthTest = false;
  material.depthWrite = false;
  material.fog = false;
  return material;
}

/**
 * Projects a point. `place` is the offset from the camera to the point, along the axes of the world. When the camera
 * moves, the point moves with it, and never comes nearer.
 */
export function aroundTheEye(place: Node<'vec3'>): Node<'vec4'> {
  const turned = cameraViewMatrix.mul(vec4(place, 0)) as Node<'vec4'>;
  return cameraProjectionMatrix.mul(vec4(turned.xyz, 1)) as Node<'vec4'>;
}

function colorOf([red, green, blue]: readonly number[]): Node<'vec3'> {
  return vec3(uniform(red), uniform(green), uniform(blue));
}
