import { createRequire } from 'node:module';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { Encoder } from './binary-table.ts';
import { fileMetadata } from './column-notes.ts';
import type { Group, GroupValues } from './row-group.ts';
import type { Column, ColumnType, TableSchema } from './table.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

/** One more than the largest signed 32-bit number. */
const SIGNED_END = 0x8000_0000;

/**
 * Encodes a Parquet file. Each group of rows becomes a row group, compressed with Snappy, which all readers support.
 * source: https://github.com/apache/parquet-format
 */
export class ParquetEncoder implements Encoder {
  readonly #columns: readonly Column[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;

  constructor(schema: TableSchema) {
    this.#columns = schema.columns;
    const root = { name: 'root', num_children: schema.columns.length };
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [root, ...schema.columns.map(elementOf)],
      kvMetadata: fileMetadata(schema).map(([key, value]) => ({ key, value })),
      createdBy: `skein version ${version}`,
    });
  }

  encode({ rows, values }: Group): Uint8Array {
    const columnData = this.#columns.map((column, at) => sourceOf(column, values[at]));
    this.#writer.write({ columnData, rowGroupSize: rows });
    return this.#take();
  }

  end(): Uint8Array {
    this.#writer.finish();
    return this.#take();
  }

  /**
   * Returns the bytes that were appended since the last call, and empties the buffer. The `offset` of the buffer still
   * counts all bytes of the file.
   */
  #take(): Uint8Array {
    const bytes = this.#bytes.getBytes();
    this.#bytes.index = 0;
    return bytes;
  }
}

/** Returns the schema element for a column. All columns are optional, because a value may be missing in any row. */
function elementOf({ name, type }: Column): SchemaElement {
  return { name, repetition_type: 'OPTIONAL', ...ELEMENTS[type] };
}

const ELEMENTS: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  f64: { type: 'DOUBLE' },
  f32: { type: 'FLOAT' },
  // Only the old type name is written: hyparquet-writer 0.17 writes the width of the new one in a way that polars reads
  // as 64 bits.
  u32: { type: 'INT32', converted_type: 'UINT_32' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  bool: { type: 'BOOLEAN' },
};

function sourceOf({ name, type }: Column, values: GroupValues): ColumnSource {
  // An offset index is useless for a single page.
  const source = { name, offsetIndex: false };
  if (Array.isArray(values)) return { ...source, data: values };
  if (type === 'u32') return { ...source, data: wordsOf(values) };
  const data = hasNaN(values) ? Array.from(values, orNull) : values;
  // Dictionaries would store -0 as 0.
  return hasMinusZero(values) ? { ...source, data, encoding: 'PLAIN' } : { ...source, data };
}

/**
 * Returns the values as a typed array, because typed arrays are written fastest. If a value is NaN or beyond the signed
 * 32-bit range, returns a list instead. hyparquet-writer 0.17 refuses values beyond this range in a typed array.
 */
function wordsOf(values: Float64Array | Float32Array): Uint32Array | (number | null)[] {
  for (const value of values) if (!(value < SIGNED_END)) return Array.from(values, orNull);
  return Uint32Array.from(values);
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function hasNaN(values: Float64Array | Float32Array): boolean {
  for (const value of values) if (Number.isNaN(value)) return true;
  return false;
}

function hasMinusZero(values: Float64Array | Float32Array): boolean {
  for (const value of values) if (Object.is(value, -0)) return true;
  return false;
}
