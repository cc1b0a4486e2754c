/** WebAssembly twins of src/phases/deposits.ts and src/phases/step-fields.ts. They work on the planes of one field. */

import { loadBytes } from './lanes';

const NO_CELL: u32 = 0xffffffff;
const QUARANTINED: i32 = 2;
/** The magnitude below which a value becomes 0, as in src/phases/step-fields.ts. */
const LEAST: f32 = 1e-30;

/** For four coordinates along an axis: the indices of the cells that contain the coordinates. */
function cellsAlong(p: v128, origin: v128, inverse: v128, last: v128): v128 {
  const cells = f32x4.mul(f32x4.sub(p, origin), inverse);
  return i32x4.trunc_sat_f32x4_s(f32x4.min(f32x4.max(cells, f32x4.splat(0)), last));
}

export function listDeposits(
  x: usize,
  y: usize,
  z: usize,
  status: usize,
  amount: usize,
  cell: usize,
  counts: usize,
  begin: i32,
  end: i32,
  nx: i32,
  ny: i32,
  nz: i32,
  ox: f32,
  oy: f32,
  oz: f32,
  ix: f32,
  iy: f32,
  iz: f32,
  bucketBits: i32,
): void {
  const originX = f32x4.splat(ox);
  const originY = f32x4.splat(oy);
  const originZ = f32x4.splat(oz);
  const inverseX = f32x4.splat(ix);
  const inverseY = f32x4.splat(iy);
  const inverseZ = f32x4.splat(iz);
  const lastX = f32x4.splat(<f32>(nx - 1));
  const lastY = f32x4.splat(<f32>(ny - 1));
  const lastZ = f32x4.splat(<f32>(nz - 1));
  const columns = i32x4.splat(nx);
  const rows = i32x4.splat(ny);
  const none = f32x4.splat(0);
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const column = cellsAlong(v128.load(x + at), originX, inverseX, lastX);
    const row = cellsAlong(v128.load(y + at), originY, inverseY, lastY);
    let line = row;
    if (nz > 1) {
      const level = cellsAlong(v128.load(z + at), originZ, inverseZ, lastZ);
      line = i32x4.add(row, i32x4.mul(rows, level));
    }
    const own = i32x4.add(column, i32x4.mul(columns, line));
    const idle = v128.or(
      f32x4.eq(v128.load(amount + at), none),
      i32x4.eq(loadBytes(status + <usize>i), i32x4.splat(QUARANTINED)),
    );
    // NO_CELL has all bits.
    v128.store(cell + at, v128.or(own, idle));
    const last = min(i + 4, end);
    for (let k = i; k < last; k++) {
      const found = load<u32>(cell + ((<usize>k) << 2));
      if (found == NO_CELL) continue;
      const count = counts + ((<usize>(found >>> bucketBits)) << 2);
      store<u32>(count, load<u32>(count) + 1);
    }
  }
}

export function sortDeposits(
  cell: usize,
  place: usize,
  next: usize,
  begin: i32,
  end: i32,
  bucketBits: i32,
): void {
  for (let i = begin; i < end; i++) {
    const own = load<u32>(cell + ((<usize>i) << 2));
    if (own == NO_CELL) continue;
    const at = next + ((<usize>(own >>> bucketBits)) << 2);
    const to = load<u32>(at);
    store<u32>(at, to + 1);
    store<i32>(place + ((<usize>to) << 2), i);
  }
}

function backward(at: i32, count: i32, wraps: bool): i32 {
  return at > 0 ? -1 : wraps ? count - 1 : 0;
}

function forward(at: i32, count: i32, wraps: bool): i32 {
  return at < count - 1 ? 1 : wraps ? 1 - count : 0;
}

/**
 * Spreads the values of the cells [from, to) to their neighbors, line by line: four cells at a time, except at both
 * ends of a line.
 */
