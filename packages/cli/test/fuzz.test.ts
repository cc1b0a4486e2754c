import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SkeinError } from '@skein/core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fuzz, type Random, repeat, type Target } from '../../core/test/fuzz/fuzzer.ts';
import { mutateCharacters } from '../../core/test/fuzz/mutate.ts';
import { CliError } from '../src/errors.ts';
import { EXIT } from '../src/exit-codes.ts';
import { runProgram } from '../src/program.ts';

/** A command line with an argument in each line. No scenario in the folder can be run, so nothing is written. */
const LINES = [
  'run\nbad.json\n--ticks\n600\n--workers\n2\n--seed\n7',
  'run\nbad.json\n--kernel\nsimd\n--csv\nout.csv\n--hash\n--every\n60\n--json',
  'run\n--resume\nbad.skein\n--save\nout.skein\n--record\nout.replay',
  'run\n-\n--ticks\n1',
  'check\nbad.json',
  'check\n-',
  'replay\nbad.skein\n--verify\n--workers\n1\n--json',
  'list\nwander\nguidance\n--json',
  'list',
  'path\nmap.json\n--from\n0,0\n--to\n2,2\n--neighbors\n8\n--smooth\n--json',
  'path\nmap.json\n--from\n0,0\n--to\n2,0\n--draw',
  'help\nrun',
  '--version',
];
const ARGUMENTS = [
  ...[
    '',
    '-',
    '--',
    '-x',
    '--ticks',
    '--json',
    '--help',
    '-V',
    'run',
    'check',
    'path',
    'list',
    '/',
  ],
  ...[
    '0',
    '-1',
    '1e3',
    '1.5',
    '4294967296',
    '99999999999999999999',
    '0x10',
    '٣',
    'NaN',
    '3,',
    ',3',
  ],
  ...['__proto__', 'constructor', '--__proto__', '--constructor=1', '--no-draw', '--ticks=5', '\0'],
  ...[
    'bad.json',
    'map.json',
    'nowhere.json',
    '.',
    '..',
    '--from=0,0',
    '--to=9,9',
    'x'.repeat(5000),
  ],
];

function mutate(line: string, other: string, random: Random): string {
  if (random() < 0.4) return mutateCharacters(line, other, random);
  const args = line.split('\n');
  const at = Math.floor(random() * (args.length + 1));
  const given = random() < 0.7 ? ARGUMENTS : other.split('\n');
  const one = given[Math.floor(random() * given.length)]!;
  args.splice(at, random() < 0.6 ? 1 : 0, ...(random() < 0.8 ? [one] : []));
  return args.join('\n');
}

const ORIGINAL = { folder: process.cwd(), stdin: process.stdin };
const folder = mkdtempSync(join(tmpdir(), 'skein-fuzz-line-'));
let told = '';

function takeOutput(text: unknown, ...rest: unknown[]): boolean {
  told += String(text);
  const done = rest.at(-1);
  if (typeof done === 'function') done();
  return true;
}

beforeAll(() => {
  writeFileSync(join(folder, 'bad.json'), '{"name":"bad","species":[]}');
  writeFileSync(join(folder, 'bad.skein'), 'no snapshot');
  writeFileSync(join(folder, 'map.json'), '{"rows":["..#",".##","..."]}');
  process.chdir(folder);
});
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockImplementation(takeOutput);
  vi.spyOn(process.stderr, 'write').mockImplementation(takeOutput);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => {
  Object.defineProperty(process, 'stdin', { value: ORIGINAL.stdin });
  process.chdir(ORIGINAL.folder);
  rmSync(folder, { recursive: true });
});

const ends = { all: 0, refused: 0 };

/** Carries a command line out: it ends with one of the exit codes, and with words unless that is 0. */
async function carryOut(line: string): Promise<void> {
  told = '';
  ends.all++;
  Object.defineProperty(process, 'stdin', {
    value: Readable.from([Buffer.from('{')]),
    configurable: true,
  });
  try {
    const code = await runProgram(line.split('\n'));
    if (!Object.values<number>(EXIT).includes(code)) throw new Error(`exit code ${code}`);
    if (code !== EXIT.ok) ends.refused++;
  } catch (error) {
    if (!(error instanceof CliError || error instanceof SkeinError)) throw error;
    ends.refused++;
    told += error.message;
  }
  if (told.trim() === '' || told.length > 100_000)
    throw new Error(`${told.length} characters told`);
}

const target: Target<string> = {
  name: 'command-line',
  corpus: LINES,
  mutate,
  gate: (line) => () => carryOut(line),
};

const { SKEIN_FUZZ_SECONDS, SKEIN_FUZZ_COUNT, SKEIN_FUZZ_FILE, SKEIN_SEED } = process.env;
const seed = Number(SKEIN_SEED ?? 7);
const guided = (SKEIN_FUZZ_SECONDS ?? SKEIN_FUZZ_COUNT) !== undefined;
const seconds = SKEIN_FUZZ_SECONDS === undefined ? undefined : Number(SKEIN_FUZZ_SECONDS);
const count = Number(SKEIN_FUZZ_COUNT ?? (guided ? Number.MAX_SAFE_INTEGER : 300));

it(
  `command-line: whatever it is, it ends with a code and with words, seed ${seed}`,
  async () => {
    if (SKEIN_FUZZ_FILE !== undefined) return repeat(target, SKEIN_FUZZ_FILE);
    const tally = await fuzz(target, { seed, count, seconds, guided });
    console.info('command-line', { ...tally, refused: ends.refused / ends.all });
    expect(ends.refused).toBeGreaterThan(ends.all / 2);
    expect(ends.refused).toBeLessThan(ends.all);
  },
  60_000 + 2000 * (seconds ?? 0),
);
