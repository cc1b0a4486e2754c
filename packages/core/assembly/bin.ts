/** SIMD twin of src/phases/bin.ts. Computes the cells of four agents at a time, and counts agents one by one. */

import { cellIn } from './cell';
import {
  CELL,
  CELL_COUNT,
  FRONT_ID,
  FRONT_SPECIES,
  GRID,
  GRID_FIRST_X,
  GRID_FIRST_Y,
  GRID_FIRST_Z,
  GRID_INVERSE_X,
  GRID_INVERSE_Y,
  GRID_INVERSE_Z,
  GRID_LAST_X,
  GRID_LAST_Y,
  GRID_LAST_Z,
  GRID_LAYERS,
  GRID_LIVING,
  GRID_MASK,
  GRID_MIN_X,
  GRID_MIN_Y,
  GRID_MIN_Z,
  GRID_ROW,
  GRID_START,
  GRID_STRIDE_Y,
  GRID_STRIDE_Z,
  RANGE_COUNT,
  STAGED_POSITION_X,
  STAGED_POSITION_Y,
  STAGED_POSITION_Z,
  STAGED_STATUS,
} from './columns';
import { loadBytes } from './lanes';

/**
 * Computes the cells of the agents in places [begin, end), and counts the agents per bin. `stride` is the number of
 * words between the counts of two workers.
 *
 * The last bins are for dead agents: one bin for each species, and one bin for agents whose index has no life left. The
 * low `indexBits` bits of an id are the index. The bits above are the number of the life.
 */
