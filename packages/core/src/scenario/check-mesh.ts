import { show } from '../errors.ts';
import { checkInside } from './check-places.ts';
import type { Report } from './check-reference.ts';
import type { Sections } from './sections.ts';

/** Checks the polygons of a mesh or a ground, and whether the scenario allows them. */
export function checkMesh(sections: Sections, report: Report): void {
  const { mesh, ground, meshProblems, map, dimensions, bounds } = sections;
  const given = ground ?? mesh;
  if (given === undefined) return;
  const key = ground === undefined ? 'mesh' : 'ground';
  const at = `$.${key}`;
  if (map !== undefined) report(at, `both a map and a ${key}`, 'one of the two');
  if (ground !== undefined && mesh !== undefined)
    report(at, 'both a mesh and a ground', 'one of the two');
  if (ground === undefined && dimensions !== 2)
    report(at, 'a mesh in three dimensions', 'dimensions 2, or the key "ground" instead');
  if (ground !== undefined && dimensions !== 3)
    report(at, 'a ground in two dimensions', 'dimensions 3, or the key "mesh" instead');
  if (bounds?.type === 'wrap')
    report(at, `a ${key} in bounds that wrap`, 'bounds that do not wrap');
  if (ground === undefined) {
    given.vertices.forEach(([, , z], index) => {
      if (z !== 0)
        report(
          `${at}.vertices[${index}][2]`,
          `z ${show(z)}`,
          '0, because a mesh is flat; the key "ground" has heights',
        );
    });
  }
  for (const { polygon, corner, found, expected } of meshProblems) {
    const place = corner === undefined ? '' : `[${corner}]`;
    report(`${at}.polygons[${polygon}]${place}`, found, expected);
  }
  checkInside(given.vertices, (index) => `${at}.vertices[${index}]`, sections, report);
}
