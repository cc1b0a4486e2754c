import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NodeIO } from '@gltf-transform/core';
import { createWorld, parseScenario, STATUS, tick } from '@skein/core';
import { readTable, TABLE_FORMATS } from '@skein/sweep/tables';
import { describe, expect, it } from 'vitest';
import { long, someOf } from '../../core/test/helpers/long.ts';
import { beams, births, FOREVER, flock } from './scenes.ts';
import {
  type Ended,
  ended,
  SKEIN,
  shell,
  skein,
  skeinHere,
  start,
  startSkein,
  testFolder,
  write,
} from './skein.ts';

const BREAK_ALL = new URL('./break-all.mjs', import.meta.url).href;

/** A row of a sample, with numbers as 32-bit floats, a type that CSV does not state. */
type Row = readonly (string | number | boolean | null)[];

/** The rows of a table. */
async function tableRows(path: string): Promise<Row[]> {
  const { rows, columns } = await readTable(path);
  const all = [...columns.values()];
  const cellOf = (cell: string | number | boolean | null) =>
    typeof cell === 'number' ? Math.fround(cell) : cell;
  return Array.from({ length: rows }, (_, row) => all.map((column) => cellOf(column[row])));
}

/** The rows that a scene has at some ticks, read from the views of a world that is stepped here. */
function rowsAt(scene: object, ticks: readonly number[]): Row[] {
  const world = createWorld(parseScenario(scene));
  return ticks.flatMap((at) => {
    if (at > world.tick) tick(world, at - world.tick);
    const { slot, species, status, id, position: p, velocity: v } = world.views;
    const rows: Row[] = [];
    for (const [index, i] of slot.entries()) {
      // A place that nobody has had yet has an id that is not an index.
      const isUnborn = id[i] > 1_000_000_000;
      const { name, spawn } = world.scenario.species[species[i]];
      if (isUnborn && spawn.type !== 'pool') continue;
      const own = isUnborn ? index : id[i];
      const motion = [p.x[i], p.y[i], p.z[i], v.x[i], v.y[i], v.z[i]];
      rows.push([at, own, name, ...motion, status[i] === STATUS.alive]);
    }
    return rows;
  });
}

