import type { TableRow } from '../../tables/read-rows.ts';
import { TableError } from '../../tables/table-error.ts';
import { TraceFile, type TraceTick, UnsortedTrace } from '../../tables/trace-file.ts';
import { FlowError } from './flow-error.ts';

/** The living agents of one sample, seen from above. All lists have the same order. */
export interface TrajectorySample {
  readonly tick: number;
  /** In s. */
  readonly time: number;
  /** Each agent has the same id in all samples of its life. */
  readonly ids: Uint32Array;
  /** Positions (m). */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Velocities (m/s). */
  readonly vx: Float64Array;
  readonly vy: Float64Array;
}

export interface TrajectoryOptions {
  /** The length of a tick (s). Default: that in the metadata of the table. CSV and JSON lines have none. */
  readonly dt?: number;
}

const NUMBERS = ['x', 'y', 'vx', 'vy'] as const;
const MAX_ID = 0xffffffff;

/**
 * The trajectories of agents in a table with the columns `tick`, `id`, `x`, `y`, `vx`, `vy` and, if agents die, `alive`.
 * `skein run` writes such tables. Other columns are ignored.
 */
export class Trajectory {
  /** The length of a tick (s). */
  readonly dt: number;
  /** The edges of the torus that the agents move on (m); 0 for no torus. The metadata of the table tells them. */
  readonly edges: readonly [number, number];
  readonly #file: TraceFile;

  private constructor(file: TraceFile, dt: number) {
    this.#file = file;
    this.dt = dt;
    this.edges = edgesOf(file.path, file.columns.metadata);
  }

  /**
   * Opens a table. The extension of its name gives the format.
   *
   * @throws TableError if the table is damaged or has not these columns; FileError if it cannot be read; FlowError if it
   * does not tell the length of a tick, and the option `dt` is missing
   */
  static async open(path: string, options: TrajectoryOptions = {}): Promise<Trajectory> {
    const file = await TraceFile.open(path);
    try {
      const { names, metadata } = file.columns;
      const missing = ['id', ...NUMBERS].filter((name) => !names.includes(name));
      if (missing.length > 0) {
        const expected = `the columns ${missing.join(', ')}`;
        throw new TableError('TABLE_DAMAGED', path, `the columns ${names.join(', ')}`, expected);
      }
      const dt = options.dt ?? Number(metadata.dt ?? Number.NaN);
      if (dt > 0 && Number.isFinite(dt)) return new Trajectory(file, dt);
      const found = options.dt === undefined ? `nothing, and none in ${path}` : String(dt);
      throw new FlowError('dt', found, 'the length of a tick in s, above 0');
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Reads the samples in order, once. Holds one sample in memory.
   *
   * @throws TableError for rows that are not sorted by tick, for an id that occurs twice in a tick, and for numbers that
   * are missing
   */
  async *samples(): AsyncGenerator<TrajectorySample, undefined> {
    try {
      for await (const tick of this.#file.ticks(true)) yield this.#sampleOf(tick);
    } catch (error) {
      if (!(error instanceof UnsortedTrace)) throw error;
      const expected = 'rows that are sorted by tick';
      throw new TableError('TABLE_DAMAGED', error.path, 'an earlier tick after a later', expected);
    }
    return undefined;
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#file.close();
  }

  #sampleOf({ tick, rows }: TraceTick): TrajectorySample {
    const { names } = this.#file.columns;
    const aliveAt = names.indexOf('alive');
    const living =
      aliveAt < 0 ? [...rows] : [...rows].filter(([, row]) => this.#isAlive(row, aliveAt));
    const ids = Uint32Array.from(living, ([id, row]) => {
      if (typeof id === 'number' && id >= 0 && id <= MAX_ID) return id;
      throw this.#file.refused(row, `the id ${id}`, `a whole number from 0 to ${MAX_ID}`);
    });
    const [x, y, vx, vy] = NUMBERS.map((name) => {
      const at = names.indexOf(name);
      return Float64Array.from(living, ([, row]) => this.#numberIn(row, at));
    });
    return { tick, time: tick * this.dt, ids, x, y, vx, vy };
  }

  /** Reads a truth value as the tables of several languages write it. */
  #isAlive(row: TableRow, at: number): boolean {
    const cell = String(row.cells[at]).toLowerCase();
    if (cell === 'true' || cell === '1') return true;
    if (cell === 'false' || cell === '0') return false;
    const found = `${JSON.stringify(row.cells[at])} in the column alive`;
    throw this.#file.refused(row, found, 'true, false, 1 or 0');
  }

  #numberIn(row: TableRow, at: number): number {
    const cell = row.cells[at];
    const number = cell === null || cell === '' ? Number.NaN : Number(cell);
    if (Number.isFinite(number)) return number;
    const { names } = this.#file.columns;
    throw this.#file.refused(row, `${JSON.stringify(cell)} in the column ${names[at]}`, 'a number');
  }
}

/** The edges of a torus in the metadata of a table; 0 if there is none. */
function edgesOf(path: string, { bounds }: Readonly<Record<string, string>>): [number, number] {
  if (bounds === undefined) return [0, 0];
  try {
    const { type, min, max } = JSON.parse(bounds);
    if (type !== 'wrap') return [0, 0];
    const [x, y] = [0, 1].map((axis) => Math.fround(max[axis]) - Math.fround(min[axis]));
    if (x > 0 && y > 0 && Number.isFinite(x + y)) return [x, y];
  } catch {
    // Refused below, like bounds without edges.
  }
  const found = 'metadata "bounds" that are no bounds';
  throw new TableError('TABLE_DAMAGED', path, found, 'the bounds of the scenario');
}
