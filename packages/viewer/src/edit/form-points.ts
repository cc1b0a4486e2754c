import { Quaternion, Vector3 } from 'three';
import { hullOf } from './brush.ts';
import { centerOf, type ObstacleForm } from './obstacle-form.ts';
import type { Point, Sight } from './sight.ts';

const ROUND = 48;

/**
 * Points on the surface of an obstacle. Their convex hull has approximately the shape of the obstacle. For a plane,
 * which is infinite, the points cover only a square around its center. `reach` is half the edge of this square (m).
 */
function surfaceOf(form: ObstacleForm, reach: number): Vector3[] {
  const at = (point: readonly number[]) => new Vector3(point[0], point[1], point[2] ?? 0);
  const center = at(centerOf(form));
  const turn = rotationOf(form);
  const turned = (points: Vector3[]) =>
    points.map((point) => point.sub(center).applyQuaternion(turn).add(center));
  if (form.type === 'sphere') return ballAt(center, form.radius);
  if (form.type === 'capsule') {
    return turned([form.from, form.to].flatMap((end) => ballAt(at(end), form.radius)));
  }
  if (form.type === 'polygon') return turned(form.points.map(at));
  if (form.type === 'box') {
    const [a, b] = [at(form.min), at(form.max)];
    return turned(
      [0, 1, 2, 3, 4, 5, 6, 7].map(
        (k) => new Vector3(k & 1 ? a.x : b.x, k & 2 ? a.y : b.y, k & 4 ? a.z : b.z),
      ),
    );
  }
  const normal = at(form.normal).normalize();
  const side = new Vector3(-normal.y, normal.x, 0);
  if (side.lengthSq() < 1e-9) side.set(1, 0, 0);
  side.setLength(reach);
  const other = form.point.length > 2 ? normal.clone().cross(side) : new Vector3();
  return [1, -1].flatMap((a) =>
    [1, -1].map((b) => center.clone().addScaledVector(side, a).addScaledVector(other, b)),
  );
}

function ballAt(center: Vector3, radius: number): Vector3[] {
  return Array.from({ length: ROUND }, (_, k) => {
    const angle = (2 * Math.PI * k) / ROUND;
    const [a, b] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return [new Vector3(a, b, 0), new Vector3(0, a, b), new Vector3(b, 0, a)];
  })
    .flat()
    .map((point) => point.add(center));
}

function rotationOf(form: ObstacleForm): Quaternion {
  const { rotation = 0 } = form as { rotation?: number | readonly number[] };
  if (typeof rotation === 'number') {
    return new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), rotation);
  }
  const [x, y, z, w] = rotation;
  return new Quaternion(x, y, z, w).normalize();
}

/** The outline of an obstacle on the page; undefined when part of the obstacle is behind the camera. */
export function outlineOf(form: ObstacleForm, sight: Sight): readonly Point[] | undefined {
  const points: [number, number][] = [];
  const project = sight.projector();
  for (const { x, y, z } of surfaceOf(form, 2 * sight.radius)) {
    const seen = project(x, y, z);
    if (seen === undefined) return undefined;
    points.push([...seen]);
  }
  return hullOf(points);
}

/** The distance from a place on the page to a convex outline, in CSS pixels; 0 inside the outline. */
export function distanceTo(outline: readonly Point[], x: number, y: number): number {
  let inside = outline.length > 2;
  let nearest = Number.POSITIVE_INFINITY;
  outline.forEach(([ax, ay], k) => {
    const [bx, by] = outline[(k + 1) % outline.length];
    if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) inside = false;
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
    const along = Math.min(1, Math.max(0, share));
    nearest = Math.min(nearest, Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)));
  });
  return inside ? 0 : nearest;
}
