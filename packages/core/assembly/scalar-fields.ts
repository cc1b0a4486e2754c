/** WebAssembly twins of src/phases/deposits.ts and src/phases/step-fields.ts, over the planes of one field. */

const NO_CELL: u32 = 0xffffffff;
const QUARANTINED: u8 = 2;
/** What is nearer to 0 becomes 0, as in src/phases/step-fields.ts. */
const LEAST: f32 = 1e-30;

// @ts-ignore: decorator
@inline
function cellAlong(p: f32, origin: f32, inverse: f32, count: i32): i32 {
  const cells: f32 = (p - origin) * inverse;
  return <i32>min<f32>(max<f32>(cells, 0), <f32>(count - 1));
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
  for (let i = begin; i < end; i++) {
    const at = (<usize>i) << 2;
    if (load<f32>(amount + at) == 0 || load<u8>(status + <usize>i) == QUARANTINED) {
      store<u32>(cell + at, NO_CELL);
      continue;
    }
    const column = cellAlong(load<f32>(x + at), ox, ix, nx);
    const row = cellAlong(load<f32>(y + at), oy, iy, ny);
    const level = cellAlong(load<f32>(z + at), oz, iz, nz);
    const own = column + nx * (row + ny * level);
    store<i32>(cell + at, own);
    const count = counts + ((<usize>(own >>> bucketBits)) << 2);
    store<u32>(count, load<u32>(count) + 1);
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

// @ts-ignore: decorator
@inline
function backward(at: i32, count: i32, wraps: bool): i32 {
  return at > 0 ? -1 : wraps ? count - 1 : 0;
}

// @ts-ignore: decorator
@inline
function forward(at: i32, count: i32, wraps: bool): i32 {
  return at < count - 1 ? 1 : wraps ? 1 - count : 0;
}

/** Cells [from, to), line after line: within a line four at a time, but for the two ends. */
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

/** The deposits [first, last) of a bucket, in stored order. */
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

/** Cells [from, to), where `from` is the begin of a bucket. */
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
