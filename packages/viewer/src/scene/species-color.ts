import type { Scenario } from '@skein/core';
import { isLight } from '@skein/three/parts';
import { Color } from 'three';

/** The colors of species whose color is not set in the scenario. */
const BEAM_COLOR = '#40e0ff';
const AGENT_COLORS = ['#7fd4ff', '#ffb454', '#9be88f', '#e79bff'];

/** The color of the species with this index. */
export function speciesColor(scenario: Scenario, index: number): Color {
  const spare = isLight(scenario, scenario.species[index])
    ? BEAM_COLOR
    : AGENT_COLORS[index % AGENT_COLORS.length];
  return new Color(scenario.species[index].color ?? spare);
}

/** The name of each species of a scenario, and its color in CSS. */
export function speciesColors(scenario: Scenario): { name: string; color: string }[] {
  return scenario.species.map(({ name }, index) => ({
    name,
    color: speciesColor(scenario, index).getStyle(),
  }));
}
