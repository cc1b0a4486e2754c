import { BinaryTable } from './binary-table.ts';
import { checkSchema } from './check-rows.ts';
import { csvFormat, jsonLinesFormat } from './row-formats.ts';
import type { TableSchema, TableWriter } from './table.ts';
import { TableError } from './table-error.ts';
import { type TableFormat, tableFormat } from './table-format.ts';
import { type TextSink, TextTable } from './text-table.ts';
import { Writer } from './writer.ts';

export interface OpenOptions {
  /** In place of the end of the name; has to be given for "-". */
  readonly format?: TableFormat;
  /**
   * Where the text goes in place of a file, for the path "-": CSV and JSON lines alone can be read without
   * their end, and so be streamed.
   */
  readonly sink?: TextSink;
  /** Whether CSV and JSON lines take their place when the table is finished, too; default false. */
  readonly whole?: boolean;
}

/**
 * Opens a table for writing, in the format that the name ends in: `.parquet`, `.arrow` (an Arrow IPC file),
 * `.arrows` (an Arrow IPC stream), `.csv` or `.jsonl`.
 *
 * Parquet and Arrow are written beside the target, and take its place when the table is finished: until then,
 * and when it is given up or the process is killed, what was there stays. CSV and JSON lines are written as
 * they come, by whole rows; the first rows empty the file. What is kept in memory is bounded, however many
 * rows are written.
 *
 * @throws TableError TABLE_FORMAT, TABLE_INVALID for the schema; FileError when the path cannot be written
 */
export async function openTable(
  path: string,
  schema: TableSchema,
  options: OpenOptions = {},
): Promise<TableWriter> {
  const format = options.format ?? tableFormat(path);
  checkSchema(schema);
  return new Writer(schema, await open(path, format, schema, options));
}

async function open(
  path: string,
  format: TableFormat,
  schema: TableSchema,
  { sink, whole = false }: OpenOptions,
): Promise<BinaryTable | TextTable> {
  if (format === 'csv' || format === 'jsonl') {
    const rowFormat = format === 'csv' ? csvFormat(schema) : jsonLinesFormat(schema);
    if (sink !== undefined) return TextTable.to(sink, rowFormat);
    if (path !== '-') return await TextTable.open(path, rowFormat, whole);
    throw new TableError(
      'TABLE_FORMAT',
      'table',
      '"-" without a sink',
      'a path, or a sink as well',
    );
  }
  if (path === '-' || sink !== undefined) {
    const found = `${format} for a stream`;
    throw new TableError('TABLE_FORMAT', 'table', found, 'csv or jsonl there, or a path');
  }
  // Loaded when it is needed: Arrow alone takes as long as all the rest of a command.
  if (format === 'parquet') {
    const { ParquetEncoder } = await import('./parquet-encoder.ts');
    return await BinaryTable.open(path, schema, new ParquetEncoder(schema));
  }
  const { ArrowEncoder } = await import('./arrow-encoder.ts');
  const kind = format === 'arrow' ? 'file' : 'stream';
  return await BinaryTable.open(path, schema, new ArrowEncoder(schema, kind));
}
