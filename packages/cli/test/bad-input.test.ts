import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { long } from '../../core/test/helpers/long.ts';
import { refuseOverwrite } from '../src/output-paths.ts';
import { flock } from './scenes.ts';
import { ended, shell, skeinHere, startSkein, testFolder, write } from './skein.ts';

describe('a scenario that cannot be read', () => {
  it.each(['run', 'check'])('%s: does not exist', async (command) => {
    const { code, stdout, stderr } = await skeinHere([command, '/nowhere/scene.json']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toBe('skein: cannot read /nowhere/scene.json: no such file or directory\n');
  });

  it.each(['run', 'check'])('%s: is a directory', async (command) => {
    const folder = testFolder();
    const { code, stdout, stderr } = await skeinHere([command, folder]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toBe(`skein: cannot read ${folder}: found a directory, expected a file\n`);
  });
});

describe('a scenario that is refused', () => {
  const huge = 'found 1073741824 bytes, expected at most 16777216 bytes';
  const endless = 'found more than 16777216 bytes, expected at most 16777216 bytes';

  it.each([
    ['empty', '', 'found an empty text, expected a JSON object'],
    ['blank', ' \n', 'found an empty text, expected a JSON object'],
    [
      'not JSON',
      '{"name": flock}',
      ':1:10: found flock, expected a value; a word needs double quotes: "flock"',
    ],
    ['another JSON value', '[1]', '$: found an array of 1, expected an object'],
    ['null', '// nothing\nnull', '$: found null, expected an object'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'found bytes that are not UTF-8'],
  ])('is %s', async (_, content, problem) => {
    const folder = testFolder();
    const file = join(folder, 'scene.json');
    writeFileSync(file, content);
    const run = await skeinHere(['run', file]);
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 1, stdout: '' });
    expect(run.stderr).toContain(`skein: ${file}: The scenario has 1 problem:\n`);
    expect(run.stderr).toContain(problem);
    const piped = await skeinHere(['check', '-'], Buffer.from(content));
    expect(piped.code).toBe(1);
    expect(piped.stdout).toContain(problem);
  });

  it('is 1 GiB, and is not read', async () => {
    const file = write(testFolder(), 'scene.json', '');
    truncateSync(file, 2 ** 30);
    const { code, stderr } = await skeinHere(['run', file]);
    expect(code).toBe(1);
    // Reading would have stopped at the first byte too many, and could not report the size.
    expect(stderr).toContain(huge);
  });

  long('has no size and no end', async () => {
    const device = await skeinHere(['check', '/dev/zero']);
    expect(device.code).toBe(1);
    expect(device.stdout).toContain(endless);

    const child = startSkein(['run', '-']);
    const end = ended(child);
    const taken = await feed(child.stdin!, 2 ** 30);
    // The size that is refused, plus what a pipe and its ends may hold.
    expect(taken).toBeGreaterThan(16 * 2 ** 20);
    expect(taken).toBeLessThan(24 * 2 ** 20);
    const { code, stderr } = await end;
    expect(code).toBe(1);
    expect(stderr).toContain(endless);
  });

  it('has too many agents', async () => {
    const scene = flock(1_000_000_000);
    const { code, stderr } = await skeinHere(['run', '-'], JSON.stringify(scene));
    expect(code).toBe(1);
    expect(stderr).toContain('$.species[0].count: found 1000000000, expected');
  });

  it('has a world that is too large; outputs stay unchanged', async () => {
    const folder = testFolder();
    const out = join(folder, 'out.csv');
    const precious = write(folder, 'precious.csv', 'precious');
    // Headings make it too large.
    const { species, ...rest } = flock(4_000_000);
    const scene = JSON.stringify({
      ...rest,
      species: species.map((species) => ({ ...species, turnRate: 3 })),
    });
    for (const path of [out, precious]) {
      const run = await skeinHere(['run', '-', '--trajectories', path], scene);
      expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 1, stdout: '' });
      expect(run.stderr).toMatch(/^skein: A world of 4000003 agents/);
    }
    expect(existsSync(out)).toBe(false);
    expect(readFileSync(precious, 'utf8')).toBe('precious');
    const check = await skeinHere(['check', '-'], scene);
    expect({ code: check.code, stderr: check.stderr }).toEqual({ code: 1, stderr: '' });
    expect(check.stdout).toMatch(/^standard input: found a world of \d+ bytes, expected at most/);
  });
});

