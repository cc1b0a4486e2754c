import type { World } from '@skein/core';
import {
  blocksOf,
  createPointRecords,
  innerOf,
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
} from '@skein/core/supervise';
import type { Relief } from './relief.ts';

/** Agents beyond which the threads pack what is drawn, and nothing is copied here. */
export const MANY = 5000;

/** Two buffers of points: the one that is drawn, and the one that is written next. */
export type AgentRoom = readonly [drawn: ArrayBufferLike, next: ArrayBufferLike];

/**
 * The agents of the last finished state, as they are drawn: as columns, or packed as points.
 *
 * Few agents are copied as columns, which is what bodies are drawn from. Of many, the threads pack points at the end
 * of each run, into two buffers in turns: one is drawn while the next is written. Either is made from the other where
 * it is asked for, so a reader of columns finds them whatever their number. One that has read them in one state is
 * likely to read them in the next: then they are copied right away, which is faster and exact.
 */
export class DrawnAgents {
  /** The first `living` are there; what follows is dead. */
  living = 0;
  readonly #count: number;
  readonly #many: boolean;
  readonly #relief: Relief | undefined;
  #columns: PointColumns | undefined;
  #points: PointRecords;
  #next: PointRecords | undefined;
  /** Whether they hold the last state. */
  #hasColumns = false;
  #hasPoints = false;
  /** Whether columns of the last state were asked for. */
  #readColumns = false;

  /** `room`: of another that takes over the same states, as it was before the first of them. */
  constructor({ count, shared }: World, relief: Relief | undefined, room?: AgentRoom) {
    this.#count = count;
    this.#many = count > MANY;
    this.#relief = relief;
    const [points, next] = room ?? [];
    const records = (buffer?: ArrayBufferLike) =>
      buffer ? pointRecordsIn(buffer, count) : createPointRecords(count, shared);
    this.#points = records(points);
    if (this.#many) this.#next = records(next);
  }

  /** Where the points are, for another thread that takes over the same states from now on; undefined where few are drawn. */
  get lent(): AgentRoom | undefined {
    return this.#next && [this.#points.buffer, this.#next.buffer];
  }

  /** Where the threads are to pack the next state at the end of a run; undefined where few are drawn. */
  get room(): ArrayBufferLike | undefined {
    return this.#next?.buffer;
  }

  /** Takes over the world's state, which the threads have `packed` into `room`, or not. Only between runs. */
  copyFrom(world: World, living: number, packed: boolean): void {
    const copies = !this.#many || this.#readColumns;
    this.#readColumns = false;
    this.living = living;
    this.#hasColumns = false;
    this.#hasPoints = false;
    if (copies) this.#copyColumns(world);
    if (this.#next === undefined) return;
    if (!packed) packWorldPoints(innerOf(world), this.#next.buffer);
    [this.#points, this.#next] = [this.#next, this.#points];
    this.#hasPoints = true;
  }

  /** The columns; those of many agents are made of points where the state before was not read as columns. */
  get columns(): PointColumns {
    this.#readColumns = true;
    this.#columns ??= columnsFor(this.#count);
    if (!this.#hasColumns) readPointsInto(this.#columns, this.#points, this.living);
    this.#hasColumns = true;
    return this.#columns;
  }

  /** The points; those of few agents are made when they are first asked for. */
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

  /** Where agent `i` is drawn, m. */
  positionInto<V extends Xyz>(out: V, i: number): V {
    if (!this.#hasColumns) pointPositionInto(out, this.#points, i);
    else copyInto(out, this.#columns!.x, this.#columns!.y, this.#columns!.z, i);
    return out;
  }

  /** m/s */
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
