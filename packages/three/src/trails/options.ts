import type { Problem } from '@skein/core';
import { show } from '@skein/core/supervise';
import type { Driver } from '../driver.ts';
import {
  colorProblems,
  frameProblems,
  type LightColor,
  nameProblems,
  sizeProblems,
  speciesProblems,
} from '../option-checks.ts';
import { ThreeError } from '../option-error.ts';

/** What trails look like. */
export interface TrailsOptions {
  /** Name of the species that leaves trails. Default: all of them. */
  readonly species?: string;
  /** How long a trail is to be seen, s; above 0, at most 60. Default: 1.8. */
  readonly length?: number;
  /** Of the glow at the head of a trail, m; above 0. Default: four radii of the largest agent, or 0.5 where all are points. */
  readonly width?: number;
  /**
   * `'species'`, the color that the scenario gives each species, or white; `'speed'`, a scale from rest to full speed;
   * or one color for all. Default: `'species'`.
   */
  readonly color?: LightColor;
  /** The light falls with this power of the time that a trail has left; above 0, at most 16. Default: 2. */
  readonly fade?: number;
  /**
   * Pieces of all trails together, at most, from 1 to 1,000,000; the oldest make room, and the trails of very many
   * agents are shorter. An agent leaves one in each tick, and more where it is fast. Default: 65,536.
   */
  readonly maxSegments?: number;
}

const OPTIONS = ['species', 'length', 'width', 'color', 'fade', 'maxSegments'];
const MAX_SECONDS = 60;
const MAX_FADE = 16;
const MAX_SEGMENTS = 1_000_000;

/** @throws ThreeError OPTION_INVALID */
export function checkTrails(driver: Driver, options: TrailsOptions): void {
  const problems = frameProblems(driver, options);
  if (problems.length === 0) problems.push(...problemsOf(driver, options));
  if (problems.length > 0) throw new ThreeError(problems);
}

function problemsOf(driver: Driver, options: TrailsOptions): Problem[] {
  return [
    ...nameProblems(options, OPTIONS),
    ...speciesProblems(driver.world.scenario.species, options.species),
    ...sizeProblems('$.length', options.length, MAX_SECONDS),
    ...sizeProblems('$.width', options.width),
    ...colorProblems(options.color),
    ...sizeProblems('$.fade', options.fade, MAX_FADE),
    ...countProblems(options.maxSegments),
  ];
}

function countProblems(value: unknown): Problem[] {
  if (value === undefined) return [];
  if (Number.isInteger(value) && sizeProblems('', value, MAX_SEGMENTS).length === 0) return [];
  const expected = `an integer from 1 to ${MAX_SEGMENTS.toLocaleString('en')}`;
  return [{ path: '$.maxSegments', found: show(value), expected }];
}
