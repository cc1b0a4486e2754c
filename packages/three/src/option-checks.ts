import type { Problem, Species } from '@skein/core';
import { guessText } from '@skein/core/describe';
import { canHoldOptions, show, unknownOption } from '@skein/core/internal';
import type { Color, ColorRepresentation, Material } from 'three';
import { isColorText } from './color-text.ts';
import { Driver, disposedDriver } from './driver.ts';

/**
 * Finds problems with the driver, and with the type of the options. If any problem is found, the options must not be
 * read.
 *
 * @throws ThreeError DRIVER_DISPOSED
 */
export function frameProblems(driver: Driver, options: unknown): Problem[] {
  if (!(driver instanceof Driver)) {
    return [{ path: '$driver', found: show(driver), expected: 'a driver from createDriver' }];
  }
  if (driver.disposed) throw disposedDriver();
  if (!canHoldOptions(options)) {
    return [{ path: '$', found: show(options), expected: 'an object' }];
  }
  return [];
}

/** Returns a problem if the options contain an unknown name. */
export function nameProblems(options: object, known: readonly string[]): Problem[] {
  const unknown = unknownOption(options, [...known]);
  if (unknown === undefined) return [];
  const found = `an unknown option${guessText(unknown, known)}`;
  return [{ path: `$.${unknown}`, found, expected: `one of ${known.join(', ')}` }];
}

/** Returns a problem if the scenario has no species of this name. The name may be undefined. */
export function speciesProblems(species: readonly Species[], name: unknown): Problem[] {
  if (name === undefined || species.some((species) => species.name === name)) return [];
  const names = species.map((species) => species.name);
  const guess = typeof name === 'string' ? guessText(name, names) : '';
  const expected = `one of ${names.map((name) => `"${name}"`).join(', ')}`;
  return [{ path: '$.species', found: show(name) + guess, expected }];
}

/** Returns a problem unless a value is a number above 0 and at most `max`. The value may be undefined. */
export function sizeProblems(path: string, value: unknown, max = Number.MAX_VALUE): Problem[] {
  if (value === undefined) return [];
  if (typeof value === 'number' && value > 0 && value <= max) return [];
  const most = max === Number.MAX_VALUE ? '' : `, at most ${max.toLocaleString('en')}`;
  return [{ path, found: show(value), expected: `a number above 0${most}` }];
}

/** The color of light: a color for each species, a color for each speed, or one color for all light. */
export type LightColor = 'species' | 'speed' | ColorRepresentation;

/** Returns a problem if a value is neither a color nor one of `words`. The value may be undefined. */
export function colorProblems(
  color: unknown,
  words: readonly string[] = ['species', 'speed'],
): Problem[] {
  if (color === undefined || words.includes(color as string) || isColor(color)) return [];
  const guess = typeof color === 'string' ? guessText(color, words) : '';
  const expected = `${words.map((word) => `'${word}'`).join(', ')} or a color of three.js`;
  return [{ path: '$.color', found: show(color) + guess, expected }];
}

function isColor(value: unknown): boolean {
  if (typeof value === 'string') return isColorText(value);
  return typeof value === 'number' || (value as Color | null)?.isColor === true;
}

/**
 * Returns a problem if a value is not a mesh material. Materials for points, lines or sprites are not mesh materials.
 */
export function materialProblems(material: unknown): Problem[] {
  const { isMaterial, type } = Object(material) as Partial<Material>;
  if (isMaterial === true && !/^(Points|Line|Sprite)/.test(type ?? '')) return [];
  return [{ path: '$.material', found: show(material), expected: 'a mesh material of three.js' }];
}
