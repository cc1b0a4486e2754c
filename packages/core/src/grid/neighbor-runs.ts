import type { Layer } from '../world/grid-plan.ts';
import type { SharedWorld } from '../world/world.ts';
import { cellAlong, clampCell, placeOfCell } from './cell.ts';
import { placesInTree } from './places-in-tree.ts';

const fround = Math.fround;
/** The mask of all species. */
const ALL = 0xffffffff;
/**
 * A search is wider than its radius by this factor, so that the rounding of squared distances cannot hide a neighbor.
 */
export const WIDER = fround(1 + 1 / 0x100000);

/**
 * Runs are ranges of places that may contain neighbors. Places are indices in the sorted columns. Each run goes from
 * `begin` up to but not including `end`.
 *
 * `shiftX`, `shiftY` and `shiftZ` (m) are subtracted from the agent's position before the offsets to the neighbors of a
 * run are computed. They are 0 unless the bounds wrap.
 */
export interface Runs {
  count: number;
  begin: Int32Array;
  end: Int32Array;
  shiftX: Float32Array;
  shiftY: Float32Array;
  shiftZ: Float32Array;
}

export function createRuns(): Runs {
  return { count: 0, ...columnsFor(64) };
}

function columnsFor(capacity: number): Omit<Runs, 'count'> {
  return {
    begin: new Int32Array(capacity),
    end: new Int32Array(capacity),
    shiftX: new Float32Array(capacity),
    shiftY: new Float32Array(capacity),
    shiftZ: new Float32Array(capacity),
  };
}

/**
 * Finds the runs of places that may hold agents near the point (x, y, z), and writes them to `runs`. The places are in
 * the front state. The runs contain every agent within `radius` (m), and possibly some farther agents. No agent occurs
 * twice.
 *
 * The layers of the grid are visited in ascending order. On a torus, the images of a layer are visited in order of z,
 * then y, then x. Within an image, the runs are in sorted order. Within a run, the agents are in sorted order, too. This order is part of the contract, because sums
 * over neighbors follow it.
 *
 * `mask` has a bit for each species that is needed. Layers without these species are left out. If all these species are
 * rare and their trees are up to date, only the trees are searched. The runs then contain no other species.
 *
 * No neighbor is missed because of rounding. If the computed distance is at most `radius`, the distance along each axis
 * is at most radius * (1 + 2^-22). The search covers this distance. Rounded subtraction and `cellAlong` keep the order
 * of their arguments, so the cell of the neighbor is searched. For an image of a torus, the point is shifted by an edge
 * length of the world. The shift rounds once more, and `slack` covers this rounding.
 */
export function neighborRunsInto(
  runs: Runs,
  world: SharedWorld,
  x: number,
  y: number,
  z: number,
  radius: number,
  mask = ALL,
): void {
  const { grid, rare } = world.plan;
  const inTrees = (mask & ~rare) === 0 && world.treeTick === world.frontTick;
  runs.count = 0;
  for (const layer of grid.layers) {
    if ((layer.species & mask) === 0) continue;
    if (inTrees) addRunsInTrees(runs, world, x, y, z, radius, layer.species & mask);
    else addRunsOf(layer, runs, world, x, y, z, radius);
  }
}

/** Adds the runs of one layer to `runs`. See `neighborRunsInto`. */
export function addRunsOf(
  grid: Layer,
  runs: Runs,
  world: SharedWorld,
  x: number,
  y: number,
  z: number,
  radius: number,
): void {
  const { edge } = grid;
  const reach = fround(fround(radius * WIDER) + grid.slack);
  const lowX = reachable(grid, 0, fround(x - reach));
  const highX = reachable(grid, 0, fround(x + reach));
  const lowY = reachable(grid, 1, fround(y - reach));
  const highY = reachable(grid, 1, fround(y + reach));
  const lowZ = reachable(grid, 2, fround(z - reach));
  const highZ = reachable(grid, 2, fround(z + reach));
  const [countX, countY, countZ] = [countAlong(grid, 0), countAlong(grid, 1), countAlong(grid, 2)];
  const lastTurnX = turnOf(highX, countX);
  const lastTurnY = turnOf(highY, countY);
  const lastTurnZ = turnOf(highZ, countZ);
  for (let turnZ = turnOf(lowZ, countZ); turnZ <= lastTurnZ; turnZ++) {
    const firstZ = countZ === 0 ? lowZ : Math.max(lowZ - turnZ * countZ, 0);
    const lastZ = countZ === 0 ? highZ : Math.min(highZ - turnZ * countZ, countZ - 1);
    for (let turnY = turnOf(lowY, countY); turnY <= lastTurnY; turnY++) {
      const firstY = countY === 0 ? lowY : Math.max(lowY - turnY * countY, 0);
      const lastY = countY === 0 ? highY : Math.min(highY - turnY * countY, countY - 1);
      for (let turnX = turnOf(lowX, countX); turnX <= lastTurnX; turnX++) {
        const firstX = countX === 0 ? lowX : Math.max(lowX - turnX * countX, 0);
        const lastX = countX === 0 ? highX : Math.min(highX - turnX * countX, countX - 1);
        const before = runs.count;
        addWindow(grid, runs, world, firstX, lastX, firstY, lastY, firstZ, lastZ);
        for (let run = before; run < runs.count; run++) {
          runs.shiftX[run] = fround(turnX * edge[0]);
          runs.shiftY[run] = fround(turnY * edge[1]);
          runs.shiftZ[run] = fround(turnZ * edge[2]);
        }
      }
    }
  }
}

