import type { BlockSource, ReadOptions } from './blocks.ts';
import type { Column, ColumnType, ColumnValues } from './table.ts';
import { TableError } from './table-error.ts';
import { valuesOf } from './values-of.ts';

/** The value of a cell in a file of text. In CSV, all values are texts or null. */
export type Cell = number | string | boolean | null;

/** The cells of a file, by column. */
export interface Cells {
  readonly path: string;
  readonly names: readonly string[];
  readonly cells: readonly (readonly Cell[])[];
  readonly rows: number;
  /** Guesses the type of a column from the values of its cells. */
  readonly guess: (cells: readonly Cell[]) => ColumnType;
}

/** Creates a table from cells. The columns get the given types, or types that fit their cells. */
export function cellColumns(
  { path, names, cells, rows, guess }: Cells,
  { types = [] }: ReadOptions,
): BlockSource {
  const columns = names.map(
    (name, at): Column =>
      types.find((column) => column.name === name) ?? { name, type: guess(cells[at]) },
  );
  const values = columns.map(({ name, type }, at): ColumnValues => {
    const place = `${path}, column "${name}"`;
    const read = cells[at].map((cell, row) => readCell(type, cell, `${place}, row ${row}`));
    return valuesOf(type, read, place);
  });
  return { schema: { columns, metadata: {} }, blocks: one({ rows, values }) };
}

async function* one<T>(value: T): AsyncGenerator<T> {
  yield value;
}

const EXPECTED = {
  f64: 'a number',
  f32: 'a number',
  u32: 'a whole number from 0 to 4294967295',
} as const;

function isWord(number: number): boolean {
  return Number.isNaN(number) || (Number.isInteger(number) && number >= 0 && number <= 0xffffffff);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$|^[+-]?(Infinity|inf)$|^NaN$/;

/** Guesses the type of a column whose values are all texts, as in CSV. */
export function guessOfTexts(cells: readonly Cell[]): ColumnType {
  const isAll = (is: (text: string) => boolean): boolean =>
    cells.every((cell) => cell === null || is(String(cell)));
  if (isAll((text) => NUMBER.test(text))) return 'f64';
  return isAll((text) => text === 'true' || text === 'false') ? 'bool' : 'text';
}

/** Guesses the type of a column of JSON values. */
export function guessOfValues(cells: readonly Cell[]): ColumnType {
  const types = new Set(cells.map((cell) => (cell === null ? 'null' : typeof cell)));
  types.delete('null');
  if (types.size === 0) return 'f64';
  if (types.size > 1 || types.has('string')) return 'text';
  return types.has('number') ? 'f64' : 'bool';
}

function readCell(type: ColumnType, cell: Cell, place: string): Cell {
  if (cell === null) return null;
  if (type === 'text') return String(cell);
  if (type === 'bool') {
    if (cell === true || cell === 'true') return true;
    if (cell === false || cell === 'false') return false;
    throw new TableError('TABLE_DAMAGED', place, JSON.stringify(cell), 'true or false');
  }
  const isText = typeof cell === 'string' && NUMBER.test(cell);
  const number = isText ? Number(cell.replace(/inf$/, 'Infinity')) : cell;
  if (typeof number === 'number' && (type !== 'u32' || isWord(number))) return number;
  throw new TableError('TABLE_DAMAGED', place, JSON.stringify(cell), EXPECTED[type]);
}