describe('wrong usage', () => {
  const range = (least: number, most: number): string =>
    `Expected a whole number from ${least} to ${most}.`;
  const workers = range(1, 32);
  const ticks = range(1, 2 ** 30);

  // Other texts that are not numbers are tested on wholeNumber itself, in arguments.test.ts.
  it.each([
    ['--workers <w>', ['33', ''], workers],
    ['--ticks <n>', ['1073741825'], ticks],
    ['--every <k>', ['0'], ticks],
    ['--seed <s>', ['-1'], range(0, 0xffffffff)],
    ['--kernel <name>', ['wasm'], 'Allowed choices are ts, simd, auto, gpu.'],
    ['--trajectories <out>', ['--hash'], 'Expected a path'],
  ])('%s names what it found and what it expected', async (flags, found, expected) => {
    const option = flags.split(' ')[0];
    const ends = await Promise.all(
      found.map((value) => skeinHere(['run', 'none.json', option, value])),
    );
    for (const [index, { code, stdout, stderr }] of ends.entries()) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`skein: option '${flags}' argument '${found[index]}' is invalid.`);
      expect(stderr).toContain(expected);
    }
  });

  it.each([
    [[], 'Usage: skein'],
    [['rum', 'a.json'], "unknown command 'rum'\n(Did you mean run?)"],
    // Not the help of the program, which says nothing of it.
    [['measure', '--help'], "unknown command 'measure'"],
    [['sweep'], 'found nothing to run, expected a plan, a folder of results, or --scenario FILE'],
    [['run'], 'found nothing to run, expected a scenario, or --resume with a snapshot'],
    [['run', 'a.json', 'b.json'], 'too many arguments'],
    [['run', 'a.json', '--tick', '5'], "unknown option '--tick'\n(Did you mean --ticks?)"],
    [['run', 'a.json', '--workers'], "option '--workers <w>' argument missing"],
    [['check', 'a.json', '--json'], "unknown option '--json'"],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await skeinHere(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it.each(['--hash', '--json'])('refuses --trajectories - together with %s', async (other) => {
    const { code, stdout, stderr } = await skeinHere(
      ['run', '-', '--trajectories', '-', other],
      '{}',
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`--trajectories: found - together with ${other}`);
  });

  it('refuses to overwrite the scenario under any of its names', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.csv', flock());
    const link = join(folder, 'link.csv');
    symlinkSync(file, link);
    for (const out of [file, join(folder, '.', 'flock.csv'), link]) {
      const { code, stderr } = await skeinHere(['run', file, '--trajectories', out]);
      expect(code).toBe(2);
      expect(stderr).toContain('the input itself; expected another file');
    }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(flock());
  });
});

it('refuses two outputs that are one file, even if it does not exist yet', async () => {
  const folder = testFolder();
  const file = write(folder, 'flock.json', flock());
  mkdirSync(join(folder, 'sub'));
  symlinkSync('sub', join(folder, 'linked'));
  symlinkSync('sub/new.csv', join(folder, 'dangling.csv'));
  const saved = join(folder, 'sub', 'new.csv');
  for (const out of [join(folder, 'linked', 'new.csv'), join(folder, 'dangling.csv')]) {
    const { code, stderr } = await skeinHere(['run', file, '--save', saved, '--trajectories', out]);
    expect([code, stderr]).toEqual([
      2,
      `skein: --trajectories: found ${out}, the file of --save; expected another file\n`,
    ]);
  }
  expect(readdirSync(join(folder, 'sub'))).toEqual([]);
});

/** A disk on which names are the same if they differ only in case or in the encoding of accents. */
function foldingFs(): typeof fs {
  const fold = (path: string) => join(dirname(path), basename(path).normalize('NFC').toLowerCase());
  const folding = (name: 'open' | 'readlink' | 'realpath' | 'stat' | 'unlink') => {
    const act = fs[name] as (path: string, ...rest: unknown[]) => unknown;
    return { [name]: (path: string, ...rest: unknown[]) => act(fold(path), ...rest) };
  };
  const names = ['open', 'readlink', 'realpath', 'stat', 'unlink'] as const;
  return Object.assign({}, fs, ...names.map(folding));
}

it.each([
  ['OUT', 'out', 'is'],
  ['\u00e9t\u00e9', 'E\u0301te\u0301', 'is'],
  ['out', 'our', 'is not'],
])(
  'on a disk that folds names %j and %j: it %s one file, existing or not',
  async (save, record, is) => {
    const folder = testFolder();
    const options = { save: join(folder, save), record: join(folder, record) };
    const attempt = () => refuseOverwrite(undefined, options, foldingFs());
    const refused = `--record: found ${options.record}, the file of --save; expected another file`;
    const expectRightly = () =>
      is === 'is'
        ? expect(attempt()).rejects.toThrow(refused)
        : expect(attempt()).resolves.toBeUndefined();
    await expectRightly();
    expect(readdirSync(folder)).toEqual([]);
    await (await foldingFs().open(options.save, 'w')).close();
    await expectRightly();
  },
);

