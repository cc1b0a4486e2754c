import type { AgentTree } from '../query/agent-tree.ts';
import type { PointOrder } from '../query/point-order.ts';
import type { Grid } from '../world/grid-plan.ts';
import { allocate, type Memory } from '../world/memory.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Exports } from './exports.ts';
import { kernelsOver } from './module.ts';

/**
 * Byte offsets of the lists that a search keeps in its scratch memory. They are the same as in
 * assembly/nearest-to-points.ts.
 */
const QUERY_SCRATCH = { firstNode: 0, box: 64, min: 96, edge: 112, keys: 2048 } as const;
/** The number of bytes that stay free at the beginning of memory, so that no address is 0. */
const RESERVED = 1024;
/** The number of hits in a batch of points. It is small enough for the hits to stay in the caches. */
const BATCH_HITS = 0x4000;
const ALIGNMENT = 64;

/** The points of queries for the nearest agents, and where the results are stored. */
export interface NearestTask {
  readonly tree: AgentTree;
  readonly grid: Grid;
  /** For each point, its three coordinates and a radius (m), and the id of an agent to ignore. */
  readonly points: Float32Array;
  readonly radius: Float32Array;
  readonly ignoredBy: (point: number) => number;
  /**
   * The order in which the points are searched. Points that are near each other in space are near each other in this
   * order.
   */
  readonly order: PointOrder;
  /** The index of the point to which the first row of results belongs. */
  readonly begin: number;
  readonly k: number;
  readonly counts: Uint32Array;
  readonly ids: Uint32Array;
  readonly distances: Float32Array;
  readonly live: () => void;
}

/**
 * SIMD twin of ../query/nearest.ts: finds the agents that are nearest to given points. The twin has its own memory,
 * because the memory of the world is too small. The twin keeps its memory, with the tree in it, from one task to the
 * next. For a task that needs more memory, the twin allocates new memory.
 */
export class NearestQueryTwin {
  readonly #shared: boolean;
  #memory: Memory | undefined;
  #wasm: Exports | undefined;
  /** The tree that is in the memory. */
  #loaded: AgentTree | undefined;

  /** @param shared whether to search in shared memory, as the other kernels of the thread do */
  constructor(shared: boolean) {
    this.#shared = shared;
  }

  find(task: NearestTask): void {
    const { tree, k, order } = task;
    const batch = Math.max(1, Math.floor(BATCH_HITS / k));
    const plan = new Arena(RESERVED);
    const nodes = plan.take(tree.nodes.length);
    const blocks = plan.take(tree.blocks.length);
    const ids = plan.take(tree.ids.length);
    const leastIds = plan.take(tree.leastIds.length);
    const memory = plan.take(QUERY_SCRATCH.keys / 4 + 2 * k);
    const planes = plan.take(5 * batch);
    const foundIds = plan.take(batch * k);
    const distances = plan.take(batch * k);
    const counts = plan.take(batch);
    const { buffer } = this.#memoryOf(plan.bytes);
    const floats = new Float32Array(buffer);
    const words = new Uint32Array(buffer);
    if (tree !== this.#loaded) {
      floats.set(tree.nodes, nodes / 4);
      floats.set(tree.blocks, blocks / 4);
      words.set(tree.ids, ids / 4);
      words.set(tree.leastIds, leastIds / 4);
      this.#loaded = tree;
    }
    words.set(tree.firstNode, (memory + QUERY_SCRATCH.firstNode) / 4);
    floats.set(tree.box, (memory + QUERY_SCRATCH.box) / 4);
    floats.set(task.grid.min, (memory + QUERY_SCRATCH.min) / 4);
    floats.set(task.grid.edge, (memory + QUERY_SCRATCH.edge) / 4);
    const { points, radius, ignoredBy, begin } = task;
    for (let first = 0; first < order.length; first += batch) {
      task.live();
      const size = Math.min(batch, order.length - first);
      for (let n = 0; n < size; n++) {
        const q = order[first + n];
        const at = planes / 4 + n;
        floats[at] = points[3 * q];
        floats[at + batch] = points[3 * q + 1];
        floats[at + 2 * batch] = points[3 * q + 2];
        floats[at + 3 * batch] = radius[q];
        words[at + 4 * batch] = ignoredBy(q);
      }
      this.#wasm!.nearestToPoints(
        nodes,
        blocks,
        ids,
        leastIds,
        tree.levels,
        memory,
        planes,
        4 * batch,
        size,
        k,
        foundIds,
        distances,
        counts,
      );
      scatterRows(task.counts, words, counts / 4, order, first, size, begin, 1);
      scatterRows(task.ids, words, foundIds / 4, order, first, size, begin, k);
      scatterRows(task.distances, floats, distances / 4, order, first, size, begin, k);
    }
  }

  #memoryOf(bytes: number): Memory {
    const known = this.#memory;
    if (known !== undefined && known.buffer.byteLength >= bytes) return known;
    // The old memory can be freed before there is a new one.
    this.#memory = undefined;
    this.#wasm = undefined;
    this.#loaded = undefined;
    const memory = allocate(bytes, 'simd', this.#shared);
    this.#wasm = kernelsOver(memory);
    this.#memory = memory;
    return memory;
  }
}

const twins = new WeakMap<WebAssembly.Memory, NearestQueryTwin>();

/** Returns this thread's twin for a world. Undefined if its kernel is "ts". */
export function nearestQueryTwin({
  memory: { wasm, shared },
}: SharedWorld): NearestQueryTwin | undefined {
  if (wasm === undefined) return undefined;
  let twin = twins.get(wasm);
  if (twin === undefined) {
    twin = new NearestQueryTwin(shared);
    twins.set(wasm, twin);
  }
  return twin;
}

/**
 * Copies results from the order of the search to the order of the queries. Each result is a row of numbers, and `width`
 * is the length of a row.
 */
function scatterRows(
  to: Uint32Array | Float32Array,
  rows: Uint32Array | Float32Array,
  from: number,
  order: PointOrder,
  first: number,
  size: number,
  begin: number,
  width: number,
): void {
  for (let n = 0; n < size; n++) {
    const row = (order[first + n] - begin) * width;
    const at = from + n * width;
    for (let k = 0; k < width; k++) to[row + k] = rows[at + k];
  }
}

/** Allocates memory at consecutive addresses. */
class Arena {
  bytes: number;

  constructor(first: number) {
    this.bytes = first;
  }

  /** Allocates a number of words. Returns their address. */
  take(words: number): number {
    const at = this.bytes;
    this.bytes = Math.ceil((at + 4 * words) / ALIGNMENT) * ALIGNMENT;
    return at;
  }
}
