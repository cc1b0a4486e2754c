import type { Command, Scenario } from '@skein/core';
import { LIMITS } from '@skein/core/describe';
import { MAX_STALL_MS, MIN_STALL_MS, type Team } from '@skein/worker';
import { type CameraPlace, PLACE_FORM, readPlace, writePlace } from './camera/place.ts';
import { type Change, readChanges, writeChanges } from './changes.ts';
import type { Ground } from './edit/new-scene.ts';
import { MAX_COUNT } from './laws/count-slider.ts';
import {
  initialOptions,
  OPTION_KEYS,
  OPTIONS,
  type Options,
  OWN_OPTIONS,
  optionText,
  readOption,
} from './options.ts';
import type { KeptMoment } from './past/moments.ts';
import type { Spare } from './scene-room.ts';

/** What the visitor chose. The address of the page contains these choices, so a link reproduces the run. */
export interface Choices {
  readonly scene: string;
  /** The seed of the run; when absent, the seed of the scenario. */
  readonly seed?: number | undefined;
  /** The number of threads; when absent, a number that suits the agents of the scene and the cores of the machine. */
  readonly workers?: number | undefined;
  /** How long a thread may stay silent before the team replaces it, in ms; when absent, the team's default. */
  readonly stallMs?: number | undefined;
  /**
   * The kernel that steps the world, or "gpu" for the graphics card; when absent, the fastest kernel that the browser
   * supports. If the graphics card cannot step the world, that kernel does.
   */
  readonly kernel?: Team['kernel'] | undefined;
  /** The capacity for particles; when absent, the capacity that the scene sets. */
  readonly capacity?: number | undefined;
  /** The minimum spare capacity for obstacles and agents that the visitor adds later. The scene may set more. */
  readonly spare?: Spare | undefined;
  /** The numbers of agents that the visitor has chosen. The keys are the names of the species. */
  readonly counts?: Readonly<Record<string, number>> | undefined;
  /** As `counts`, but the room of the scene grows with these numbers; see `withRoom`. */
  readonly many?: Readonly<Record<string, number>> | undefined;
  /** The changes that the visitor has made to parameters. The changes apply from the first tick on. */
  readonly changes?: readonly Change[] | undefined;
  /** A scenario that runs instead of a bundled scene. A link can name it only if the scenario's file has an address. */
  readonly file?: Scenario | undefined;
  /** The kind of new scene with which the visitor began; absent for other scenes. The scenario is in `file`. */
  readonly ground?: Ground | undefined;
  /** The address of the scenario's file, on the same host as the page. */
  readonly address?: string | undefined;
  /** The commands of the run, as text written by `writeRun`. */
  readonly run?: string | undefined;
  /** The tick to go to, and the hash that the run had at that tick. */
  readonly at?: { readonly tick: number; readonly hash?: string | undefined } | undefined;
  /**
   * Commands to repeat, each at its own tick. The address does not contain this list; it contains the text `run`, which
   * stands for the same commands.
   */
  readonly history?: readonly Command[] | undefined;
  /** The kept moment at which the run begins; when absent, the run begins at tick 0. */
  readonly from?: KeptMoment | undefined;
  /** The position and the mode of the camera. When absent, the page chooses both to suit the scene. */
  readonly camera?: CameraPlace | undefined;
  /** The options of the picture and of the speed. */
  readonly options: Options;
}

export const MAX_WORKERS = 32;
/** The largest seed that a run can have. */
export const MAX_SEED = 0xffffffff;
export const MAX_TICK = 0xffffffff;
/** The maximum length of the query in an address, in characters. The page never writes a longer query. */
const MAX_CHARACTERS = 0x4000;

const GROUNDS: readonly Ground[] = ['plane', 'space', 'map'];

/** Says that a part of a link is ignored, and what was expected in its place. */
export function ignoredText(key: string, found: string, expected: string): string {
  const shown = found.length > MAX_SHOWN ? `${found.slice(0, MAX_SHOWN)}...` : found;
  return `${key} = ${shown} (expected ${expected})`;
}

/** The maximum length of a value that is shown, in characters. */
const MAX_SHOWN = 60;

/**
 * Reads a query such as `?scene=beams&seed=1&workers=2`. Absent keys get their default values, and unknown keys are
 * ignored. A key whose value is not valid counts as absent, and `ignored` gets a text about it. Whether the scene and
 * the names in it exist is checked later, by `soundChoices`.
 */
