import type { Column, ColumnValues, TableSchema } from './table.ts';
import { TableError } from './table-error.ts';

export interface ReadOptions {
  /** The names of the columns to read. Default: all. */
  readonly columns?: readonly string[];
  /**
   * The types of the columns, for files in CSV or JSON lines. Such files contain no types. By default, the types are
   * guessed from the values, and numbers become f64. Other formats ignore this option.
   */
  readonly types?: readonly Column[];
}

/** Consecutive rows of a table. Blocks come in the order of the rows. */
export interface Block {
  readonly rows: number;
  /** The values of each column, in the order of the schema. */
  readonly values: readonly ColumnValues[];
}

/** A table whose rows are read one block at a time. */
export interface BlockSource {
  readonly schema: TableSchema;
  readonly blocks: AsyncIterable<Block>;
}

/** Reads tables of one format. `path` is also used in messages. */
export type ReadFormat = (path: string, options: ReadOptions) => Promise<BlockSource>;

/**
 * Returns the indices of the requested columns.
 * @throws TableError TABLE_INVALID for a column that does not exist
 */
export function chosenPlaces(
  path: string,
  found: readonly string[],
  { columns }: ReadOptions,
): number[] {
  if (columns === undefined) return [...found.keys()];
  return columns.map((name) => {
    const place = found.indexOf(name);
    if (place >= 0) return place;
    const expected = `one of ${found.join(', ')}`;
    throw new TableError('TABLE_INVALID', path, `no column "${name}"`, expected);
  });
}
