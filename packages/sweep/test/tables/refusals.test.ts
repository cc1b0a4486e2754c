import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../../core/test/helpers/long.ts';
import type { ReadOptions } from '../../src/tables/blocks.ts';
import { openTable } from '../../src/tables/open-table.ts';
import { readTable } from '../../src/tables/read-table.ts';
import type { Column, Rows, TableSchema } from '../../src/tables/table.ts';
import type { TableFormat } from '../../src/tables/table-format.ts';
import { testFolder, writeTable } from './folder.ts';
import { randomTable } from './random-table.ts';

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    ({ name, code, message }) => `${name} ${code} ${message}`,
  );

const numbers: TableSchema = { columns: [{ name: 'x', type: 'f64' }], metadata: {} };

describe('openTable', () => {
  it.each(['table', 'table.txt', '.parquet/table', 'table.', '-', 'parquet'])(
    'refuses the name "%s"',
    async (path) => {
      expect(await messageOf(openTable(path, numbers))).toBe(
        `TableError TABLE_FORMAT table: found ${path}, expected a name that ends in .parquet, .arrow, .arrows, .csv or .jsonl`,
      );
    },
  );

  it('accepts an extension in capitals', async () => {
    const path = join(testFolder(), 'TABLE.PARQUET');
    await writeTable(path, { schema: numbers, parts: [[[1]]] });
    expect(readFileSync(path, 'latin1').slice(0, 4)).toBe('PAR1');
  });

  it.each(['parquet', 'arrow', 'arrows'] as TableFormat[])(
    'refuses to stream %s',
    async (format) => {
      const sink = { write: async () => {} };
      expect(await messageOf(openTable('-', numbers, { format, sink }))).toBe(
        `TableError TABLE_FORMAT table: found ${format} for a stream, expected csv or jsonl there, or a path`,
      );
      expect(await messageOf(openTable('-', numbers, { format: 'csv' }))).toBe(
        'TableError TABLE_FORMAT table: found "-" without a sink, expected a path, or a sink as well',
      );
    },
  );

  it.each([
    [[], {}, 'columns: found none, expected at least one'],
    [[{ name: '', type: 'f64' }], {}, 'column 0: found an empty name, expected a name'],
    [
      [
        { name: 'x', type: 'f64' },
        { name: 'x', type: 'text' },
      ],
      {},
      'column 1: found "x" again, expected a unique name',
    ],
    [
      [{ name: 'x', type: 'i64' }],
      {},
      'column "x": found the type "i64", expected one of f64, f32, u32, text, bool',
    ],
    [
      [{ name: 'x', type: 'f64' }],
      { columns: '[]' },
      'metadata: found the key "columns", expected another key',
    ],
    [[{ name: 'x', type: 'f64' }], { seed: 7 }, 'metadata "seed": found number, expected a text'],
  ])('refuses the columns %j with %j', async (columns, metadata, message) => {
    const schema = { columns, metadata } as unknown as TableSchema;
    const path = join(testFolder(), 'table.csv');
    expect(await messageOf(openTable(path, schema))).toBe(`TableError TABLE_INVALID ${message}`);
  });
});

