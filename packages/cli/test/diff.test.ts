import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CommandInput,
  command,
  createWorld,
  parseScenario,
  recordReplay,
  snapshot,
  tick,
  type World,
} from '@skein/core';
import { openTable, type TableSchema } from '@skein/sweep/tables';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../../core/test/helpers/random-of.ts';
import { beams, flock } from './scenes.ts';
import { skein, skeinHere, skeinProcess, testFolder, write } from './skein.ts';

const SCHEMA: TableSchema = {
  columns: [
    { name: 'tick', type: 'u32' },
    { name: 'id', type: 'u32' },
    { name: 'x', type: 'f32' },
    { name: 'energy', type: 'f64' },
  ],
  metadata: {},
};

type Row = [tick: number, id: number, x: number, energy: number];

/** Rows of several agents in several ticks, with numbers that a 32-bit float can hold. */
function rowsOf(ticks: number, agents: number): Row[] {
  const random = randomOf(41);
  return Array.from({ length: ticks * agents }, (_, k): Row => {
    const at = Math.floor(k / agents);
    return [10 * at, (k * 7) % agents, Math.fround(random()), random()];
  });
}

function csvOf(rows: readonly Row[]): string {
  return `tick,id,x,energy\n${rows.map((row) => `${row.join(',')}\n`).join('')}`;
}

async function table(path: string, rows: readonly Row[]): Promise<string> {
  const writer = await openTable(path, SCHEMA);
  await writer.write(SCHEMA.columns.map((_, at) => rows.map((row) => row[at])));
  await writer.finish();
  return path;
}

async function jsonOf(args: readonly string[]) {
  const { code, stdout, stderr } = await skein(['diff', ...args, '--json']);
  expect(stderr).toBe('');
  return { code, ...JSON.parse(stdout) };
}

/** A snapshot of a world after some ticks, and after `change`. */
function saved(folder: string, name: string, change: (world: World) => void = () => {}): string {
  const path = join(folder, name);
  const world = createWorld(parseScenario(flock(23)), { maxWorkers: 1 });
  tick(world, 6);
  change(world);
  writeFileSync(path, snapshot(world));
  return path;
}

function recorded(folder: string, name: string, extra?: CommandInput): string {
  const path = join(folder, name);
  const world = createWorld(parseScenario(beams), { maxWorkers: 1 });
  const recorder = recordReplay(world, { keyframeEvery: 10 });
  for (let at = 0; at < 25; at++) {
    if (at === 13 && extra !== undefined) command(world, extra);
    tick(world);
    recorder.take();
  }
  writeFileSync(path, recorder.finish());
  return path;
}

describe('skein diff of snapshots and replays', () => {
  it('names tick, column and agent in its own process', async () => {
    const folder = testFolder();
    const a = saved(folder, 'a.skein');
    expect(await skeinProcess(['diff', a, a])).toMatchObject({
      code: 0,
      stdout: 'equal: two snapshots\n',
      stderr: '',
    });
    const b = saved(folder, 'b.skein', ({ views }) => {
      views.velocity.y[views.slot[5]] = 2;
    });
    const { code, stdout, stderr } = await skeinProcess(['diff', a, b]);
    expect({ code, stderr }).toEqual({ code: 6, stderr: '' });
    expect(stdout).toMatch(
      /^differs at tick 6\n {2}tick 6, column velocityY, agent 5: A has \S+, B has 2\n {2}phase scatter is .+\n$/,
    );
  });

  it('names the command that one of two replays lacks', async () => {
    const folder = testFolder();
    const move: CommandInput = { type: 'fire', count: 1 };
    const [a, b] = [recorded(folder, 'a.replay'), recorded(folder, 'b.replay', move)];
    const { code, kind, isEqual, difference } = await jsonOf([a, b]);
    expect({ code, kind, isEqual }).toEqual({ code: 6, kind: 'replay', isEqual: false });
    expect(difference).toMatchObject({
      part: 'state',
      tick: 14,
      agreed: 13,
      isRepeated: true,
      command: { list: 'log', b: { ...move, tick: 13 } },
    });
    const { stdout } = await skeinHere(['diff', a, b]);
    expect(stdout).toMatch(/^differs at tick 14; agreed up to tick 13$/m);
    expect(stdout).toMatch(/^ {2}phase \w+ is the first with other results$/m);
    expect(stdout).toMatch(/^ {2}command \d of the log: A has none, B has \{"type":"fire",.*\}$/m);
    expect(await jsonOf([a, a])).toMatchObject({ code: 0, isEqual: true, difference: null });
  });

  it('names the path of another scenario', async () => {
    const folder = testFolder();
    const path = join(folder, 'c.skein');
    const world = createWorld(parseScenario(flock(23)), { maxWorkers: 1, seed: 99 });
    tick(world, 6);
    writeFileSync(path, snapshot(world));
    const { code, stdout } = await skein(['diff', saved(folder, 'a.skein'), path]);
    expect(code).toBe(6);
    expect(stdout).toMatch(/^the scenarios differ\n {2}\$\.seed: A has \d+, B has 99\n$/);
  });
});

