import { createRequire } from 'node:module';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { Encoder } from './binary-table.ts';
import { fileMetadata } from './column-notes.ts';
import type { Group, GroupValues } from './row-group.ts';
import type { Column, ColumnType, TableSchema } from './table.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

/** One past the largest number of a signed word. */
const SIGNED_END = 0x8000_0000;

/**
 * Makes a Parquet file: a row group for each group, compressed by Snappy, which all readers have built in.
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

  /** What was appended since; `offset` counts on. */
  #take(): Uint8Array {
    const bytes = this.#bytes.getBytes();
    this.#bytes.index = 0;
    return bytes;
  }
}

/** All columns are optional, since a value may be missing in any row. */
function elementOf({ name, type }: Column): SchemaElement {
  return { name, repetition_type: 'OPTIONAL', ...ELEMENTS[type] };
}

const ELEMENTS: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  f64: { type: 'DOUBLE' },
  f32: { type: 'FLOAT' },
  // By the old name alone: hyparquet-writer 0.17 writes the width of the new one as what polars reads as 64.
  u32: { type: 'INT32', converted_type: 'UINT_32' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  bool: { type: 'BOOLEAN' },
};

function sourceOf({ name, type }: Column, values: GroupValues): ColumnSource {
  // Of a page alone an index says nothing.
  const source = { name, offsetIndex: false };
  if (Array.isArray(values)) return { ...source, data: values };
  if (type === 'u32') return { ...source, data: wordsOf(values) };
  const data = hasNaN(values) ? Array.from(values, orNull) : values;
  // Its dictionaries take -0 for 0.
  return hasMinusZero(values) ? { ...source, data, encoding: 'PLAIN' } : { ...source, data };
}

/** A typed array is the fastest, but hyparquet-writer 0.17 refuses one of numbers beyond the signed ones. */
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
