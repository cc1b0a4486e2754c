import { BufferAttribute, InstancedBufferGeometry } from 'three';
import { attribute, varying, vec4, viewport } from 'three/tsl';
import type { Node } from 'three/webgpu';

const CORNERS = [-0.5, -0.5, 0, 0.5, -0.5, 0, -0.5, 0.5, 0, 0.5, 0.5, 0];

/**
 * Creates a geometry that draws one square per instance, and starts with no instances. Squares are used because points
 * in WebGPU are always one pixel large.
 */
export function squares(): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(CORNERS), 3));
  geometry.setIndex([0, 1, 2, 2, 1, 3]);
  geometry.instanceCount = 0;
  return geometry;
}

/**
 * Returns the position of a vertex in clip space. The vertex is a corner of a square that is `size` pixels wide. The
 * center of the square is at `center`, also in clip space.
 */
export function squareAt(center: Node<'vec4'>, size: Node<'float'>): Node<'vec4'> {
  const offset = corner().mul(size).mul(2).div(viewport.zw).mul(center.w);
  return center.add(vec4(offset, 0, 0));
}

/** The offset of a fragment from the center of its square, as a fraction of the square's width. */
export function fromMiddle(): Node<'vec2'> {
  return varying(corner());
}

/** The distance of a fragment from the center of its square, as a fraction of the square's width. */
export function awayFromMiddle(): Node<'float'> {
  return fromMiddle().length();
}

function corner(): Node<'vec2'> {
  return attribute<'vec3'>('position', 'vec3').xy;
}
