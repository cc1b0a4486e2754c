import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';

/**
 * A file that grows by whole blocks. Opening the file checks that it is writable, but does not change it. The first
 * block replaces the old contents, and each later block is appended. A new file that gets no block is deleted.
 *
 * All methods throw the errors of the file system.
 */
export class RowFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #isNew: boolean;
  /** The length in bytes of all blocks that were written completely; undefined before the first block. */
  #written: number | undefined;
  #closed = false;

  private constructor(path: string, file: FileHandle, isNew: boolean) {
    this.#path = path;
    this.#file = file;
    this.#isNew = isNew;
  }

  static async open(path: string): Promise<RowFile> {
    const flags = constants.O_WRONLY | constants.O_CREAT;
    try {
      return new RowFile(path, await open(path, flags | constants.O_EXCL), true);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return new RowFile(path, await open(path, flags), false);
  }

  /** Appends a block. If this fails, no part of the block is kept. */
  async write(block: string): Promise<void> {
    if (this.#written === undefined) await this.#cutAt(0);
    this.#written ??= 0;
    try {
      await this.#file.appendFile(block);
    } catch (error) {
      // A full disk may have stored half a row, so the file is cut back to whole blocks.
      await this.#cutAt(this.#written).catch(() => {});
      throw error;
    }
    this.#written += Buffer.byteLength(block);
  }

  /** Syncs the file to disk. */
  async sync(): Promise<void> {
    if (await this.#isPlain()) await this.#file.sync();
  }

  /** Closes the file. May be called more than once. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#file.close();
    if (this.#isNew && this.#written === undefined) await unlink(this.#path);
  }

  /** Truncates the file to a number of bytes. Does nothing for devices and pipes, which cannot be truncated. */
  async #cutAt(bytes: number): Promise<void> {
    if (await this.#isPlain()) await this.#file.truncate(bytes);
  }

  async #isPlain(): Promise<boolean> {
    return (await this.#file.stat()).isFile();
  }
}
