import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { type CliError, fileError } from './errors.ts';
import { printable } from './printable.ts';

/**
 * A place that text is written to, a block at a time. Awaiting each block makes a slow reader slow
 * the run down, where text would else pile up in memory.
 */
export abstract class Output {
  #readerGone = false;

  /** Whether the reader at the other end of a pipe has gone away (`| head`): it has seen enough. */
  get readerGone(): boolean {
    return this.#readerGone;
  }

  /**
   * Resolves when the block has left this process. Without a reader it does nothing.
   *
   * @throws CliError when it cannot be written.
   */
  async write(block: string): Promise<void> {
    if (this.#readerGone) return;
    try {
      await this.put(block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw this.refusal(error);
      this.#readerGone = true;
    }
  }

  protected abstract put(block: string): Promise<void>;
  protected abstract refusal(error: unknown): CliError;
}

/** Standard output or standard error; text leaves it `printable`. */
export class StreamOutput extends Output {
  readonly #name: string;
  readonly #stream: NodeJS.WriteStream;

  constructor(name: string, stream: NodeJS.WriteStream) {
    super();
    this.#name = name;
    this.#stream = stream;
  }

  protected override put(block: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stream.write(printable(block), (error) => (error ? reject(error) : resolve()));
    });
  }

  protected override refusal(error: unknown): CliError {
    return fileError('write', this.#name, error);
  }
}

/**
 * A file that is opened, and so proven writable, before a run, but emptied by the first block only:
 * a run that fails before its first row leaves what was there, or nothing where nothing was.
 */
export class FileOutput extends Output implements AsyncDisposable {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #isNew: boolean;
  /** Bytes of whole blocks; undefined before the first one. */
  #written: number | undefined;

  private constructor(path: string, file: FileHandle, isNew: boolean) {
    super();
    this.#path = path;
    this.#file = file;
    this.#isNew = isNew;
  }

  /** @throws CliError when the path cannot be written. */
  static async open(path: string): Promise<FileOutput> {
    const flags = constants.O_WRONLY | constants.O_CREAT;
    try {
      return new FileOutput(path, await open(path, flags | constants.O_EXCL), true);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw fileError('write', path, error);
    }
    try {
      return new FileOutput(path, await open(path, flags), false);
    } catch (error) {
      throw fileError('write', path, error);
    }
  }

  protected override async put(block: string): Promise<void> {
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

  protected override refusal(error: unknown): CliError {
    return fileError('write', this.#path, error);
  }

  /** Devices and pipes have no length to cut. */
  async #cutAt(bytes: number): Promise<void> {
    if ((await this.#file.stat()).isFile()) await this.#file.truncate(bytes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
    if (this.#isNew && this.#written === undefined) await unlink(this.#path);
  }
}

/** Tells people something beside the results, on standard error. */
export function tell(text: string): void {
  process.stderr.write(printable(`skein: ${text}\n`));
}
