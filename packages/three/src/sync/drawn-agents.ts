import type { World } from '@skein/core';
import {
  blocksOf,
  createPointRecords,
  type PointColumns,
  type PointRecords,
  packPoints,
  packWorldPoints,
  pointPositionInto,
  pointRecordsIn,
  pointSpecies,
  pointVelocityInto,
  readPointsInto,
  type Xyz,
} from '@skein/core/read';
import type { Relief } from './relief.ts';

/**
 * With more agents than this, the threads of the team pack the points that are drawn. The drawing code then copies
 * columns only if they are read.
 */
export const MANY = 5000;

/** Two buffers for packed points: the one that is drawn now, and the one that is written next. */
export type AgentBuffers = readonly [drawn: ArrayBufferLike, next: ArrayBufferLike];

/**
 * The agents of the last finished state, as columns or as packed points.
 *
 * If there are few agents, this thread copies their columns, and bodies are drawn from the columns. If there are many
 * agents, the points of each state are packed. If `Team.run` is given the buffer `buffer`, the threads of the team pack
 * the points at the end of the call. Otherwise, `copyFrom` packs the points on this thread. Two buffers alternate:
 * while one buffer is drawn, the other is written.
 *
 * Missing columns are computed from points, and missing points are computed from columns. So columns can be read for
 * any number of agents. After columns were read, the columns of the next state are copied directly from the world. The
 * direct copy is faster and exact.
 */
export class DrawnAgents {
  /** The number of living agents. Living agents come first in the columns and the points; dead agents follow. */
  living = 0;
  readonly #count: number;
  readonly #many: boolean;
  readonly #relief: Relief | undefined;
  #columns: PointColumns | undefined;
  #points: PointRecords;
  #next: PointRecords | undefined;
  /** Whether the columns and the points contain the last state already. */
  #hasColumns = false;
  #hasPoints = false;
  /** Whether the columns of the last state were read by a caller. */
  #readColumns = false;

  /**
   * @param buffers the buffers that the property `lent` of another instance returned. Both instances then share these
   * buffers, and must receive the same states
   */
  constructor({ count, shared }: World, relief: Relief | undefined, buffers?: AgentBuffers) {
    this.#count = count;
    this.#many = count > MANY;
    this.#relief = relief;
    const [points, next] = buffers ?? [];
    const records = (buffer?: ArrayBufferLike) =>
      buffer ? pointRecordsIn(buffer, count) : createPointRecords(count, shared);
    this.#points = records(points);
    if (this.#many) this.#next = records(next);
  }

  /**
   * The buffers of points; undefined if there are few agents. Another thread may share the buffers if it receives the
   * same states from now on.
   */
  get lent(): AgentBuffers | undefined {
    return this.#next && [this.#points.buffer, this.#next.buffer];
  }

  /**
   * The buffer into which the threads must pack the next state at the end of a run; undefined if there are few agents.
   */
  get buffer(): ArrayBufferLike | undefined {
    return this.#next?.buffer;
  }

  /**
   * Updates the agents to the current state of the world. If `packed` is true, the threads have already packed the
   * points of this state into `buffer`. Call this method only while no run is in progress.
   */
  copyFrom(world: World, living: number, packed: boolean): void {
    const copies = !this.#many || this.#readColumns;
    this.#readColumns = false;
    this.living = living;
    this.#hasColumns = false;
    this.#hasPoints = false;
    if (copies) this.#copyColumns(world);
    if (this.#next === undefined) return;
    if (!packed) packWorldPoints(world, this.#next.buffer);
    [this.#points, this.#next] = [this.#next, this.#points];
    this.#hasPoints = true;
  }

  /**
   * The columns of the last state. With many agents, these columns are copied from the world only if the columns of the
   * previous state were read. Without this copy, the first read computes the columns from the packed points.
   */
  get columns(): PointColumns {
    this.#readColumns = true;
    this.#columns ??= columnsFor(this.#count);
    if (!this.#hasColumns) readPointsInto(this.#columns, this.#points, this.living);
    this.#hasColumns = true;
    return this.#columns;
  }

  /** The packed points of the last state. If there are few agents, the points are computed when they are first read. */
  get points(): PointRecords {
    if (!this.#hasPoints) {
      packPoints(this.columns, this.living, this.#points, 0, blocksOf(this.living));
      this.#hasPoints = true;
    }
    return this.#points;
  }

  get ids(): Uint32Array {
    return this.#hasPoints ? this.#points.ids : this.columns.id;
  }

  speciesAt(i: number): number {
    return this.#hasColumns ? this.#columns!.species[i]! : pointSpecies(this.#points, i);
  }

  /** Writes the position (m) of the agent with index `i` to `out`, and returns `out`. */
  positionInto<V extends Xyz>(out: V, i: number): V {
    if (!this.#hasColumns) pointPositionInto(out, this.#points, i);
    else copyInto(out, this.#columns!.x, this.#columns!.y, this.#columns!.z, i);
    return out;
  }

  /** Writes the velocity (m/s) of the agent with index `i` to `out`, and returns `out`. */
  velocityInto<V extends Xyz>(out: V, i: number): V {
    if (!this.#hasColumns) pointVelocityInto(out, this.#points, i);
    else copyInto(out, this.#columns!.vx, this.#columns!.vy, this.#columns!.vz, i);
    return out;
  }

  #copyColumns({ views }: World): void {
    this.#columns ??= columnsFor(this.#count);
    const { x, y, z, vx, vy, vz, species, id } = this.#columns;
    const n = this.living;
    x.set(views.position.x.subarray(0, n));
    y.set(views.position.y.subarray(0, n));
    z.set(views.position.z.subarray(0, n));
    this.#relief?.lift({ x, y, z }, n);
    vx.set(views.velocity.x.subarray(0, n));
    vy.set(views.velocity.y.subarray(0, n));
    vz.set(views.velocity.z.subarray(0, n));
    species.set(views.species.subarray(0, n));
    id.set(views.id.subarray(0, n));
    this.#hasColumns = true;
  }
}

function columnsFor(count: number): PointColumns {
  const column = () => new Float32Array(count);
  return {
    ...{ x: column(), y: column(), z: column(), vx: column(), vy: column(), vz: column() },
    species: new Uint8Array(count),
    id: new Uint32Array(count),
  };
}

function copyInto(out: Xyz, x: Float32Array, y: Float32Array, z: Float32Array, i: number): void {
  out.x = x[i]!;
  out.y = y[i]!;
  out.z = z[i]!;
}
