import { BinaryTable } from './binary-table.ts';
import { checkSchema } from './check-rows.ts';
import { csvFormat, jsonLinesFormat } from './row-formats.ts';
import type { TableSchema, TableWriter } from './table.ts';
import { TableError } from './table-error.ts';
import { type TableFormat, tableFormat } from './table-format.ts';
import { type TextSink, TextTable } from './text-table.ts';
import { Writer } from './writer.ts';

export interface OpenOptions {
  /** The format of the table. By default, the ending of the file name sets the format. Required for the path "-". */
  readonly format?: TableFormat;
  /**
   * The stream that receives the text if the path is "-". Only CSV and JSON lines can be streamed, because they can be
   * read from beginning to end.
   */
  readonly sink?: TextSink | undefined;
  /**
   * If true, a table in CSV or JSON lines appears at its path only when it is finished. With the other formats, this is
   * always the case. Default: false.
   */
  readonly whole?: boolean;
}

/**
 * Opens a table for writing. The ending of the file name sets the format: `.parquet`, `.arrow` (an Arrow IPC file),
 * `.arrows` (an Arrow IPC stream), `.csv` or `.jsonl`.
 *
 * Parquet and Arrow are written to a temporary file. When the table is finished, the temporary file replaces the old
 * file. If the table is abandoned or the process is killed, the old file stays. CSV and JSON lines are written in
 * complete rows, as soon as the rows arrive. The first rows replace the old contents. The memory use is limited, no
 * matter how many rows there are.
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
  // Loaded only when needed, since Arrow alone takes as long to load as the rest of a command.
  if (format === 'parquet') {
    const { ParquetEncoder } = await import('./parquet-encoder.ts');
    return await BinaryTable.open(path, schema, new ParquetEncoder(schema));
  }
  const { ArrowEncoder } = await import('./arrow-encoder.ts');
  const kind = format === 'arrow' ? 'file' : 'stream';
  return await BinaryTable.open(path, schema, new ArrowEncoder(schema, kind));
}
