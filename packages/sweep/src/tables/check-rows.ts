import type { Column, ColumnType, Rows, TableSchema } from './table.ts';
import { TableError } from './table-error.ts';

/** The key of the metadata under which a file stores units and descriptions. */
export const COLUMNS_KEY = 'columns';

export const COLUMN_TYPES: readonly ColumnType[] = ['f64', 'f32', 'u32', 'text', 'bool'];

const U32_END = 0x1_0000_0000;

/** @throws TableError TABLE_INVALID for columns and metadata that a table cannot have */
export function checkSchema({ columns, metadata }: TableSchema): void {
  if (columns.length === 0) throw invalid('columns', 'none', 'at least one');
  const names = new Set<string>();
  for (const [at, { name, type }] of columns.entries()) {
    if (name === '') throw invalid(`column ${at}`, 'an empty name', 'a name');
    if (names.has(name)) throw invalid(`column ${at}`, `"${name}" again`, 'a unique name');
    if (!COLUMN_TYPES.includes(type)) {
      throw invalid(`column "${name}"`, `the type "${type}"`, `one of ${COLUMN_TYPES.join(', ')}`);
    }
    names.add(name);
  }
  for (const [key, value] of Object.entries(metadata)) {
    if (key === COLUMNS_KEY) throw invalid('metadata', `the key "${key}"`, 'another key');
    if (typeof value !== 'string') throw invalid(`metadata "${key}"`, typeof value, 'a text');
  }
}

/**
 * Checks rows before any of them is written, and counts them.
 *
 * @param before the number of rows that the table already has, for error messages
 * @throws TableError TABLE_INVALID
 */
export function checkRows(columns: readonly Column[], rows: Rows, before: number): number {
  if (rows.length !== columns.length) {
    throw invalid('rows', `${rows.length} columns`, `${columns.length} columns, as in the table`);
  }
  const { length } = rows[0];
  for (const [at, column] of columns.entries()) {
    if (rows[at].length !== length) {
      const found = `${rows[at].length} values`;
      throw invalid(`column "${column.name}"`, found, `${length} values, as in the first column`);
    }
    const wrong = findWrong(column.type, rows[at]);
    if (wrong !== undefined) {
      const place = `column "${column.name}", row ${before + wrong}`;
      throw invalid(place, shown(rows[at][wrong]), EXPECTED[column.type]);
    }
  }
  return length;
}

const EXPECTED: Readonly<Record<ColumnType, string>> = {
  f64: 'a number',
  f32: 'a number',
  u32: 'a whole number from 0 to 4294967295',
  text: 'a text',
  bool: 'true or false',
};

/** Returns the index of the first value that does not have the type; undefined if all have it. */
function findWrong(type: ColumnType, values: Rows[number]): number | undefined {
  if (isRight(type, values)) return undefined;
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (value === null) continue;
    if (type === 'text' ? typeof value !== 'string' : type === 'bool' && typeof value !== 'boolean')
      return row;
    if (type === 'text' || type === 'bool') continue;
    if (typeof value !== 'number') return row;
    if (type !== 'u32' || Number.isNaN(value)) continue;
    if (!(value >= 0 && value < U32_END && Number.isInteger(value))) return row;
  }
  return undefined;
}

/** Whether the class of an array, such as `Uint32Array`, ensures that all its values fit the type of the column. */
function isRight(type: ColumnType, values: Rows[number]): boolean {
  if (type === 'f64' || type === 'f32') return ArrayBuffer.isView(values) && !isBig(values);
  return (
    type === 'u32' &&
    (values instanceof Uint32Array || values instanceof Uint16Array || values instanceof Uint8Array)
  );
}

function isBig(values: ArrayBufferView): boolean {
  return (
    values instanceof BigInt64Array ||
    values instanceof BigUint64Array ||
    values instanceof DataView
  );
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value);
}

function invalid(place: string, found: string, expected: string): TableError {
  return new TableError('TABLE_INVALID', place, found, expected);
}
