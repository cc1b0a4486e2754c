/** What a column holds. Numbers without a value are NaN, texts and booleans without one null. */
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
  /** At least one; no two of a name. */
  readonly columns: readonly Column[];
  /** Written into the file where its format has a place for it. The key "columns" is the table's own. */
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Rows, column by column: all of the same length, in the order of `TableSchema.columns`. In a column of
 * numbers null is NaN.
 */
export type Rows = readonly ArrayLike<number | string | boolean | null>[];

/** A table that is being written. */
export interface TableWriter {
  /** Appends rows. Resolves when the memory they stand in may be used again. */
  write(rows: Rows): Promise<void>;
  /** Writes what is left, and puts the file in its place. */
  finish(): Promise<void>;
  /**
   * Gives up: what cannot be read without its end leaves no file, and the file that was there; CSV and JSON
   * lines keep the rows that were written. Does nothing once the table is finished, given up or failed.
   */
  abandon(): Promise<void>;
}

/** The values of a column: Float32Array for f32, Float64Array for f64 and u32. */
export type ColumnValues =
  | Float64Array
  | Float32Array
  | readonly (string | null)[]
  | readonly (boolean | null)[];

/** A table that was read. */
export interface Table {
  readonly schema: TableSchema;
  /** Number of rows. */
  readonly rows: number;
  /** By name, in the order of the schema. */
  readonly columns: ReadonlyMap<string, ColumnValues>;
}
