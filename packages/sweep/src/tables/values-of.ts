import type { ColumnType, ColumnValues } from './table.ts';
import { TableError } from './table-error.ts';

/**
 * Converts values to the type of a column.
 *
 * @param place where the values are, for messages
 * @throws TableError TABLE_DAMAGED for an integer that an f64 cannot hold
 */
export function valuesOf(type: ColumnType, data: ArrayLike<unknown>, place: string): ColumnValues {
  if (type === 'text') return Array.from(data, (value) => (value ?? null) as string | null);
  if (type === 'bool') return Array.from(data, (value) => (value ?? null) as boolean | null);
  if (type === 'f32' && data instanceof Float32Array) return data;
  if (type === 'f64' && data instanceof Float64Array) return data;
  const values = type === 'f32' ? new Float32Array(data.length) : new Float64Array(data.length);
  for (let row = 0; row < data.length; row++) {
    const value = data[row] as number | bigint | null | undefined;
    const number = Number(value ?? Number.NaN);
    if (typeof value === 'bigint' && BigInt(number) !== value) {
      const expected = 'an integer that a 64-bit float can hold';
      throw new TableError('TABLE_DAMAGED', `${place}, row ${row}`, String(value), expected);
    }
    values[row] = number;
  }
  return values;
}
