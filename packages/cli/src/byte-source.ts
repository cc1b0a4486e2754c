import { type FileHandle, open } from 'node:fs/promises';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';

/** An input that is read in parts, so that its first bytes can be checked before the rest is read. */
export interface ByteSource extends AsyncDisposable {
  /** The total size in bytes; undefined for pipes and devices, which have no size. */
  readonly size: number | undefined;
  /**
   * Fills an array with the next bytes of the input. Returns the number of bytes read, which is less than the length of
   * the array only at the end of the input.
   */
  fill(into: Uint8Array): Promise<number>;
}

/**
 * Opens a file, a device or a pipe; "-" is standard input.
 *
 * @throws CliError for a directory; errors of the file system are thrown unchanged
 */
export async function openSource(path: string): Promise<ByteSource> {
  if (path === '-') return new StreamSource(process.stdin);
  const file = await open(path, 'r');
  const status = await file.stat();
  if (status.isDirectory()) {
    await file.close();
    throw new CliError(EXIT.file, `cannot read ${path}: found a directory, expected a file`);
  }
  // Files that the system generates while they are read, such as those of /proc, report a size of 0.
  return new FileSource(file, status.isFile() && status.size > 0 ? status.size : undefined);
}

class FileSource implements ByteSource {
  readonly size: number | undefined;
  readonly #file: FileHandle;

  constructor(file: FileHandle, size: number | undefined) {
    this.#file = file;
    this.size = size;
  }

  async fill(into: Uint8Array): Promise<number> {
    let filled = 0;
    while (filled < into.length) {
      const { bytesRead } = await this.#file.read(into, filled, into.length - filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return filled;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }
}

class StreamSource implements ByteSource {
  readonly size = undefined;
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** The part of the last chunk that has not been read yet. */
  #rest: Uint8Array = new Uint8Array();

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async fill(into: Uint8Array): Promise<number> {
    let filled = 0;
    while (filled < into.length) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#chunks.next();
        if (done) break;
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, into.length - filled);
      into.set(part, filled);
      filled += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return filled;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#chunks.return?.();
  }
}
