import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTable, TABLE_FORMATS } from '@skein/sweep/tables';
import { describe, expect, it } from 'vitest';
import { long, someOf } from '../../core/test/helpers/long.ts';
import { beams, FOREVER, flock } from './scenes.ts';
import {
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

/** The rows of CSV of `--csv`, with numbers and booleans. */
function csvRows(path: string): unknown[][] {
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) =>
    line.split(',').map((cell, at) => {
      if (at === 2) return cell;
      return at === 9 ? cell === '1' : Math.fround(Number(cell));
    }),
  );
}

/** The rows of a table of agents; numbers are read as 32-bit floats, a type that CSV does not state. */
async function tableRows(path: string): Promise<unknown[][]> {
  const { rows, columns } = await readTable(path);
  const all = [...columns.values()];
  const cellOf = (cell: unknown) => (typeof cell === 'number' ? Math.fround(cell) : cell);
  return Array.from({ length: rows }, (_, row) => all.map((column) => cellOf(column[row])));
}

describe('skein run --agents', () => {
  it.each(someOf(TABLE_FORMATS, 5))('writes what --csv writes as .%s', async (format) => {
    const folder = testFolder();
    const file = write(folder, 'beams.json', beams);
    const [csv, out] = [join(folder, 'beams.csv'), join(folder, `agents.${format}`)];
    const args = ['run', file, '--ticks', '25', '--every', '10', '--csv', csv, '--agents', out];
    const { code, stderr } = await skeinHere(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const rows = csvRows(csv);
    expect(rows.map(([tick]) => tick).filter((tick, at, all) => tick !== all[at - 1])).toEqual([
      0, 10, 20, 25,
    ]);
    expect(await tableRows(out)).toEqual(rows);
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
        '--agents',
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
      '--agents',
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
    const child = startSkein([...args, '--agents', out]);
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

  long('is whole even if the reader of the hashes closes early', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = join(folder, 'agents.parquet');
    const line = `skein run '${file}' --ticks 50 --every 1 --hash --agents '${out}' | head -n 1`;
    const { stderr } = await shell(`set -o pipefail; ${line}`);
    expect(stderr).not.toContain('skein:');
    expect((await readTable(out)).rows).toBe(51 * 20);
  });

  long('is unchanged if the run is killed', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = write(folder, 'agents.parquet', 'old');
    const args = ['run', file, '--ticks', FOREVER, '--every', '1', '--hash', '--agents', out];
    const child = startSkein(args);
    const end = ended(child);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.kill('SIGKILL');
    await end;
    expect(readFileSync(out, 'utf8')).toBe('old');
    await skeinHere(['run', file, '--ticks', '2', '--agents', out]);
    expect((await readTable(out)).rows).toBe(40);
    expect(readdirSync(folder).sort()).toEqual(['agents.parquet', 'flock.json']);
  });

  long('has the samples of a run that failed', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = join(folder, 'agents.parquet');
    const args = ['run', file, '--ticks', FOREVER, '--every', '5', '--workers', '2'];
    const command = ['--import', BREAK_ALL, SKEIN, ...args, '--agents', out];
    const { code, stderr } = await ended(start(process.execPath, command));
    expect(code).toBe(4);
    const { rows, columns } = await readTable(out);
    const last = columns.get('tick')?.at(-1) as number;
    expect(stderr).toContain(`skein: the agents up to tick ${last} are in ${out}\n`);
    expect(rows).toBe(20 * (last / 5 + 1));
  });

  long('ends the run with code 3 if it does not fit, and leaves nothing', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock(997));
    const out = join(folder, 'agents.parquet');
    // The system refuses more than 300 kB to a file, as a full disk does.
    const line = `ulimit -f 300; skein run '${file}' --ticks ${FOREVER} --every 1 --agents '${out}'`;
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
    const names = '.parquet, .arrow, .arrows, .csv or .jsonl';
    const refused: [string, number, string][] = [
      ['agents.txt', 2, `Expected a name that ends in ${names}.`],
      ['-', 2, 'Expected a path; it cannot go to a stream.'],
      [
        join(folder, 'folder.parquet'),
        3,
        'found a folder, a device or a pipe, expected a regular file',
      ],
      [join(folder, 'none', 'a.parquet'), 3, 'found no such file or directory (ENOENT)'],
    ];
    for (const [out, code, reason] of refused) {
      const found = await skeinHere(['run', file, '--ticks', FOREVER, '--agents', out]);
      expect({ out, code: found.code }).toEqual({ out, code });
      expect(found.stderr).toContain(reason);
    }
    const out = join(folder, 'a.csv');
    writeFileSync(out, 'old');
    const both = ['run', file, '--csv', out, '--agents', join(folder, '.', 'a.csv')];
    expect(await skeinHere(both)).toMatchObject({
      code: 2,
      stderr: `skein: --agents: found ${join(folder, 'a.csv')}, the file of --csv; expected another file\n`,
    });
    expect(readFileSync(out, 'utf8')).toBe('old');
  });
});
