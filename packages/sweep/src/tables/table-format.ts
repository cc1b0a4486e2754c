import { basename } from 'node:path';
import { TableError } from './table-error.ts';

/** What tables are written as; the name is the end of the file's. */
export const TABLE_FORMATS = ['parquet', 'arrow', 'arrows', 'csv', 'jsonl'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/**
 * The format that the name of a file ends in, in letters of either case.
 *
 * @throws TableError TABLE_FORMAT for any other end
 */
export function tableFormat(path: string): TableFormat {
  const end = /\.([^.]+)$/.exec(basename(path))?.[1].toLowerCase();
  const format = TABLE_FORMATS.find((name) => name === end);
  if (format !== undefined) return format;
  const names = TABLE_FORMATS.map((name) => `.${name}`);
  const expected = `a name that ends in ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  throw new TableError('TABLE_FORMAT', 'table', path, expected);
}
