/** Checks every input of this package. An invalid input is refused with an error that names the input. */

import { TeamError, type World } from '@skein/core';
import { guessText, MAX_TICK, MAX_WORKERS } from '@skein/core/describe';
import {
  canHoldOptions,
  checkOptionNames,
  type InnerWorld,
  innerOf,
  show,
} from '@skein/core/internal';
import { pointBytes } from '@skein/core/read';
import type { RunOptions, TeamEvents } from './api.ts';
import { DEFAULT_STALL_MS, MAX_STALL_MS, MIN_STALL_MS } from './limits.ts';

/** Returns the internal representation of a world. @throws OPTION_INVALID for anything that is not a world */
export function checkWorld(world: World): InnerWorld {
  try {
    return innerOf(world);
  } catch {
    throw refusedOption(
      'world',
      show(world),
      'a world that createWorld made in the version of @skein/core that @skein/worker uses',
    );
  }
}

/** Returns `workers` if that many workers can step the world. @throws WORKERS_INVALID */
export function checkWorkers(workers: unknown, world: InnerWorld): number {
  const most = Math.min(MAX_WORKERS, world.maxWorkers);
  if (isIntegerIn(workers, 1, most)) return workers;
  throw new TeamError(
    'WORKERS_INVALID',
    `workers: found ${show(workers)}, expected an integer from 1 to ${most}` +
      (most < MAX_WORKERS ? ` (the world was made for at most ${most})` : ''),
  );
}

/** Returns `ticks` if the world has that many ticks left. @throws TICKS_INVALID */
export function checkTicks(ticks: unknown, world: InnerWorld): number {
  const most = MAX_TICK - world.tick;
  if (isIntegerIn(ticks, 1, most)) return ticks;
  throw new TeamError(
    'TICKS_INVALID',
    `ticks: found ${show(ticks)}, expected an integer from 1 to ${most}` +
      (world.tick > 0
        ? ` (a world has at most ${MAX_TICK} ticks, and this one is at tick ${world.tick})`
        : ''),
  );
}

/**
 * Returns `stallMs` (ms). If it is undefined, returns the default. @throws OPTION_INVALID if `stallMs` is out of range
 */
export function checkStallMs(stallMs: unknown = DEFAULT_STALL_MS): number {
  if (typeof stallMs === 'number' && stallMs >= MIN_STALL_MS && stallMs <= MAX_STALL_MS) {
    return stallMs;
  }
  throw refusedOption('stallMs', show(stallMs), `a number from ${MIN_STALL_MS} to ${MAX_STALL_MS}`);
}

/** @throws OPTION_INVALID if `kernel` is neither "gpu" nor "auto" nor undefined */
export function checkKernel(kernel: unknown): void {
  if (kernel === undefined || kernel === 'auto' || kernel === 'gpu') return;
  const expected = '"auto" or "gpu" (createWorld and restore choose between "ts" and "simd")';
  throw refusedOption('kernel', show(kernel), expected);
}

/** @throws OPTION_INVALID if the options are not an object */
export function checkHolder(options: unknown): void {
  if (!canHoldOptions(options)) throw refusedOption('options', show(options), 'an object');
}

/** @throws OPTION_INVALID for an unknown option, which would otherwise be ignored */
export function checkOptions(options: object, known: readonly string[]): void {
  checkOptionNames(options, known, refusedOption);
}

function refusedOption(option = 'options', found: string, expected: string): TeamError {
  return new TeamError('OPTION_INVALID', `${option}: found ${found}, expected ${expected}`);
}

/** @throws OPTION_INVALID if `signal` is not an AbortSignal, for example if it is an AbortController */
export function checkSignal(signal: unknown): void {
  if (signal === undefined) return;
  const { aborted, addEventListener } = Object(signal) as Partial<AbortSignal>;
  if (typeof aborted === 'boolean' && typeof addEventListener === 'function') return;
  throw new TeamError(
    'OPTION_INVALID',
    `signal: found ${show(signal)}, expected an AbortSignal, such as \`controller.signal\``,
  );
}

/** @throws OPTION_INVALID if `hash` is neither a boolean nor undefined */
export function checkHash(hash: unknown): void {
  if (hash === undefined || typeof hash === 'boolean') return;
  throw refusedOption('hash', show(hash), 'true or false');
}

/**
 * @throws OPTION_INVALID if `points` is not a buffer, or does not have the right size for all agents of the world. If
 * the memory of the world is shared, the buffer must be a SharedArrayBuffer; otherwise it must be an ArrayBuffer
 */
export function checkPoints(points: unknown, { shared, plan }: InnerWorld): void {
  const Buffer = shared ? SharedArrayBuffer : ArrayBuffer;
  const bytes = pointBytes(plan.agents);
  if (points instanceof Buffer && points.byteLength === bytes) return;
  const found = points instanceof Buffer ? `${points.byteLength} bytes` : show(points);
  throw refusedOption(
    'points',
    found,
    `${shared ? 'a SharedArrayBuffer' : 'an ArrayBuffer'} of ${bytes} bytes`,
  );
}

/**
 * @throws OPTION_INVALID if `measures` is not a list, if `every` is not a number of ticks, or if `every` is given
 * without `measures`
 */
export function checkEvery({ every, measures }: RunOptions): void {
  if (measures !== undefined && !Array.isArray(measures)) {
    throw refusedOption('measures', show(measures), 'a list');
  }
  if (every === undefined) return;
  if (!isIntegerIn(every, 1, MAX_TICK)) {
    throw refusedOption('every', show(every), `a whole number of ticks from 1 to ${MAX_TICK}`);
  }
  if (measures === undefined) {
    throw new TeamError('OPTION_INVALID', `every: found ${every} without measures, expected both`);
  }
}

/** The events that a team emits. */
const EVENTS: Record<keyof TeamEvents, true> = {
  event: true,
  resize: true,
  fault: true,
  moved: true,
  warning: true,
  hit: true,
  retracted: true,
  expired: true,
  quarantined: true,
  fired: true,
  strike: true,
  struck: true,
  orbit: true,
  removed: true,
  spawned: true,
  full: true,
  grounded: true,
  arrived: true,
  entered: true,
  left: true,
  unreachable: true,
  waiting: true,
  near: true,
  born: true,
  died: true,
};

/** @throws OPTION_INVALID for an unknown event, or a listener that is not a function */
export function checkListener(type: string, listener: unknown): void {
  if (!Object.hasOwn(EVENTS, type)) {
    const events = Object.keys(EVENTS);
    throw new TeamError(
      'OPTION_INVALID',
      `found the unknown event ${show(type)}${guessText(String(type), events)}, expected one of ${events.join(', ')}`,
    );
  }
  if (typeof listener === 'function') return;
  throw new TeamError(
    'OPTION_INVALID',
    `listener of ${type}: found ${show(listener)}, expected a function`,
  );
}

/**
 * Returns the number of cores, from 1 to 32, that a host reports in `hint`. The hint may be missing or far too large.
 * Some browsers report a random number to protect users.
 */
export function coresFrom(hint: number | undefined): number {
  if (hint === undefined || !(hint >= 1)) return 1;
  return Math.min(MAX_WORKERS, Math.trunc(hint));
}

function isIntegerIn(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}