export function bin(
  table: usize,
  begin: i32,
  end: i32,
  worker: i32,
  workers: i32,
  stride: i32,
  bins: i32,
  indexBits: u32,
): void {
  const grid: usize = load<usize>(table + GRID);
  const cells = <i32>(load<u32>(grid + GRID_LIVING) >> 2);
  const counts: usize = load<usize>(table + CELL_COUNT) + ((<usize>(worker * stride)) << 2);
  const px: usize = load<usize>(table + STAGED_POSITION_X);
  const py: usize = load<usize>(table + STAGED_POSITION_Y);
  const pz: usize = load<usize>(table + STAGED_POSITION_Z);
  const status: usize = load<usize>(table + STAGED_STATUS);
  const cell: usize = load<usize>(table + CELL);
  const minX = f32x4.splat(load<f32>(grid + GRID_MIN_X));
  const minY = f32x4.splat(load<f32>(grid + GRID_MIN_Y));
  const minZ = f32x4.splat(load<f32>(grid + GRID_MIN_Z));
  const layers = load<u32>(grid + GRID_LAYERS);
  const rows = grid + layers;
  const isOne = layers == GRID_ROW;
  let row: u32 = 0xffffffff;
  let inverseX = minX;
  let inverseY = minX;
  let inverseZ = minX;
  let firstX = minX;
  let firstY = minX;
  let firstZ = minX;
  let lastX = minX;
  let lastY = minX;
  let lastZ = minX;
  let strideY = minX;
  let strideZ = minX;
  let mask = minX;
  let start = minX;
  const zero = i32x4.splat(0);
  const ids: usize = load<usize>(table + FRONT_ID);
  const species: usize = load<usize>(table + FRONT_SPECIES);
  const lastLife = (<u32>0xffffffff >> indexBits) - 1;
  memory.fill(counts, 0, (<usize>bins) << 2);
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const lanes = min(4, end - i);
    const own = isOne ? 0 : rowOf(rows, species + i);
    if (own != row) {
      row = own;
      const layer = grid + row;
      inverseX = f32x4.splat(load<f32>(layer + GRID_INVERSE_X));
      inverseY = f32x4.splat(load<f32>(layer + GRID_INVERSE_Y));
      inverseZ = f32x4.splat(load<f32>(layer + GRID_INVERSE_Z));
      firstX = v128.load32_splat(layer + GRID_FIRST_X);
      firstY = v128.load32_splat(layer + GRID_FIRST_Y);
      firstZ = v128.load32_splat(layer + GRID_FIRST_Z);
      lastX = v128.load32_splat(layer + GRID_LAST_X);
      lastY = v128.load32_splat(layer + GRID_LAST_Y);
      lastZ = v128.load32_splat(layer + GRID_LAST_Z);
      strideY = v128.load32_splat(layer + GRID_STRIDE_Y);
      strideZ = v128.load32_splat(layer + GRID_STRIDE_Z);
      mask = v128.load32_splat(layer + GRID_MASK);
      start = i32x4.splat(<i32>(load<u32>(layer + GRID_START) >> 2));
    }
    // Saturating conversion: a coordinate beyond i32 lands in a border cell all the same.
    let cx = along(v128.load(px + at), minX, inverseX);
    let cy = along(v128.load(py + at), minY, inverseY);
    let cz = along(v128.load(pz + at), minZ, inverseZ);
    cx = i32x4.min_s(i32x4.max_s(cx, firstX), lastX);
    cy = i32x4.min_s(i32x4.max_s(cy, firstY), lastY);
    cz = i32x4.min_s(i32x4.max_s(cz, firstZ), lastZ);
    let c = i32x4.add(i32x4.add(i32x4.mul(cz, strideZ), i32x4.mul(cy, strideY)), cx);
    c = i32x4.add(v128.and(c, mask), start);
    v128.store(cell + at, c);
    if (!isOne) {
      // Of the four agents, some may be in other layers.
      for (let k = 1; k < lanes; k++) {
        const other = rowOf(rows, species + i + k);
        if (other == row) continue;
        const four = at + ((<usize>k) << 2);
        const layer = grid + other;
        const place = cellIn(
          layer,
          load<f32>(px + four),
          load<f32>(py + four),
          load<f32>(pz + four),
        );
        store<i32>(cell + four, place + <i32>(load<u32>(layer + GRID_START) >> 2));
      }
      c = v128.load(cell + at);
    }
    const dead = i32x4.eq(loadBytes(status + i), zero);
    if (v128.any_true(dead)) {
      for (let k = 0; k < lanes; k++) {
        const four: usize = at + ((<usize>k) << 2);
        if (load<u8>(status + i + k) == 0) {
          const isSpent = load<u32>(ids + four) >> indexBits == lastLife;
          store<i32>(cell + four, isSpent ? bins - 1 : cells + <i32>load<u8>(species + i + k));
        }
        count(counts, load<i32>(cell + four));
      }
      continue;
    }
    count(counts, i32x4.extract_lane(c, 0));
    if (lanes == 4) {
      count(counts, i32x4.extract_lane(c, 1));
      count(counts, i32x4.extract_lane(c, 2));
      count(counts, i32x4.extract_lane(c, 3));
    } else {
      if (lanes > 1) count(counts, i32x4.extract_lane(c, 1));
      if (lanes > 2) count(counts, i32x4.extract_lane(c, 2));
    }
  }
  countRanges(table, counts, bins, worker, workers);
}

/** Where the row of numbers of an agent's layer begins, after the first row. `species` is the address of its species. */
function rowOf(rows: usize, species: usize): u32 {
  return load<u32>(rows + ((<usize>load<u8>(species)) << 2));
}

function along(p: v128, min: v128, inverse: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.mul(f32x4.sub(p, min), inverse)));
}

function count(counts: usize, cell: i32): void {
  const at = counts + ((<usize>cell) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

/** Counts the agents of a worker's slice in each range of cells. There are as many ranges as workers. */
function countRanges(table: usize, counts: usize, cells: i32, worker: i32, workers: i32): void {
  const ranges: usize = load<usize>(table + RANGE_COUNT) + ((<usize>(worker * workers)) << 2);
  let first = 0;
  for (let range = 0; range < workers; range++) {
    const last = <i32>((<i64>cells * (range + 1)) / workers);
    let sum = i32x4.splat(0);
    let c = first;
    for (; c + 4 <= last; c += 4) sum = i32x4.add(sum, v128.load(counts + ((<usize>c) << 2)));
    let total =
      i32x4.extract_lane(sum, 0) +
      i32x4.extract_lane(sum, 1) +
      i32x4.extract_lane(sum, 2) +
      i32x4.extract_lane(sum, 3);
    for (; c < last; c++) total += load<i32>(counts + ((<usize>c) << 2));
    store<i32>(ranges + ((<usize>range) << 2), total);
    first = last;
  }
}
