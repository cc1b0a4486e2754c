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

/** A table that a run writes, sample after sample. */
export class TableFile implements AsyncDisposable {
  /** Where it goes when that is a stream. */
  readonly stream: Output | undefined;
  readonly #path: string;
  /** What it holds, for people: "agents". */
  readonly #what: string;
  readonly #table: TableWriter;
  /** The tick of the last sample; undefined before the first, and once the file has failed. */
  #whole: number | undefined;

  private constructor(path: string, what: string, table: TableWriter, stream: Output | undefined) {
    this.#path = path;
    this.#what = what;
    this.#table = table;
    this.stream = stream;
  }

  /**
   * @param where a path, whose name tells the format, or a stream that gets CSV
   * @throws CliError when the path cannot be written
   */
  static async open(where: string | Output, what: string, schema: TableSchema): Promise<TableFile> {
    const stream = typeof where === 'string' ? undefined : where;
    const path = typeof where === 'string' ? where : '-';
    return await orRefuse(async () => {
      const table = await openTable(path, schema, stream && { format: 'csv', sink: stream });
      return new TableFile(path, what, table, stream);
    });
  }

  /** Appends the rows of a sample. @throws CliError when they cannot be written */
  async write(tick: number, sample: Iterable<Rows>): Promise<void> {
    this.#whole = undefined;
    await orRefuse(async () => {
      for (const rows of sample) await this.#table.write(rows);
    });
    this.#whole = tick;
  }

  /** Puts the file in its place. @throws CliError when it cannot be written */
  async finish(): Promise<void> {
    await orRefuse(() => this.#table.finish());
  }

  /**
   * Puts the samples of a run that has failed in their place, if there are any, and tells `note`. Throws
   * nothing: what the command ends with is why the run failed.
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

async function orRefuse<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CliError(EXIT.file, error.message, { cause: error });
  }
}
