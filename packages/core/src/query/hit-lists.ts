import type { SharedWorld } from '../world/world.ts';
import type { Column, ColumnRoom, Columns } from './query-kind.ts';
import { LIVE_QUERIES } from './query-kind.ts';
import { MAX_HITS } from './request.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/** What many queries find, one list behind the other, each sorted by (squared distance, id). */
export class HitLists {
  #count = 0;
  // Of each hit 64 bits that sort as it does: the id below, the squared distance (m^2) above. The bits of
  // f32 sort as the numbers do where none is below 0. Hosts are little-endian, as WebAssembly is.
  #keys = new BigUint64Array(1024);
  #ids = new Uint32Array(this.#keys.buffer);
  #squared = new Float32Array(this.#keys.buffer);

  add(id: number, squared: number): void {
    // A request for more is refused, and not kept.
    if (this.#count > MAX_HITS) return;
    if (this.#count === this.#keys.length) this.#widen();
    this.#ids[2 * this.#count] = id;
    this.#squared[2 * this.#count + 1] = squared;
    this.#count++;
  }

  /**
   * Has each of the queries [begin, end) add its hits, and gives them as columns; undefined when there are
   * more than MAX_HITS.
   */
  collect(
    world: SharedWorld,
    room: ColumnRoom,
    begin: number,
    end: number,
    find: (q: number) => void,
  ): { counts: Uint32Array; ids: Uint32Array; distances: Float32Array } | undefined {
    const counts = room.u32(end - begin);
    for (let q = begin; q < end; q++) {
      if ((q & LIVE_QUERIES) === 0) world.live();
      const first = this.#count;
      find(q);
      if (this.#count > MAX_HITS) return undefined;
      this.#keys.subarray(first, this.#count).sort();
      counts[q - begin] = this.#count - first;
    }
    const ids = room.u32(this.#count);
    const distances = room.f32(this.#count);
    for (let n = 0; n < this.#count; n++) {
      ids[n] = this.#ids[2 * n];
      distances[n] = fround(sqrt(this.#squared[2 * n + 1]));
    }
    return { counts, ids, distances };
  }

  #widen(): void {
    const keys = new BigUint64Array(2 * this.#keys.length);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#ids = new Uint32Array(keys.buffer);
    this.#squared = new Float32Array(keys.buffer);
  }
}

/** Columns with the places where lists begin in place of their lengths. */
export function withOffsets({ counts, ...columns }: Columns): {
  offsets: Uint32Array;
} & Record<string, Column> {
  const offsets = new Uint32Array(counts.length + 1);
  for (let q = 0; q < counts.length; q++) offsets[q + 1] = offsets[q] + counts[q];
  return { offsets, ...columns };
}
