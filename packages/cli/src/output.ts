import { type CliError, fileError } from './errors.ts';
import { hasColors, highlight } from './highlight.ts';
import { printable } from './printable.ts';

/**
 * A destination for text, written in blocks. The caller awaits each block. So a slow reader slows down the run, and
 * text does not fill up the memory.
 */
export abstract class Output {
  #readerGone = false;

  /** Whether the reader at the other end of a pipe has closed the pipe, as `| head` does when it has read enough. */
  get readerGone(): boolean {
    return this.#readerGone;
  }

  /**
   * Writes a block. Resolves when the block has left this process. Does nothing if the reader is gone.
   *
   * @throws CliError when the block cannot be written
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

/** Writes to standard output or standard error. Text is made safe to print, and a report on a terminal gets colors. */
export class StreamOutput extends Output {
  readonly #name: string;
  readonly #stream: NodeJS.WriteStream;
  readonly #isReport: boolean;

  constructor(name: string, stream: NodeJS.WriteStream, { isReport = false } = {}) {
    super();
    this.#name = name;
    this.#stream = stream;
    this.#isReport = isReport;
  }

  protected override put(block: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const text = this.#isReport ? reportText(block, this.#stream) : printable(block);
      this.#stream.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  protected override refusal(error: unknown): CliError {
    return fileError('write', this.#name, error);
  }
}

/** Formats a report for a stream. */
export function reportText(text: string, stream: NodeJS.WriteStream): string {
  const plain = printable(text);
  return hasColors(stream) ? highlight(plain) : plain;
}

/** Prints an error to standard error. */
export function tellError(text: string): void {
  process.stderr.write(reportText(`skein: ${text}\n`, process.stderr));
}

/** Prints a notice to standard error. */
export function tell(text: string): void {
  process.stderr.write(printable(`skein: ${text}\n`));
}
