import type { Scenario, Species } from '@skein/core';
import { Color } from 'three';
import type { LightColor } from '../option-checks.ts';

/** Of light that tells species, or is all of one color; where it tells speed, of what has none. */
export function lightColorOf(species: Species, color: LightColor): Color {
  return new Color(color === 'species' || color === 'speed' ? (species.color ?? '#ffffff') : color);
}

/** The end of the scale of colors, m/s, for light of these species and of what is fired; 0 where colors tell species. */
export function fastestOf(
  species: readonly Species[],
  { launchers }: Scenario,
  color: LightColor,
): number {
  if (color !== 'speed') return 0;
  const speeds = species.map(({ maxSpeed }) => maxSpeed ?? 0);
  return Math.max(...speeds, ...launchers.map(({ speed }) => speed));
}