describe('skein diff of tables', () => {
  it('names tick, agent, column and lines of one changed number, seed 42', async () => {
    const random = randomOf(42);
    const folder = testFolder();
    const rows = rowsOf(6, 9);
    const a = write(folder, 'a.csv', csvOf(rows));
    for (let n = 0; n < 10; n++) {
      const at = Math.floor(rows.length * random());
      const place = 2 + Math.floor(2 * random());
      const changed = rows.map((row, k): Row => (k === at ? [...row] : row));
      changed[at][place] += 1e-7;
      const b = write(folder, 'b.csv', csvOf(changed));
      const [now, id] = rows[at];
      expect(await jsonOf([a, b])).toMatchObject({
        code: 6,
        kind: 'table',
        difference: {
          tick: now,
          ...(now > 0 && { agreed: now - 10 }),
          id,
          column: SCHEMA.columns[place].name,
          a: String(rows[at][place]),
          b: String(changed[at][place]),
          lineA: at + 2,
          lineB: at + 2,
        },
      });
      expect(await jsonOf([a, b, '--tolerance', '2e-7'])).toMatchObject({
        code: 0,
        difference: null,
        rows: rows.length,
        ticks: 6,
      });
      expect(await jsonOf([a, b, '--tolerance', '5e-8'])).toMatchObject({ code: 6 });
    }
  });

  it.each(['csv', 'jsonl', 'parquet', 'arrow', 'arrows'])(
    'reads .%s as the same numbers',
    async (format) => {
      const folder = testFolder();
      const rows = rowsOf(4, 5);
      rows[3][3] = Number.NaN;
      const a = await table(join(folder, 'a.parquet'), rows);
      const b = await table(join(folder, `b.${format}`), rows);
      expect(await jsonOf([a, b])).toMatchObject({ code: 0, rows: 20, ticks: 4 });
      const changed = rows.map((row): Row => [...row]);
      changed[13][2] += 0.5;
      const c = await table(join(folder, `c.${format}`), changed);
      const { code, difference } = await jsonOf([a, c]);
      const [now, id] = rows[13];
      expect({ code, ...difference }).toMatchObject({
        code: 6,
        tick: now,
        id,
        column: 'x',
        lineA: 14,
      });
      expect(difference.lineB).toBe(format === 'csv' ? 15 : 14);
    },
  );

  it('does not depend on the order of rows, seed 43', async () => {
    const random = randomOf(43);
    const folder = testFolder();
    const rows = rowsOf(8, 9);
    const changed = rows.map((row): Row => [...row]);
    for (const at of [20, 30, 50]) changed[at][3] = -1;
    const shuffled = changed.map((row) => ({ row, key: random() }));
    shuffled.sort((x, y) => x.key - y.key);
    const a = write(folder, 'a.csv', csvOf(rows));
    const plain = await jsonOf([a, write(folder, 'b.csv', csvOf(changed))]);
    const file = write(folder, 'c.csv', csvOf(shuffled.map(({ row }) => row)));
    const { lineB: _, ...first } = plain.difference;
    expect(first).toMatchObject({ tick: rows[20][0], id: rows[20][1] });
    const { lineA, lineB: __, ...other } = (await jsonOf([a, file])).difference;
    expect({ ...other, lineA }).toEqual(first);
    expect((await jsonOf([file, a])).difference).toMatchObject({ tick: first.tick, id: first.id });
  });

  it('tells of a row, a tick or a column that only one has', async () => {
    const folder = testFolder();
    const rows = rowsOf(3, 4);
    const a = write(folder, 'a.csv', csvOf(rows));
    const without = (lost: (row: Row) => boolean): string =>
      write(folder, 'b.csv', csvOf(rows.filter((row) => !lost(row))));
    const one = await skein(['diff', a, without(([now, id]) => now === 10 && id === 2)]);
    expect([one.code, one.stdout]).toEqual([
      6,
      'differs at tick 10; agreed up to tick 0\n  tick 10, agent 2: only A has it, in line 8\n',
    ]);
    const b = without(([now]) => now === 20);
    expect((await jsonOf([b, a])).difference).toMatchObject({ tick: 20, agreed: 10, id: 0 });
    const text = csvOf(rows)
      .replaceAll(/^(.*)$/gm, '$1,7')
      .replace('energy,7', 'energy,mood');
    const more = write(folder, 'c.csv', text.replace(/\n,7$/, '\n'));
    const { code, stdout } = await skein(['diff', a, more]);
    expect(code).toBe(6);
    expect(stdout).toBe(
      'only B has the column mood\nequal in all other columns: 12 rows in 3 ticks\n',
    );
  });

  it('reads the spellings of other programs', async () => {
    const folder = testFolder();
    const a = write(
      folder,
      'a.csv',
      'tick,id,x,y,z,alive,name\r\n0,a b,1.0,nan,-inf,True,constructor\r\n',
    );
    const b = write(
      folder,
      'b.csv',
      'id,tick,y,x,alive,z,name\n"a b",0.0,,+1e0,1,-Infinity,constructor\n',
    );
    expect(await jsonOf([a, b])).toMatchObject({ code: 0, rows: 1, onlyA: [], onlyB: [] });
    const c = write(folder, 'c.csv', 'tick,id,x,y,z,alive,name\n0,a b,1,NaN,-inf,1,__proto__\n');
    const { stdout } = await skein(['diff', a, c]);
    expect(stdout).toMatch(
      / {2}tick 0, agent a b, column name: A has constructor in line 2, B has __proto__ in line 2\n$/,
    );
  });

  it('allows a fraction of large numbers', async () => {
    const folder = testFolder();
    const a = write(folder, 'a.csv', 'tick,x\n0,1000000\n1,5\n');
    const b = write(folder, 'b.csv', 'tick,x\n0,1000001\n1,5\n');
    expect((await jsonOf([a, b, '--relative', '1e-6'])).code).toBe(0);
    expect((await jsonOf([a, b, '--relative', '1e-7'])).difference).toMatchObject({ tick: 0 });
    expect((await jsonOf([a, b, '--tolerance', '1'])).code).toBe(0);
  });

  it('compares the tables of two runs', async () => {
    const folder = testFolder();
    const scene = write(folder, 'flock.json', flock(31));
    const [csv, parquet] = [join(folder, 'a.csv'), join(folder, 'a.parquet')];
    const run = ['run', scene, '--ticks', '8', '--every', '2', '--kernel'];
    await skeinHere([...run, 'ts', '--trajectories', csv]);
    await skeinHere([...run, 'simd', '--trajectories', parquet]);
    expect(await jsonOf([csv, parquet])).toMatchObject({ code: 0, rows: 170, ticks: 5 });
    const text = readFileSync(csv, 'utf8').replace(/^(4,17,.*),true$/m, '$1,false');
    const changed = write(folder, 'b.csv', text);
    const { difference } = await jsonOf([changed, parquet]);
    expect(difference).toMatchObject({ tick: 4, agreed: 2, id: 17, column: 'alive', b: true });
  });
});

