import type { Scenario } from '@skein/core';
import { type ColorBy, MANY } from '@skein/three/parts';
import type { Options } from '../../options.ts';
import { formOf } from './form-of.ts';

/**
 * The meaning of the agents' colors, given the visitor's choice. `auto` stands for what the scenario names. If it names
 * nothing, `auto` stands for the heading if there are very many agents of a single species, and they are not beams. Only
 * colors by heading then show which agents move together. Otherwise, `auto` stands for the species.
 */
export function suitingColor(wanted: Options['color'], scenario: Scenario): ColorBy {
  if (wanted !== 'auto') return wanted;
  const { display } = scenario;
  if (display?.color !== undefined) return display.color.by;
  const [first, ...others] = scenario.species;
  const alike = others.length === 0 && first.count > MANY && formOf(first, scenario) !== undefined;
  return alike ? 'heading' : 'species';
}
