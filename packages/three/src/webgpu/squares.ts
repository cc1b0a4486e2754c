import { BufferAttribute, InstancedBufferGeometry } from 'three';
import { attribute, varying, vec4, viewport } from 'three/tsl';
import type { Node } from 'three/webgpu';

const CORNERS = [-0.5, -0.5, 0, 0.5, -0.5, 0, -0.5, 0.5, 0, 0.5, 0.5, 0];

/** A square for each instance, none at first: WebGPU has no points larger than a pixel. */
export function squares(): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(CORNERS), 3));
  geometry.setIndex([0, 1, 2, 2, 1, 3]);
  geometry.instanceCount = 0;
  return geometry;
}

/** Where a corner of the square is that has its middle at `center` and is `size` pixels wide, in clip space. */
export function squareAt(center: Node<'vec4'>, size: Node<'float'>): Node<'vec4'> {
  const offset = corner().mul(size).mul(2).div(viewport.zw).mul(center.w);
  return center.add(vec4(offset, 0, 0));
}

/** Where a fragment is from the middle of its square, in widths of it. */
export function fromMiddle(): Node<'vec2'> {
  return varying(corner());
}

/** How far a fragment is from the middle of its square, in widths of it. */
export function awayFromMiddle(): Node<'float'> {
  return fromMiddle().length();
}

function corner(): Node<'vec2'> {
  return attribute<'vec3'>('position', 'vec3').xy;
}
