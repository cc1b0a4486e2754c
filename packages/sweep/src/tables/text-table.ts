import { Replacement } from '../files/replacement.ts';
import { RowFile } from '../files/row-file.ts';
import { asFileError } from '../stores/file-error.ts';
import type { Rows } from './table.ts';
import type { CheckedWriter } from './writer.ts';

/** Where the text of a table goes: standard output, for one. */
export interface TextSink {
  /** Resolves when the block may be forgotten. A block is whole rows. */
  write(block: string): Promise<void>;
}

/** How a format writes rows as text. */
export interface RowFormat {
  /** What stands before the first row. */
  readonly head: string;
  /** The rows [begin, end), with all their line ends. */
  text(rows: Rows, begin: number, end: number): string;
}

/** Rows of a block: some 300 kB of text, so that neither memory nor system calls are felt. */
const BLOCK_ROWS = 4096;

/** A place that rows go to, which may have an end. */
interface Lines extends TextSink {
  finish?(): Promise<void>;
  abandon?(): Promise<void>;
}

/** A file or a stream of lines, to which rows are written as they come. */
export class TextTable implements CheckedWriter {
  readonly #lines: Lines;
  readonly #format: RowFormat;
  #hasHead = false;

  private constructor(lines: Lines, format: RowFormat) {
    this.#lines = lines;
    this.#format = format;
  }

  static to(sink: TextSink, format: RowFormat): TextTable {
    return new TextTable({ write: (block) => sink.write(block) }, format);
  }

  /**
   * @param whole whether the file takes its place at the end alone
   * @throws FileError
   */
  static async open(path: string, format: RowFormat, whole: boolean): Promise<TextTable> {
    const orError = async <T>(act: () => Promise<T>): Promise<T> => {
      try {
        return await act();
      } catch (error) {
        throw asFileError('write', path, error);
      }
    };
    const lines = await orError(() => (whole ? replacing(path) : growing(path)));
    return new TextTable(
      {
        write: (block) => orError(() => lines.write(block)),
        finish: () => orError(() => lines.finish()),
        abandon: () => lines.abandon(),
      },
      format,
    );
  }

  async write(rows: Rows, count: number): Promise<void> {
    for (let begin = 0; begin < count; begin += BLOCK_ROWS) {
      const end = Math.min(begin + BLOCK_ROWS, count);
      await this.#put(this.#format.text(rows, begin, end));
    }
  }

  async finish(): Promise<void> {
    if (!this.#hasHead) await this.#put('');
    await this.#lines.finish?.();
  }

  async abandon(): Promise<void> {
    await this.#lines.abandon?.();
  }

  async #put(text: string): Promise<void> {
    await this.#lines.write(this.#hasHead ? text : this.#format.head + text);
    this.#hasHead = true;
  }
}

async function growing(path: string): Promise<Required<Lines>> {
  const file = await RowFile.open(path);
  return {
    write: (block) => file.write(block),
    async finish() {
      await file.sync();
      await file.close();
    },
    abandon: () => file.close(),
  };
}

async function replacing(path: string): Promise<Required<Lines>> {
  const file = await Replacement.open(path);
  return {
    write: (block) => file.write(Buffer.from(block)),
    finish: () => file.commit(),
    abandon: () => file.abandon(),
  };
}
