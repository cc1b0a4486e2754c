import type { Relief } from '@skein/three/parts';
import { PlaneGeometry } from 'three';

/** The maximum number of squares along each edge of a plane that follows uneven ground. */
const MAX_SQUARES = 256;

/** Creates a rectangle around a center. In a scene with a height map, it follows the ground. */
export function planeOver(
  width: number,
  height: number,
  center: readonly [x: number, y: number],
  relief: Relief | undefined,
): PlaneGeometry {
  if (relief === undefined) return new PlaneGeometry(width, height);
  const squares = (edge: number): number =>
    Math.min(MAX_SQUARES, Math.max(1, Math.ceil(edge / relief.spacing)));
  const plane = new PlaneGeometry(width, height, squares(width), squares(height));
  const { position } = plane.attributes;
  for (let k = 0; k < position.count; k++) {
    const at = relief.heightAt(position.getX(k) + center[0], position.getY(k) + center[1]);
    position.setZ(k, at);
  }
  plane.computeVertexNormals();
  return plane;
}
