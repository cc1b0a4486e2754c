import type { Scenario } from '@skein/core';
import { Color } from 'three';

/** What species without a color of their own are drawn in. */
const BEAM_COLOR = '#40e0ff';
const AGENT_COLORS = ['#7fd4ff', '#ffb454', '#9be88f', '#e79bff'];

/** Whether the species is fired from launchers, and so is drawn as light. */
export function isFired({ launchers, species }: Scenario, index: number): boolean {
  return launchers.some((launcher) => launcher.species === species[index].name);
}

/** The color of a species. */
export function speciesColor(scenario: Scenario, index: number): Color {
  const spare = isFired(scenario, index) ? BEAM_COLOR : AGENT_COLORS[index % AGENT_COLORS.length];
  return new Color(scenario.species[index].color ?? spare);
}
