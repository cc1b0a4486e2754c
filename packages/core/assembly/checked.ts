/**
 * Bounds checks for the kernels. Only a special build for tests has these checks (see
 * test/helpers/checked-kernels.ts). In that build, each load and store of the kernels calls a function of this file,
 * and addresses are not places in memory. The high bits of an address name a region, and the low bits are an offset in
 * the region. So a pointer that leaves its column is always detected, even if another column follows directly.
 */

/** The number of bits of an offset. Equals REGION_BITS in test/helpers/checked-kernels.ts. */
const BITS: usize = 22;
const OFFSETS: usize = (1 << BITS) - 1;

/**
 * The table of this tick's regions. A row describes a region in four words: its address, its size in bytes without
 * padding, its size in bytes with padding, and whether it is writable. An access must begin before the padding.
 */
let regions: usize = 0;

/** The access that was refused: its address, its size in bytes, and 1 for a store or 0 for a load. */
let refusedAddress: usize = 0;
let refusedBytes: usize = 0;
let refusedStore: i32 = 0;

export function setRegions(at: usize): void {
  regions = at;
}

export function refusal(part: i32): usize {
  return part == 0 ? refusedAddress : part == 1 ? refusedBytes : <usize>refusedStore;
}

/**
 * A vector load may read at most this many bytes beyond the padding of a column. These bytes belong to the next column,
 * and their values are not used.
 */
const SPARE: usize = 28;

/**
 * Checks an access, and returns the place in memory that `address` stands for. An access may end in the padding of its
 * region.
 */
function place(address: usize, bytes: usize, stores: i32): usize {
  const region = regions + ((address >> BITS) << 4);
  const offset = address & OFFSETS;
  if (
    offset >= load<usize>(region, 4) ||
    offset + bytes > load<usize>(region, 8) ||
    stores > load<i32>(region, 12)
  ) {
    refuse(address, bytes, stores);
  }
  return load<usize>(region) + offset;
}

/**
 * Works like the function `place`, but for an address from which a vector is loaded. Vectors are loaded for up to eight
 * agents together, and only the first of these agents must be in the column.
 */
function placeOfLanes(address: usize, bytes: usize): usize {
  const region = regions + ((address >> BITS) << 4);
  const offset = address & OFFSETS;
  const padded = load<usize>(region, 8);
  if (offset + bytes > padded + SPARE) refuse(address, bytes, 0);
  return load<usize>(region) + offset;
}

function refuse(address: usize, bytes: usize, stores: i32): void {
  refusedAddress = address;
  refusedBytes = bytes;
  refusedStore = stores;
  unreachable();
}

export function load_<T>(at: usize, offset: usize = 0): T {
  return load<T>(place(at + offset, sizeof<T>(), 0));
}

export function store_<T>(at: usize, value: T, offset: usize = 0): void {
  store<T>(place(at + offset, sizeof<T>(), 1), value);
}

export function v128_load(at: usize, offset: usize = 0): v128 {
  return v128.load(placeOfLanes(at + offset, 16));
}

export function v128_store(at: usize, value: v128, offset: usize = 0): void {
  v128.store(place(at + offset, 16, 1), value);
}

export function v128_load32_splat(at: usize, offset: usize = 0): v128 {
  return v128.load32_splat(place(at + offset, 4, 0));
}

export function v128_load_splat<T>(at: usize, offset: usize = 0): v128 {
  return v128.load_splat<T>(place(at + offset, sizeof<T>(), 0));
}

export function v128_load32_zero(at: usize, offset: usize = 0): v128 {
  return v128.load32_zero(place(at + offset, 4, 0));
}

export function v128_load64_zero(at: usize, offset: usize = 0): v128 {
  return v128.load64_zero(placeOfLanes(at + offset, 8));
}

export function v128_load_lane<T>(at: usize, into: v128, lane: i32): v128 {
  const from = place(at, sizeof<T>(), 0);
  assert(sizeof<T>() == 4 && lane >= 0 && lane < 4);
  if (lane == 0) return v128.load32_lane(from, into, 0);
  if (lane == 1) return v128.load32_lane(from, into, 1);
  if (lane == 2) return v128.load32_lane(from, into, 2);
  return v128.load32_lane(from, into, 3);
}

export function v128_load32_lane(at: usize, into: v128, lane: i32): v128 {
  return v128_load_lane<u32>(at, into, lane);
}

/**
 * Fills memory with a value. All filled bytes must lie in one region, and none of them in the padding of the region.
 */
export function memory_fill(at: usize, value: u8, bytes: usize): void {
  if (bytes == 0) return;
  place(at + bytes - 1, 1, 1);
  memory.fill(place(at, bytes, 1), value, bytes);
}
