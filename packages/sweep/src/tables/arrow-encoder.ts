import {
  AsyncByteQueue,
  Bool,
  type Data,
  type DataType,
  Field,
  Float32,
  Float64,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Uint32,
  Utf8,
} from 'apache-arrow';
import type { Encoder } from './binary-table.ts';
import { fileMetadata } from './column-notes.ts';
import type { Group, GroupValues } from './row-group.ts';
import type { Column, ColumnType, TableSchema } from './table.ts';

/**
 * Encodes an Arrow IPC file or stream. Each group of rows becomes a record batch, without compression. source:
 * https://arrow.apache.org/docs/format/Columnar.html
 */
export class ArrowEncoder implements Encoder {
  readonly #columns: readonly Column[];
  readonly #schema: Schema;
  readonly #chunks = new Chunks();
  readonly #writer: RecordBatchFileWriter | RecordBatchStreamWriter;

  constructor(schema: TableSchema, kind: 'file' | 'stream') {
    this.#columns = schema.columns;
    this.#schema = new Schema(schema.columns.map(fieldOf), new Map(fileMetadata(schema)));
    this.#writer = kind === 'file' ? new RecordBatchFileWriter() : new RecordBatchStreamWriter();
    this.#writer.reset(this.#chunks, this.#schema);
  }

  encode({ rows, values }: Group): Uint8Array {
    const children = this.#columns.map(({ type }, at) => MAKERS[type](values[at], rows));
    const type = new Struct(this.#schema.fields);
    const data = makeData({ type, length: rows, nullCount: 0, children });
    this.#writer.write(new RecordBatch(this.#schema, data));
    return this.#chunks.take();
  }

  end(): Uint8Array {
    this.#writer.finish();
    return this.#chunks.take();
  }
}

/** Collects the chunks that an Arrow writer writes, and keeps them until they are taken. */
class Chunks extends AsyncByteQueue {
  #chunks: Uint8Array[] = [];

  override write(value: Uint8Array): void {
    this.#chunks.push(value);
  }

  take(): Uint8Array {
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = [];
    return bytes;
  }
}

const TYPES: Readonly<Record<ColumnType, () => DataType>> = {
  f64: () => new Float64(),
  f32: () => new Float32(),
  u32: () => new Uint32(),
  text: () => new Utf8(),
  bool: () => new Bool(),
};

function fieldOf({ name, type, unit, description }: Column): Field {
  const notes = new Map<string, string>();
  if (unit !== undefined) notes.set('unit', unit);
  if (description !== undefined) notes.set('description', description);
  return new Field(name, TYPES[type](), true, notes);
}

const MAKERS: Readonly<Record<ColumnType, (values: GroupValues, rows: number) => Data>> = {
  f64: (values, length) =>
    makeData({
      type: new Float64(),
      length,
      ...validity(values),
      data: values as Float64Array,
    }),
  f32: (values, length) =>
    makeData({
      type: new Float32(),
      length,
      ...validity(values),
      data: values as Float32Array,
    }),
  u32: (values, length) =>
    makeData({
      type: new Uint32(),
      length,
      ...validity(values),
      data: Uint32Array.from(values as Float64Array),
    }),
  text: (values, length) =>
    makeData({
      type: new Utf8(),
      length,
      ...validity(values),
      ...encoded(values as (string | null)[]),
    }),
  bool: (values, length) =>
    makeData({
      type: new Bool(),
      length,
      ...validity(values),
      data: bitsOf(values, (value) => value === true),
    }),
};

/** Returns the bitmap of the rows that have a value. If there is no bitmap, all rows have a value. */
function validity(values: GroupValues): { nullCount: number; nullBitmap?: Uint8Array } {
  let nullCount = 0;
  for (const value of values) if (!hasValue(value)) nullCount++;
  return nullCount === 0 ? { nullCount } : { nullCount, nullBitmap: bitsOf(values, hasValue) };
}

type Value = number | string | boolean | null;

function hasValue(value: Value): boolean {
  return value !== null && !Number.isNaN(value);
}

/** Packs one bit per row, so eight rows share a byte. The first of these rows gets the lowest bit. */
function bitsOf(values: GroupValues, isSet: (value: Value) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  for (let row = 0; row < values.length; row++) {
    if (isSet(values[row])) bits[row >> 3] |= 1 << (row & 7);
  }
  return bits;
}

/** Concatenates texts, and returns the position at which each text begins. */
function encoded(values: readonly (string | null)[]): {
  valueOffsets: Int32Array;
  data: Uint8Array;
} {
  const valueOffsets = new Int32Array(values.length + 1);
  const data = Buffer.from(values.map((value) => value ?? '').join(''));
  // Most texts are short and repeat, so their lengths are cached.
  const lengths = new Map<string, number>();
  for (const [row, value] of values.entries()) {
    let bytes = 0;
    if (value !== null) {
      bytes = lengths.get(value) ?? Buffer.byteLength(value);
      lengths.set(value, bytes);
    }
    valueOffsets[row + 1] = valueOffsets[row] + bytes;
  }
  return { valueOffsets, data };
}
