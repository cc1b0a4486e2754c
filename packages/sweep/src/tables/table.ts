/** The type of the values of a column. A missing number is NaN; a missing text or boolean is null. */
export type ColumnType = 'f64' | 'f32' | 'u32' | 'text' | 'bool';

/** A column of a table, as its files describe it. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** The unit to show, such as "m/s"; undefined for a plain number or a text. */
  readonly unit?: string;
  readonly description?: string;
}

/** The columns and the metadata of a table. */
export interface TableSchema {
  /** The columns: at least one, with unique names. */
  readonly columns: readonly Column[];
  /** The metadata to write into the file, if its format allows metadata. The key "columns" is reserved. */
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Rows of a table, stored column by column. All columns have the same length. They are in the order of
 * `TableSchema.columns`. In a column of numbers, null means NaN.
 */
export type Rows = readonly ArrayLike<number | string | boolean | null>[];

/** Writes a table. */
export interface TableWriter {
  /** Appends rows. Resolves when the caller may reuse the memory of the rows. */
  write(rows: Rows): Promise<void>;
  /** Writes the remaining rows, and moves the file to its path. */
  finish(): Promise<void>;
  /**
   * Stops writing. CSV and JSON lines keep the rows that were written. The other formats are readable only when
   * complete, so an earlier file at the same path stays unchanged. Does nothing if the table is finished, abandoned or
   * failed.
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
  /** The number of rows. */
  readonly rows: number;
  /** The columns by name, in the order of the schema. */
  readonly columns: ReadonlyMap<string, ColumnValues>;
}
