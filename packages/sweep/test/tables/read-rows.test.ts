import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRows, type TableRow } from '../../src/tables/read-rows.ts';

import { TABLE_FORMATS } from '../../src/tables/table-format.ts';
import { testFolder, writeTable } from './folder.ts';
import { randomTable, valueDifference } from './random-table.ts';

async function rowsOf(path: string) {
  const rows: TableRow[] = [];
  let names: readonly string[] = [];
  let parts = 0;
  for await (const part of readRows(path)) {
    names = part.names;
    rows.push(...part.rows);
    parts++;
  }
  return { names, rows, parts };
}

describe.each(['parquet', 'arrow', 'arrows'] as const)('rows of .%s', (format) => {
  it('are those that were written, in order, seeds 1 to 4', async () => {
    const path = join(testFolder(), `table.${format}`);
    for (const seed of [1, 2, 3, 4]) {
      const table = randomTable(seed);
      await writeTable(path, table);
      const { names, rows } = await rowsOf(path);
      expect(names).toEqual(table.schema.columns.map(({ name }) => name));
      expect(rows.map(({ line }) => line)).toEqual(rows.map((_, row) => row + 1));
      expect(rows).toHaveLength(table.rows);
      expect(valueDifference(table, (at, row) => rows[row].cells[at])).toBeUndefined();
    }
  });
});

describe('rows of text', () => {
  it('have the lines on which they begin, and come in parts', async () => {
    const folder = testFolder();
    const count = 60_000;
    const csv = join(folder, 'a.csv');
    const lines = Array.from({ length: count }, (_, k) => `${k},"two\nlines"\n`);
    writeFileSync(csv, `tick,text\n${lines.join('')}`);
    const read = await rowsOf(csv);
    expect(read.parts).toBeGreaterThan(3);
    expect(read.rows).toHaveLength(count);
    expect(read.rows[0]).toEqual({ line: 2, cells: ['0', 'two\nlines'] });
    expect(read.rows.at(-1)).toEqual({ line: 2 * count, cells: [`${count - 1}`, 'two\nlines'] });
    const json = join(folder, 'a.jsonl');
    writeFileSync(json, '{"a":1,"b":true}\n\n{"b":null}\n');
    expect(await rowsOf(json)).toMatchObject({
      names: ['a', 'b'],
      rows: [
        { line: 1, cells: [1, true] },
        { line: 3, cells: [null, null] },
      ],
    });
  });

  it.each(TABLE_FORMATS)('of a .%s that is no table are refused, or are none', async (format) => {
    const path = join(testFolder(), `a.${format}`);
    writeFileSync(path, '');
    if (format === 'jsonl') expect((await rowsOf(path)).rows).toEqual([]);
    else await expect(rowsOf(path)).rejects.toThrow(/a\.\w+.*: found/);
    await expect(rowsOf(`${path}.${format}`)).rejects.toThrow(/no such file/);
  });
});
