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
import { join } from 'node:path';
import type { World } from '@skein/core';
import { asFileError } from '../stores/file-error.ts';
import { ArrowEncoder } from '../tables/arrow-encoder.ts';
import { readArrow } from '../tables/read-arrow.ts';
import { GroupBuffer } from '../tables/row-group.ts';
import { type Trajectories, trajectoriesOf } from '../tables/trajectories.ts';
import type { Job } from './job.ts';
import { JobError } from './job-error.ts';

/** The length of the bytes that end an Arrow stream. */
const END_BYTES = 8;

/**
 * Writes the trajectories of a run while it is stepped.
 *
 * A run that is stopped must continue from its checkpoint with the same bytes, and Parquet cannot be continued. So the
 * rows are written as an Arrow stream, to a file whose name ends in `.part`. A checkpoint has the length of this file, and
 * a run that continues cuts it to that length. At the end, its rows are written to a table of the format of the plan.
 *
 * The part is named after the key and the index of the run, because two runs of a plan may have the same key. The
 * table is named after the key, since an index means another run when a plan is extended.
 */
export class RunTrajectory {
  readonly #world: World;
  readonly #every: number;
  readonly #ticks: number;
  readonly #part: string;
  readonly #path: string;
  readonly #trajectories: Trajectories;
  readonly #rows: GroupBuffer;
  readonly #encoder: ArrowEncoder;
  readonly #file: number;
  #bytes = 0;
  /** The length of the header that the encoder puts before its first rows, if the file has one already. */
  #skipped = 0;
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
    this.#part = join(folder, `${key}.${index}.part`);
    this.#path = join(folder, `${key}.${format}`);
    this.#trajectories = trajectoriesOf(world, { format, every, only });
    const { schema } = this.#trajectories;
    this.#rows = new GroupBuffer(schema);
    this.#encoder = new ArrowEncoder(schema, 'stream');
    this.#file = this.#orError(() => {
      mkdirSync(folder, { recursive: true });
      return openSync(this.#part, bytes === undefined ? 'w' : 'a');
    });
    if (bytes === undefined) return;
    this.#continueAt(bytes);
    if (bytes > 0) this.#skipped = new ArrowEncoder(schema, 'stream').end().length - END_BYTES;
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
      for (let begin = 0; begin < rows[0].length; ) {
        begin = this.#rows.take(rows, begin);
        if (this.#rows.isFull) this.#flush();
      }
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
    this.#flush();
    this.#write(this.#encoder.end());
    this.close();
    const table = await this.#trajectories.open(this.#path, { whole: true });
    try {
      const { blocks } = await readArrow(this.#part, {});
      for await (const { values } of blocks) await table.write(values);
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
    if (this.#rows.isEmpty) return;
    this.#write(this.#encoder.encode(this.#rows.group()));
  }

  /** Writes what the encoder has returned. */
  #write(encoded: Uint8Array): void {
    const bytes = encoded.subarray(this.#skipped);
    this.#skipped = 0;
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
