import type { Scenario } from '@skein/core';
import { hasWeightMaps } from '../insight/weight-maps.ts';
import type { Feature } from '../options.ts';
import { formOf } from './agents/form-of.ts';
import { heightsOf } from './heights-of.ts';

/** A ground that is higher than this has room for floors above each other, m. */
const ROOM = 1.8;

/** Finds those features of a scenario on which the visibility of options depends. */
export function featuresOf(scenario: Scenario): ReadonlySet<Feature> {
  const { species, map } = scenario;
  const found = new Set<Feature>();
  if (species.some(({ trail }) => trail)) found.add('trails');
  if (species.some(({ trail, sparks }) => trail ?? sparks)) found.add('particles');
  if (species.some((species) => formOf(species, scenario) !== undefined)) found.add('bodies');
  const follows = species.some(({ behaviors }) => behaviors.some((b) => b.type === 'flowField'));
  if (map !== undefined && follows) found.add('fields');
  if (scenario.fields !== undefined && scenario.dimensions === 2) found.add('fields');
  if (hasWeightMaps(scenario)) found.add('maps');
  const [low, high] = heightsOf(scenario);
  if (high - low > ROOM) found.add('floors');
  return found;
}
