import { basename } from 'node:path';
import { TableError } from './table-error.ts';

/** The formats of tables. The name of a format is also its file extension. */
export const TABLE_FORMATS = ['parquet', 'arrow', 'arrows', 'csv', 'jsonl'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** The formats of trajectories: those of tables, and `txt`, the text format of PedPy. */
export const TRAJECTORY_FORMATS = [...TABLE_FORMATS, 'txt'] as const;
export type TrajectoryFormat = (typeof TRAJECTORY_FORMATS)[number];

/**
 * Returns the format of a table, by the extension of its file name. The case of the extension does not matter.
 *
 * @throws TableError TABLE_FORMAT for an unknown extension
 */
export function tableFormat(path: string): TableFormat {
  return formatOf(path, TABLE_FORMATS);
}

/**
 * Returns the one of `formats` that is the extension of a file name, in any case.
 *
 * @throws TableError TABLE_FORMAT if none is
 */
export function formatOf<Format extends string>(path: string, formats: readonly Format[]): Format {
  const end = /\.([^.]+)$/.exec(basename(path))?.[1].toLowerCase();
  const format = formats.find((name) => name === end);
  if (format !== undefined) return format;
  const names = formats.map((name) => `.${name}`);
  const expected = `a name that ends in ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  throw new TableError('TABLE_FORMAT', 'table', path, expected);
}
