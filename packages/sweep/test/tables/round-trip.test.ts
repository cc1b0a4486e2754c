import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { parquetMetadata, parquetRead } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { LONG, long, someOf } from '../../../core/test/helpers/long.ts';
import { readTable, readTableParts } from '../../src/tables/read-table.ts';
import { TABLE_FORMATS } from '../../src/tables/table-format.ts';
import { ask } from './duck.ts';
import { testFolder, writeTable } from './folder.ts';
import { randomTable, valueDifference } from './random-table.ts';

const SEEDS = Array.from({ length: LONG ? 48 : 4 }, (_, index) => index + 1);
/** As many are read by other programs. */
const READ = LONG ? 24 : 2;
const HAVE_METADATA = ['parquet', 'arrow', 'arrows'];

describe.each(TABLE_FORMATS)('%s', (format) => {
  it(`reads back what was written, to the bit, seeds ${SEEDS[0]} to ${SEEDS.at(-1)}`, async () => {
    const path = join(testFolder(), `table.${format}`);
    for (const seed of SEEDS) {
      // Text takes as long as everything else.
      const table = randomTable(seed, format === 'csv' || format === 'jsonl');
      await writeTable(path, table);
      const names = table.schema.columns.map(({ name }) => name);
      const read = await readTable(path, { types: table.schema.columns, columns: names });
      expect(read.rows, `seed ${seed}`).toBe(table.rows);
      expect(read.schema, `seed ${seed}`).toEqual({
        columns: table.schema.columns,
        metadata: HAVE_METADATA.includes(format) ? table.schema.metadata : {},
      });
      expect([...read.columns.keys()]).toEqual(names);
      const columns = [...read.columns.values()];
      expect(valueDifference(table, (at, row) => columns[at][row])).toBeUndefined();
    }
  });
});

