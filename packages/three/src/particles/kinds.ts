import type { Scenario } from '@skein/core';
import { Color, Vector2, Vector4 } from 'three';
import { kindColor } from '../sync/color-scale.ts';

/** The brightness at a point of a fresh trail, summed over all sprites that overlap there. */
const TRAIL_LIGHT = 3;
const SPARK_LIGHT = 0.2;

/** The number of different colors for threads. */
export const THREADS = 32;

/** The colors of the threads, as sRGB values from 0 to 1. */
export function threadColors(): Color[] {
  return Array.from({ length: THREADS }, (_, thread) => {
    const [r, g, b] = kindColor(thread);
    return new Color(r / 255, g / 255, b / 255);
  });
}

/**
 * Uniforms with the properties of each kind of particle. Each species has two kinds. Kind `2 * species` is for trails,
 * and kind `2 * species + 1` is for sparks.
 */
export interface Kinds {
  readonly count: number;
  /** For each kind: radius at birth (m), attenuation (1/s), damping (1/s) and gravity (m/s^2). */
  readonly flights: Vector4[];
  /** For each kind: the strength of the random walk, in m/s^2. */
  readonly walks: number[];
  /** For each kind: radius at birth (m), and strength of the light. */
  readonly looks: Vector2[];
  readonly colors: Color[];
}

/**
 * Collects the properties of all kinds of particles of a scenario.
 *
 * @param speciesColors the color of each species
 */
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
      // The brightness is divided by the number of sprites per diameter, so that it does not depend on the density.
      const over = Math.max(1, 2 * radius * (trail?.density ?? 1));
      looks.push(new Vector2(radius, flight === sparks ? SPARK_LIGHT : TRAIL_LIGHT / over));
      colors.push(speciesColors[index].clone().convertLinearToSRGB());
    }
  });
  return { count: flights.length, flights, walks, looks, colors };
}