describe('write', () => {
  const columns: Column[] = [
    { name: 'n', type: 'u32' },
    { name: 's', type: 'text' },
    { name: 'b', type: 'bool' },
    { name: 'f', type: 'f32' },
  ];
  const right: Rows = [
    [7, 8],
    ['a', 'b'],
    [true, null],
    [1, 2],
  ];
  const replaced = (at: number, values: unknown): Rows => {
    return right.map((column, place) => (place === at ? (values as number[]) : column));
  };

  it.each(['parquet', 'arrow', 'csv', 'jsonl'])(
    'refuses wrong rows and leaves the %s unchanged',
    async (format) => {
      const path = join(testFolder(), `table.${format}`);
      const table = await openTable(path, { columns, metadata: {} });
      await table.write(right);
      const refused = async (rows: Rows) => messageOf(table.write(rows));
      const cell = (place: string, found: string, expected: string) =>
        `TableError TABLE_INVALID ${place}: found ${found}, expected ${expected}`;
      expect(await refused(right.slice(1))).toBe(
        cell('rows', '3 columns', '4 columns, as in the table'),
      );
      expect(await refused(replaced(1, ['a']))).toBe(
        cell('column "s"', '1 values', '2 values, as in the first column'),
      );
      const whole = 'a whole number from 0 to 4294967295';
      for (const wrong of [1.5, -1, 2 ** 32, Infinity]) {
        expect(await refused(replaced(0, [7, wrong]))).toBe(
          cell('column "n", row 3', String(wrong), whole),
        );
      }
      expect(await refused(replaced(0, Int32Array.of(1, -1)))).toBe(
        cell('column "n", row 3', '-1', whole),
      );
      expect(await refused(replaced(0, ['7', 8]))).toBe(cell('column "n", row 2', '"7"', whole));
      expect(await refused(replaced(1, ['a', 1]))).toBe(cell('column "s", row 3', '1', 'a text'));
      expect(await refused(replaced(2, [1, true]))).toBe(
        cell('column "b", row 2', '1', 'true or false'),
      );
      expect(await refused(replaced(3, [1, 2n]))).toBe(cell('column "f", row 3', '2', 'a number'));
      expect(await refused(replaced(3, [1, undefined]))).toBe(
        cell('column "f", row 3', 'nothing', 'a number'),
      );
      expect(await refused(replaced(3, BigInt64Array.of(1n, 2n)))).toBe(
        cell('column "f", row 2', '1', 'a number'),
      );
      await table.write(right);
      await table.finish();
      const read = await readTable(path, { types: columns });
      expect([...read.columns.values()].map((values) => [...values])).toEqual(
        right.map((values) => [...Array.from(values), ...Array.from(values)]),
      );
    },
  );

  it('keeps calls apart even if they do not wait for each other', async () => {
    const path = join(testFolder(), 'table.parquet');
    const table = await openTable(path, numbers);
    const numbersOf = (n: number) => [new Float64Array(40_000).fill(n)];
    await Promise.all([
      ...[1, 2, 3, 4].map((n) => table.write(numbersOf(n))),
      table.finish(),
      messageOf(table.write(numbersOf(5))),
    ]);
    const values = (await readTable(path)).columns.get('x') as Float64Array;
    expect(values.length).toBe(160_000);
    expect([0, 39_999, 40_000, 120_000, 159_999].map((row) => values[row])).toEqual([
      1, 1, 2, 4, 4,
    ]);
  });
});

