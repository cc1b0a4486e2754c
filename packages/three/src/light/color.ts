import type { Scenario, Species } from '@skein/core';
import { Color } from 'three';
import type { LightColor } from '../option-checks.ts';

/**
 * The color with which the light of a species is drawn. If colors show speed, this is the color of light for which
 * there is no speed.
 */
export function lightColorOf(species: Species, color: LightColor): Color {
  return new Color(color === 'species' || color === 'speed' ? (species.color ?? '#ffffff') : color);
}

/**
 * The speed at the end of the color scale for light, in m/s. It is the highest of the maximum speeds of these species
 * and of all speeds at which launchers fire. It is 0 if colors show the species.
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
