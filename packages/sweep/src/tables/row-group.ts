import type { Column, Rows, TableSchema } from './table.ts';

/** The values of a column in memory. A missing value is NaN or null. */
export type GroupValues = Float64Array | Float32Array | (string | null)[] | (boolean | null)[];

/** Rows that are written together. */
export interface Group {
  readonly rows: number;
  /** The values of each column, in the order of the schema. Each column has `rows` values. */
  readonly values: readonly GroupValues[];
}

/** The maximum number of rows of a group. Larger groups compress no better, and readers use groups as units of work. */
export const GROUP_ROWS = 65_536;
/**
 * The maximum number of values of a group. A table with many columns has groups with fewer rows, so that it takes no
 * more memory than other tables.
 */
const GROUP_VALUES = 1 << 20;
/** A group is full when its texts have at least this number of characters in total. */
const GROUP_CHARACTERS = 1 << 24;
/** The initial capacity, in rows. It is small, because most tables are small. */
const FIRST_ROWS = 1024;

/** Collects rows until there are enough of them to write a group. */
export class GroupBuffer {
  readonly #columns: readonly Column[];
  readonly #capacity: number;
  #values: GroupValues[];
  #rows = 0;
  #characters = 0;

  constructor({ columns }: TableSchema) {
    this.#columns = columns;
    this.#capacity = Math.max(
      FIRST_ROWS,
      Math.min(GROUP_ROWS, Math.floor(GROUP_VALUES / columns.length)),
    );
    this.#values = columns.map(({ type }) => emptyValues(type, FIRST_ROWS));
  }

  get isEmpty(): boolean {
    return this.#rows === 0;
  }

  get isFull(): boolean {
    return this.#rows === this.#capacity || this.#characters >= GROUP_CHARACTERS;
  }

  /** Takes as many rows as fit, starting at row `begin`. Returns the index after the last row taken. */
  take(rows: Rows, begin: number): number {
    const end = Math.min(rows[0].length, begin + this.#capacity - this.#rows);
    const last = this.#fits(rows, begin, end);
    this.#reserve(this.#rows + last - begin);
    for (const [at, column] of this.#columns.entries()) {
      copyInto(this.#values[at], this.#rows, column, rows[at], begin, last);
    }
    this.#rows += last - begin;
    return last;
  }

  /** Returns the collected rows, and starts a new group. Rows that are added later may overwrite the returned ones. */
  group(): Group {
    const rows = this.#rows;
    const values = this.#values.map((all) =>
      Array.isArray(all) ? all.slice(0, rows) : all.subarray(0, rows),
    ) as GroupValues[];
    this.#rows = 0;
    this.#characters = 0;
    return { rows, values };
  }

  /**
   * Returns the index of the row after the last row of the group. The group ends when its texts reach their maximum
   * length. If the texts stay shorter, returns `end`. At least one row always fits.
   */
  #fits(rows: Rows, begin: number, end: number): number {
    const texts = rows.filter((_, at) => this.#columns[at].type === 'text');
    if (texts.length === 0) return end;
    for (let row = begin; row < end; row++) {
      for (const values of texts) this.#characters += String(values[row] ?? '').length;
      if (this.#characters >= GROUP_CHARACTERS) return row + 1;
    }
    return end;
  }

  #reserve(rows: number): void {
    const { length } = this.#values[0];
    if (rows <= length) return;
    const larger = Math.min(this.#capacity, Math.max(rows, 2 * length));
    this.#values = this.#columns.map(({ type }, at) => {
      const before = this.#values[at];
      const values = emptyValues(type, larger);
      if (Array.isArray(values) || Array.isArray(before)) {
        const list = values as (string | null)[];
        for (let row = 0; row < this.#rows; row++) list[row] = before[row] as string | null;
      } else {
        values.set(before.subarray(0, this.#rows));
      }
      return values;
    });
  }
}

function emptyValues(type: Column['type'], rows: number): GroupValues {
  if (type === 'text' || type === 'bool') return new Array(rows).fill(null);
  // f64, because a column of u32 may have rows without a value.
  return type === 'f32' ? new Float32Array(rows) : new Float64Array(rows);
}

function copyInto(
  target: GroupValues,
  at: number,
  { type }: Column,
  source: Rows[number],
  begin: number,
  end: number,
): void {
  if (!Array.isArray(target) && ArrayBuffer.isView(source)) {
    target.set((source as Float64Array).subarray(begin, end), at);
    return;
  }
  const isText = type === 'text' || type === 'bool';
  const list = target as (number | string | boolean | null)[];
  for (let row = begin; row < end; row++) {
    list[at + row - begin] = source[row] ?? (isText ? null : Number.NaN);
  }
}
