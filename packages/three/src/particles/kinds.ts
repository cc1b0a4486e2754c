import type { Scenario } from '@skein/core';
import { type Color, Vector2, Vector4 } from 'three';

/** Sprites of a fresh trail that lie over each other add up to about this much light. */
const TRAIL_LIGHT = 3;
const SPARK_LIGHT = 0.2;

/** What the shaders know of each kind of particle: 2 x species, and 1 more for sparks. */
export interface Kinds {
  readonly count: number;
  /** Radius at birth, m; attenuation, 1/s; damping, 1/s; gravity, m/s^2. */
  readonly flights: Vector4[];
  /** randomWalk, m/s^2. */
  readonly walks: number[];
  /** Radius at birth, m; strength of the light. */
  readonly looks: Vector2[];
  readonly colors: Color[];
}

/** `speciesColors`: by species. */
export function kindsOf(scenario: Scenario, speciesColors: readonly Color[]): Kinds {
  const flights: Vector4[] = [];
  const walks: number[] = [];
  const looks: Vector2[] = [];
  const colors: Color[] = [];
  scenario.species.forEach(({ trail, sparks }, index) => {
    for (const flight of [trail, sparks]) {
      const { radius = 1, attenuation = 1, damping = 0, gravity = 0 } = flight ?? {};
      flights.push(new Vector4(radius, attenuation, damping, gravity));
      walks.push(flight?.randomWalk ?? 0);
      // As bright whatever the density: as many lie over each other as there are in a diameter.
      const over = Math.max(1, 2 * radius * (trail?.density ?? 1));
      looks.push(new Vector2(radius, flight === sparks ? SPARK_LIGHT : TRAIL_LIGHT / over));
      colors.push(speciesColors[index].clone().convertLinearToSRGB());
    }
  });
  return { count: flights.length, flights, walks, looks, colors };
}
