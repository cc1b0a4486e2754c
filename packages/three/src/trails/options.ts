import type { Problem } from '@skein/core';
import { show } from '@skein/core/internal';
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

/** The options of `createTrails`: which trails are drawn, and how they look. */
export interface TrailsOptions {
  /** The name of the species whose agents leave trails. Default: the agents of all species. */
  readonly species?: string;
  /** How long a trail is visible, in s. Above 0, at most 60. Default: 1.8. */
  readonly length?: number;
  /**
   * The width of the glow at the head of a trail, in m. Above 0. Default: four times the radius of the largest agent,
   * or 0.5 if no agent has a radius.
   */
  readonly width?: number;
  /**
   * The color of the trails. `'species'` stands for the color of each species in the scenario, or white if the scenario
   * sets none. `'speed'` stands for a color scale from rest to maximum speed. A single color applies to all trails.
   * Default: `'species'`.
   */
  readonly color?: LightColor;
  /**
   * The exponent of the fading, above 0 and at most 16. Default: 2. Each point of a trail is visible for the time
   * `length`. The light of the point is (remaining time / `length`)^`fade`.
   */
  readonly fade?: number;
  /**
   * The maximum number of segments of all trails together, from 1 to 1,000,000. New segments overwrite the oldest, so
   * trails get shorter if there are very many agents. An agent adds one segment per tick, or several if it is fast.
   * Default: 65,536.
   */
  readonly maxSegments?: number;
}

const OPTIONS = ['species', 'length', 'width', 'color', 'fade', 'maxSegments'];
const MAX_SECONDS = 60;
const MAX_FADE = 16;
const MAX_SEGMENTS = 1_000_000;

/**
 * Checks the options of trails.
 *
 * @throws ThreeError OPTION_INVALID
 */
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
