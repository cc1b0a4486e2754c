import { charactersOf } from '../path/characters.ts';
import { MapError } from '../path/map-error.ts';
import { polygonAt } from '../path/mesh/mesh-place.ts';
import { MAX_LISTED } from '../schema/limits.ts';
import type { Report } from './check-reference.ts';
import { cellCosts, cellsInside } from './grid-map.ts';
import { meshInputOf, meshOf } from './mesh.ts';
import type { Bounds, MeshInput } from './schema.ts';
import type { Sections } from './sections.ts';

/** The bounds that replace invalid bounds of the scenario. The invalid bounds have already been reported. */
const OPEN: Bounds = { type: 'open' };

export function checkBounds(sections: Sections, report: Report): void {
  const bounds = sections.bounds;
  if (!bounds || bounds.type === 'open') return;
  for (let axis = 0; axis < sections.dimensions; axis++) {
    if (bounds.max[axis] <= bounds.min[axis]) {
      report(
        `$.bounds.max[${axis}]`,
        String(bounds.max[axis]),
        `more than ${bounds.min[axis]}, the value of $.bounds.min[${axis}]`,
      );
    }
  }
}

export function checkMap({ map, dimensions, bounds }: Sections, report: Report): void {
  if (map === undefined) return;
  if (dimensions !== 2) report('$.map', 'a map in three dimensions', 'dimensions 2');
  if (bounds?.type === 'wrap')
    report('$.map', 'a map in bounds that wrap', 'bounds that do not wrap');
  try {
    if (!cellCosts(map, bounds ?? OPEN).some((cost) => cost !== 0)) {
      const inside = bounds?.type === 'contain' ? ' whose center is inside the bounds' : '';
      report('$.map.rows', `no open cell${inside}`, 'at least one');
    }
  } catch (error) {
    if (!(error instanceof MapError)) throw error;
    const { line, column, found, expected } = error;
    const row = line === undefined ? '' : `.rows[${line - 1}]`;
    const character = column === undefined ? '' : `[${column - 1}]`;
    report(`$.map${row}${character}`, found, expected);
  }
}

/** Reports points that are outside the bounds. Open bounds have no outside. */
export function checkInside(
  points: readonly (readonly number[])[],
  pathOf: (index: number) => string,
  sections: Sections,
  report: Report,
): void {
  const { bounds, dimensions } = sections;
  if (!bounds || bounds.type === 'open') return;
  let listed = 0;
  for (const [index, point] of points.entries()) {
    const axis = [0, 1, 2].findIndex(
      (value) =>
        value < dimensions &&
        !(point[value] >= bounds.min[value] && point[value] <= bounds.max[value]),
    );
    if (axis < 0) continue;
    report(
      pathOf(index),
      `${'xyz'[axis]} at ${point[axis]}`,
      `inside the bounds, ${bounds.min[axis]} to ${bounds.max[axis]}`,
    );
    if (++listed === MAX_LISTED) return;
  }
}

/** Reports the first point that is in a wall of the map, outside the map, or off the mesh. */
export function checkOnMap(
  points: readonly (readonly number[])[],
  pathOf: (index: number) => string,
  sections: Sections,
  report: Report,
): void {
  const { map, meshProblems, bounds = OPEN } = sections;
  const mesh = meshInputOf(sections);
  if (mesh !== undefined && meshProblems.length === 0) {
    checkOnMesh(points, pathOf, mesh, sections.ground === undefined ? 'mesh' : 'ground', report);
  }
  if (map === undefined) return;
  const { rows, cellSize, origin, legend } = map;
  const characters = rows.map(charactersOf);
  const [left, right, low, high] = cellsInside(map, bounds);
  for (const [index, point] of points.entries()) {
    const column = Math.floor((point[0] - origin[0]) / cellSize);
    const row = Math.floor((point[1] - origin[1]) / cellSize);
    const character = characters[rows.length - 1 - row]?.[column];
    const inside = column >= left && column <= right && row >= low && row <= high;
    if (character !== undefined && legend[character] !== 'wall' && inside) continue;
    const place =
      character === undefined
        ? 'outside the map'
        : legend[character] === 'wall'
          ? 'in a wall of the map'
          : 'in a cell whose center is outside the bounds';
    report(pathOf(index), `a point ${place}`, 'an open cell');
    return;
  }
}

/** Reports the first point that is not on the mesh or the ground. */
function checkOnMesh(
  points: readonly (readonly number[])[],
  pathOf: (index: number) => string,
  mesh: MeshInput,
  name: 'mesh' | 'ground',
  report: Report,
): void {
  const built = meshOf(mesh);
  const index = points.findIndex(([x, y]) => polygonAt(built, Math.fround(x), Math.fround(y)) < 0);
  if (index >= 0) report(pathOf(index), `a point outside the ${name}`, `a point on the ${name}`);
}
