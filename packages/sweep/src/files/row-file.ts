import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';

/**
 * A file that grows by whole blocks. It is opened, and so proven writable, before there is anything to write,
 * but emptied by the first block only: until then it keeps what was there, or is no file where none was.
 *
 * All of it throws what the file system throws.
 */
export class RowFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #isNew: boolean;
  /** Bytes of whole blocks; undefined before the first one. */
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

  /** Appends a block: all of it, or nothing where it throws. */
  async write(block: string): Promise<void> {
    if (this.#written === undefined) await this.#cutAt(0);
    this.#written ??= 0;
    try {
      await this.#file.appendFile(block);
    } catch (error) {
      // A full disk may have taken half a row: keep whole blocks only.
      await this.#cutAt(this.#written).catch(() => {});
      throw error;
    }
    this.#written += Buffer.byteLength(block);
  }

  /** Forces what was written to the disk. */
  async sync(): Promise<void> {
    if (await this.#isPlain()) await this.#file.sync();
  }

  /** May be called again. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#file.close();
    if (this.#isNew && this.#written === undefined) await unlink(this.#path);
  }

  /** Devices and pipes have no length to cut. */
  async #cutAt(bytes: number): Promise<void> {
    if (await this.#isPlain()) await this.#file.truncate(bytes);
  }

  async #isPlain(): Promise<boolean> {
    return (await this.#file.stat()).isFile();
  }
}
