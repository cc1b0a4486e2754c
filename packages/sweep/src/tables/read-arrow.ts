import { open } from 'node:fs/promises';
import { DataType, type RecordBatch, RecordBatchReader } from 'apache-arrow';
import { type Block, type BlockSource, chosenPlaces, type ReadOptions } from './blocks.ts';
import { tableSchema } from './column-notes.ts';
import type { Column, ColumnType } from './table.ts';
import { TableError } from './table-error.ts';
import { valuesOf } from './values-of.ts';

/** Reads an Arrow IPC file or stream, one record batch at a time. */
export async function readArrow(path: string, options: ReadOptions): Promise<BlockSource> {
  const file = await open(path);
  try {
    const reader = await RecordBatchReader.from(file);
    await reader.open();
    const { fields, metadata } = reader.schema;
    const places = chosenPlaces(
      path,
      fields.map(({ name }) => name),
      options,
    );
    const columns = places.map((place): Column => {
      const { name, type } = fields[place];
      return { name, type: typeOf(path, name, type) };
    });
    const schema = tableSchema(columns, metadata);
    const blocks = recordBatches(path, reader as AsyncIterable<RecordBatch>, places, columns, () =>
      file.close(),
    );
    return { schema, blocks };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* recordBatches(
  path: string,
  reader: AsyncIterable<RecordBatch>,
  places: readonly number[],
  columns: readonly Column[],
  close: () => Promise<void>,
): AsyncGenerator<Block> {
  try {
    for await (const batch of reader) {
      const values = columns.map(({ name, type }, at) => {
        const vector = batch.getChildAt(places[at]);
        const isTyped = vector?.nullCount === 0 && (type === 'f32' || type === 'f64');
        const data = isTyped ? vector.toArray().slice() : [...(vector ?? [])];
        return valuesOf(type, data, `${path}, column "${name}"`);
      });
      yield { rows: batch.numRows, values };
    }
  } finally {
    await close();
  }
}

/** @throws TableError TABLE_DAMAGED for an unsupported type */
function typeOf(path: string, name: string, type: DataType): ColumnType {
  const value: DataType = DataType.isDictionary(type) ? type.dictionary : type;
  if (DataType.isUtf8(value) || DataType.isLargeUtf8(value)) return 'text';
  if (DataType.isBool(value)) return 'bool';
  if (DataType.isFloat(value)) return value.precision === 1 ? 'f32' : 'f64';
  if (DataType.isInt(value)) return !value.isSigned && value.bitWidth <= 32 ? 'u32' : 'f64';
  const expected = 'numbers, texts or booleans';
  throw new TableError('TABLE_DAMAGED', `${path}, column "${name}"`, String(type), expected);
}
