import { type PerspectiveCamera, Plane, Vector3, Vector4, WebGLCoordinateSystem } from 'three';

/**
 * Tilts the near plane of a camera into the height above which nothing is to be drawn. So every renderer cuts there,
 * whatever the materials. The far plane is tilted, too, and just far enough off to keep all that was before it.
 *
 * Source: Lengyel, Oblique View Frustum Depth Projection and Clipping, Journal of Game Development 1(2), 2005.
 */
export function cutAbove(camera: PerspectiveCamera, height: number): void {
  const { normal, constant } = new Plane(new Vector3(0, 0, -1), height).applyMatrix4(
    camera.matrixWorldInverse,
  );
  const e = camera.projectionMatrix.elements;
  const corner = new Vector4(
    (Math.sign(normal.x) + e[8]) / e[0],
    (Math.sign(normal.y) + e[9]) / e[5],
    -1,
    1 / camera.far,
  );
  const plane = new Vector4(normal.x, normal.y, normal.z, constant);
  // The depth begins at -1 with WebGL, and at 0 with WebGPU.
  const below = camera.coordinateSystem === WebGLCoordinateSystem ? 1 : 0;
  plane.multiplyScalar((1 + below) / plane.dot(corner));
  [e[2], e[6], e[10], e[14]] = [plane.x, plane.y, plane.z + below, plane.w];
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
}
