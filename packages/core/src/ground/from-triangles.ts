// navcat: it is kept, and plain JavaScript, so pages need no WebAssembly of their own for it.
import type { CompactHeightfield } from 'navcat';
import { generateTiledNavMesh } from 'navcat/blocks';
import type { GroundShape } from '../path/mesh/from-navcat.ts';
import { weld } from '../path/mesh/weld.ts';
import { LIMITS } from '../schema/limits.ts';
import { followSurface } from './follow.ts';
import { type Merged, mergeParts, surfaceOf, type Triangles } from './level.ts';
import { type CheckedOptions, checkOptions, GroundError, type GroundOptions } from './options.ts';

/** The edge of a tile, in cells. A tile may have up to 65,535 vertices; this is far from it. */
const TILE = 256;
/** The share of a climb by which the surface may be off its ground where this is looked at; a quarter in between. */
const ROUGH = 1 / 5;
/** A cell and those around it, by their distance: as many as navcat lets borders deviate. */
const NEAREST = Array.from({ length: 25 }, (_, k) => [(k % 5) - 2, Math.floor(k / 5) - 2]).sort(
  ([ax, ay], [bx, by]) => ax * ax + ay * ay - bx * bx - by * by,
);
/** The region of navcat's polygons that have parts of several regions, as they may at borders of tiles. */
const SEVERAL = 0;
/** The most cells of a level, counted in the plan. More take many minutes. */
const MAX_CELLS = 16_777_216;

/**
 * Makes the `ground` of a scenario from the triangles of a level, in one part or in many, with all its floors, ramps
 * and stairs. x, y and z of the level become x, z and -y of the scenario, in which z is up. Takes seconds for a large
 * level. The result is the same each time, but may differ between versions of navcat: keep it, not what it was made
 * from.
 *
 * @throws GroundError if an option or the level is not valid, if nothing in it is walkable, or if it is too large
 */
export function groundFromTriangles(
  level: Triangles | readonly Triangles[],
  options: GroundOptions = {},
): GroundShape {
  const checked = checkOptions(options);
  const merged = mergeParts(Array.isArray(level) ? level : [level]);
  checkSize(merged, checked);
  const { navMesh, intermediates } = generateTiledNavMesh(merged, navcatOptions(checked));
  const settle = surfaceOf(merged, checked);
  const { climb, cellSize } = checked;
  const shapes = Object.values(navMesh.tiles).flatMap((tile, index) => {
    const about = heightsOf(intermediates.compactHeightfield[index]);
    const { regions } = intermediates.polyMesh[index];
    return followSurface(tile, {
      heightAt: (polygon, x, y, known) => settle(x, y, about(regions[polygon], x, y, known)),
      rough: ROUGH * climb,
      finest: 4 * cellSize,
    });
  });
  checkCount('polygons', shapes.length, LIMITS.meshPolygons);
  const ground = weld(shapes, climb);
  if (ground.polygons.length === 0) {
    throw new GroundError(
      'NOTHING_WALKABLE',
      `found no place for a body of radius ${checked.radius} m and height ${checked.height} m, expected triangles that face up (y) and are no steeper than ${checked.slope} degrees`,
    );
  }
  checkCount('vertices', ground.vertices.length, LIMITS.meshVertices);
  checkCount('polygons', ground.polygons.length, LIMITS.meshPolygons);
  return ground;
}

/** @throws GroundError LEVEL_TOO_LARGE */
function checkCount(name: string, count: number, most: number): void {
  if (count <= most) return;
  throw new GroundError(
    'LEVEL_TOO_LARGE',
    `found ${count} ${name}, expected at most ${most}; a larger cellSize makes fewer`,
  );
}

/** @throws GroundError LEVEL_TOO_LARGE */
function checkSize({ positions, indices }: Merged, { cellSize }: CheckedOptions): void {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < indices.length; k++) {
    for (const axis of [0, 1]) {
      const value = positions[3 * indices[k] + 2 * axis];
      low[axis] = Math.min(low[axis], value);
      high[axis] = Math.max(high[axis], value);
    }
  }
  const [width, depth] = [high[0] - low[0], high[1] - low[1]];
  const cells = Math.ceil(width / cellSize) * Math.ceil(depth / cellSize);
  if (cells <= MAX_CELLS) return;
  throw new GroundError(
    'LEVEL_TOO_LARGE',
    `found a level of ${width} m x ${depth} m with ${cells} cells of ${cellSize} m, expected at most ${MAX_CELLS}; a larger cellSize makes fewer`,
  );
}

/**
 * Returns a function that gives the height of a region of navcat at a place of the scenario's plan, to a cell. Simplified
 * borders may run beside the region: there its next cell counts. With several regions it is the height nearest to the
 * one that is about known, and where none is near it is this one.
 */
function heightsOf({
  bounds,
  width,
  height,
  cellSize,
  cellHeight,
  cells,
  spans,
}: CompactHeightfield) {
  return (region: number, x: number, y: number, known: number): number => {
    const column = Math.floor((x - bounds[0]) / cellSize);
    const row = Math.floor((-y - bounds[2]) / cellSize);
    for (const [right, down] of NEAREST) {
      const [i, j] = [column + right, row + down];
      if (i < 0 || i >= width || j < 0 || j >= height) continue;
      const { index, count } = cells[i + j * width];
      const heights = spans
        .slice(index, index + count)
        .filter((span) => region === SEVERAL || span.region === region)
        .map((span) => bounds[1] + span.y * cellHeight)
        .sort((one, other) => Math.abs(one - known) - Math.abs(other - known));
      if (heights.length > 0) return heights[0];
    }
    return known;
  };
}

/** The options of navcat, which counts some lengths in cells. */
function navcatOptions({ radius, height, climb, slope, cellSize }: CheckedOptions) {
  const cellHeight = cellSize / 2;
  const radiusInCells = Math.ceil(radius / cellSize - 1e-6);
  return {
    cellSize,
    cellHeight,
    tileSizeVoxels: TILE,
    tileSizeWorld: TILE * cellSize,
    // As Recast advises: the radius, and three cells for the regions' borders.
    borderSize: radiusInCells + 3,
    walkableRadiusVoxels: radiusInCells,
    walkableRadiusWorld: radius,
    walkableClimbVoxels: Math.floor(climb / cellHeight + 1e-6),
    walkableClimbWorld: climb,
    walkableHeightVoxels: Math.max(3, Math.ceil(height / cellHeight - 1e-6)),
    walkableHeightWorld: height,
    walkableSlopeAngleDegrees: slope,
    minRegionArea: 8,
    mergeRegionArea: 20,
    maxSimplificationError: 1.3,
    maxEdgeLength: 80,
    maxVerticesPerPoly: 6,
    // No details: navcat's take a time that is cubic in the area of a polygon, and have at most 127 vertices.
    detailSampleDistance: Number.POSITIVE_INFINITY,
    detailSampleMaxError: cellHeight,
  };
}
