import type { Scenario } from '@skein/core';
import { type ColorBy, MANY } from '@skein/three/parts';
import type { Options } from '../../options.ts';
import { formOf } from './form-of.ts';

/**
 * What colors tell where they tell what suits the scene: the heading of very many of one species, among which that
 * alone shows which agents fly together; else the species.
 */
export function suitingColor(wanted: Options['color'], scenario: Scenario): ColorBy {
  if (wanted !== 'auto') return wanted;
  const [first, ...others] = scenario.species;
  const alike = others.length === 0 && first.count > MANY && formOf(first, scenario) !== undefined;
  return alike ? 'heading' : 'species';
}