describe('skein run --trajectories', () => {
  it.each(someOf(TABLE_FORMATS, 5))('writes the states of the world as .%s', async (format) => {
    const folder = testFolder();
    const scenes = { beams, births };
    for (const [name, scene] of Object.entries(scenes)) {
      const file = write(folder, `${name}.json`, scene);
      const out = join(folder, `${name}.${format}`);
      const args = ['run', file, '--ticks', '25', '--every', '10', '--trajectories', out];
      const { code, stderr } = await skeinHere(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(await tableRows(out)).toEqual(rowsAt(scene, [0, 10, 20, 25]));
    }
  });

  it.each([
    ['hare', (_: number, species: string) => species === 'hare'],
    ['3..5', (id: number) => id >= 3 && id <= 5],
    ['fox,0', (id: number, species: string) => species === 'fox' || id === 0],
    [' 1 , hare ,17..19', (id: number, species: string) => species === 'hare' || id === 17],
  ])('writes only the agents %j', async (only, isChosen) => {
    const folder = testFolder();
    const file = write(folder, 'births.json', births);
    const [all, some] = [join(folder, 'all.csv'), join(folder, 'some.csv')];
    const args = ['run', file, '--ticks', '8', '--every', '3', '--trajectories'];
    await skeinHere([...args, all]);
    expect((await skeinHere([...args, some, '--only', only])).stderr).toBe('');
    const [head, ...lines] = readFileSync(all, 'utf8').split('\n');
    const chosen = lines.filter((line) => {
      const [, id, species] = line.split(',');
      return line === '' || isChosen(Number(id), species);
    });
    expect(chosen.length).toBeGreaterThan(3);
    expect(chosen.length).toBeLessThan(lines.length);
    expect(readFileSync(some, 'utf8')).toBe([head, ...chosen].join('\n'));
  });

  it.each<[string[], string]>([
    [
      ['OUT.csv', '--only', 'hare,foxx'],
      '--only: found "foxx" (did you mean "fox"?), expected a species (hare, fox), an id, or a range of ids such as 0..99\n',
    ],
    [['OUT.csv', '--only', 'hare,'], '--only: found an empty name, expected a species (hare, fox)'],
    [['OUT.csv', '--only', ' '], 'Expected species, ids or ranges of ids, as boid,0..99.'],
    [
      ['OUT.csv', '--only', '9..3'],
      '--only: found the empty range 9..3, expected a range from the smaller id to the larger\n',
    ],
    [
      ['OUT.csv', '--only', '0..4294967296'],
      '--only: found the id 4294967296, expected at most 4294967295\n',
    ],
    [
      ['OUT.xyz'],
      'Expected a name that ends in .parquet, .arrow, .arrows, .csv, .jsonl, .txt or .glb.',
    ],
    [['OUT.tx'], 'Did you mean'],
  ])('refuses %j', async (args, message) => {
    const folder = testFolder();
    const file = write(folder, 'births.json', births);
    const [out, ...rest] = args;
    const path = join(folder, out);
    const found = await skeinHere(['run', file, '--trajectories', path, ...rest]);
    expect([found.code, found.stdout]).toEqual([2, '']);
    expect(found.stderr).toContain(message);
    expect(readdirSync(folder)).toEqual(['births.json']);
  });

  it('refuses --only without it, and names itself where an option that it replaces is given', async () => {
    const only = await skeinHere(['run', 'none.json', '--only', 'boid']);
    expect([only.code, only.stderr]).toEqual([
      2,
      'skein: --only: found boid without --trajectories, expected both\n',
    ]);
    for (const old of ['--csv', '--agents', '--csv=a.csv']) {
      const { code, stderr } = await skeinHere(['run', 'none.json', old, 'a.csv']);
      expect([code, stderr]).toEqual([
        2,
        `skein: unknown option '${old}'; use --trajectories\nSee skein run --help.\n`,
      ]);
    }
  });

  long('writes the same bytes for any number of workers', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock(2049));
    const bytes: Buffer[] = [];
    for (const workers of ['1', '3']) {
      const out = join(folder, `${workers}.parquet`);
      await skein([
        'run',
        file,
        '--ticks',
        '3',
        '--every',
        '2',
        '--trajectories',
        out,
        '--workers',
        workers,
      ]);
      bytes.push(readFileSync(out));
    }
    expect((await readTable(join(folder, '1.parquet'))).rows).toBe(3 * 2052);
    expect(bytes[1].equals(bytes[0])).toBe(true);
  });

  it('has the seed of the run if it resumes a snapshot', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const [saved, out] = [join(folder, 'flock.skein'), join(folder, 'agents.arrow')];
    await skeinHere(['run', file, '--ticks', '5', '--seed', '11', '--save', saved]);
    await skeinHere([
      'run',
      '--resume',
      saved,
      '--ticks',
      '9',
      '--every',
      '3',
      '--trajectories',
      out,
      '--workers',
      '1',
    ]);
    const { schema, columns } = await readTable(out);
    expect(schema.metadata.seed).toBe('11');
    expect([...new Set(columns.get('tick') as Float64Array)]).toEqual([5, 6, 9]);
  });

  long('is whole after Ctrl-C, up to the last state', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = join(folder, 'agents.parquet');
    const args = ['run', file, '--ticks', FOREVER, '--every', '7', '--hash', '--json'];
    const child = startSkein([...args, '--trajectories', out]);
    const end = ended(child);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    expect(existsSync(out)).toBe(false);
    child.kill('SIGINT');
    const { code, stdout } = await end;
    expect(code).toBe(130);
    const lines = stdout.trimEnd().split('\n');
    const { ticks } = JSON.parse(lines.pop() ?? '');
    const { rows, columns } = await readTable(out);
    expect(rows).toBe(20 * lines.length);
    expect(columns.get('tick')?.at(-1)).toBe(ticks);
    expect(readdirSync(folder).sort()).toEqual(['agents.parquet', 'flock.json']);
  });

  long.each(['glb', 'txt'])('is whole after Ctrl-C as .%s, too', async (format) => {
    const folder = testFolder();
    const file = write(folder, 'births.json', births);
    const out = join(folder, `births.${format}`);
    const args = ['run', file, '--ticks', '20000', '--every', '7', '--hash', '--json'];
    const child = startSkein([...args, '--trajectories', out]);
    const end = ended(child);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.kill('SIGINT');
    const { code, stdout } = await end;
    expect(code).toBe(130);
    const { ticks } = JSON.parse(stdout.trimEnd().split('\n').at(-1)!);
    if (format === 'txt') {
      const frames = readFileSync(out, 'utf8').matchAll(/^\d+ (\d+) \S+ \S+ \S+$/gm);
      expect(Number([...frames].at(-1)?.[1])).toBe(Math.floor(ticks / 7));
      return;
    }
    const root = (await new NodeIO().readBinary(readFileSync(out))).getRoot();
    const times = root.listAnimations()[0].listSamplers()[0].getInput()!;
    expect(times.getMax([])).toEqual([Math.fround(ticks / 60)]);
  });

  long('is whole even if the reader of the hashes closes early', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = join(folder, 'agents.parquet');
    const line = `skein run '${file}' --ticks 50 --every 1 --hash --trajectories '${out}' | head -n 1`;
    const { stderr } = await shell(`set -o pipefail; ${line}`);
    expect(stderr).not.toContain('skein:');
    expect((await readTable(out)).rows).toBe(51 * 20);
  });

  long('is unchanged if the run is killed', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = write(folder, 'agents.parquet', 'old');
    const args = ['run', file, '--ticks', FOREVER, '--every', '1', '--hash', '--trajectories', out];
    const child = startSkein(args);
    const end = ended(child);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.kill('SIGKILL');
    await end;
    expect(readFileSync(out, 'utf8')).toBe('old');
    await skeinHere(['run', file, '--ticks', '2', '--trajectories', out]);
    expect((await readTable(out)).rows).toBe(40);
    expect(readdirSync(folder).sort()).toEqual(['agents.parquet', 'flock.json']);
  });

  long('has the samples of a run that failed', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = join(folder, 'agents.parquet');
    const args = ['run', file, '--ticks', FOREVER, '--every', '5', '--workers', '2'];
    const command = ['--import', BREAK_ALL, SKEIN, ...args, '--trajectories', out];
    const { code, stderr } = await ended(start(process.execPath, command));
    expect(code).toBe(4);
    const { rows, columns } = await readTable(out);
    const last = columns.get('tick')?.at(-1) as number;
    expect(stderr).toContain(`skein: the trajectories up to tick ${last} are in ${out}\n`);
    expect(rows).toBe(20 * (last / 5 + 1));
  });

  long('ends the run with code 3 if it does not fit, and leaves nothing', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock(997));
    const out = join(folder, 'agents.parquet');
    // The system refuses more than 300 kB to a file, as a full disk does.
    const line = `ulimit -f 300; skein run '${file}' --ticks ${FOREVER} --every 1 --trajectories '${out}'`;
    const { code, stdout, stderr } = await shell(line);
    expect({ code, stdout, stderr }).toEqual({
      code: 3,
      stdout: '',
      stderr: `skein: cannot write ${out}: found file too large (EFBIG), expected a file below the size limit\n`,
    });
    expect(readdirSync(folder)).toEqual(['flock.json']);
  });

  it('is refused before the first tick if it cannot be written', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    mkdirSync(join(folder, 'folder.parquet'));
    const refused: [string, number, string][] = [
      [
        join(folder, 'folder.parquet'),
        3,
        'found a folder, a device or a pipe, expected a regular file',
      ],
      [join(folder, 'none', 'a.parquet'), 3, 'found no such file or directory (ENOENT)'],
    ];
    for (const [out, code, reason] of refused) {
      const found = await skeinHere(['run', file, '--ticks', FOREVER, '--trajectories', out]);
      expect({ out, code: found.code }).toEqual({ out, code });
      expect(found.stderr).toContain(reason);
    }
    const out = join(folder, 'a.csv');
    writeFileSync(out, 'old');
    const same = join(folder, '.', 'a.csv');
    const both = ['run', file, '--trajectories', out, '--measure', 'alive', '--out', same];
    expect(await skeinHere(both)).toMatchObject({
      code: 2,
      stderr: `skein: --out: found ${same}, the file of --trajectories; expected another file\n`,
    });
    expect(readFileSync(out, 'utf8')).toBe('old');
  });
});

