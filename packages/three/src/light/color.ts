import type { Scenario, Species } from '@skein/core';
import { Color } from 'three';
import type { LightColor } from '../option-checks.ts';

/** The color of light of a species. If colors show speed, it applies to light without a speed. */
export function lightColorOf(species: Species, color: LightColor): Color {
  return new Color(color === 'species' || color === 'speed' ? (species.color ?? '#ffffff') : color);
}

/**
 * The speed at the end of the color scale for light, in m/s: the maximum over these species and everything that is
 * fired. 0 if colors show the species.
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
