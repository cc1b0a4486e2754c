import type { Species } from '@skein/core';
import { Color } from 'three';
import type { LightColor } from '../option-checks.ts';

/** Of light that tells species, or is all of one color; where it tells speed, of what has none. */
export function lightColorOf(species: Species, color: LightColor): Color {
  return new Color(color === 'species' || color === 'speed' ? (species.color ?? '#ffffff') : color);
}
