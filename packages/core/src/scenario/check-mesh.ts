import { show } from '../errors.ts';
import { createPlace, nearestOnMesh } from '../path/mesh/mesh-place.ts';
import { checkInside } from './check-places.ts';
import type { Report } from './check-reference.ts';
import { meshOf } from './mesh.ts';
import type { Sections } from './sections.ts';

/** Checks the names and the polygons of areas, and the names and ends of links. */
function checkParts({ ground, meshProblems }: Sections, report: Report): void {
  const { areas = [], links = [], polygons = [], reach = 0 } = ground ?? {};
  checkNames(areas, '$.ground.areas', report);
  checkNames(links, '$.ground.links', report);
  const owner = new Map<number, number>();
  areas.forEach((area, index) => {
    area.polygons.forEach((polygon, k) => {
      const at = `$.ground.areas[${index}].polygons[${k}]`;
      const other = owner.get(polygon);
      if (polygon >= polygons.length)
        report(at, String(polygon), `a polygon, 0 to ${polygons.length - 1}`);
      else if (other !== undefined) report(at, `${polygon} again`, 'each polygon in one area');
      owner.set(polygon, index);
    });
  });
  if (ground === undefined || meshProblems.length > 0) return;
  const mesh = meshOf(ground);
  links.forEach((link, index) => {
    for (const end of ['from', 'to'] as const) {
      nearestOnMesh(place, mesh, ...link[end]);
      if (place.distance <= reach + mesh.hair) continue;
      report(
        `$.ground.links[${index}].${end}`,
        'a point beside the ground',
        `at most ${reach} m away from it`,
      );
    }
  });
}

function checkNames(
  list: readonly { readonly name: string }[],
  path: string,
  report: Report,
): void {
  list.forEach(({ name }, index) => {
    const first = list.findIndex((one) => one.name === name);
    if (first < index) report(`${path}[${index}].name`, `${show(name)} again`, 'another name');
  });
}

const place = createPlace();

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
  checkParts(sections, report);
  checkInside(given.vertices, (index) => `${at}.vertices[${index}]`, sections, report);
}
