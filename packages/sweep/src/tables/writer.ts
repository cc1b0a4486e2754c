import { checkRows } from './check-rows.ts';
import type { Rows, TableSchema, TableWriter } from './table.ts';
import { TableError } from './table-error.ts';

/** What a format does with rows that were checked. No call begins before the one before has ended. */
export interface CheckedWriter {
  write(rows: Rows, count: number): Promise<void>;
  finish(): Promise<void>;
  /** Called once, unless it was finished; also when a call has failed. */
  abandon(): Promise<void>;
}

/** Checks rows, keeps calls apart, and ends a table once: the same for all formats. */
export class Writer implements TableWriter {
  readonly #schema: TableSchema;
  readonly #writer: CheckedWriter;
  #rows = 0;
  #state: 'open' | 'finished' | 'given up' | 'failed' = 'open';
  #last: Promise<void> = Promise.resolve();

  constructor(schema: TableSchema, writer: CheckedWriter) {
    this.#schema = schema;
    this.#writer = writer;
  }

  write(rows: Rows): Promise<void> {
    return this.#next(async () => {
      // Rows that are refused leave the table as it was.
      const count = checkRows(this.#schema.columns, rows, this.#rows);
      await this.#orFail(() => this.#writer.write(rows, count));
      this.#rows += count;
    });
  }

  finish(): Promise<void> {
    return this.#next(async () => {
      await this.#orFail(() => this.#writer.finish());
      this.#state = 'finished';
    });
  }

  abandon(): Promise<void> {
    return this.#queue(async () => {
      if (this.#state !== 'open') return;
      this.#state = 'given up';
      await this.#writer.abandon();
    });
  }

  #next(act: () => Promise<void>): Promise<void> {
    return this.#queue(async () => {
      if (this.#state !== 'open') {
        const found = `one that is ${this.#state}`;
        throw new TableError('TABLE_INVALID', 'table', found, 'one that is being written');
      }
      await act();
    });
  }

  #queue(act: () => Promise<void>): Promise<void> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => {});
    return done;
  }

  async #orFail(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#state = 'failed';
      await this.#writer.abandon();
      throw error;
    }
  }
}
