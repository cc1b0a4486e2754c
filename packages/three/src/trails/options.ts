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

/** The appearance of trails. */
export interface TrailsOptions {
  /** The name of the species that leaves trails. Default: all species. */
  readonly species?: string;
  /** How long a trail is visible, in s; above 0, at most 60. Default: 1.8. */
  readonly length?: number;
  /**
   * The width of the glow at the head of a trail, in m; above 0. Default: four radii of the largest agent, or 0.5 if no
   * agent has a radius.
   */
  readonly width?: number;
  /**
   * `'species'`: the color of each species in the scenario, white if it has none. `'speed'`: a color scale from rest to
   * maximum speed. Or one color for all. Default: `'species'`.
   */
  readonly color?: LightColor;
  /**
   * The exponent of the fading: the light is the remaining fraction of the trail's time to this power. Above 0, at most
   * 16. Default: 2.
   */
  readonly fade?: number;
  /**
   * The maximum number of segments of all trails, from 1 to 1,000,000. New segments overwrite the oldest, so the trails
   * of very many agents are shorter. An agent adds one segment per tick, or more if it is fast. Default: 65,536.
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
