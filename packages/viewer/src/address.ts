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

/** What a visitor chose; the address of the page holds it, so that a link shows the same run. */
export interface Choices {
  readonly scene: string;
  /** Seed of the run; the scenario's own when left out. */
  readonly seed?: number | undefined;
  /** Threads; as many as there are cores when left out. */
  readonly workers?: number | undefined;
  /** How long a thread may be silent at first, ms; that of a team when left out. */
  readonly stallMs?: number | undefined;
  /** The code that steps; the fastest that there is when left out. */
  readonly kernel?: KernelName | undefined;
  /** Room for particles; the scene's own when left out. */
  readonly capacity?: number | undefined;
  /** Room that the scenario lacks, for what is added to it. */
  readonly spare?: Spare | undefined;
  /** Numbers of agents that are not as the scenario has them, by species. */
  readonly counts?: Readonly<Record<string, number>> | undefined;
  /** Parameters that are not as the scenario has them, from the first tick on. */
  readonly changes?: readonly Change[] | undefined;
  /** Runs instead of the scene; no link can carry it, unless it has an address. */
  readonly file?: Scenario | undefined;
  /** Where the file is, on the host of the page. */
  readonly address?: string | undefined;
  /** What was done to the run, as writeRun has it. */
  readonly run?: string | undefined;
  /** The moment to go to, and the hash that it had. */
  readonly at?: { readonly tick: number; readonly hash?: string | undefined } | undefined;
  /** Commands to give again, each when its tick comes; no address has them but in `run`. */
  readonly history?: readonly Command[] | undefined;
  /** Where it begins, in place of tick 0. */
  readonly from?: KeptMoment | undefined;
  /** How the camera stands; as the scene wants it when left out. */
  readonly camera?: CameraPlace | undefined;
  /** Of the picture and the pace. */
  readonly options: Options;
}

export const MAX_WORKERS = 32;
/** The largest seed. */
export const MAX_SEED = 0xffffffff;
export const MAX_TICK = 0xffffffff;
/** Longer ones are no link of this page. */
const MAX_CHARACTERS = 0x4000;

/** The address asks for something that is not there; `problems` says so in plain words. */
export class AddressError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join(' '));
    this.problems = problems;
  }
}

/**
 * Reads `?scene=beams&seed=1&workers=2`. What is not named takes its default; what is named wrong
 * is refused, all of it at once. Keys of others are let be.
 *
 * @throws AddressError
 */
export function readAddress(query: string, scenes: readonly string[]): Choices {
  if (query.length > MAX_CHARACTERS) {
    throw new AddressError([`It has ${query.length} characters, more than ${MAX_CHARACTERS}.`]);
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
    problems.push(`"kernel" must be one of ts, simd, not "${kernel}".`);
  }
  const set = asked.get('set');
  const changes = set === null ? undefined : readChanges(set);
  if (set !== null && changes === undefined) {
    problems.push(
      `"set" must be a list like boid.separation.weight:2,boid.maxSpeed:9, not "${set}".`,
    );
  }
  const count = asked.get('count');
  const counts = count === null ? undefined : readCounts(count);
  if (count !== null && counts === undefined) {
    const most = MAX_COUNT.toLocaleString('en-US');
    problems.push(`"count" must be a list like boid:5000, each up to ${most}, not "${count}".`);
  }
  const room = asked.get('spare');
  const spare = room === null ? undefined : readSpare(room);
  if (room !== null && spare === undefined) {
    problems.push(`"spare" must be like 64,1000: obstacles, and agents of each species.`);
  }
  const placed = asked.get('camera');
  const camera = placed === null ? undefined : readPlace(placed);
  if (placed !== null && camera === undefined) {
    problems.push(`"camera" must be one of ${PLACE_FORM}, not "${placed}".`);
  }
  const tick = readWhole(asked, 'at', 0, MAX_TICK, problems);
  const hash = asked.get('hash') ?? undefined;
  if (hash !== undefined && !/^[0-9a-f]{16}$/.test(hash)) {
    problems.push(`"hash" must be 16 digits of 0-9 and a-f, not "${hash}".`);
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
 * The query for these choices, without what is as it is anyway; keys of others stay as they are. A
 * file leaves the bundled scene that ran before it.
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
  // Both may stand in a query as they are, and are read there as they are.
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
    else problems.push(`"${key}" must be ${read.expected}, not "${text}".`);
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
  problems.push(`"${key}" must be a whole number from ${least} to ${most}, not "${text}".`);
  return undefined;
}

/** How far the slider for threads goes: enough to see what more threads than cores do. */
export function mostWorkers(cores: number): number {
  return Math.min(MAX_WORKERS, Math.max(4, 2 * cores));
}
