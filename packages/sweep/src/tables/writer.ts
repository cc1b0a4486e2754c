import { checkRows } from './check-rows.ts';
import type { Rows, TableSchema, TableWriter } from './table.ts';
import { TableError } from './table-error.ts';

/**
 * The part of a table writer that depends on the format. The caller has already checked the rows. It never calls a
 * method before the previous call has ended.
 */
export interface CheckedWriter {
  write(rows: Rows, count: number): Promise<void>;
  finish(): Promise<void>;
  /** Gives up the table. Called at most once: when the table is abandoned, or after `write` or `finish` has failed. */
  abandon(): Promise<void>;
}

/** Writes a table in any format: checks the rows, runs calls one after another, and ends the table only once. */
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
      // Refused rows leave the table unchanged.
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
