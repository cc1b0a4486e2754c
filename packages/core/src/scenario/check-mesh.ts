import { show } from '../errors.ts';
import { checkInside } from './check-places.ts';
import type { Report } from './check-reference.ts';
import type { Sections } from './sections.ts';

/** Checks the polygons of a mesh, and whether the scenario allows a mesh. */
export function checkMesh(sections: Sections, report: Report): void {
  const { mesh, meshProblems, map, dimensions, bounds } = sections;
  if (mesh === undefined) return;
  if (map !== undefined) report('$.mesh', 'both a map and a mesh', 'one of the two');
  if (dimensions !== 2) report('$.mesh', 'a mesh in three dimensions', 'dimensions 2');
  if (bounds?.type === 'wrap')
    report('$.mesh', 'a mesh in bounds that wrap', 'bounds that do not wrap');
  mesh.vertices.forEach(([, , z], index) => {
    if (z !== 0)
      report(`$.mesh.vertices[${index}][2]`, `z ${show(z)}`, '0, because a mesh is flat');
  });
  for (const { polygon, corner, found, expected } of meshProblems) {
    const key = corner === undefined ? '' : `[${corner}]`;
    report(`$.mesh.polygons[${polygon}]${key}`, found, expected);
  }
  checkInside(mesh.vertices, (index) => `$.mesh.vertices[${index}]`, sections, report);
}
