import type { Column, ColumnValues, TableSchema } from './table.ts';
import { TableError } from './table-error.ts';

export interface ReadOptions {
  /** The columns to read, by name; all when left out. */
  readonly columns?: readonly string[];
  /**
   * What the columns of CSV and JSON lines hold, which do not say so themselves; guessed from the values when
   * left out: numbers are f64 then. Other formats are not asked.
   */
  readonly types?: readonly Column[];
}

/** A part of the rows of a table, in order. */
export interface Block {
  readonly rows: number;
  /** In the order of the schema. */
  readonly values: readonly ColumnValues[];
}

/** A table whose rows are read a part at a time. */
export interface BlockSource {
  readonly schema: TableSchema;
  readonly blocks: AsyncIterable<Block>;
}

/** What reads one format. `path` is for messages. */
export type ReadFormat = (path: string, options: ReadOptions) => Promise<BlockSource>;

/** The places of the columns that are asked for. @throws TableError TABLE_INVALID for one that is not there */
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
