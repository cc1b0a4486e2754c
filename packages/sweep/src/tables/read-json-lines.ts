import { type BlockSource, chosenPlaces, type ReadOptions } from './blocks.ts';
import { type Cell, cellColumns, guessOfValues } from './cell-columns.ts';
import { TableError } from './table-error.ts';
import { textChunks } from './text-chunks.ts';

/** Reads a table from JSON lines, with an object for each row. If a row lacks a key, the cell is null. */
export async function readJsonLines(path: string, options: ReadOptions): Promise<BlockSource> {
  const columns = new Map<string, Cell[]>();
  let rows = 0;
  for await (const { row } of jsonRows(path)) {
    for (const [name, cell] of Object.entries(row)) {
      const cells = columns.get(name) ?? [];
      columns.set(name, cells);
      while (cells.length < rows) cells.push(null);
      cells.push(cell);
    }
    rows++;
  }
  // An empty table has no line that names its columns.
  const found = [...columns.keys()];
  const names = rows === 0 ? (options.types ?? []).map(({ name }) => name) : found;
  const chosen = chosenPlaces(path, names, options).map((place) => names[place]);
  const cells = chosen.map((name) => {
    const column = columns.get(name) ?? [];
    while (column.length < rows) column.push(null);
    return column;
  });
  return cellColumns({ path, names: chosen, cells, rows, guess: guessOfValues }, options);
}

/** Reads the rows of JSON lines one by one, with their lines, without holding the whole file in memory. */
export async function* jsonRows(
  path: string,
): AsyncGenerator<{ readonly line: number; readonly row: Readonly<Record<string, Cell>> }> {
  for await (const { text, line } of linesOf(path)) yield { line, row: rowOf(path, line, text) };
}

async function* linesOf(path: string): AsyncGenerator<{ text: string; line: number }> {
  let rest = '';
  let line = 0;
  for await (const chunk of textChunks(path)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line++;
      if (text.trim() !== '') yield { text, line };
    }
  }
  if (rest.trim() !== '') yield { text: rest, line: line + 1 };
}

function rowOf(path: string, line: number, text: string): Record<string, Cell> {
  const place = `${path}, line ${line}`;
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch (cause) {
    const found = (cause as Error).message;
    throw new TableError('TABLE_DAMAGED', place, found, 'an object of JSON', { cause });
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new TableError('TABLE_DAMAGED', place, text.slice(0, 60), 'an object of JSON');
  }
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== 'object' || value === null) continue;
    const found = Array.isArray(value) ? 'a list' : 'an object';
    const expected = 'a number, a text, true, false or null';
    throw new TableError('TABLE_DAMAGED', `${place}, "${name}"`, found, expected);
  }
  return row as Record<string, Cell>;
}
