import type { World } from '@skein/core';
import {
  type AgentColumns,
  agentColumns,
  openTable,
  TableError,
  type TableWriter,
} from '@skein/sweep/tables';
import { CliError, describeError } from './errors.ts';
import { EXIT } from './exit-codes.ts';

/** The table of a whole population, sample after sample. */
export class AgentFile implements AsyncDisposable {
  readonly #path: string;
  readonly #columns: AgentColumns;
  readonly #table: TableWriter;
  /** The tick of the last sample; undefined before the first, and once the file has failed. */
  #whole: number | undefined;

  private constructor(path: string, columns: AgentColumns, table: TableWriter) {
    this.#path = path;
    this.#columns = columns;
    this.#table = table;
  }

  /** @throws CliError when the path cannot be written */
  static async open(path: string, world: World): Promise<AgentFile> {
    const columns = agentColumns(world);
    return await orRefuse(async () => {
      return new AgentFile(path, columns, await openTable(path, columns.schema));
    });
  }

  /** Appends the state as it is now. @throws CliError when it cannot be written */
  async write({ tick }: World): Promise<void> {
    this.#whole = undefined;
    await orRefuse(async () => {
      for (const rows of this.#columns.rows()) await this.#table.write(rows);
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
      note(`the agents up to tick ${this.#whole} are in ${this.#path}`);
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
    if (!(error instanceof TableError)) throw error;
    throw new CliError(EXIT.file, error.message, { cause: error });
  }
}
