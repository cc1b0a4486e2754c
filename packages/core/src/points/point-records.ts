/**
 * Agents in the form in which they are drawn as points: 12 bytes each, ready for a graphics card.
 *
 * A record has three 32-bit words, low bits first:
 *
 * word 0   x (16), y (16)
 * word 1   z (16), species (8), rank (8)
 * word 2   vx (10), vy (10), vz (10), 2 bits free
 *
 * POINT_BLOCK consecutive records form a block. Agents are stored in cell order, so a block is a compact part of space.
 * Each block has a box of BLOCK_NUMBERS f32 numbers. The numbers are: low x, y, z (m), the largest absolute velocity
 * component in the block (m/s), size x, y, z (m), and a zero.
 *
 * Let n be the whole number in the bits of a component. A coordinate is low + n / 65535 * size. A velocity component is
 * (n - 511) / 511 * largest. So the precision of positions depends on the size of the block, and not on its place. A
 * program can skip a block whose box is out of sight.
 *
 * The rank is a number from 0 to 255. It is computed from the id and evenly spread. To draw fewer agents, a program
 * draws only agents below some rank. They are the same agents in each state.
 */
export interface PointRecords {
  /** The buffer that the views below share. If it is a SharedArrayBuffer, threads can share it too. */
  readonly buffer: ArrayBufferLike;
  /** The records: three words for each agent, in stored order. */
  readonly records: Uint32Array;
  /** The boxes of the blocks: BLOCK_NUMBERS numbers for each block. */
  readonly blocks: Float32Array;
  /** The ids of the agents, in the order of the records. They are not meant for the graphics card. */
  readonly ids: Uint32Array;
}

/** The number of words per record. */
export const POINT_WORDS = 3;
/** The number of records per block. */
export const POINT_BLOCK = 256;
/**
 * The rank of an agent is the high 8 bits of its id times this number, modulo 2^32, which is 2^32 divided by the golden
 * ratio.
 */
export const POINT_SPREAD = 0x9e3779b1;
/** How many numbers describe the box of a block. */
export const BLOCK_NUMBERS = 8;

/** The number of blocks that `agents` agents fill. */
export function blocksOf(agents: number): number {
  return Math.ceil(agents / POINT_BLOCK);
}

/** The size of a buffer for the records of a number of agents, in bytes. */
export function pointBytes(agents: number): number {
  return 4 * ((POINT_WORDS + 1) * agents + BLOCK_NUMBERS * blocksOf(agents));
}

/** Creates a buffer for the records of a number of agents. If `shared` is true, threads can share it. */
export function createPointRecords(agents: number, shared: boolean): PointRecords {
  const bytes = pointBytes(agents);
  return pointRecordsIn(shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes), agents);
}

/** Creates views of a buffer that createPointRecords made for `agents` agents. */
export function pointRecordsIn(buffer: ArrayBufferLike, agents: number): PointRecords {
  const blocks = BLOCK_NUMBERS * blocksOf(agents);
  const words = POINT_WORDS * agents;
  return {
    buffer,
    blocks: new Float32Array(buffer, 0, blocks),
    records: new Uint32Array(buffer, 4 * blocks, words),
    ids: new Uint32Array(buffer, 4 * (blocks + words), agents),
  };
}
