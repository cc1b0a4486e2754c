import { Replacement } from '../files/replacement.ts';
import { RowFile } from '../files/row-file.ts';
import { asFileError } from '../stores/file-error.ts';
import type { Rows } from './table.ts';
import type { CheckedWriter } from './writer.ts';

/** The destination of the text of a table, such as standard output. */
export interface TextSink {
  /** Writes a block of whole rows. Resolves when the writer no longer needs the block. */
  write(block: string): Promise<void>;
}

/** A format that turns rows into text. */
export interface RowFormat {
  /** The text before the first row. */
  readonly head: string;
  /** Returns the text of the rows [begin, end). The text of each row includes a line end. */
  text(rows: Rows, begin: number, end: number): string;
}

/**
 * The number of rows of a block. A block is about 300 kB of text. Blocks of this size need few system calls and little
 * memory.
 */
const BLOCK_ROWS = 4096;

/** A destination for the text of rows. A file must also be finished or abandoned; a stream need not be. */
interface Lines extends TextSink {
  finish?(): Promise<void>;
  abandon?(): Promise<void>;
}

/** Writes a table as lines of text to a file or a stream. Rows are written as soon as they arrive. */
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
   * @param whole whether the file appears at its path only when the table is complete
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
