import { RowFile } from '../files/row-file.ts';
import type { Rows } from './table.ts';
import { fileError } from './table-error.ts';
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

/** A file or a stream of lines, to which rows are written as they come. */
export class TextTable implements CheckedWriter {
  readonly #sink: TextSink;
  readonly #file: RowFile | undefined;
  readonly #format: RowFormat;
  #hasHead = false;

  private constructor(sink: TextSink, file: RowFile | undefined, format: RowFormat) {
    this.#sink = sink;
    this.#file = file;
    this.#format = format;
  }

  static to(sink: TextSink, format: RowFormat): TextTable {
    return new TextTable(sink, undefined, format);
  }

  /** @throws TableError TABLE_FILE */
  static async open(path: string, format: RowFormat): Promise<TextTable> {
    const orError = async <T>(act: () => Promise<T>): Promise<T> => {
      try {
        return await act();
      } catch (error) {
        throw fileError('write', path, error);
      }
    };
    const file = await orError(() => RowFile.open(path));
    return new TextTable({ write: (block) => orError(() => file.write(block)) }, file, format);
  }

  async write(rows: Rows, count: number): Promise<void> {
    for (let begin = 0; begin < count; begin += BLOCK_ROWS) {
      const end = Math.min(begin + BLOCK_ROWS, count);
      await this.#put(this.#format.text(rows, begin, end));
    }
  }

  async finish(): Promise<void> {
    if (!this.#hasHead) await this.#put('');
    await this.#file?.sync();
    await this.#file?.close();
  }

  async abandon(): Promise<void> {
    await this.#file?.close();
  }

  async #put(text: string): Promise<void> {
    await this.#sink.write(this.#hasHead ? text : this.#format.head + text);
    this.#hasHead = true;
  }
}
