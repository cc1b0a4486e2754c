import { show } from '../errors.ts';
import { findMeshProblems } from '../path/mesh/build-mesh.ts';
import { polygonAt } from '../path/mesh/place.ts';
import type { Report } from './check-reference.ts';
import { meshOf } from './mesh.ts';
import type { Bounds, MeshInput, Scenario } from './schema.ts';

interface Parts {
  readonly mesh: MeshInput | undefined;
  readonly map: Scenario['map'];
  readonly dimensions: 2 | 3;
  readonly bounds: Bounds | undefined;
}

/** Checks the polygons of a mesh, and whether the scenario allows a mesh. Returns whether the mesh can be built. */
export function checkMesh({ mesh, map, dimensions, bounds }: Parts, report: Report): boolean {
  if (mesh === undefined) return false;
  if (map !== undefined) report('$.mesh', 'both a map and a mesh', 'one of the two');
  if (dimensions !== 2) report('$.mesh', 'a mesh in three dimensions', 'dimensions 2');
  if (bounds?.type === 'wrap')
    report('$.mesh', 'a mesh in bounds that wrap', 'bounds that do not wrap');
  mesh.vertices.forEach(([, , z], index) => {
    if (z !== 0)
      report(`$.mesh.vertices[${index}][2]`, `z ${show(z)}`, '0, because a mesh is flat');
  });
  const problems = findMeshProblems(mesh.vertices, mesh.polygons);
  for (const { polygon, corner, found, expected } of problems) {
    const key = corner === undefined ? '' : `[${corner}]`;
    report(`$.mesh.polygons[${polygon}]${key}`, found, expected);
  }
  return problems.length === 0;
}

/** Reports the first point that is not on the mesh. */
export function checkOnMesh(
  points: readonly (readonly number[])[],
  pathOf: (index: number) => string,
  mesh: MeshInput,
  report: Report,
): void {
  const built = meshOf(mesh);
  const index = points.findIndex(([x, y]) => polygonAt(built, Math.fround(x), Math.fround(y)) < 0);
  if (index >= 0) report(pathOf(index), 'a point outside the mesh', 'a point on the mesh');
}