/**
 * Searches the trees of some species for agents within a radius (m) of a point, and adds a run for each agent found.
 */
function addRunsInTrees(
  runs: Runs,
  world: SharedWorld,
  x: number,
  y: number,
  z: number,
  radius: number,
  mask: number,
): void {
  const { trees, grid } = world.plan;
  const [edgeX, edgeY, edgeZ] = grid.edge;
  for (const turnZ of edgeZ > 0 ? TURNS : STRAIGHT) {
    for (const turnY of edgeY > 0 ? TURNS : STRAIGHT) {
      for (const turnX of edgeX > 0 ? TURNS : STRAIGHT) {
        const shiftX = fround(turnX * edgeX);
        const shiftY = fround(turnY * edgeY);
        const shiftZ = fround(turnZ * edgeZ);
        places.length = 0;
        for (const tree of trees) {
          if (((mask >>> tree.species) & 1) === 0) continue;
          placesInTree(
            places,
            world,
            tree,
            fround(x - shiftX),
            fround(y - shiftY),
            fround(z - shiftZ),
            radius,
          );
        }
        places.sort((a, b) => a - b);
        for (const place of places) {
          addRun(runs, place, place + 1);
          runs.shiftX[runs.count - 1] = shiftX;
          runs.shiftY[runs.count - 1] = shiftY;
          runs.shiftZ[runs.count - 1] = shiftZ;
        }
      }
    }
  }
}

const places: number[] = [];
const STRAIGHT: readonly number[] = [0];
const TURNS: readonly number[] = [-1, 0, 1];

/** Adds the runs of all cells in a window of a layer, in sorted order. */
function addWindow(
  grid: Layer,
  runs: Runs,
  { front }: SharedWorld,
  firstX: number,
  lastX: number,
  firstY: number,
  lastY: number,
  firstZ: number,
  lastZ: number,
): void {
  const { fold, cells, start: base } = grid;
  const { cellStart } = front;
  if (lastX - firstX >= fold[0] || lastY - firstY >= fold[1] || lastZ - firstZ >= fold[2]) {
    // Such a wide window would meet places of the table twice, so all living agents of the layer are added once.
    addRun(runs, cellStart[base], cellStart[base + cells]);
    return;
  }
  const first = placeOfCell(grid, firstX, firstY, firstZ);
  const rows = lastY - firstY + 1;
  const layers = lastZ - firstZ + 1;
  const [strideY, strideZ] = grid.stride;
  const last = first + (layers - 1) * strideZ + (rows - 1) * strideY + lastX - firstX;
  // Places behind the end of the table continue at its beginning, so they come first.
  for (let start = last < cells ? first : first - cells; start <= first; start += cells) {
    for (let layer = 0; layer < layers; layer++) {
      for (let row = 0; row < rows; row++) {
        const from = start + layer * strideZ + row * strideY;
        const to = Math.min(from + lastX - firstX, cells - 1);
        if (to < 0 || from >= cells) continue;
        addRun(runs, cellStart[base + Math.max(from, 0)], cellStart[base + to + 1]);
      }
    }
  }
}

function addRun(runs: Runs, begin: number, end: number): void {
  if (begin === end) return;
  if (runs.count === runs.begin.length) widen(runs);
  runs.begin[runs.count] = begin;
  runs.end[runs.count] = end;
  runs.count++;
}

function widen(runs: Runs): void {
  const wider = columnsFor(2 * runs.begin.length);
  for (const key of ['begin', 'end', 'shiftX', 'shiftY', 'shiftZ'] as const) {
    wider[key].set(runs[key]);
  }
  Object.assign(runs, wider);
}

/** The number of cells around a torus along an axis; 0 if the axis does not wrap. */
function countAlong({ edge, last }: Layer, axis: 0 | 1 | 2): number {
  return edge[axis] > 0 ? last[axis] + 1 : 0;
}

/**
 * The index, along one axis, of the cell that contains a coordinate. Without a torus, the index is clamped to the grid.
 * On a torus, the index may lie beyond either end of the grid by at most the length of the grid.
 */
function reachable(grid: Layer, axis: 0 | 1 | 2, coordinate: number): number {
  const cell = cellAlong(coordinate, grid.min[axis], grid.inverse[axis]);
  const count = countAlong(grid, axis);
  if (count > 0) return clampCell(cell, -count, 2 * count - 1);
  return clampCell(cell, grid.first[axis], grid.last[axis]);
}

/**
 * Returns -1 for a cell index before the grid of a torus, 1 for an index after the grid, and otherwise 0. Without a
 * torus, the result is 0.
 */
function turnOf(cell: number, count: number): number {
  if (count === 0) return 0;
  return cell < 0 ? -1 : cell < count ? 0 : 1;
}
