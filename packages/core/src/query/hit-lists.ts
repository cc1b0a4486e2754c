import type { SharedWorld } from '../world/world.ts';
import type { ColumnMemory } from './query-kind.ts';
import { LIVE_QUERIES } from './query-kind.ts';
import { MAX_HITS } from './request.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/**
 * The hits of many queries. Each query has its own list, sorted by (squared distance, id), and the lists are stored one
 * after another.
 */
export class HitLists {
  #count = 0;
  // Each hit is a 64-bit key that sorts like the hit: the id in the low half, the squared distance (m^2) in the high
  // half. The bits of non-negative f32 numbers sort like the numbers. Hosts are little-endian, as WebAssembly is.
  #keys = new BigUint64Array(1024);
  #ids = new Uint32Array(this.#keys.buffer);
  #squared = new Float32Array(this.#keys.buffer);

  add(id: number, squared: number): void {
    // A request with more hits is refused, so further hits need not be stored.
    if (this.#count > MAX_HITS) return;
    if (this.#count === this.#keys.length) this.#widen();
    this.#ids[2 * this.#count] = id;
    this.#squared[2 * this.#count + 1] = squared;
    this.#count++;
  }

  /**
   * Calls `find` for each of the queries [begin, end). `find` adds the hits of its query to the lists. Returns all hits
   * as columns. If there are more than MAX_HITS, returns undefined.
   */
  collect(
    world: SharedWorld,
    memory: ColumnMemory,
    begin: number,
    end: number,
    find: (q: number) => void,
  ): { counts: Uint32Array; ids: Uint32Array; distances: Float32Array } | undefined {
    const counts = memory.u32(end - begin);
    for (let q = begin; q < end; q++) {
      if ((q & LIVE_QUERIES) === 0) world.live();
      const first = this.#count;
      find(q);
      if (this.#count > MAX_HITS) return undefined;
      this.#keys.subarray(first, this.#count).sort();
      counts[q - begin] = this.#count - first;
    }
    const ids = memory.u32(this.#count);
    const distances = memory.f32(this.#count);
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
