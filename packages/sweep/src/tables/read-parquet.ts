import { type FileHandle, open } from 'node:fs/promises';
import {
  type AsyncBuffer,
  type DecodedArray,
  type FileMetaData,
  parquetMetadataAsync,
  parquetScan,
  parquetSchema,
  type SchemaElement,
  type SchemaTree,
} from 'hyparquet';
import { type Block, type BlockSource, chosenPlaces, type ReadOptions } from './blocks.ts';
import { tableSchema } from './column-notes.ts';
import type { Column, ColumnType, ColumnValues } from './table.ts';
import { TableError } from './table-error.ts';
import { valuesOf } from './values-of.ts';

/** Reads a Parquet file, one row group at a time. */
export async function readParquet(path: string, options: ReadOptions): Promise<BlockSource> {
  const file = await open(path);
  try {
    const buffer = await bufferOf(file);
    const metadata = await parquetMetadataAsync(buffer, { geoparquet: false });
    const found = parquetSchema(metadata).children;
    const places = chosenPlaces(
      path,
      found.map(({ element }) => element.name),
      options,
    );
    const columns = places.map((place): Column => {
      const { name } = found[place].element;
      return { name, type: typeOf(path, found[place]) };
    });
    const entries = (metadata.key_value_metadata ?? []).map(
      ({ key, value = '' }) => [key, value] as const,
    );
    const schema = tableSchema(columns, entries);
    return { schema, blocks: rowGroups(path, file, buffer, metadata, columns) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* rowGroups(
  path: string,
  file: FileHandle,
  buffer: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly Column[],
): AsyncGenerator<Block> {
  try {
    const names = columns.map(({ name }) => name);
    const scan = await parquetScan({ file: buffer, metadata, columns: names, geoparquet: false });
    for (const range of scan.ranges) {
      const rows = range.rowEnd - range.rowStart;
      const values: ColumnValues[] = [];
      for (const { name, type } of columns) {
        const data: DecodedArray = await scan.readColumn({ column: name, ...range });
        if (data.length !== rows) {
          const found = `${data.length} values in column "${name}"`;
          throw new TableError('TABLE_DAMAGED', path, found, `${rows} values, as in the row group`);
        }
        values.push(valuesOf(type, data, `${path}, column "${name}"`));
      }
      yield { rows, values };
    }
  } finally {
    await file.close();
  }
}

async function bufferOf(file: FileHandle): Promise<AsyncBuffer> {
  const { size } = await file.stat();
  return {
    byteLength: size,
    async slice(begin, end = size) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - begin));
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at, begin + at);
        if (bytesRead === 0) break;
        at += bytesRead;
      }
      return bytes.buffer;
    },
  };
}

/**
 * Returns the type of a column.
 *
 * @throws TableError TABLE_DAMAGED for an unsupported type
 */
function typeOf(path: string, { element, children }: SchemaTree): ColumnType {
  const { name, repetition_type } = element;
  const type =
    children.length > 0 || repetition_type === 'REPEATED' ? undefined : plainType(element);
  if (type !== undefined) return type;
  const { logical_type, converted_type } = element;
  const found = logical_type?.type ?? converted_type ?? element.type ?? 'a group';
  const expected = 'numbers, texts or booleans';
  throw new TableError('TABLE_DAMAGED', `${path}, column "${name}"`, found, expected);
}

function plainType({ type, converted_type, logical_type }: SchemaElement): ColumnType | undefined {
  const isPlain = logical_type === undefined || logical_type.type === 'INTEGER';
  switch (type) {
    case 'BOOLEAN':
      return 'bool';
    case 'FLOAT':
      return 'f32';
    case 'DOUBLE':
      return 'f64';
    case 'INT32':
    case 'INT64': {
      if (!isPlain || !(converted_type === undefined || /^U?INT_/.test(converted_type))) return;
      return type === 'INT32' && converted_type?.startsWith('UINT') ? 'u32' : 'f64';
    }
    case 'BYTE_ARRAY':
      return converted_type === 'UTF8' || logical_type?.type === 'STRING' ? 'text' : undefined;
    default:
      return undefined;
  }
}