it.runIf(process.platform === 'linux')('distinguishes names by case if the disk does', async () => {
  const folder = testFolder();
  const options = { save: join(folder, 'OUT'), record: join(folder, 'out') };
  await expect(refuseOverwrite(undefined, options)).resolves.toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
  const missing = join(folder, 'missing');
  const there = { save: join(missing, 'OUT'), record: join(missing, 'out') };
  await expect(refuseOverwrite(undefined, there)).resolves.toBeUndefined();
});

describe('an output that cannot be written', () => {
  it('is a directory, or lies below a file or in a missing folder', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    mkdirSync(join(folder, 'folder.csv'));
    const paths = [
      [
        join(folder, 'folder.csv'),
        'illegal operation on a directory (EISDIR), expected a regular file',
      ],
      [join(file, 'out.csv'), 'not a directory (ENOTDIR), expected a folder'],
      [
        join(folder, 'no', 'out.csv'),
        'no such file or directory (ENOENT), expected an existing folder',
      ],
    ] as const;
    for (const [out, reason] of paths) {
      const { code, stdout, stderr } = await skeinHere([
        'run',
        file,
        '--trajectories',
        out,
        '--hash',
      ]);
      // No hash of tick 0: the run has not begun.
      expect({ code, stdout, stderr }).toEqual({
        code: 3,
        stdout: '',
        stderr: `skein: cannot write ${out}: found ${reason}\n`,
      });
    }
    expect(readdirSync(folder)).toEqual(['flock.json', 'folder.csv']);
  });

  it('stays unchanged if the scenario is refused', async () => {
    const folder = testFolder();
    const file = write(folder, 'bad.json', '{}');
    const out = write(folder, 'precious.csv', 'precious');
    const { code } = await skeinHere(['run', file, '--trajectories', out]);
    expect(code).toBe(1);
    expect(readFileSync(out, 'utf8')).toBe('precious');
    await skeinHere(['run', file, '--trajectories', join(folder, 'new.csv')]);
    expect(existsSync(join(folder, 'new.csv'))).toBe(false);
  });

  long('is a full device', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = join(folder, 'full.csv');
    symlinkSync('/dev/full', out);
    const csv = await skeinHere(['run', file, '--ticks', '60', '--trajectories', out]);
    expect(csv.code).toBe(3);
    expect(csv.stderr).toBe(
      `skein: cannot write ${out}: found no space left on device (ENOSPC), expected free space on the disk\n`,
    );
    const stdout = await shell(`skein run '${file}' --ticks 60 --hash > /dev/full`);
    expect(stdout.code).toBe(3);
    expect(stdout.stderr).toBe('skein: cannot write standard output: no space left on device\n');
  });

  long('fills up midway: whole rows stay', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock(97));
    const out = join(folder, 'out.csv');
    // A limit of 64 KiB per file stands in for a small disk.
    const line = `trap '' XFSZ; ulimit -f 64; skein run '${file}' --every 1 --trajectories '${out}'`;
    const { code, stderr } = await shell(line);
    expect(code).toBe(3);
    expect(stderr).toBe(
      `skein: cannot write ${out}: found file too large (EFBIG), expected a file below the size limit\n`,
    );
    const csv = readFileSync(out, 'utf8');
    expect(csv.length).toBeGreaterThan(40_000);
    expect(csv.endsWith('\n')).toBe(true);
    expect((csv.trimEnd().split('\n').length - 1) % 100).toBe(0);
  });

  long('loses its reader: the run ends cleanly', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock(997));
    const pipe = join(folder, 'pipe.csv');
    await shell(`mkfifo '${pipe}'`);
    const reader = shell(`head -n 1 '${pipe}'`);
    const { code, stderr } = await skeinHere(['run', file, '--every', '1', '--trajectories', pipe]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect((await reader).stdout).toContain('tick,id');
    // Not left to rmSync(), which would ask what it is: see uncaught.test.ts.
    unlinkSync(pipe);
  });
});

/** Writes spaces to a stream until it takes no more; returns the bytes it took, at most `limit`. */
async function feed(stream: Writable, limit: number): Promise<number> {
  const block = Buffer.alloc(2 ** 16, ' ');
  stream.on('error', () => {});
  for (let taken = 0; ; taken += block.length) {
    const error = await new Promise((resolve) => stream.write(block, resolve));
    if (error || taken >= limit) return taken;
  }
}
