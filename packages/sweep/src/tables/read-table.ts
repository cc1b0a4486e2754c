import { asFileError } from '../stores/file-error.ts';
import type { Block, ReadFormat, ReadOptions } from './blocks.ts';
import { readCsv } from './read-csv.ts';
import { readJsonLines } from './read-json-lines.ts';
import type { Column, ColumnValues, Table, TableSchema } from './table.ts';
import { TableError } from './table-error.ts';
import { tableFormat } from './table-format.ts';

/**
 * Reads a table from a file. The extension of the file's name gives the format. In Parquet and Arrow files of other
 * programs, integer columns become f64 unless their type is u32. Columns of types that a `Table` cannot hold are
 * refused.
 *
 * @throws TableError TABLE_FORMAT, TABLE_DAMAGED, TABLE_INVALID for a column that does not exist; FileError when the
 * file cannot be read
 */
export async function readTable(path: string, options: ReadOptions = {}): Promise<Table> {
  const blocks: Block[] = [];
  let schema: TableSchema | undefined;
  let rows = 0;
  for await (const part of readBlocks(path, options)) {
    schema = part.schema;
    blocks.push(part);
    rows += part.rows;
  }
  if (schema === undefined) throw new TableError('TABLE_DAMAGED', path, 'nothing', 'a table');
  return tableOf(schema, {
    rows,
    values: schema.columns.map(({ type }, at) =>
      joined(
        type,
        blocks.map(({ values }) => values[at]),
        rows,
      ),
    ),
  });
}

/**
 * Reads a table in parts, in order. A part is a row group of Parquet, a record batch of Arrow, or the whole table in
 * CSV and JSON lines. An empty table has one part, without rows. Throws the same errors as `readTable`.
 */
export async function* readTableParts(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Table> {
  for await (const { schema, ...block } of readBlocks(path, options)) yield tableOf(schema, block);
}

async function* readBlocks(
  path: string,
  options: ReadOptions,
): AsyncGenerator<Block & { schema: TableSchema }> {
  const read = await readerOf(path);
  try {
    const { schema, blocks } = await read(path, options);
    let found = false;
    for await (const block of blocks) {
      found = true;
      yield { schema, ...block };
    }
    if (!found) yield { schema, rows: 0, values: schema.columns.map(({ type }) => noValues(type)) };
  } catch (error) {
    throw asTableError(path, error);
  }
}

/** The error to throw for an error that occurred when a table was read. */
export function asTableError(path: string, error: unknown): Error {
  if (error instanceof TableError) return error;
  if ((error as NodeJS.ErrnoException).syscall !== undefined) {
    return asFileError('read', path, error);
  }
  const found = error instanceof Error ? error.message : String(error);
  return new TableError('TABLE_DAMAGED', path, found, 'a whole file', { cause: error });
}

/**
 * Returns the reader for the format of a file. The readers of Parquet and Arrow are loaded only when they are needed.
 */
async function readerOf(path: string): Promise<ReadFormat> {
  switch (tableFormat(path)) {
    case 'csv':
      return readCsv;
    case 'jsonl':
      return readJsonLines;
    case 'parquet':
      return (await import('./read-parquet.ts')).readParquet;
    default:
      return (await import('./read-arrow.ts')).readArrow;
  }
}

function tableOf(schema: TableSchema, { rows, values }: Block): Table {
  return {
    schema,
    rows,
    columns: new Map(schema.columns.map(({ name }, at) => [name, values[at]])),
  };
}

function noValues(type: Column['type']): ColumnValues {
  return joined(type, [], 0);
}

function joined(type: Column['type'], parts: readonly ColumnValues[], rows: number): ColumnValues {
  if (parts.length === 1) return parts[0];
  if (type === 'text' || type === 'bool') return (parts as (string | null)[][]).flat();
  const values = type === 'f32' ? new Float32Array(rows) : new Float64Array(rows);
  let at = 0;
  for (const part of parts as Float64Array[]) {
    values.set(part, at);
    at += part.length;
  }
  return values;
}
