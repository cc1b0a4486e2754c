/** Twin of the search of src/steering/context/crowding.ts: adds the neighbors of four agents at a time. */

import {
  CONTEXT_SCRATCH_AWAY_X,
  CONTEXT_SCRATCH_AWAY_Y,
  CONTEXT_SCRATCH_AWAY_Z,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_SPECIES,
  FRONT_STATUS,
} from './columns';
import { squaredLength } from './lanes';

/** Squared vectors (m^2) that are shorter have no direction. As in src/steering/context/crowding.ts. */
export const COINCIDENT: f32 = 1e-24;

let px: usize = 0;
let py: usize = 0;
let pz: usize = 0;
let kinds: usize = 0;
let states: usize = 0;
let seen: i32 = 0;
let squaredRadius: f32 = 0;
let perRadius: f32 = 0;
let band: f32 = 0;

/**
 * Prepares the calls of `addAway` that follow. `mask` has the bits of the species that count. Agents whose height differs
 * by more than `height` do not count.
 */
export function openCrowding(table: usize, mask: i32, radius: f32, height: f32): void {
  px = load<usize>(table + FRONT_POSITION_X);
  py = load<usize>(table + FRONT_POSITION_Y);
  pz = load<usize>(table + FRONT_POSITION_Z);
  kinds = load<usize>(table + FRONT_SPECIES);
  states = load<usize>(table + FRONT_STATUS);
  seen = mask;
  squaredRadius = radius * radius;
  perRadius = 1 / radius;
  band = height;
}

/**
 * Adds the candidates in [list, listEnd) to the sums of a cluster. The sums are in planes of `sums`, see CONTEXT_SCRATCH in
 * src/world/sizes.ts. The parameters are those of a walk of laws. The sum of an agent on the spot of a neighbor becomes
 * NaN: TypeScript draws the direction in which it leaves.
 */
export function addAway(
  sums: usize,
  list: usize,
  listEnd: usize,
  cluster: usize,
  at: usize,
  offset: usize,
): void {
  const x = v128.load(cluster);
  const y = v128.load(cluster, 16);
  const z = v128.load(cluster, 32);
  const used = v128.load(cluster, 48);
  const own = i32x4.add(i32x4.splat(<i32>at), i32x4(0, 4, 8, 12));
  const range = f32x4.splat(squaredRadius);
  const heights = f32x4.splat(band);
  const inverse = f32x4.splat(perRadius);
  const atX = sums + CONTEXT_SCRATCH_AWAY_X + offset;
  const atY = sums + CONTEXT_SCRATCH_AWAY_Y + offset;
  const atZ = sums + CONTEXT_SCRATCH_AWAY_Z + offset;
  let awayX = v128.load(atX);
  let awayY = v128.load(atY);
  let awayZ = v128.load(atZ);
  for (; list < listEnd; list += 4) {
    const j = <usize>load<u32>(list);
    const place = j >> 2;
    if (((seen >>> load<u8>(kinds + place)) & 1) == 0 || load<u8>(states + place) != 1) continue;
    const dx = f32x4.sub(x, v128.load_splat<f32>(px + j));
    const dy = f32x4.sub(y, v128.load_splat<f32>(py + j));
    const dz = f32x4.sub(z, v128.load_splat<f32>(pz + j));
    const squared = squaredLength(dx, dy, dz);
    const others = v128.andnot(used, i32x4.eq(own, i32x4.splat(<i32>j)));
    const isLevel = f32x4.le(f32x4.abs(dz), heights);
    const near = v128.and(v128.and(others, isLevel), f32x4.lt(squared, range));
    const onSpot = f32x4.lt(squared, f32x4.splat(COINCIDENT));
    // All bits set are a NaN.
    const share = v128.or(
      f32x4.sub(f32x4.div(f32x4.splat(1), f32x4.sqrt(squared)), inverse),
      onSpot,
    );
    awayX = f32x4.add(awayX, v128.and(f32x4.mul(dx, share), near));
    awayY = f32x4.add(awayY, v128.and(f32x4.mul(dy, share), near));
    awayZ = f32x4.add(awayZ, v128.and(f32x4.mul(dz, share), near));
  }
  v128.store(atX, awayX);
  v128.store(atY, awayY);
  v128.store(atZ, awayZ);
}