describe('skein sweep --trajectories', () => {
  const plan = { scenario: births, ticks: 25, seeds: '1..2', every: 10 };

  it('writes a file for each run, with what skein run writes', async () => {
    const folder = testFolder();
    const file = write(folder, 'plan.json', { ...plan, trajectories: { every: 4, only: 'hare' } });
    const out = join(folder, 'out');
    const args = ['sweep', file, '--out', out, '--jobs', '1', '--trajectories', 'csv'];
    const { code, stdout } = await skein(args);
    expect(code).toBe(0);
    expect(stdout).toContain(`trajectories: ${join(out, 'trajectories')}, in files named after`);
    const scene = write(folder, 'births.json', births);
    for (const seed of ['1', '2']) {
      const own = join(folder, 'run.csv');
      const run = ['run', scene, '--ticks', '25', '--every', '4', '--seed', seed];
      await skeinHere([...run, '--trajectories', own, '--only', 'hare']);
      const names = readdirSync(join(out, 'trajectories'));
      expect(names).toHaveLength(2);
      const texts = names.map((name) => readFileSync(join(out, 'trajectories', name), 'utf8'));
      expect(texts).toContain(readFileSync(own, 'utf8'));
    }
  });

  it('has the file of a single call if two calls do the same run at the same time', async () => {
    const folder = testFolder();
    const trajectories = { format: 'csv', every: 5 };
    const change = { scenario: flock(211), ticks: 1500, seeds: '1', trajectories };
    const file = write(folder, 'plan.json', { ...plan, ...change });
    const argsOf = (out: string) => ['sweep', file, '--out', join(folder, out), '--jobs', '1'];
    expect(await skein(argsOf('alone'))).toMatchObject({ code: 0 });
    const calls: Promise<Ended>[] = [];
    const checkpoints = join(folder, 'both', 'checkpoints');
    for (let call = 0; call < 2; call++) {
      calls.push(ended(startSkein([...argsOf('both'), '--checkpoint-ms', '50'])));
      // The second call continues the run of the first, which goes on.
      while (call === 0 && !existsSync(checkpoints)) await pause(5);
    }
    for (const { code, stderr } of await Promise.all(calls)) {
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('failed')]);
    }
    const [name] = readdirSync(join(folder, 'alone', 'trajectories'));
    expect(readdirSync(join(folder, 'both', 'trajectories'))).toEqual([name]);
    const bytesOf = (out: string) => readFileSync(join(folder, out, 'trajectories', name));
    expect(bytesOf('both').equals(bytesOf('alone'))).toBe(true);
  });

  it.each([
    [{ trajectories: { only: 'foxx' } }, [], 1, '(did you mean "fox"?), expected a species'],
    [{ trajectories: { format: 'glb' } }, [], 1, '$.trajectories.format: found "glb", expected'],
    [{ trajectories: { every: 0 } }, [], 1, '$.trajectories.every: found 0, expected'],
    [{ trajectories: { evry: 2 } }, [], 1, '$.trajectories.evry: found an unknown key (did you'],
    [{ trajectories: 'csv' }, [], 1, '$.trajectories: found "csv", expected an object'],
    [{}, ['--trajectories', 'glb'], 2, 'Allowed choices are parquet, arrow, arrows, csv, jsonl'],
    [
      { trajectories: {} },
      ['--queue', 'redis://127.0.0.1'],
      2,
      'skein: --queue: found a plan with trajectories, which only runs on this machine write',
    ],
  ])('refuses %j with %j', async (more, args, code, message) => {
    const folder = testFolder();
    const file = write(folder, 'plan.json', { ...plan, ...more });
    const found = await skein(['sweep', file, '--out', join(folder, 'out'), ...args]);
    expect([found.code, found.stdout]).toEqual([code, '']);
    expect(found.stderr).toContain(message);
    expect(readdirSync(folder)).toEqual(['plan.json']);
  });

  long('ends with code 3 on a full disk', async () => {
    const folder = testFolder();
    const file = write(folder, 'plan.json', { ...plan, scenario: flock(997), ticks: 100_000 });
    const out = join(folder, 'out');
    // The system refuses more than 300 kB to a file, as a full disk does.
    const line = `ulimit -f 300; skein sweep '${file}' --every 1 --out '${out}' --jobs 1 --trajectories parquet`;
    const { code, stderr } = await shell(line);
    expect(code).toBe(3);
    expect(stderr).toMatch(/skein: cannot write .*\.part\..*: found file too large \(EFBIG\)/);
    expect(readdirSync(join(out, 'trajectories'))).toEqual([]);
  });
});
