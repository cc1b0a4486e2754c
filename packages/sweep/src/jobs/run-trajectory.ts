import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from '@skein/core';
import { syncFolder } from '../files/replacement.ts';
import { asFileError } from '../stores/file-error.ts';
import { csvRecords } from '../tables/read-csv.ts';
import { csvFormat } from '../tables/row-formats.ts';
import type { ColumnType, Rows } from '../tables/table.ts';
import type { RowFormat } from '../tables/text-table.ts';
import { type Trajectories, trajectoriesOf } from '../tables/trajectories.ts';
import type { Job } from './job.ts';
import { JobError } from './job-error.ts';

/** The number of characters that are collected before they are written. */
const BLOCK = 1 << 18;

/**
 * Writes the trajectories of a run while it is stepped.
 *
 * A run that is stopped must continue from its checkpoint with the same bytes, and neither Parquet nor Arrow can be
 * continued. So the rows are written as CSV, to a file whose name ends in `.part`. A checkpoint has the length of this
 * file, and a run that continues cuts it to that length. At the end, the file becomes a table of the format of the plan.
 *
 * The part is named after the key and the index of the run, because two runs of a plan may have the same key. The
 * table is named after the key, since an index means another run when a plan is extended.
 */
export class RunTrajectory {
  readonly #world: World;
  readonly #every: number;
  readonly #ticks: number;
  readonly #isCsv: boolean;
  readonly #folder: string;
  readonly #part: string;
  readonly #path: string;
  readonly #trajectories: Trajectories;
  readonly #csv: RowFormat;
  readonly #file: number;
  #text = '';
  #bytes = 0;
  #isClosed = false;

  /**
   * Begins a file, or continues it after its first `bytes` bytes.
   *
   * @throws JobError CHECKPOINT_DAMAGED if the file is not that long; FileError; TableError
   */
  constructor(folder: string, job: Job, world: World, bytes?: number) {
    const { key, index, ticks } = job;
    const { format, every, only } = job.trajectories!;
    this.#world = world;
    this.#every = every;
    this.#ticks = ticks;
    this.#isCsv = format === 'csv';
    this.#folder = folder;
    this.#part = join(folder, `${key}.${index}.part`);
    this.#path = join(folder, `${key}.${format}`);
    this.#trajectories = trajectoriesOf(world, { format, every, only });
    this.#csv = csvFormat(this.#trajectories.schema);
    this.#file = this.#orError(() => {
      mkdirSync(folder, { recursive: true });
      return openSync(this.#part, bytes === undefined ? 'w' : 'a');
    });
    if (bytes === undefined) this.#text = this.#csv.head;
    else this.#continueAt(bytes);
  }

  #continueAt(bytes: number): void {
    const found = this.#orError(() => fstatSync(this.#file).size);
    if (!Number.isInteger(bytes) || found < bytes) {
      this.close();
      const text = `${this.#part} of ${found} bytes, expected at least ${bytes}`;
      throw new JobError('CHECKPOINT_DAMAGED', `checkpoint: found ${text}`);
    }
    this.#orError(() => ftruncateSync(this.#file, bytes));
    this.#bytes = bytes;
  }

  /** Adds the current state, if a sample is due. @throws FileError */
  sample(): void {
    const { tick } = this.#world;
    if (tick % this.#every !== 0 && tick !== this.#ticks) return;
    for (const rows of this.#trajectories.rows()) {
      this.#text += this.#csv.text(rows, 0, rows[0].length);
      if (this.#text.length >= BLOCK) this.#flush();
    }
  }

  /** Syncs all samples to disk. Returns the length of the file in bytes. @throws FileError */
  keep(): number {
    this.#flush();
    this.#orError(() => fsyncSync(this.#file));
    return this.#bytes;
  }

  /** Writes the table, and deletes the part. @throws FileError */
  async finish(): Promise<void> {
    this.keep();
    this.close();
    if (this.#isCsv) {
      try {
        await rename(this.#part, this.#path);
        await syncFolder(this.#folder);
      } catch (error) {
        throw asFileError('write', this.#path, error);
      }
      return;
    }
    const { schema } = this.#trajectories;
    const table = await this.#trajectories.open(this.#path, { whole: true });
    try {
      for await (const { records } of csvRecords(this.#part)) {
        await table.write(
          schema.columns.map(({ type }, at) =>
            records.map(({ cells }) => VALUES[type](cells[at])),
          ) as Rows,
        );
      }
      await table.finish();
    } finally {
      await table.abandon();
    }
    rmSync(this.#part, { force: true });
  }

  close(): void {
    if (!this.#isClosed) closeSync(this.#file);
    this.#isClosed = true;
  }

  /** Deletes the part of a run that no checkpoint continues. */
  discard(): void {
    this.close();
    rmSync(this.#part, { force: true });
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.#orError(() => {
      for (let begin = 0; begin < bytes.length; ) begin += writeSync(this.#file, bytes, begin);
    });
    this.#bytes += bytes.length;
  }

  #orError<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw asFileError('write', this.#part, error);
    }
  }
}

/** Reads the cells of CSV as values of a column. */
const VALUES: Readonly<
  Record<ColumnType, (cell: string | null) => number | string | boolean | null>
> = {
  f64: numberOf,
  f32: numberOf,
  u32: numberOf,
  text: (cell) => cell,
  bool: (cell) => (cell === null ? null : cell === 'true'),
};

function numberOf(cell: string | null): number | null {
  return cell === null ? null : Number(cell);
}
