import type { Scenario } from '@skein/core';
import { type ColorBy, MANY } from '@skein/three/parts';
import type { Options } from '../../options.ts';
import { formOf } from './form-of.ts';

/**
 * What the colors of agents show, given the visitor's choice. For `auto`, this is the heading if there are very many
 * agents of a single species, because only the heading then shows which agents move together. Otherwise, it is the
 * species.
 */
export function suitingColor(wanted: Options['color'], scenario: Scenario): ColorBy {
  if (wanted !== 'auto') return wanted;
  const [first, ...others] = scenario.species;
  const alike = others.length === 0 && first.count > MANY && formOf(first, scenario) !== undefined;
  return alike ? 'heading' : 'species';
}
