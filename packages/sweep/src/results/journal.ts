import { randomBytes } from 'node:crypto';
import * as nodeFs from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../files/replacement.ts';
import type { JobFailure, JobResult } from '../jobs/job.ts';
import { asFileError, type FileError } from '../stores/file-error.ts';

/** The folder of journals inside the folder of the results. */
export const JOURNALS = 'journal';
/** The name of a journal begins with this many digits of the plan's hash. */
const PLAN_DIGITS = 16;
/** The maximum time before a line is synced to disk, in ms. A loss of power costs at most this much work. */
const SYNC_MS = 1000;

type JournalFs = Pick<typeof nodeFs, 'mkdir' | 'open'>;

/** A line of a journal: the result of a run, or the reason why there is no result. */
export type Entry = JobResult | JobFailure;

/** The position of a line: its file, and its offset and length in the file. */
export interface Location {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Whether the journal with this file name belongs to the plan with this hash. If so, each index in the journal is the
 * index of a run of that plan.
 */
export function isOfPlan(name: string, planHash: string): boolean {
  return name.startsWith(`${planHash.slice(0, PLAN_DIGITS)}-`);
}

/**
 * The journal of one process in a sweep: a separate file to which the process appends a line for each run. A line is
 * valid only if it ends with a line feed. So the process may be killed at any moment.
 *
 * Lines are synced to disk within a second. A line that stands for more than a second of work is synced immediately.
 */
export class Journal {
  /** The path of the file. The file is created when the first line is appended. */
  readonly path: string;
  readonly #folder: string;
  readonly #fs: JournalFs;
  #file: nodeFs.FileHandle | undefined;
  #bytes = 0;
  #lines = 0;
  #last: Promise<unknown> = Promise.resolve();
  #error: FileError | undefined;
  #timer: NodeJS.Timeout | undefined;
  #syncedAtMs = 0;

  /** @param results the folder of the results */
  constructor(results: string, planHash: string, fs: JournalFs = nodeFs) {
    const time = new Date().toISOString().replace(/[-:.]/g, '');
    const unique = `${time}-${process.pid}-${randomBytes(4).toString('hex')}`;
    this.#folder = join(results, JOURNALS);
    this.path = join(this.#folder, `${planHash.slice(0, PLAN_DIGITS)}-${unique}.jsonl`);
    this.#fs = fs;
  }

  /**
   * Appends a line. Concurrent calls write their lines in order.
   *
   * @throws FileError when the line cannot be written. No part of the line is then kept, and later calls fail too
   */
  append(entry: Entry): Promise<Location> {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    const isLong = 'ms' in entry && entry.ms > SYNC_MS;
    const done = this.#last.then(() => this.#append(line, isLong));
    this.#last = done.catch(() => {});
    return done;
  }

  /**
   * Syncs all lines to disk and closes the file.
   * @throws FileError
   */
  async close(): Promise<void> {
    await this.#last;
    clearTimeout(this.#timer);
    const file = this.#file;
    this.#file = undefined;
    if (file === undefined) return;
    try {
      if (this.#error === undefined) await file.sync();
    } catch (error) {
      this.#error ??= asFileError('write', this.path, error);
    } finally {
      await file.close();
    }
    if (this.#error !== undefined) throw this.#error;
  }

  async #append(line: Buffer, isLong: boolean): Promise<Location> {
    if (this.#error !== undefined) throw this.#error;
    try {
      this.#file ??= await this.#open();
      await this.#write(this.#file, line);
      const location = { file: this.path, offset: this.#bytes, bytes: line.length };
      this.#bytes += line.length;
      this.#lines++;
      const sinceMs = performance.now() - this.#syncedAtMs;
      if (isLong || this.#lines === 1 || sinceMs >= SYNC_MS) await this.#sync(this.#file);
      else this.#timer ??= setTimeout(() => this.#syncLater(), SYNC_MS - sinceMs);
      return location;
    } catch (error) {
      this.#error ??= asFileError('write', this.path, error);
      throw this.#error;
    }
  }

  async #open(): Promise<nodeFs.FileHandle> {
    await this.#fs.mkdir(this.#folder, { recursive: true });
    const file = await this.#fs.open(this.path, 'ax');
    await syncFolder(this.#folder, this.#fs);
    return file;
  }

  /** Writes the line. If the disk accepts only a part of the line, writes the rest with further write calls. */
  async #write(file: nodeFs.FileHandle, line: Buffer): Promise<void> {
    try {
      for (let at = 0; at < line.length; ) {
        const { bytesWritten } = await file.write(line, at, line.length - at);
        at += bytesWritten;
      }
    } catch (error) {
      // A full disk may have stored half a line, and the next line would be appended to it.
      await file.truncate(this.#bytes).catch(() => {});
      throw error;
    }
  }

  async #sync(file: nodeFs.FileHandle): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await file.datasync();
    this.#syncedAtMs = performance.now();
  }

  #syncLater(): void {
    const done = this.#last.then(async () => {
      if (this.#file !== undefined && this.#error === undefined) await this.#sync(this.#file);
    });
    this.#last = done.catch((error) => {
      this.#error ??= asFileError('write', this.path, error);
    });
  }
}