describe('readTable', () => {
  const refusal = async (name: string, text: string, options?: ReadOptions) => {
    const path = join(testFolder(), name);
    writeFileSync(path, text);
    return (await messageOf(readTable(path, options))).replace(path, 'FILE');
  };

  it.each([
    ['', 'FILE, line 1: found nothing, expected a header'],
    ['a,a\n', 'FILE, line 1: found "a" twice, expected a name for each column'],
    ['a,b\n1\n', 'FILE, line 2: found 1 fields, expected 2 fields, as in the header'],
    ['a\n"1\n2', 'FILE, line 3: found the end of the file inside quotes, expected a closing quote'],
    [
      'a\n1"2\n',
      'FILE, line 2: found quotes inside an unquoted field, expected quotes around the whole field',
    ],
    ['a\n"1"2\n', 'FILE, line 2: found text after quotes, expected a comma'],
    ['a\n"1"\r2\n', 'FILE, line 2: found text after quotes, expected a line end'],
  ])('refuses the CSV %j', async (text, message) => {
    expect(await refusal('table.csv', text)).toBe(`TableError TABLE_DAMAGED ${message}`);
  });

  it('reads what other programs write as CSV', async () => {
    const path = join(testFolder(), 'table.csv');
    writeFileSync(path, '\ufeffa,"b ""c""",d\r\n1e3,"x\r\ny",TRUE\r\n-inf,,\r\n\r\n');
    const { columns } = await readTable(path);
    expect([...columns].map(([name, values]) => [name, [...values]])).toEqual([
      ['a', [1000, -Infinity]],
      ['b "c"', ['x\r\ny', null]],
      ['d', ['TRUE', null]],
    ]);
    writeFileSync(path, 'a,b\n1,true');
    expect((await readTable(path)).schema.columns.map(({ type }) => type)).toEqual(['f64', 'bool']);
  });

  it('reads CSV that is cut between any two bytes', async () => {
    const path = join(testFolder(), 'table.csv');
    const columns = [{ name: 'a', type: 'text' }] as const;
    const texts = ['b"c', '"', 'd,e', 'f\r\ng', '', '漢', '🐦', '""\r', null, 'plain'];
    // The first text ends where the first part of the file does, or `before` bytes earlier.
    for (let before = 0; before < 70; before += LONG ? 1 : 14) {
      const rows = ['x'.repeat(2 ** 18 - before), ...texts];
      await writeTable(path, { schema: { columns, metadata: {} }, parts: [[rows]] });
      expect((await readTable(path, { types: columns })).columns.get('a')).toEqual(rows);
    }
  });

  it('refuses cells of the wrong type', async () => {
    const types = [{ name: 'a', type: 'u32' }] as const;
    expect(await refusal('t.csv', 'a\n1\n-2\n', { types })).toBe(
      'TableError TABLE_DAMAGED FILE, column "a", row 1: found "-2", expected a whole number from 0 to 4294967295',
    );
    const bools = [{ name: 'a', type: 'bool' }] as const;
    expect(await refusal('t.jsonl', '{"a":1}\n', { types: bools })).toBe(
      'TableError TABLE_DAMAGED FILE, column "a", row 0: found 1, expected true or false',
    );
    const f32 = [{ name: 'a', type: 'f32' }] as const;
    expect(await refusal('t.jsonl', '{"a":"x"}\n', { types: f32 })).toBe(
      'TableError TABLE_DAMAGED FILE, column "a", row 0: found "x", expected a number',
    );
  });

  it.each([
    ['{"a":1}\n{"a":', 'FILE, line 2: found '],
    ['[1]\n', 'FILE, line 1: found [1], expected an object of JSON'],
    [
      '{"a":[1]}\n',
      'FILE, line 1, "a": found a list, expected a number, a text, true, false or null',
    ],
  ])('refuses the JSON lines %j', async (text, message) => {
    expect(await refusal('table.jsonl', text)).toContain(`TableError TABLE_DAMAGED ${message}`);
  });

  it('reads JSON lines with keys that come and go', async () => {
    const path = join(testFolder(), 'table.jsonl');
    writeFileSync(path, '{"a":1}\r\n\n{"b":"1","c":true}\n{"a":2,"c":null}');
    const { columns } = await readTable(path);
    expect([...columns].map(([name, values]) => [name, [...values]])).toEqual([
      ['a', [1, Number.NaN, 2]],
      ['b', [null, '1', null]],
      ['c', [null, true, null]],
    ]);
  });

  it('refuses bytes that are not UTF-8, a missing file, and a missing column', async () => {
    const path = join(testFolder(), 'table.csv');
    writeFileSync(path, Uint8Array.of(0x61, 0x0a, 0xff, 0x0a));
    expect(await messageOf(readTable(path))).toBe(
      `TableError TABLE_DAMAGED ${path}: found bytes that are not UTF-8, expected text in UTF-8`,
    );
    for (const format of ['csv', 'jsonl', 'parquet', 'arrow', 'arrows']) {
      const file = join(testFolder(), `table.${format}`);
      expect(await messageOf(readTable(file))).toBe(
        `FileError FILE_FAILED cannot read ${file}: found no such file or directory (ENOENT), expected an existing file`,
      );
      await writeTable(file, { schema: numbers, parts: [[[1]]] });
      expect(await messageOf(readTable(file, { columns: ['y'] }))).toBe(
        `TableError TABLE_INVALID ${file}: found no column "y", expected one of x`,
      );
    }
  });

  it.each(['parquet', 'arrow', 'arrows'])(
    'refuses a truncated %s, or a file of another kind, seed 5',
    async (format) => {
      const path = join(testFolder(), `table.${format}`);
      await writeTable(path, randomTable(5, true));
      const bytes = readFileSync(path);
      for (const length of [0, 1, 7, 8, 40, bytes.length >> 1, bytes.length - 9]) {
        writeFileSync(path, bytes.subarray(0, length));
        expect(await messageOf(readTable(path)), `${length} bytes`).toContain(
          `TableError TABLE_DAMAGED ${path}: found `,
        );
      }
      writeFileSync(path, 'tick,id\n0,1\n'.repeat(40));
      expect(await messageOf(readTable(path))).toContain('TableError TABLE_DAMAGED');
    },
  );
});
