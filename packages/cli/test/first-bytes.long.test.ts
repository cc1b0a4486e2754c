import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { beams } from './scenes.ts';
import {
  ended,
  SKEIN,
  shell,
  skeinProcess,
  start,
  startSkein,
  testFolder,
  write,
} from './skein.ts';

/**
 * Prints how much the peak memory of the process grew, KiB, as its last line. It is the growth because on
 * Linux a process starts with the peak of its parent.
 */
const GROWTH = `data:text/javascript,${encodeURIComponent(`
  const peak = () => process.resourceUsage().maxRSS;
  const start = peak();
  process.on('exit', () => console.error('\\n' + (peak() - start)));
`)}`;

const asSaved = [
  ['a snapshot', ['run', '--ticks', '9', '--resume']],
  ['a replay', ['replay']],
] as const;

it.each(asSaved)('%s: a large file of another kind is not read whole', async (kind, args) => {
  const file = write(testFolder(), 'zeros', '');
  truncateSync(file, 2_000_000_000);
  const child = start(process.execPath, ['--import', GROWTH, SKEIN, ...args, file]);
  const { code, stderr } = await ended(child);
  expect(code).toBe(1);
  expect(stderr).toContain(`found other first bytes, expected a Skein ${kind.slice(2)}.`);
  expect(Number(stderr.trimEnd().split('\n').at(-1))).toBeLessThan(200_000);
});

it.each(asSaved)('%s: an endless input of another kind is refused at once', async (kind, args) => {
  const child = startSkein([...args, '-']);
  const end = ended(child);
  let taken = 0;
  child.stdin!.on('error', () => {});
  const block = Buffer.alloc(2 ** 16);
  for (; taken < 2 ** 26; taken += block.length) {
    if (await new Promise((resolve) => child.stdin!.write(block, resolve))) break;
  }
  child.stdin!.end();
  const { code, stderr } = await end;
  expect(code).toBe(1);
  expect(stderr).toContain(`standard input: header, byte 0: found other first bytes, expected a`);
  expect(stderr).toContain(kind.slice(2));
  expect(taken).toBeLessThan(2 ** 22);
});

it('reads a valid one from a pipe in small pieces, and reports if it is too long or short', async () => {
  const folder = testFolder();
  const saved = join(folder, 'run.skein');
  const scene = write(folder, 'beams.json', beams);
  const { stdout } = await skeinProcess([
    'run',
    scene,
    '--ticks',
    '5',
    '--workers',
    '1',
    '--save',
    saved,
    '--json',
  ]);
  const resumed = ['run', '--ticks', '5', '--workers', '1', '--json', '--resume'];
  const whole = readFileSync(saved);
  const slowly = `head -c 20 '${saved}'; sleep 0.2; tail -c +21 '${saved}'`;
  const piped = await shell(`(${slowly}) | skein ${resumed.join(' ')} -`);
  expect(JSON.parse(piped.stdout).hash).toBe(JSON.parse(stdout).hash);

  const { length } = whole;
  const wrong: [Buffer, string][] = [
    [Buffer.concat([whole, Buffer.alloc(1)]), `found ${length + 1} bytes, expected ${length}`],
    [whole.subarray(0, -1), `found ${length - 1} bytes, expected ${length}`],
    [whole.subarray(0, 50), 'found 50 bytes, expected at least 72'],
    [whole.subarray(0, 0), 'found an empty file'],
  ];
  await Promise.all(
    wrong.map(async ([bytes, told]) => {
      const { code, stderr } = await skeinProcess([...resumed, '-'], bytes);
      expect([code, stderr.includes(told)], stderr).toEqual([1, true]);
    }),
  );
});
