import { createPlace, nearestOnMesh, polygonsAt } from '../path/mesh/mesh-place.ts';
import type { NavMesh } from '../path/mesh/nav-mesh.ts';
import type { Constants } from './layout.ts';
import type { SharedWorld } from './world.ts';

/** Writes a mesh to the constants of a world. The world must have been planned with this mesh. */
export function writeMesh(constants: Constants, mesh: NavMesh): void {
  constants.meshFirst.set(mesh.first);
  constants.meshPart.set(mesh.part);
  constants.meshX.set(mesh.x);
  constants.meshY.set(mesh.y);
  constants.meshVertex.set(mesh.vertex);
  constants.meshNext.set(mesh.next);
  constants.meshWall.set(mesh.wall);
  constants.meshBinFirst.set(mesh.bins.first);
  constants.meshBinPolygon.set(mesh.bins.polygon);
}

const meshes = new WeakMap<Constants, NavMesh>();

/** The mesh of a world, as views of its shared memory. The world must have a mesh. */
export function meshIn({ plan, constants }: Pick<SharedWorld, 'plan' | 'constants'>): NavMesh {
  let mesh = meshes.get(constants);
  if (mesh === undefined) {
    const { polygons, vertices, left, low, size, columns, rows, hair } = plan.mesh!;
    mesh = {
      polygons,
      vertices,
      hair,
      first: constants.meshFirst,
      part: constants.meshPart,
      x: constants.meshX,
      y: constants.meshY,
      vertex: constants.meshVertex,
      next: constants.meshNext,
      wall: constants.meshWall,
      bins: {
        left,
        low,
        size,
        columns,
        rows,
        first: constants.meshBinFirst,
        polygon: constants.meshBinPolygon,
      },
    };
    meshes.set(constants, mesh);
  }
  return mesh;
}

const from = createPlace();
const to = createPlace();

/** Whether a point (m) is on the mesh of a world, or at most `plan.mesh.reach` away from the mesh. */
export function isNearMesh(world: SharedWorld, x: number, y: number): boolean {
  const mesh = meshIn(world);
  nearestOnMesh(from, mesh, x, y);
  return from.distance <= world.plan.mesh!.reach + mesh.hair;
}

/**
 * Whether a path over the mesh connects two points (m). The goal may be at most `reach` away from the mesh. If the
 * start is not on the mesh, the path begins at the nearest point of the mesh.
 */
export function reachesOverMesh(
  world: SharedWorld,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): boolean {
  const mesh = meshIn(world);
  nearestOnMesh(to, mesh, toX, toY);
  if (to.distance > world.plan.mesh!.reach + mesh.hair) return false;
  nearestOnMesh(from, mesh, fromX, fromY);
  const part = mesh.part[from.polygon];
  // A goal on a vertex can be in several polygons that are not connected.
  return (
    mesh.part[to.polygon] === part ||
    polygonsAt(mesh, to.x, to.y).some((polygon) => mesh.part[polygon] === part)
  );
}

/**
 * Whether two points (m) count as the same goal. Both points must have the same nearest polygon. Also, either both
 * points are within `reach` of the mesh, or both points are beyond `reach`.
 */
export function isSamePolygon(
  world: SharedWorld,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): boolean {
  const mesh = meshIn(world);
  nearestOnMesh(from, mesh, ax, ay);
  nearestOnMesh(to, mesh, bx, by);
  const { reach } = world.plan.mesh!;
  return from.polygon === to.polygon && from.distance <= reach === to.distance <= reach;
}
