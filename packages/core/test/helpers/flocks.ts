import { randomOf } from './random-of.ts';

/** Agents of neighbor tests: lopsided boxes, and places where a grid goes wrong. */

export interface Box {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

export const LOPSIDED: Box = { min: [-3, 100, -50], max: [4, 131, -37] };

/** `count` random points of a box; z is 0 in two dimensions. */
export function randomPoints(
  count: number,
  box: Box,
  dimensions: number,
  seed: number,
): number[][] {
  const random = randomOf(seed);
  return Array.from({ length: count }, () =>
    box.min.map((low, axis) => (axis < dimensions ? low + random() * (box.max[axis] - low) : 0)),
  );
}

/** The three neighbor behaviors with radii and fields of view that differ. */
export const LOOKING = [
  { type: 'cohesion', weight: 3, radius: 2.3, cosine: -0.15 },
  { type: 'alignment', weight: 2, radius: 1.9, cosine: 0.4 },
  { type: 'separation', weight: 5, radius: 1.1 },
];

export function boundsOf(type: string, box: Box): Record<string, unknown> {
  return type === 'open' ? { type } : { type, ...box };
}

/** A flock of one species at random places of a box, with random velocities. */
export function flockInput(
  count: number,
  type: string,
  dimensions: number,
  seed: number,
  box: Box = LOPSIDED,
): Record<string, unknown> {
  const ball = { min: [-3, -3, -3], max: [3, 3, 3] };
  return {
    seed,
    dimensions,
    bounds: boundsOf(type, box),
    species: [
      {
        name: 'bird',
        count,
        spawn: {
          type: 'points',
          positions: randomPoints(count, box, dimensions, seed),
          velocities: randomPoints(count, ball, dimensions, seed + 1),
        },
        maxSpeed: 4,
        behaviors: LOOKING,
      },
    ],
  };
}
