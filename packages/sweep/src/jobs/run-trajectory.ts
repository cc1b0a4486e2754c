import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { World } from '@skein/core';
import { clearLeft, temporaryOf } from '../files/replacement.ts';
import { asFileError, FileError } from '../stores/file-error.ts';
import { ArrowEncoder } from '../tables/arrow-encoder.ts';
import { readArrow } from '../tables/read-arrow.ts';
import { GroupBuffer } from '../tables/row-group.ts';
import { type Trajectories, trajectoriesOf } from '../tables/trajectories.ts';
import { damaged, type KeptRows } from './checkpoint.ts';
import type { Job } from './job.ts';

/** The length of the bytes that end an Arrow stream. */
const END_BYTES = 8;

/**
 * Writes the trajectories of a run while it is stepped.
 *
 * A run that is stopped must continue from its checkpoint with the same bytes, and Parquet cannot be continued. So the
 * rows are written as an Arrow stream, to a temporary file, the part. At the end, its rows are written to a table of the
 * format of the plan.
 *
 * Each attempt of a run writes a part of its own, because several may be in progress. Simultaneous calls of a sweep do
 * the same runs. Two runs of a plan may have the same key, and so the same checkpoint and table. A checkpoint names a
 * part and says how many bytes of it count. A run that continues copies these to its own part.
 */
export class RunTrajectory {
  readonly #world: World;
  readonly #every: number;
  readonly #ticks: number;
  readonly #folder: string;
  /** A path of which the parts of all attempts are temporary files. */
  readonly #parts: string;
  readonly #part: string;
  readonly #path: string;
  readonly #trajectories: Trajectories;
  readonly #rows: GroupBuffer;
  readonly #encoder: ArrowEncoder;
  readonly #file: number;
  readonly #sum = createHash('sha256');
  #bytes = 0;
  /** The part of the attempt that this one continues. */
  #before: string | undefined;
  /** The length of the header that the encoder puts before its first rows, if the file has one already. */
  #skipped = 0;
  #isClosed = false;

  /** Begins an empty part. @throws FileError; TableError */
  constructor(folder: string, job: Job, world: World) {
    const { key, ticks } = job;
    const { format, every, only } = job.trajectories!;
    this.#world = world;
    this.#every = every;
    this.#ticks = ticks;
    this.#folder = folder;
    this.#parts = join(folder, `${key}.part`);
    this.#part = temporaryOf(this.#parts);
    this.#path = join(folder, `${key}.${format}`);
    this.#trajectories = trajectoriesOf(world, { format, every, only });
    const { schema } = this.#trajectories;
    this.#rows = new GroupBuffer(schema);
    this.#encoder = new ArrowEncoder(schema, 'stream');
    this.#file = this.#orError(() => {
      mkdirSync(folder, { recursive: true });
      return openSync(this.#part, 'wx');
    });
  }

  /**
   * Begins with the rows of a checkpoint. After an error, no part is left.
   *
   * @throws JobError CHECKPOINT_DAMAGED if the checkpoint has none, or if their part is gone, shorter or changed; FileError
   */
  async continueAfter(kept: KeptRows | undefined): Promise<void> {
    try {
      if (kept === undefined) throw damaged('no trajectories', 'those up to its tick');
      const { part, bytes, sum } = kept;
      const path = join(this.#folder, basename(part));
      if (bytes > 0) await this.#copy(path, bytes);
      if (this.#bytes !== bytes)
        throw damaged(`${path} of ${this.#bytes} bytes`, `at least ${bytes}`);
      if (this.#digest() !== sum) throw damaged(`${path} with other bytes`, `the checksum ${sum}`);
      this.#before = path;
    } catch (error) {
      this.discard();
      throw error;
    }
    const { schema } = this.#trajectories;
    if (this.#bytes > 0)
      this.#skipped = new ArrowEncoder(schema, 'stream').end().length - END_BYTES;
  }

  async #copy(path: string, bytes: number): Promise<void> {
    try {
      for await (const chunk of createReadStream(path, { end: bytes - 1 })) this.#append(chunk);
    } catch (error) {
      // A file that cannot be read, or no longer exists, is like one that ends there.
      if (error instanceof FileError) throw error;
    }
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

  /** Syncs all samples to disk. Returns what a checkpoint needs to continue after them. @throws FileError */
  keep(): KeptRows {
    this.#flush();
    this.#orError(() => fsyncSync(this.#file));
    return { part: basename(this.#part), bytes: this.#bytes, sum: this.#digest() };
  }

  /**
   * Deletes the parts of attempts whose process has ended. Before that, a checkpoint must name the part of this attempt.
   */
  async clearLeft(): Promise<void> {
    await clearLeft(this.#parts);
  }

  /** Writes the table. Deletes the part, and the part that this one continues. @throws FileError */
  async finish(): Promise<void> {
    this.#flush();
    this.#write(this.#encoder.end());
    this.close();
    const table = await this.#trajectories.open(this.#path, { whole: true });
    try {
      const { blocks } = await readArrow(this.#part, {});
      for await (const { values } of blocks) await table.write(values);
      await table.finish();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // Another process that has written the same table may have deleted this part.
      if (!existsSync(this.#path)) throw asFileError('read', this.#part, error);
    } finally {
      await table.abandon();
    }
    this.discard();
    if (this.#before !== undefined) rmSync(this.#before, { force: true });
  }

  close(): void {
    if (!this.#isClosed) closeSync(this.#file);
    this.#isClosed = true;
  }

  /** Deletes the part, which nothing needs any more. */
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
    this.#append(bytes);
  }

  #append(bytes: Uint8Array): void {
    this.#orError(() => {
      for (let begin = 0; begin < bytes.length; ) begin += writeSync(this.#file, bytes, begin);
    });
    this.#sum.update(bytes);
    this.#bytes += bytes.length;
  }

  #digest(): string {
    return this.#sum.copy().digest('hex');
  }

  #orError<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw asFileError('write', this.#part, error);
    }
  }
}
