import type { Cell } from './cell-columns.ts';
import { csvRecords } from './read-csv.ts';
import { jsonRows } from './read-json-lines.ts';
import { asTableError, readTableParts } from './read-table.ts';
import type { ColumnType } from './table.ts';
import { TableError } from './table-error.ts';
import { tableFormat } from './table-format.ts';

/** A row of a table. */
export interface TableRow {
  /** In CSV and JSON lines, the line on which the row begins; otherwise the number of the row. Both begin at 1. */
  readonly line: number;
  /** The cells, in the order of the columns. In CSV, all are texts, or null where there is nothing. */
  readonly cells: readonly (number | string | boolean | null)[];
}

/** Consecutive rows of a table, with the columns of the table. */
export interface RowPart {
  readonly names: readonly string[];
  /** The types of the columns; undefined in CSV and JSON lines, whose cells can be of any type. */
  readonly types: readonly ColumnType[] | undefined;
  /** The metadata of the table; empty in CSV and JSON lines. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly rows: readonly TableRow[];
}

/**
 * Reads a table row by row, in parts, in order. Unlike `readTableParts`, holds only a part of a table in CSV or JSON
 * lines, and tells the line of each row. In JSON lines, the first row has the names of all columns. There is at least
 * one part, unless a file of JSON lines is empty. Throws the same errors as `readTable`.
 */
export async function* readRows(path: string): AsyncGenerator<RowPart> {
  const format = tableFormat(path);
  try {
    if (format === 'csv') {
      for await (const { names, records } of csvRecords(path)) {
        yield { names, types: undefined, metadata: {}, rows: records };
      }
    } else if (format === 'jsonl') yield* partsOfLines(path);
    else yield* partsOfTable(path);
  } catch (error) {
    throw asTableError(path, error);
  }
}

/** The number of rows of a part. */
const PART_ROWS = 1024;

async function* partsOfLines(path: string): AsyncGenerator<RowPart> {
  let names: string[] | undefined;
  let places = new Map<string, number>();
  let rows: TableRow[] = [];
  for await (const { line, row } of jsonRows(path)) {
    if (names === undefined) {
      names = Object.keys(row);
      places = new Map(names.map((name, at) => [name, at]));
    }
    const cells: Cell[] = names.map(() => null);
    for (const [name, cell] of Object.entries(row)) {
      const at = places.get(name);
      if (at === undefined) {
        const expected = `only ${names.join(', ')}, as in the first row`;
        throw new TableError('TABLE_DAMAGED', `${path}, line ${line}`, `"${name}"`, expected);
      }
      cells[at] = cell;
    }
    rows.push({ line, cells });
    if (rows.length < PART_ROWS) continue;
    yield { names, types: undefined, metadata: {}, rows };
    rows = [];
  }
  if (names !== undefined) yield { names, types: undefined, metadata: {}, rows };
}

async function* partsOfTable(path: string): AsyncGenerator<RowPart> {
  let before = 0;
  for await (const { schema, rows: count, columns } of readTableParts(path)) {
    const names = schema.columns.map(({ name }) => name);
    const types = schema.columns.map(({ type }) => type);
    const values = [...columns.values()];
    for (let begin = 0; begin < Math.max(count, 1); begin += PART_ROWS) {
      const rows: TableRow[] = [];
      for (let row = begin; row < Math.min(begin + PART_ROWS, count); row++) {
        rows.push({ line: before + row + 1, cells: values.map((column) => column[row]) });
      }
      yield { names, types, metadata: schema.metadata, rows };
    }
    before += count;
  }
}
