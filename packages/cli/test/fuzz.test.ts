import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
// It keeps the shared memory that it finds when it is loaded: before a line hides it.
import 'node:worker_threads';
import {
  createWorld,
  parseScenario,
  readReplay,
  recordReplay,
  restore,
  SkeinError,
  snapshot,
  tick,
} from '@skein/core';
import { MAX_TICK } from '@skein/core/describe';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fuzz, type Random, repeat, stopwatch, type Target } from '../../core/test/fuzz/fuzzer.ts';
import { mutateCharacters } from '../../core/test/fuzz/mutate.ts';
import { fuzzSettings } from '../../core/test/fuzz/settings.ts';
import { LONG } from '../../core/test/helpers/long.ts';
import { CliError } from '../src/errors.ts';
import { EXIT } from '../src/exit-codes.ts';
import { runProgram } from '../src/program.ts';

/** Command lines, with one argument per line. */
const LINES = [
  'run\nbad.json\n--ticks\n600\n--workers\n2\n--seed\n7',
  'run\nbad.json\n--kernel\nsimd\n--trajectories\nout.csv\n--hash\n--every\n60\n--json',
  'run\n--resume\nbad.skein\n--save\nout.skein\n--record\nout.replay',
  'run\n-\n--ticks\n1',
  'check\nbad.json',
  'check\n-',
  'replay\nbad.skein\n--verify\n--workers\n1\n--json',
  'list\nwander\nguidance\n--json',
  'list',
  'path\nmap.json\n--from\n0,0\n--to\n2,2\n--neighbors\n8\n--smooth\n--json',
  'path\nmap.json\n--from\n0,0\n--to\n2,0\n--draw',
  'run\nflock.json\n--ticks\n20\n--workers\n1\n--hash\n--every\n5',
  'run\nflock.json\n--ticks\n12\n--trajectories\nout.csv\n--save\nout.skein\n--record\nout.replay\n--json',
  'run\nflock.json\n--ticks\n6\n--heavy\n--kernel\nts\n--seed\n3',
  'run\nflock.json\n--ticks\n4\n--trajectories\n-',
  'run\n--resume\nflock.skein\n--ticks\n20\n--save\nflock.skein\n--hash',
  'replay\nflock.replay\n--verify\n--kernel\nts',
  'replay\nflock.replay\n--json',
  'check\nflock.json',
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
    'flock.json',
    'flock.skein',
    'flock.replay',
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
  const one = given[Math.floor(random() * given.length)];
  args.splice(at, random() < 0.6 ? 1 : 0, ...(random() < 0.8 ? [one] : []));
  return args.join('\n');
}

/** The most ticks that a valid line runs. */
const MAX_TICKS = 30;

/** The line, limited to MAX_TICKS, and to writing in the folder only. */
function bounded(line: string): string {
  if (!line.includes('flock')) return line;
  const few = line.replaceAll('/', '').replace(/\d+/g, (digits) => {
    const number = Number(digits);
    return number <= MAX_TICKS || number > MAX_TICK ? digits : String(number % MAX_TICKS);
  });
  return few.startsWith('run') && !few.includes('--ticks') ? `${few}\n--ticks\n7` : few;
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

/** The files in the folder at the start of each case. */
function files(): Readonly<Record<string, string | Uint8Array>> {
  const spawn = { type: 'sphere', center: [0, 0, 0], radius: 4, velocity: { speed: 2 } };
  const behaviors = [{ type: 'separation' }, { type: 'wander' }];
  const bird = { name: 'bird', count: 7, maxSpeed: 3, spawn, behaviors };
  const flock = { name: 'flock', seed: 3, species: [bird] };
  const world = createWorld(parseScenario(flock));
  const recorder = recordReplay(world, { keyframeEvery: 5 });
  for (let step = 0; step < 11; step++) {
    tick(world);
    recorder.take();
  }
  return {
    'bad.json': '{"name":"bad","species":[]}',
    'bad.skein': 'no snapshot',
    'map.json': '{"rows":["..#",".##","..."]}',
    'flock.json': JSON.stringify(flock),
    'flock.skein': snapshot(world),
    'flock.replay': recorder.finish(),
  };
}

const given = files();

/** Checks what a successful line has written, and restores the folder. */
function tidy(line: string, well: boolean): void {
  if (!/--(save|record|csv)/.test(line)) return;
  const options = line.split('\n');
  const isOf = (option: string, name: string) => options[options.lastIndexOf(option) + 1] === name;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (well && options.includes('--save') && isOf('--save', name)) restore(readFileSync(path));
    if (well && options.includes('--record') && isOf('--record', name)) {
      readReplay(readFileSync(path));
    }
    if (!Object.hasOwn(given, name)) rmSync(path, { recursive: true });
  }
  for (const [name, content] of Object.entries(given)) writeFileSync(join(folder, name), content);
}