describe('skein diff refuses', () => {
  it.each<[string, Record<string, string>, number, RegExp]>([
    ['a file that is missing', { 'a.csv': 'tick,id\n' }, 3, /cannot read .*b\.csv: no such file/],
    [
      'a text that is no table',
      { 'a.csv': '', 'b.txt': 'x' },
      1,
      /b\.txt: found neither a snapshot nor a replay, expected one of them, or a table with a name that ends in/,
    ],
    [
      'an empty table',
      { 'a.csv': '', 'b.csv': 'tick,id\n' },
      1,
      /a\.csv, line 1: found nothing, expected a header/,
    ],
    [
      'no ticks',
      { 'a.csv': 'time,id\n', 'b.csv': 'tick,id\n' },
      1,
      /a\.csv: found the columns time, id, expected a column "tick"/,
    ],
    [
      'ids in one of them',
      { 'a.csv': 'tick,id\n', 'b.csv': 'tick,x\n' },
      1,
      /b\.csv: found no column "id", expected a column "id", as in .*a\.csv/,
    ],
    [
      'an id twice',
      { 'a.csv': 'tick,id\n1,5\n1,5\n', 'b.csv': 'tick,id\n' },
      1,
      /a\.csv, line 3: found id 5 of tick 1, which line 2 already has, expected each id once in a tick/,
    ],
    [
      'a tick twice',
      { 'a.csv': 'tick\n1\n1\n', 'b.csv': 'tick\n' },
      1,
      /line 3: found tick 1, which line 2 already has, expected a column "id"/,
    ],
    [
      'a tick that is no number',
      { 'a.csv': 'tick,id\nx,5\n', 'b.csv': 'tick,id\n' },
      1,
      /line 2: found the tick "x", expected a number/,
    ],
    [
      'no id',
      { 'a.csv': 'tick,id\n1,\n', 'b.csv': 'tick,id\n' },
      1,
      /line 2: found no id, expected an id/,
    ],
    [
      'fields that lack',
      { 'a.csv': 'tick,id\n1\n', 'b.csv': 'tick,id\n' },
      1,
      /line 2: found 1 fields, expected 2 fields/,
    ],
    [
      'another key in a later row',
      { 'a.jsonl': '{"tick":1}\n{"tick":2,"x":3}\n', 'b.csv': 'tick\n' },
      1,
      /a\.jsonl, line 2: found "x", expected only tick, as in the first row/,
    ],
  ])('%s', async (_, files, code, message) => {
    const folder = testFolder();
    for (const [name, text] of Object.entries(files)) write(folder, name, text);
    const names = [...Object.keys(files), 'b.csv'].slice(0, 2).map((name) => join(folder, name));
    const ended = await skein(['diff', ...names]);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toMatch(message);
  });

  it('files of two kinds, a damaged file, and wrong arguments', async () => {
    const folder = testFolder();
    const [a, b] = [saved(folder, 'a.skein'), recorded(folder, 'b.replay')];
    const csv = write(folder, 'c.csv', 'tick,id\n');
    const mixed = await skein(['diff', a, b]);
    expect(mixed.code).toBe(2);
    expect(mixed.stderr).toMatch(
      /found a snapshot \(.*\) and a replay \(.*\), expected two snapshots, two replays or two tables/,
    );
    expect((await skein(['diff', csv, b])).stderr).toMatch(/found a table \(.*\) and a replay/);
    const damaged = readFileSync(a);
    damaged[900] ^= 1;
    writeFileSync(join(folder, 'd.skein'), damaged);
    const refused = await skein(['diff', a, join(folder, 'd.skein')]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/d\.skein: the file is damaged/);
    for (const args of [
      [],
      [a],
      [a, b, csv],
      [a, '-'],
      [a, a, '--tolerance', '-1'],
      [a, a, '--tolerance', 'x'],
    ]) {
      const { code, stdout } = await skein(['diff', ...args]);
      expect([code, stdout], args.join(' ')).toEqual([2, '']);
    }
    const { code, stderr } = await skein(['diff', a, a, '--tolerance', '1e-3']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/--tolerance has no effect on snapshots and replays/);
  });
});
