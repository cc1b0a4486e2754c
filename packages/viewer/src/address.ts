import type { Command, KernelName, Scenario } from '@skein/core';
import { LIMITS } from '@skein/core/describe';
import { MAX_STALL_MS, MIN_STALL_MS } from '@skein/worker';
import { type CameraPlace, PLACE_FORM, readPlace, writePlace } from './camera/place.ts';
import { type Change, readChanges, writeChanges } from './changes.ts';
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
  /** The kernel that steps the world; when absent, the fastest kernel that the browser supports. */
  readonly kernel?: KernelName | undefined;
  /** The capacity for particles; when absent, the capacity that the scene sets. */
  readonly capacity?: number | undefined;
  /** The minimum spare capacity for obstacles and agents that the visitor adds later. The scene may set more. */
  readonly spare?: Spare | undefined;
  /** The numbers of agents that the visitor has chosen. The keys are the names of the species. */
  readonly counts?: Readonly<Record<string, number>> | undefined;
  /** The changes that the visitor has made to parameters. The changes apply from the first tick on. */
  readonly changes?: readonly Change[] | undefined;
  /** A scenario that runs instead of a bundled scene. A link can name it only if the scenario's file has an address. */
  readonly file?: Scenario | undefined;
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

/**
 * The error for an address that asks for something that does not exist. `problems` lists every mistake in plain words.
 */
export class AddressError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join(' '));
    this.problems = problems;
  }
}

/**
 * Reads a query such as `?scene=beams&seed=1&workers=2`. Absent keys get their default values, and unknown keys are
 * ignored. If values are wrong, one error lists all of them.
 *
 * @throws AddressError
 */
export function readAddress(query: string, scenes: readonly string[]): Choices {
  if (query.length > MAX_CHARACTERS) {
    throw new AddressError([
      `The query has ${query.length} characters, expected at most ${MAX_CHARACTERS}.`,
    ]);
  }
  const asked = new URLSearchParams(query);
  const problems: string[] = [];
  const scene = asked.get('scene') ?? scenes[0];
  if (!scenes.includes(scene)) {
    problems.push(`There is no scene called "${scene}". There are: ${scenes.join(', ')}.`);
  }
  const seed = readWhole(asked, 'seed', 0, MAX_SEED, problems);
  const workers = readWhole(asked, 'workers', 1, MAX_WORKERS, problems);
  const stallMs = readWhole(asked, 'stall-ms', MIN_STALL_MS, MAX_STALL_MS, problems);
  const capacity = readWhole(asked, 'capacity', 1, LIMITS.particles, problems);
  const kernel = asked.get('kernel') ?? undefined;
  if (kernel !== undefined && kernel !== 'ts' && kernel !== 'simd') {
    problems.push(`"kernel" cannot be "${kernel}". It must be ts or simd.`);
  }
  const set = asked.get('set');
  const changes = set === null ? undefined : readChanges(set);
  if (set !== null && changes === undefined) {
    problems.push(
      `"set" cannot be "${set}". It must be a list like boid.separation.weight:2,boid.maxSpeed:9.`,
    );
  }
  const count = asked.get('count');
  const counts = count === null ? undefined : readCounts(count);
  if (count !== null && counts === undefined) {
    const most = MAX_COUNT.toLocaleString('en-US');
    problems.push(
      `"count" cannot be "${count}". It must be a list like boid:5000, with counts up to ${most}.`,
    );
  }
  const room = asked.get('spare');
  const spare = room === null ? undefined : readSpare(room);
  if (room !== null && spare === undefined) {
    problems.push(
      `"spare" must be two numbers, such as 64,1000: how many spare obstacles, and how many spare agents of each species.`,
    );
  }
  const placed = asked.get('camera');
  const camera = placed === null ? undefined : readPlace(placed);
  if (placed !== null && camera === undefined) {
    problems.push(`"camera" cannot be "${placed}". It must be one of ${PLACE_FORM}.`);
  }
  const tick = readWhole(asked, 'at', 0, MAX_TICK, problems);
  const hash = asked.get('hash') ?? undefined;
  if (hash !== undefined && !/^[0-9a-f]{16}$/.test(hash)) {
    problems.push(`"hash" cannot be "${hash}". It must be 16 digits of 0-9 and a-f.`);
  }
  const options = readOptions(asked, problems);
  if (problems.length > 0) throw new AddressError(problems);
  return {
    scene,
    seed,
    workers,
    stallMs,
    kernel: kernel as KernelName | undefined,
    capacity,
    counts,
    spare,
    changes,
    camera,
    options,
    ...(asked.has('run') && { run: asked.get('run')! }),
    ...(tick !== undefined && { at: { tick, hash } }),
    ...(asked.has('file') && { address: asked.get('file')! }),
  };
}

/**
 * Writes the choices into a query, and returns the new query. Choices with default values are left out. Unknown keys of
 * `query` stay unchanged. If a file runs, the query keeps the name of the bundled scene that ran before the file.
 */
export function writeAddress(query: string, choices: Choices): string {
  const asked = new URLSearchParams(query);
  const { scene, seed, workers, stallMs, kernel, capacity, run, at, address } = choices;
  const { changes = [] } = choices;
  const file = choices.file && address === undefined && run === undefined;
  const carried = {
    scene,
    file: address,
    seed: file ? undefined : seed,
    workers,
    'stall-ms': stallMs,
    kernel,
    capacity,
    spare: choices.spare && `${choices.spare.obstacles},${choices.spare.agents}`,
    count: choices.counts && writeCounts(choices.counts),
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

function readOptions(asked: URLSearchParams, problems: string[]): Options {
  const options = initialOptions();
  for (const key of OPTION_KEYS) {
    const text = asked.get(key);
    if (text === null) continue;
    const read = readOption(key, text);
    if ('value' in read) Object.assign(options, { [key]: read.value });
    else problems.push(`"${key}" cannot be "${text}". It must be ${read.expected}.`);
  }
  return options;
}

function readWhole(
  asked: URLSearchParams,
  key: string,
  least: number,
  most: number,
  problems: string[],
): number | undefined {
  const text = asked.get(key);
  if (text === null) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  problems.push(
    `"${key}" cannot be "${text}". It must be a whole number from ${least} to ${most}.`,
  );
  return undefined;
}

/**
 * The highest value of the threads slider. It exceeds the number of cores, so that visitors can try more threads than
 * cores.
 */
export function mostWorkers(cores: number): number {
  return Math.min(MAX_WORKERS, Math.max(4, 2 * cores));
}