export function spreadCells(
  front: usize,
  back: usize,
  from: i32,
  to: i32,
  nx: i32,
  ny: i32,
  nz: i32,
  wraps: bool,
  sx: f32,
  sy: f32,
  sz: f32,
  keep: f32,
): void {
  const level = nx * ny;
  const inX = f32x4.splat(sx);
  const inY = f32x4.splat(sy);
  const inZ = f32x4.splat(sz);
  const kept = f32x4.splat(keep);
  for (let begin = from; begin < to; ) {
    const line = begin / nx;
    const first = line * nx;
    const end = min(first + nx, to);
    const y = line % ny;
    const z = line / ny;
    const down = (<isize>(nx * backward(y, ny, wraps))) << 2;
    const up = (<isize>(nx * forward(y, ny, wraps))) << 2;
    const under = (<isize>(level * backward(z, nz, wraps))) << 2;
    const over = (<isize>(level * forward(z, nz, wraps))) << 2;
    for (let at = begin; at < end; ) {
      const x = at - first;
      const here = front + ((<usize>at) << 2);
      if (x > 0 && at + 4 <= end && x + 4 < nx) {
        const value = v128.load(here);
        const twice = f32x4.add(value, value);
        const besideX = f32x4.add(v128.load(here - 4), v128.load(here + 4));
        let sum = f32x4.add(value, f32x4.mul(inX, f32x4.sub(besideX, twice)));
        const besideY = f32x4.add(v128.load(here + down), v128.load(here + up));
        sum = f32x4.add(sum, f32x4.mul(inY, f32x4.sub(besideY, twice)));
        if (nz > 1) {
          const besideZ = f32x4.add(v128.load(here + under), v128.load(here + over));
          sum = f32x4.add(sum, f32x4.mul(inZ, f32x4.sub(besideZ, twice)));
        }
        v128.store(back + ((<usize>at) << 2), f32x4.mul(sum, kept));
        at += 4;
        continue;
      }
      const left = (<isize>backward(x, nx, wraps)) << 2;
      const right = (<isize>forward(x, nx, wraps)) << 2;
      const value = load<f32>(here);
      const twice: f32 = value + value;
      const besideX: f32 = load<f32>(here + left) + load<f32>(here + right);
      let sum: f32 = value + sx * (besideX - twice);
      const besideY: f32 = load<f32>(here + down) + load<f32>(here + up);
      sum = sum + sy * (besideY - twice);
      if (nz > 1) {
        const besideZ: f32 = load<f32>(here + under) + load<f32>(here + over);
        sum = sum + sz * (besideZ - twice);
      }
      store<f32>(back + ((<usize>at) << 2), sum * keep);
      at++;
    }
    begin = end;
  }
}

/** Adds the deposits [first, last) of a bucket to their cells, in stored order. */
export function addDeposits(
  back: usize,
  place: usize,
  cell: usize,
  amount: usize,
  first: i32,
  last: i32,
): void {
  for (let k = first; k < last; k++) {
    const at = (<usize>load<u32>(place + ((<usize>k) << 2))) << 2;
    const to = back + ((<usize>load<u32>(cell + at)) << 2);
    store<f32>(to, load<f32>(to) + load<f32>(amount + at));
  }
}

/** Clamps the values of the cells [from, to) between `least` and `greatest`. `from` is the start of a bucket. */
export function limitCells(back: usize, from: i32, to: i32, least: f32, greatest: f32): void {
  const lowest = f32x4.splat(least);
  const highest = f32x4.splat(greatest);
  const tiny = f32x4.splat(LEAST);
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const here = back + ((<usize>at) << 2);
    const value = v128.load(here);
    const own = v128.andnot(value, f32x4.lt(f32x4.abs(value), tiny));
    v128.store(here, f32x4.min(f32x4.max(own, lowest), highest));
  }
  for (; at < to; at++) {
    const here = back + ((<usize>at) << 2);
    const value = load<f32>(here);
    const own: f32 = abs<f32>(value) < LEAST ? 0 : value;
    store<f32>(here, min<f32>(max<f32>(own, least), greatest));
  }
}
