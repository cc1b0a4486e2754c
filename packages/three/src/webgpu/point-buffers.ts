import { BLOCK_NUMBERS, blocksOf, POINT_BLOCK, POINT_WORDS } from '@skein/core/read';
import { float, storage, uint, vec3, vec4 } from 'three/tsl';
import { type Node, StorageBufferAttribute } from 'three/webgpu';
import type { DrawnState } from '../sync/drawn-state.ts';
import { upload } from '../sync/upload.ts';

/** The record of an agent after unpacking. */
export interface NodePoint {
  readonly place: Node<'vec3'>;
  readonly velocity: Node<'vec3'>;
  readonly species: Node<'uint'>;
  /** 0 to 255 */
  readonly rank: Node<'float'>;
}

/**
 * The packed points of the drawn state, in storage buffers. All objects that draw the state share the buffers. The
 * buffers contain 12 bytes per agent, and a box for each block of 256 agents. `PointRecords` of `@skein/core` describes
 * the format.
 *
 * Points are uploaded once per state, directly from the memory that the threads wrote. Only living agents are uploaded.
 * Colors are uploaded only if they are used.
 */
export class PointBuffers {
  readonly #records: StorageBufferAttribute;
  readonly #boxes: StorageBufferAttribute;
  #paint: StorageBufferAttribute | undefined;
  /** Whether the boxes around blocks of agents are those of the present state. */
  readonly hasBlocks: boolean = true;
  #version = -1;
  #painted = -1;

  constructor({ agents }: DrawnState) {
    const { records, blocks } = agents.points;
    this.#records = new StorageBufferAttribute(records, 1);
    // The array is replaced with every state, so the buffer keeps the length of the first.
    this.#boxes = new StorageBufferAttribute(
      blocks.length > 0 ? blocks : new Float32Array(BLOCK_NUMBERS),
      4,
    );
  }

  /** Unpacks the record of the agent in a row. */
  at(row: Node<'uint'>): NodePoint {
    const records = storage(this.#records, 'uint', this.#records.count).toReadOnly();
    const first = row.mul(uint(POINT_WORDS)).toVar();
    const [a, b, c] = [0, 1, 2].map((k) =>
      (records.element(first.add(uint(k))) as unknown as Node<'uint'>).toVar(),
    );
    const boxes = storage(this.#boxes, 'vec4', this.#boxes.count).toReadOnly();
    const box = row.div(uint(POINT_BLOCK)).mul(uint(2)).toVar();
    const low = vec4(boxes.element(box) as unknown as Node<'vec4'>).toVar();
    const size = vec4(boxes.element(box.add(uint(1))) as unknown as Node<'vec4'>);
    const steps = vec3(bits(a!, 0, 0xffff), bits(a!, 16, 0xffff), bits(b!, 0, 0xffff));
    const rates = vec3(bits(c!, 0, 1023), bits(c!, 10, 1023), bits(c!, 20, 1023));
    return {
      place: low.xyz.add(steps.div(65_535).mul(size.xyz)),
      velocity: rates.sub(511).div(511).mul(low.w),
      species: b!.shiftRight(uint(16)).bitAnd(uint(255)),
      rank: float(b!.shiftRight(uint(24))),
    };
  }

  /**
   * The color of one agent, by the row of the agent. Only for states whose colors show something other than the
   * species.
   */
  paintAt(row: Node<'uint'>, { paint }: DrawnState): Node<'vec3'> {
    this.#paint ??= new StorageBufferAttribute(wordsOf(paint.colors), 1);
    const colors = storage(this.#paint, 'uint', this.#paint.count).toReadOnly();
    const word = (colors.element(row) as unknown as Node<'uint'>).toVar();
    return vec3(bits(word, 0, 255), bits(word, 8, 255), bits(word, 16, 255)).div(255);
  }

  /** Prepares the points of a state, and its colors if `painted`. The next frame uploads them. */
  update(state: DrawnState, painted: boolean): void {
    const { living, paint, version } = state;
    if (living === 0) return;
    if (painted && this.#paint !== undefined && paint.version !== this.#painted) {
      this.#painted = paint.version;
      this.#paint.array = wordsOf(paint.colors);
      upload(this.#paint, living);
    }
    if (version === this.#version) return;
    this.#version = version;
    const { records, blocks } = state.agents.points;
    this.#records.array = records;
    upload(this.#records, POINT_WORDS * living);
    this.#boxes.array = blocks;
    upload(this.#boxes, 2 * blocksOf(living));
  }
}

function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

function bits(word: Node<'uint'>, from: number, mask: number): Node<'float'> {
  return float(word.shiftRight(uint(from)).bitAnd(uint(mask)));
}