export function readAddress(
  query: string,
  scenes: readonly string[],
  ignored: string[] = [],
): Choices {
  const isLong = query.length > MAX_CHARACTERS;
  if (isLong) {
    ignored.push(
      `everything (the link has ${query.length} characters, expected at most ${MAX_CHARACTERS})`,
    );
  }
  const asked = new URLSearchParams(isLong ? '' : query);
  /** Reads the value of a key, if there is one; `read` returns undefined for a value that is not valid. */
  const take = <T>(key: string, read: (text: string) => T | undefined, expected: string) => {
    const text = asked.get(key);
    if (text === null) return undefined;
    const value = read(text);
    if (value === undefined) ignored.push(ignoredText(key, text, expected));
    return value;
  };
  const whole = (key: string, least: number, most: number) =>
    take(key, (text) => readWhole(text, least, most), `a whole number from ${least} to ${most}`);
  const most = MAX_COUNT.toLocaleString('en-US');
  const numbers = `a list like boid:5000, with numbers up to ${most}`;
  const oneOf =
    <T extends string>(all: readonly T[]) =>
    (text: string) =>
      all.find((one) => one === text);
  const at = whole('at', 0, MAX_TICK);
  const hash = take('hash', (text) => /^[0-9a-f]{16}$/.exec(text)?.[0], '16 digits of 0-9 and a-f');
  return {
    scene: asked.get('scene') ?? scenes[0],
    ground: take('new', oneOf(GROUNDS), `one of ${GROUNDS.join(', ')}`),
    seed: whole('seed', 0, MAX_SEED),
    workers: whole('workers', 1, MAX_WORKERS),
    stallMs: whole('stall-ms', MIN_STALL_MS, MAX_STALL_MS),
    kernel: take('kernel', oneOf<Team['kernel']>(['ts', 'simd', 'gpu']), 'ts, simd or gpu'),
    capacity: whole('capacity', 1, LIMITS.particles),
    counts: take('count', readCounts, numbers),
    many: take('many', readCounts, numbers),
    spare: take(
      'spare',
      readSpare,
      'two numbers, such as 64,1000: how many spare obstacles, and how many spare agents of each species',
    ),
    changes: take('set', readChanges, 'a list like boid.separation.weight:2,boid.maxSpeed:9'),
    camera: take('camera', readPlace, `one of ${PLACE_FORM}`),
    options: readOptions(asked, ignored),
    ...(asked.has('run') && { run: asked.get('run')! }),
    ...(at !== undefined && { at: { tick: at, hash } }),
    ...(asked.has('file') && { address: asked.get('file')! }),
  };
}

/**
 * Writes the choices into a query, and returns the new query. Choices with default values are left out. Unknown keys of
 * `query` stay unchanged. If a file runs, the query keeps the name of the bundled scene that ran before the file; a new
 * scene has its kind instead.
 */
export function writeAddress(query: string, choices: Choices): string {
  const asked = new URLSearchParams(query);
  const { scene, ground, seed, workers, stallMs, kernel, capacity, run, at, address } = choices;
  const { changes = [] } = choices;
  const isNamed = address !== undefined || ground !== undefined;
  const file = choices.file && !isNamed && run === undefined;
  const carried = {
    scene: ground === undefined ? scene : undefined,
    new: ground,
    file: address,
    seed: file ? undefined : seed,
    workers,
    'stall-ms': stallMs,
    kernel,
    capacity,
    spare: choices.spare && `${choices.spare.obstacles},${choices.spare.agents}`,
    count: choices.counts && writeCounts(choices.counts),
    many: choices.many && writeCounts(choices.many),
    camera: choices.camera === undefined ? undefined : writePlace(choices.camera),
    set: file || run !== undefined || changes.length === 0 ? undefined : writeChanges(changes),
    run,
    at: at?.tick,
    hash: at?.hash,
  };
  for (const [key, value] of Object.entries(carried)) {
    if (value === undefined) asked.delete(key);
    else asked.set(key, String(value));
  }
  for (const key of OPTION_KEYS) {
    const value = choices.options[key];
    if (value === OPTIONS[key].initial || OWN_OPTIONS.includes(key)) asked.delete(key);
    else asked.set(key, optionText(value));
  }
  // A query may contain these two characters unescaped, and `readAddress` accepts them.
  return `?${String(asked).replaceAll('%3A', ':').replaceAll('%2C', ',')}`;
}

function readSpare(text: string): Spare | undefined {
  const [, obstacles, agents] = /^(\d{1,4}),(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (obstacles === undefined || obstacles > LIMITS.obstacles) return undefined;
  return { obstacles, agents };
}

function readCounts(text: string): Record<string, number> | undefined {
  const counts: [string, number][] = [];
  for (const part of text.split(',')) {
    const [, name, number] = /^(.+):(\d{1,7})$/.exec(part) ?? [];
    const count = Number(number);
    if (name === undefined || count < 1 || count > MAX_COUNT) return undefined;
    counts.push([name, count]);
  }
  return Object.fromEntries(counts);
}

function writeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name}:${count}`)
    .join(',');
}

function readOptions(asked: URLSearchParams, ignored: string[]): Options {
  const options = initialOptions();
  for (const key of OPTION_KEYS) {
    const text = asked.get(key);
    if (text === null) continue;
    const read = readOption(key, text);
    if ('value' in read) Object.assign(options, { [key]: read.value });
    else ignored.push(ignoredText(key, text, read.expected));
  }
  return options;
}

function readWhole(text: string, least: number, most: number): number | undefined {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined;
}