beforeAll(() => {
  for (const [name, content] of Object.entries(given)) writeFileSync(join(folder, name), content);
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

const ends = { all: 0, refused: 0, stepped: 0 };

/** The longest time that a line may take, ms, if it is refused and if it steps. */
const MAX_MS = { refused: 300, stepped: 2000 };

/** Runs a command line: it must end in time, with one of the exit codes and some output. */
async function carryOut(line: string): Promise<void> {
  let ms = Number.POSITIVE_INFINITY;
  let most = 0;
  // Repeated if it took long: the processor may have been busy elsewhere, or compiling.
  for (let turn = 0; turn < 4 && ms > most; turn++) {
    const passed = stopwatch(turn > 0);
    const code = await endOf(line);
    ms = Math.min(ms, passed());
    const stepped = code === EXIT.ok && /^(run|replay)\b/.test(line);
    most = stepped ? MAX_MS.stepped : MAX_MS.refused;
    if (turn > 0) continue;
    ends.all++;
    if (stepped) ends.stepped++;
    if (code !== EXIT.ok) ends.refused++;
  }
  if (ms > most) throw new Error(`${ms.toFixed(0)} ms, expected at most ${most}`);
}

/** The exit code of a line; undefined if it is refused with one of Skein's errors. */
async function endOf(line: string): Promise<number | undefined> {
  told = '';
  const shared = globalThis.SharedArrayBuffer;
  Object.defineProperty(process, 'stdin', {
    value: Readable.from([Buffer.from('{')]),
    configurable: true,
  });
  let code: number | undefined;
  try {
    // Without it a run is stepped on this thread: starting others takes a hundred times as long.
    Object.assign(globalThis, { SharedArrayBuffer: undefined });
    code = await runProgram(line.split('\n'));
    if (!Object.values<number>(EXIT).includes(code)) throw new Error(`exit code ${code}`);
  } catch (error) {
    if (!(error instanceof CliError || error instanceof SkeinError)) throw error;
    told += error.message;
  } finally {
    Object.assign(globalThis, { SharedArrayBuffer: shared });
  }
  if (told.trim() === '' || told.length > 100_000)
    throw new Error(`${told.length} characters told`);
  tidy(line, code === EXIT.ok);
  return code;
}

const target: Target<string> = {
  name: 'command-line',
  corpus: LINES,
  mutate,
  gate: (line) => () => carryOut(bounded(line)),
};

const { file, timeoutMs, ...settings } = fuzzSettings(LONG ? 1000 : 20);

it(
  `command-line: any line ends with an exit code and some output, seed ${settings.seed}`,
  async () => {
    if (file !== undefined) return repeat(target, file);
    const tally = await fuzz(target, settings);
    const { all, refused, stepped } = ends;
    console.info('command-line', { ...tally, refused: refused / all, stepped: stepped / all });
    expect(refused).toBeGreaterThan(all / 3);
    expect(stepped).toBeGreaterThan(all / 50);
  },
  timeoutMs,
);
