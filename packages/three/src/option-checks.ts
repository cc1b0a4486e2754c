import type { Problem, Species } from '@skein/core';
import { canHoldOptions, show, unknownOption } from '@skein/core/supervise';
import { Color, type ColorRepresentation } from 'three';
import { Driver, disposedDriver } from './driver.ts';

/**
 * What is wrong with the driver and the names of options; no option is to be read where there is any.
 *
 * @throws ThreeError DRIVER_DISPOSED
 */
export function frameProblems(driver: Driver, options: unknown): Problem[] {
  if (!(driver instanceof Driver)) {
    return [{ path: '$driver', found: show(driver), expected: 'what createDriver made' }];
  }
  if (driver.disposed) throw disposedDriver();
  if (!canHoldOptions(options)) {
    return [{ path: '$', found: show(options), expected: 'an object' }];
  }
  return [];
}

/** An option that there is not. */
export function nameProblems(options: object, known: readonly string[]): Problem[] {
  const unknown = unknownOption(options, [...known]);
  if (unknown === undefined) return [];
  const expected = `one of ${known.join(', ')}`;
  return [{ path: `$.${unknown}`, found: 'an unknown option', expected }];
}

/** A species that the scenario does not have. */
export function speciesProblems(species: readonly Species[], name: unknown): Problem[] {
  if (name === undefined || species.some((one) => one.name === name)) return [];
  const expected = `one of ${species.map((one) => `"${one.name}"`).join(', ')}`;
  return [{ path: '$.species', found: show(name), expected }];
}

/** A number that is not above 0, or not at most `max`. */
export function sizeProblems(path: string, value: unknown, max = Number.MAX_VALUE): Problem[] {
  if (value === undefined) return [];
  if (typeof value === 'number' && value > 0 && value <= max) return [];
  const most = max === Number.MAX_VALUE ? '' : `, at most ${max.toLocaleString('en')}`;
  return [{ path, found: show(value), expected: `a number above 0${most}` }];
}

/** What light may be colored by. */
export type LightColor = 'species' | 'speed' | ColorRepresentation;

export function colorProblems(color: unknown): Problem[] {
  if (color === undefined || typeof color === 'string' || typeof color === 'number') return [];
  if (color instanceof Color) return [];
  const expected = "'species', 'speed' or a color of three.js";
  return [{ path: '$.color', found: show(color), expected }];
}
