import type { InnerWorld } from '@skein/core/internal';
import { AXES, wgslBits, wgslNumber, wgslSquared } from '../wgsl.ts';
import { NOTHING } from './numbers.ts';
import type { Planes } from './planes.ts';

/** The layers of the grid as constants, and functions that find cells and ways. */
export function gridFunctions({ plan }: InnerWorld): string {
  const { layers, layerOf, min } = plan.grid;
  type Layer = (typeof layers)[number];
  const list = (type: string, values: readonly (string | number)[]): string =>
    `array<${type}, ${values.length}>(${values.join(', ')})`;
  const floats = (of: (layer: Layer) => readonly number[]): string =>
    list(
      'vec3u',
      layers.map((layer) => `vec3u(${of(layer).map(wgslBits).join(', ')})`),
    );
  const whole = (of: (layer: Layer) => readonly number[]): string =>
    list(
      'vec3i',
      layers.map((layer) => `vec3i(${of(layer).join(', ')})`),
    );
  return `
const INVERSE = ${floats(({ inverse }) => inverse)};
const FIRST = ${whole(({ first }) => first)};
const LAST = ${whole(({ last }) => last)};
const FOLD = ${whole(({ fold }) => fold)};
const EDGE = ${floats(({ edge }) => edge)};
// The numbers of cells around a torus; 0 along an axis that does not wrap.
const AROUND = ${whole(({ edge, last }) => edge.map((one, axis) => (one > 0 ? last[axis] + 1 : 0)))};
// The strides along y and z, and the mask of a table that folds.
const TABLE = ${whole(({ stride, mask }) => [...stride, mask])};
// The first row, and the number of rows.
const ROWS = ${list(
    'vec2u',
    layers.map(({ start, cells }) => `vec2u(${start}, ${cells})`),
  )};
const LAYER_OF = ${list('u32', layerOf)};
const MIN = ${list('u32', min.map(wgslBits))};

// The cell that contains a coordinate, not yet wrapped or clamped to the grid; at most 2^30 from 0.
fn cellAlong(coordinate: F, axis: u32, layer: u32) -> i32 {
  let inverse = INVERSE;
  let low = MIN;
  let cell = fFloor(fMul(fSub(coordinate, fOf(low[axis])), fOf(inverse[layer][axis])));
  let size = i32(min(fWhole(fAbs(cell)), 0x40000000u));
  return select(size, -size, fBits(cell) >= 0x80000000u);
}

fn rowOf(layer: u32, x: i32, y: i32, z: i32) -> u32 {
  let table = TABLE;
  return u32((x + table[layer].x * y + table[layer].y * z) & table[layer].z);
}

fn cellOf(species: u32, at: array<F, 3>) -> u32 {
  var point = at;
  let layers = LAYER_OF;
  let layer = layers[species];
  let first = FIRST;
  let last = LAST;
  let rows = ROWS;
  var cell: vec3i;
  for (var axis = 0u; axis < 3u; axis++) { cell[axis] = cellAlong(point[axis], axis, layer); }
  cell = clamp(cell, first[layer], last[layer]);
  return rows[layer].x + rowOf(layer, cell.x, cell.y, cell.z);
}

// The cell at a coordinate, clamped to the grid, or to one turn beyond the ends of a torus.
fn reachable(coordinate: F, axis: u32, layer: u32) -> i32 {
  let around = AROUND;
  let first = FIRST;
  let last = LAST;
  let count = around[layer][axis];
  let low = select(first[layer][axis], -count, count > 0);
  let high = select(last[layer][axis], 2 * count - 1, count > 0);
  return clamp(cellAlong(coordinate, axis, layer), low, high);
}

fn turnOf(cell: i32, count: i32) -> i32 {
  return select(select(select(1, 0, cell < count), -1, cell < 0), 0, count == 0);
}

fn shiftOf(turn: i32, edge: u32) -> F {
  return select(fConst(0u), select(fOf(edge), fNeg(fOf(edge)), turn < 0), turn != 0);
}

// The shortest of the equal ways along an axis of a torus; an edge of 0 means no torus.
fn shortest(moved: F, edge: F) -> F {
  let half = fMul(edge, ${wgslNumber(0.5)});
  let isFar = fLess(half, moved);
  let isBack = fLess(moved, fNeg(half));
  if (fEqual(edge, fConst(0u)) || !(isFar || isBack)) { return moved; }
  var way = fSub(moved, edge);
  if (isBack) { way = fAdd(moved, edge); }
  if (!(fLess(half, way) || fLess(way, fNeg(half)))) { return way; }
  let turns = fFloor(fAdd(fDiv(way, edge), ${wgslNumber(0.5)}));
  return fSub(way, fMul(edge, turns));
}`;
}

