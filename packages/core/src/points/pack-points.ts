import {
  BLOCK_NUMBERS,
  POINT_BLOCK,
  POINT_SPREAD,
  POINT_WORDS,
  type PointRecords,
} from './point-records.ts';

/** The columns of agents that `packPoints` reads. */
export interface PointColumns {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  readonly vx: Float32Array;
  readonly vy: Float32Array;
  readonly vz: Float32Array;
  readonly species: Uint8Array;
  readonly id: Uint32Array;
}

/** Along each axis, the box of a block is divided into this number of steps. */
const STEPS = 65_535;
/**
 * A velocity component is packed as a whole number from -511 to 511. The number 511 stands for the largest absolute
 * value of all components in the block.
 */
const SPEEDS = 511;

/**
 * Packs the agents of the blocks [begin, end) in the format of point-records.ts, and writes no other block. Only the
 * first `living` agents are packed.
 */
export function packPoints(
  columns: PointColumns,
  living: number,
  into: PointRecords,
  begin: number,
  end: number,
): void {
  for (let block = begin; block < end; block++) {
    const first = block * POINT_BLOCK;
    const last = Math.min(first + POINT_BLOCK, living);
    writeBox(columns, into.blocks, block, first, last);
    writeRecords(columns, into, block, first, last);
  }
}

function writeBox(
  { x, y, z, vx, vy, vz }: PointColumns,
  blocks: Float32Array,
  block: number,
  first: number,
  last: number,
): void {
  let [lowX, lowY, lowZ] = [x[first], y[first], z[first]];
  let [highX, highY, highZ] = [lowX, lowY, lowZ];
  let fastest = 0;
  for (let i = first; i < last; i++) {
    lowX = Math.min(lowX, x[i]);
    lowY = Math.min(lowY, y[i]);
    lowZ = Math.min(lowZ, z[i]);
    highX = Math.max(highX, x[i]);
    highY = Math.max(highY, y[i]);
    highZ = Math.max(highZ, z[i]);
    fastest = Math.max(fastest, Math.abs(vx[i]), Math.abs(vy[i]), Math.abs(vz[i]));
  }
  const at = block * BLOCK_NUMBERS;
  blocks[at] = lowX;
  blocks[at + 1] = lowY;
  blocks[at + 2] = lowZ;
  blocks[at + 3] = fastest;
  blocks[at + 4] = highX - lowX;
  blocks[at + 5] = highY - lowY;
  blocks[at + 6] = highZ - lowZ;
  blocks[at + 7] = 0;
}

function writeRecords(
  { x, y, z, vx, vy, vz, species, id }: PointColumns,
  { records, blocks, ids }: PointRecords,
  block: number,
  first: number,
  last: number,
): void {
  const at = block * BLOCK_NUMBERS;
  const [lowX, lowY, lowZ] = [blocks[at], blocks[at + 1], blocks[at + 2]];
  const fastest = blocks[at + 3];
  const perX = perStep(STEPS, blocks[at + 4]);
  const perY = perStep(STEPS, blocks[at + 5]);
  const perZ = perStep(STEPS, blocks[at + 6]);
  const perSpeed = perStep(SPEEDS, fastest);
  for (let i = first; i < last; i++) {
    // Adding half a step and truncating rounds the number. The box is f32, so the result can be one step too large.
    const px = Math.min(STEPS, ((x[i] - lowX) * perX + 0.5) | 0);
    const py = Math.min(STEPS, ((y[i] - lowY) * perY + 0.5) | 0);
    const pz = Math.min(STEPS, ((z[i] - lowZ) * perZ + 0.5) | 0);
    const wx = (vx[i] * perSpeed + (SPEEDS + 0.5)) | 0;
    const wy = (vy[i] * perSpeed + (SPEEDS + 0.5)) | 0;
    const wz = (vz[i] * perSpeed + (SPEEDS + 0.5)) | 0;
    const rank = Math.imul(id[i], POINT_SPREAD) >>> 24;
    const word = i * POINT_WORDS;
    records[word] = px | (py << 16);
    records[word + 1] = pz | (species[i] << 16) | (rank << 24);
    records[word + 2] = wx | (wy << 10) | (wz << 20);
  }
  ids.set(id.subarray(first, last), first);
}

/**
 * Returns the factor that converts a quantity to a number of steps. The maximum of the quantity is `most`. The factor
 * converts this maximum to the number `steps`. If the maximum is 0, the factor is 0.
 */
function perStep(steps: number, most: number): number {
  return most > 0 ? steps / most : 0;
}
