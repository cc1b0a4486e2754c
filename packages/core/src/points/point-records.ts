/**
 * Agents as they are drawn as points: 12 bytes each, as a graphics card takes them.
 *
 * A record has three 32-bit words, low bits first:
 *
 *   word 0   x (16), y (16)
 *   word 1   z (16), species (8), rank (8)
 *   word 2   vx (10), vy (10), vz (10), 2 bits free
 *
 * POINT_BLOCK records, one after the other, are a block. Agents are stored in cell order, so a block is a compact part of
 * space. Its box is kept in f32, BLOCK_NUMBERS each: low x, y, z (m), the fastest component of a velocity in it (m/s),
 * size x, y, z (m), and a zero. A coordinate is low + word / 65535 * size, a component of a velocity
 * (word - 511) / 511 * fastest. So positions are as exact as a block is small, wherever the agents are, and a block out
 * of sight is left out by its box.
 *
 * The rank is a part of the id, spread evenly: of agents that are drawn thinned out, those below a rank are drawn, the
 * same ones in each state.
 */
export interface PointRecords {
  /** What the views below lie in; threads share it where it is shared. */
  readonly buffer: ArrayBufferLike;
  /** Three words of each agent, in stored order. */
  readonly records: Uint32Array;
  /** BLOCK_NUMBERS of each block. */
  readonly blocks: Float32Array;
  /** Ids of the agents, in the same order; not meant for the graphics card. */
  readonly ids: Uint32Array;
}

/** Words of a record. */
export const POINT_WORDS = 3;
/** Records of a block. */
export const POINT_BLOCK = 256;
/** Numbers of the box of a block. */
export const BLOCK_NUMBERS = 8;

/** How many blocks so many agents fill. */
export function blocksOf(agents: number): number {
  return Math.ceil(agents / POINT_BLOCK);
}

/** Bytes of a buffer for the records of so many agents. */
export function pointBytes(agents: number): number {
  return 4 * ((POINT_WORDS + 1) * agents + BLOCK_NUMBERS * blocksOf(agents));
}

/** Room for the records of so many agents; in memory that threads share where `shared`. */
export function createPointRecords(agents: number, shared: boolean): PointRecords {
  const bytes = pointBytes(agents);
  return pointRecordsIn(shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes), agents);
}

/** The views of a buffer that createPointRecords has made for so many agents. */
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
