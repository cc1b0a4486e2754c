import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LONG, someOf } from '../../core/test/helpers/long.ts';
import { EXIT } from '../src/exit-codes.ts';
import { ended, SKEIN, shell, start, testFolder, write } from './skein.ts';

it('reports that it is not built, with another code than for a refused scenario', async () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'bin'));
  write(folder, 'package.json', { type: 'module' });
  const copy = join(folder, 'bin', 'skein.js');
  copyFileSync(SKEIN, copy);
  const { code, stdout, stderr } = await ended(start(process.execPath, [copy, 'list']));
  expect({ code, stdout }).toEqual({ code: EXIT.failed, stdout: '' });
  expect(stderr).toMatch(/^skein: cannot start: Cannot find module .*main\.js.*\n$/);
});

it.runIf(LONG && process.platform === 'linux').each([
  ['the program', 22],
  ['the command', 60],
])('reports that it cannot start if too few files may be open to load %s', async (_, files) => {
  const { code, stdout, stderr } = await shell(
    `ulimit -n ${files}; skein worker --queue redis://h --store .`,
  );
  expect({ code, stdout }).toEqual({ code: EXIT.failed, stdout: '' });
  expect(stderr).toMatch(/^skein: cannot start: .+\n$/);
});

/** The slow parts that a command may load besides its own modules, each by the paths of its modules. */
const PARTS = {
  schema: /core\/dist\/node\/describe\.js$/,
  laws: /core\/dist\/node\/laws\.js$/,
  engine: /core\/dist\/node\/(?:index|thread-.*)\.js$/,
  zod: /\/node_modules\/zod\//,
  threads: /worker\/dist\/node\/index\.bundle\.js$/,
  tables: /sweep\/dist\/tables\/index\.js$/,
  parquet: /\/node_modules\/(?:hyparquet|apache-arrow)/,
  sweep: /sweep\/dist\/index\.js$/,
  queue: /queue\/dist\/|\/node_modules\/(?:bullmq|ioredis)\//,
  bar: /\/node_modules\/cli-progress\//,
};

const RECORDER = fileURLToPath(new URL('record-loads.mjs', import.meta.url));
const FLOCK = fileURLToPath(new URL('../../../scenarios/flock.json', import.meta.url));

/** What a command loads: its parts, and its files besides the modules of Node. */
async function loadedBy(
  args: readonly string[],
): Promise<{ code: number | null; parts: string[]; files: string[] }> {
  const record = join(testFolder(), 'loads.txt');
  const env = { ...process.env, SKEIN_LOADS: record };
  const child = start(process.execPath, ['--import', RECORDER, SKEIN, ...args], { env });
  const { code } = await ended(child);
  const loads = readFileSync(record, 'utf8').split('\n');
  const files = loads.filter((url) => url.startsWith('file:'));
  expect(files.filter((url) => /\/cli\/dist\/node\/program-/.test(url))).toHaveLength(1);
  const parts = Object.entries(PARTS).filter(([, path]) => loads.some((url) => path.test(url)));
  return { code, parts: parts.map(([name]) => name), files };
}

describe('a command loads only what it needs', () => {
  const commands: readonly [args: string[], code: number, parts: string[]][] = [
    [['--help'], EXIT.ok, []],
    [['sweep', '--help'], EXIT.ok, []],
    [['run', FLOCK, '--ticks', '0'], EXIT.usage, []],
    [['run', FLOCK, '--set', 'boid'], EXIT.usage, []],
    [['run', FLOCK, '--trajectories', 'agents.xyz'], EXIT.usage, []],
    [['worker', '--queue', 'redis://127.0.0.1', '--store', '.', '--idle', '0'], EXIT.usage, []],
    [['list'], EXIT.ok, ['schema']],
    [['check', FLOCK], EXIT.ok, ['schema', 'engine']],
    [['run', FLOCK, '--ticks', '1', '--workers', '1'], EXIT.ok, ['schema', 'engine', 'threads']],
    [
      ['run', FLOCK, '--ticks', '1', '--workers', '1', '--measure', 'speed'],
      EXIT.ok,
      ['schema', 'engine', 'threads', 'tables'],
    ],
  ];
  it.each(someOf(commands, 10, 8))('%j', async (args, code, parts) => {
    expect(await loadedBy(args)).toMatchObject({ code, parts });
  });

  it('loads one file of its own for help, and few files for a run', async () => {
    const help = await loadedBy(['--help']);
    const names = help.files.map((url) => url.replace(/^.*\/|-[\w-]{8}(?=\.js$)/g, ''));
    expect(names.sort()).toEqual(['basics.js', 'basics.js', 'main.js', 'program.js', 'skein.js']);
    const run = await loadedBy(['run', FLOCK, '--ticks', '1', '--workers', '1']);
    expect(run.files.length).toBeLessThan(50);
  });
});
