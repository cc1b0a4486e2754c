import {
  FileError,
  openTable,
  type Rows,
  type TableSchema,
  type TableWriter,
} from '@skein/sweep/tables';
import { CliError, describeError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import type { Output } from './output.ts';

/** A table to which a run adds rows, sample by sample. */
export class TableFile implements AsyncDisposable {
  /** The stream to which the table is written; undefined if the table is written to a file. */
  readonly stream: Output | undefined;
  readonly #path: string;
  /** What the table contains, for messages: "agents". */
  readonly #what: string;
  readonly #table: TableWriter;
  /** The tick of the last complete sample; undefined before the first sample and after a failed write. */
  #whole: number | undefined;
  /** Whether the path is a pipe that its reader has closed. */
  #isUnread = false;

  private constructor(path: string, what: string, table: TableWriter, stream: Output | undefined) {
    this.#path = path;
    this.#what = what;
    this.#table = table;
    this.stream = stream;
  }

  /**
   * @param where a path, whose extension selects the format, or a stream, which gets CSV
   * @throws CliError when the path cannot be written
   */
  static open(where: string | Output, what: string, schema: TableSchema): Promise<TableFile> {
    return TableFile.with(where, what, (path, sink) =>
      openTable(path, schema, sink && { format: 'csv', sink }),
    );
  }

  /** As `open`, but `open` opens the file itself. Its path is "-" for a stream. */
  static async with(
    where: string | Output,
    what: string,
    open: (path: string, sink: Output | undefined) => Promise<TableWriter>,
  ): Promise<TableFile> {
    const stream = typeof where === 'string' ? undefined : where;
    const path = typeof where === 'string' ? where : '-';
    return await orRefuse(async () => new TableFile(path, what, await open(path, stream), stream));
  }

  /** Whether the table has lost its reader. */
  get isUnread(): boolean {
    return this.stream?.readerGone ?? this.#isUnread;
  }

  /**
   * Appends the rows of a sample.
   * @throws CliError when the rows cannot be written
   */
  async write(tick: number, sample: Iterable<Rows>): Promise<void> {
    this.#whole = undefined;
    if (this.#isUnread) return;
    try {
      await orRefuse(async () => {
        for (const rows of sample) await this.#table.write(rows);
      });
    } catch (error) {
      if (!isBrokenPipe(error)) throw error;
      this.#isUnread = true;
    }
    this.#whole = tick;
  }

  /**
   * Moves the finished file to its path.
   * @throws CliError when the file cannot be written
   */
  async finish(): Promise<void> {
    if (this.#isUnread) return;
    await orRefuse(() => this.#table.finish());
  }

  /**
   * Keeps the samples of a failed run, if there are any. Moves the file that contains the samples to the path of the
   * table. Calls `note` with a notice about this. Never throws, because the command must end with the error of the run.
   */
  async rescue(note: (text: string) => void): Promise<void> {
    if (this.#whole === undefined) return;
    try {
      await this.finish();
      if (this.stream) return;
      note(`the ${this.#what} up to tick ${this.#whole} are in ${this.#path}`);
    } catch (error) {
      note(describeError(error));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#table.abandon();
  }
}

function isBrokenPipe(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EPIPE') return true;
  }
  return false;
}

async function orRefuse<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CliError(EXIT.file, error.message, { cause: error });
  }
}
