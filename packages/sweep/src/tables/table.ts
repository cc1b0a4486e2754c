/** What a column holds. Numbers without a value are NaN, texts without one null. */
export type ColumnType = 'f64' | 'f32' | 'u32' | 'text' | 'bool';

/** A column of a table, as its files describe it. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** For people, such as "m/s"; left out for a plain number or a text. */
  readonly unit?: string;
  readonly description?: string;
}

/** What a table holds, beside its rows. */
export interface TableSchema {
  readonly columns: readonly Column[];
  /** Written into the file where its format has a place for it. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Rows, column by column: all of the same length, in the order of `TableSchema.columns`. */
export type Rows = readonly ArrayLike<number | string | boolean | null>[];

/** A table that is being written. */
export interface TableWriter {
  /** Appends rows. Resolves when the memory they stand in may be used again. */
  write(rows: Rows): Promise<void>;
  /** Writes what is left, and puts the file in its place. */
  finish(): Promise<void>;
  /** Gives up: what cannot be read without its end leaves no file. */
  abandon(): Promise<void>;
}