describe('Parquet for other readers', () => {
  it(`is read by hyparquet, seeds 1 to ${READ}`, async () => {
    const path = join(testFolder(), 'table.parquet');
    for (const seed of SEEDS.slice(0, READ)) {
      const table = randomTable(seed, true);
      await writeTable(path, table);
      const file = arrayBufferOf(path);
      const rows = await new Promise<unknown[][]>((onComplete, reject) => {
        parquetRead({ file, onComplete }).catch(reject);
      });
      expect(rows.length).toBe(table.rows);
      const difference = valueDifference(table, (at, row) => {
        const { type } = table.schema.columns[at];
        return rows[row][at] ?? (type === 'text' || type === 'bool' ? null : Number.NaN);
      });
      expect(difference, `seed ${seed}`).toBeUndefined();
    }
  });

  it(`is read by DuckDB, with types and metadata, seeds 1 to ${READ}`, async () => {
    const folder = testFolder();
    for (const seed of SEEDS.slice(0, READ)) {
      const table = randomTable(seed, true);
      await writeTable(join(folder, 'table.parquet'), table);
      const file = `'${folder}/table.parquet'`;
      const types = await ask(`SELECT column_type FROM (DESCRIBE SELECT * FROM ${file})`);
      expect(types.flat()).toEqual(table.schema.columns.map(({ type }) => DUCK_TYPES[type]));
      const rows = await ask(`SELECT * FROM ${file}`);
      expect(rows.length).toBe(table.rows);
      const difference = valueDifference(table, (at, row) => {
        const { type } = table.schema.columns[at];
        return rows[row][at] ?? (type === 'text' || type === 'bool' ? null : Number.NaN);
      });
      expect(difference, `seed ${seed}`).toBeUndefined();
      const kept = await ask(
        `SELECT decode(key), decode(value) FROM parquet_kv_metadata(${file}) WHERE decode(key) <> 'columns'`,
      );
      expect(kept).toEqual(Object.entries(table.schema.metadata));
    }
  });

  it('has row groups of bounded size, and none without rows', async () => {
    const path = join(testFolder(), 'table.parquet');
    const groupsOf = async (rows: number, columns: number) => {
      const schema = {
        columns: Array.from(
          { length: columns },
          (_, at) => ({ name: `c${at}`, type: 'f64' }) as const,
        ),
        metadata: {},
      };
      const part = Array<Float64Array>(columns).fill(new Float64Array(rows));
      await writeTable(path, { schema, parts: [part] });
      const metadata = parquetMetadata(arrayBufferOf(path));
      return metadata.row_groups.map(({ num_rows }) => Number(num_rows));
    };
    expect(await groupsOf(70_000, 1)).toEqual([65_536, 4464]);
    if (LONG) {
      expect(await groupsOf(65_536, 1)).toEqual([65_536]);
      expect(await groupsOf(150_000, 2)).toEqual([65_536, 65_536, 18_928]);
      // With many columns a group has fewer rows.
      expect(await groupsOf(9000, 300)).toEqual([3495, 3495, 2010]);
    }
    expect(await groupsOf(0, 3)).toEqual([]);
  });

  long('ends a row group early if texts are long', async () => {
    const path = join(testFolder(), 'table.parquet');
    const schema = { columns: [{ name: 'text', type: 'text' }], metadata: {} } as const;
    const long = 'a'.repeat(1 << 20);
    const parts = [[Array.from({ length: 40 }, (_, row) => `${long}${row}`)]];
    await writeTable(path, { schema, parts });
    const { row_groups } = parquetMetadata(arrayBufferOf(path));
    expect(row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([16, 16, 8]);
    expect((await readTable(path)).columns.get('text')).toEqual(parts[0][0]);
  });
});

const DUCK_TYPES = {
  f64: 'DOUBLE',
  f32: 'FLOAT',
  u32: 'UINTEGER',
  text: 'VARCHAR',
  bool: 'BOOLEAN',
} as const;

describe('Arrow for other readers', () => {
  it.each(['arrow', 'arrows'])(
    `.%s is read by apache-arrow, seeds 1 to ${READ}`,
    async (format) => {
      const path = join(testFolder(), `table.${format}`);
      for (const seed of SEEDS.slice(0, READ)) {
        const table = randomTable(seed, true);
        await writeTable(path, table);
        const read = tableFromIPC(readFileSync(path));
        expect(read.numRows).toBe(table.rows);
        expect(read.schema.fields.map(({ type }) => String(type))).toEqual(
          table.schema.columns.map(({ type }) => ARROW_TYPES[type]),
        );
        const { unit } = table.schema.columns[0];
        expect(read.schema.fields[0].metadata.get('unit')).toBe(unit);
        expect(read.schema.metadata.get('plan')).toBe(table.schema.metadata.plan);
        const difference = valueDifference(table, (at, row) => {
          const { type } = table.schema.columns[at];
          const value = read.getChildAt(at)?.get(row);
          return value ?? (type === 'text' || type === 'bool' ? null : Number.NaN);
        });
        expect(difference, `seed ${seed}`).toBeUndefined();
      }
    },
  );
});

const ARROW_TYPES = {
  f64: 'Float64',
  f32: 'Float32',
  u32: 'Uint32',
  text: 'Utf8',
  bool: 'Bool',
} as const;

describe('text for other readers', () => {
  const table = {
    schema: {
      columns: [
        { name: 'boid.separation.weight', type: 'f32' },
        { name: 'quantile(speed,0.9)', type: 'f64' },
        { name: 'key', type: 'text' },
        { name: 'run', type: 'u32' },
        { name: 'whole', type: 'bool' },
      ],
      metadata: {},
    },
    parts: [
      [
        Float32Array.of(0.1, -0, Number.NaN),
        [1 / 3, Infinity, -Infinity],
        ['a,"b"\nc', null, ''],
        [4294967295, 0, null],
        [true, null, false],
      ],
    ],
  } as const;

  it('follows RFC 4180 in CSV, with numbers in their shortest form', async () => {
    const path = join(testFolder(), 'table.csv');
    await writeTable(path, table);
    expect(readFileSync(path, 'utf8')).toBe(
      'boid.separation.weight,"quantile(speed,0.9)",key,run,whole\n' +
        '0.1,0.3333333333333333,"a,""b""\nc",4294967295,true\n' +
        '-0,Infinity,,0,\n' +
        ',-Infinity,"",,false\n',
    );
    const rows = await ask(`SELECT * FROM read_csv('${path}', allow_quoted_nulls = false)`);
    expect(rows.map((row) => [Number(row[0] ?? Number.NaN), ...row.slice(1)])).toEqual([
      [0.1, 1 / 3, 'a,"b"\nc', 4294967295n, true],
      [-0, Infinity, null, 0n, null],
      [Number.NaN, -Infinity, '', null, false],
    ]);
  });

  it('keeps a name in CSV that begins with a byte order mark', async () => {
    const path = join(testFolder(), 'table.csv');
    const schema = { columns: [{ name: '\ufeffx', type: 'f64' }], metadata: {} } as const;
    await writeTable(path, { schema, parts: [[[1]]] });
    expect([...(await readTable(path)).columns.keys()]).toEqual(['\ufeffx']);
    writeFileSync(path, '\ufeffx\n1\n');
    expect([...(await readTable(path)).columns.keys()]).toEqual(['x']);
  });

  it('has valid JSON in each line of JSON lines', async () => {
    const path = join(testFolder(), 'table.jsonl');
    await writeTable(path, table);
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => Object.values(JSON.parse(line)))).toEqual([
      [0.1, 1 / 3, 'a,"b"\nc', 4294967295, true],
      [-0, Infinity, null, 0, null],
      [null, -Infinity, '', null, false],
    ]);
  });

  it('goes to a sink in whole rows', async () => {
    const table = randomTable(LONG ? 11 : 10);
    for (const format of ['csv', 'jsonl'] as const) {
      const blocks: string[] = [];
      const sink = { write: async (block: string) => void blocks.push(block) };
      await writeTable('-', table, { format, sink });
      const path = join(testFolder(), `table.${format}`);
      await writeTable(path, table);
      expect(blocks.join('')).toBe(readFileSync(path, 'utf8'));
      expect(blocks.every((block) => block.endsWith('\n'))).toBe(true);
    }
  });
});

it('reads one part at a time, and columns by name', async () => {
  const folder = testFolder();
  const schema = {
    columns: [
      { name: 'a', type: 'f64' },
      { name: 'b', type: 'text' },
      { name: 'c', type: 'f32' },
    ],
    metadata: { engine: '1' },
  } as const;
  const rows = LONG ? 140_001 : 70_000;
  const numbers = Float64Array.from({ length: rows }, (_, row) => row / 7);
  const parts = [[numbers, Array.from(numbers, (_, row) => `t${row}`), numbers]];
  for (const format of someOf(['parquet', 'arrow', 'arrows'], 3)) {
    const path = join(folder, `table.${format}`);
    await writeTable(path, { schema, parts });
    const sizes: number[] = [];
    const read: number[] = [];
    for await (const part of readTableParts(path, { columns: ['c', 'a'] })) {
      expect([...part.columns.keys()]).toEqual(['c', 'a']);
      sizes.push(part.rows);
      read.push(...(part.columns.get('a') as Float64Array));
    }
    expect(sizes).toEqual(LONG ? [65_536, 65_536, 8929] : [65_536, 4464]);
    expect(read).toHaveLength(rows);
    expect(read.findIndex((value, row) => value !== numbers[row])).toBe(-1);
  }
});

function arrayBufferOf(path: string): ArrayBuffer {
  return new Uint8Array(readFileSync(path)).buffer;
}
