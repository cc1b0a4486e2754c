import type { Scenario, Species } from '@skein/core';
import { Color } from 'three';
import type { LightColor } from '../option-checks.ts';

/**
 * Returns the color of the light of a species. If colors show speed, this color is used only for light without a speed.
 */
export function lightColorOf(species: Species, color: LightColor): Color {
  return new Color(color === 'species' || color === 'speed' ? (species.color ?? '#ffffff') : color);
}

/**
 * The speed at the end of the color scale for light, in m/s. If colors do not show speed, it is 0. Otherwise, it is the
 * highest among the maximum speeds of `species` and the speeds at which launchers fire.
 */
export function fastestOf(
  species: readonly Species[],
  { launchers }: Scenario,
  color: LightColor,
): number {
  if (color !== 'speed') return 0;
  const speeds = species.map(({ maxSpeed }) => maxSpeed ?? 0);
  return Math.max(...speeds, ...launchers.map(({ speed }) => speed));
}
