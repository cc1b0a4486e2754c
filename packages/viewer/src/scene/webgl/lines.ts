import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import type { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

/** Creates an object that draws lines in front of everything else. `width` is in CSS pixels. */
export function lines(
  geometry: LineSegmentsGeometry,
  width: number,
  opacity: number,
): LineSegments2 {
  const material = new LineMaterial({
    linewidth: width,
    vertexColors: true,
    transparent: true,
    opacity,
    depthTest: false,
    depthWrite: false,
  });
  return new LineSegments2(geometry, material);
}