/**
 * Returns a walk over all agents in the cells around an agent: layer by layer, image by image of a torus, row by row,
 * place by place. This is the order of the CPU. A walk that searches farther meets the same agents in the same order,
 * and others between them.
 *
 * @param at where the numbers of the walk are: how far to search each layer, and the mask of the species to be seen
 * @param statements what to do for each, with its place `j`, the offset to it, and the square of the offset
 */
export function walkCode(
  { plan }: InnerWorld,
  planes: Planes,
  at: string,
  statements: string,
): string {
  const [px, py, pz] = AXES.map((axis) => planes.front(`position.${axis}`, 'j'));
  const count = plan.grid.layers.length;
  return `
let seen = numbers[${at} + ${count}u];
for (var layer = 0u; layer < ${count}u; layer++) {
  let search = numbers[${at} + layer];
  if (search == ${NOTHING}u) { continue; }
  let rowsOfLayers = ROWS;
  let table = TABLE;
  let folds = FOLD;
  let turns = AROUND;
  let edges = EDGE;
  let rows = rowsOfLayers[layer];
  let reach = fOf(search);
  // Loops over axes compile in a third of the time: some compilers copy functions to wherever they are called.
  var low: vec3i;
  var high: vec3i;
  for (var axis = 0u; axis < 3u; axis++) {
    low[axis] = reachable(fSub(own[axis], reach), axis, layer);
    high[axis] = reachable(fAdd(own[axis], reach), axis, layer);
  }
  let around = turns[layer];
  for (var turnZ = turnOf(low.z, around.z); turnZ <= turnOf(high.z, around.z); turnZ++) {
  for (var turnY = turnOf(low.y, around.y); turnY <= turnOf(high.y, around.y); turnY++) {
  for (var turnX = turnOf(low.x, around.x); turnX <= turnOf(high.x, around.x); turnX++) {
    let turn = vec3i(turnX, turnY, turnZ);
    let near = select(low, max(low - turn * around, vec3i(0)), around > vec3i(0));
    let far = select(high, min(high - turn * around, around - 1), around > vec3i(0));
    var origin = own;
    for (var axis = 0u; axis < 3u; axis++) {
      origin[axis] = fSub(own[axis], shiftOf(turn[axis], edges[layer][axis]));
    }
    let isWide = any(far - near >= folds[layer]);
    let cells = i32(rows.y);
    let stride = table[layer];
    let across = far - near;
    let begin = select(i32(rowOf(layer, near.x, near.y, near.z)), 0, isWide);
    let width = select(across.x, cells - 1, isWide);
    let high2 = select(across.yz, vec2i(0), isWide);
    let end = begin + high2.y * stride.y + high2.x * stride.x + width;
    // Rows behind the end of the table continue at its beginning, so they come first.
    for (var turnStart = select(begin - cells, begin, end < cells); turnStart <= begin; turnStart += cells) {
    for (var deep = 0; deep <= high2.y; deep++) {
    for (var row = 0; row <= high2.x; row++) {
      let firstCell = turnStart + deep * stride.y + row * stride.x;
      let lastCell = min(firstCell + width, cells - 1);
      if (lastCell < 0 || firstCell >= cells) { continue; }
      let stop = cellStart[i32(rows.x) + lastCell + 1];
      let start = cellStart[i32(rows.x) + max(firstCell, 0)];
      met += stop - start;
      for (var j = start; j < stop; j++) {
        if (j == i || ((seen >> (kinds[j] & 31u)) & 1u) == 0u) { continue; }
        let offsetX = fSub(fOf(${px}), origin[0]);
        let offsetY = fSub(fOf(${py}), origin[1]);
        let offsetZ = fSub(fOf(${pz}), origin[2]);
        let offsetSquared = ${wgslSquared('offsetX', 'offsetY', 'offsetZ')};
        ${statements}
      }
    }}}
  }}}
}`;
}
