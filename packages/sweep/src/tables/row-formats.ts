import { f32Text } from '@skein/core/describe';
import type { Column, ColumnType, Rows, TableSchema } from './table.ts';
import type { RowFormat } from './text-table.ts';

type Value = number | string | boolean | null;

/**
 * The format CSV: comma-separated values with a header. Texts are quoted if necessary, and a missing value is an empty
 * field. source: RFC 4180. Here, lines end with only a line feed, as in files of other programs
 */
export function csvFormat({ columns }: TableSchema): RowFormat {
  const cells = columns.map(({ type }) => CSV_CELLS[type]);
  return {
    head: `${columns.map(({ name }) => csvText(name)).join(',')}\n`,
    text: (rows, begin, end) =>
      linesOf(rows, begin, end, cells, (cell, at) => (at ? `,${cell}` : cell)),
  };
}

/**
 * The format JSON lines: an object for each row, with null for a missing value. JSON has no infinity, so infinity is
 * written as 1e999. Parsers read this number as infinity. source: https://jsonlines.org
 */
export function jsonLinesFormat({ columns }: TableSchema): RowFormat {
  const cells = columns.map(({ type }) => JSON_CELLS[type]);
  const keys = columns.map(({ name }: Column) => `${JSON.stringify(name)}:`);
  return {
    head: '',
    text: (rows, begin, end) =>
      linesOf(rows, begin, end, cells, (cell, at) => `${at ? ',' : '{'}${keys[at]}${cell}`, '}'),
  };
}

function linesOf(
  rows: Rows,
  begin: number,
  end: number,
  cells: readonly ((value: Value) => string)[],
  joined: (cell: string, at: number) => string,
  tail = '',
): string {
  let text = '';
  for (let row = begin; row < end; row++) {
    for (let at = 0; at < cells.length; at++) text += joined(cells[at](rows[at][row]), at);
    text += `${tail}\n`;
  }
  return text;
}

type Cells = Readonly<Record<ColumnType, (value: Value) => string>>;

const csvNumber = (value: Value): string => (isNone(value) ? '' : numberText(value as number));

const CSV_CELLS: Cells = {
  f64: csvNumber,
  u32: csvNumber,
  f32: (value) => (isNone(value) ? '' : f32Text(Math.fround(value as number))),
  text: (value) => (value === null ? '' : csvText(value as string)),
  bool: (value) => (value === null ? '' : String(value)),
};

const jsonNumber = (value: Value): string =>
  isNone(value) ? 'null' : finiteText(value as number, numberText);

const JSON_CELLS: Cells = {
  f64: jsonNumber,
  u32: jsonNumber,
  f32: (value) => (isNone(value) ? 'null' : finiteText(Math.fround(value as number), f32Text)),
  text: (value) => (value === null ? 'null' : JSON.stringify(value)),
  bool: (value) => String(value),
};

function isNone(value: Value): boolean {
  return value === null || Number.isNaN(value);
}

function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function finiteText(value: number, text: (value: number) => string): string {
  if (value === Infinity) return '1e999';
  return value === -Infinity ? '-1e999' : text(value);
}

/** Returns a text as a field of CSV. An empty text is quoted, since an empty field means a missing value. */
function csvText(text: string): string {
  return text === '' || /[",\r\n\ufeff]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
