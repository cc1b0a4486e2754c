import { parseScenario } from '../../../src/scenario/parse.ts';
import type { Scenario } from '../../../src/scenario/schema.ts';
import { boundsOf, randomPoints } from '../flocks.ts';
import { pointsOf } from '../scenes.ts';
import type { HashScene } from './hash-scene.ts';

/** Wide enough for the farthest look on a torus. */
const BOX = { min: [-3, 100, -50], max: [11, 131, -37] };

/** Where the species start: so close that it pays to look for each of them alone. */
const CLUMP = { min: [0, 105, -45], max: [5, 111, -41] };

type Behaviors = readonly Record<string, unknown>[];

const FLOCK: Behaviors = [
  { type: 'cohesion', radius: 1.3 },
  { type: 'alignment', radius: 1.3 },
  { type: 'separation', radius: 1.3, weight: 2 },
];

/** Species that look differently far, and for different species, so that they are in several layers. */
export const LAYERED: Readonly<Record<string, readonly [count: number, behaviors: Behaviors][]>> = {
  'hunters that keep apart': [
    [401, FLOCK.map((one) => ({ ...one, species: ['s0'] }))],
    [7, [{ type: 'separation', radius: 3.9, species: ['s1'] }]],
  ],
  'a flock that flees': [
    [401, [...FLOCK, { type: 'separation', radius: 3.9, species: ['s1'], weight: 9 }]],
    [7, [{ type: 'cohesion', radius: 4.1, species: ['s0'] }]],
    [30, [{ type: 'alignment', radius: 0.6, cosine: -0.3 }]],
  ],
  'each with its own kind': [
    [203, FLOCK.map((one) => ({ ...one, species: ['s0'] }))],
    [190, FLOCK.map((one) => ({ ...one, radius: 2.2, species: ['s1'] }))],
    [97, FLOCK.map((one) => ({ ...one, radius: 0.7, species: ['s2'] }))],
  ],
  'the same rules for several species': [
    [203, FLOCK],
    [190, FLOCK],
    [97, [...FLOCK, { type: 'separation', radius: 3.9, weight: 3 }]],
  ],
  'buses among walkers': [
    [303, [{ type: 'orca', radius: 1.2, species: ['s0', 's1'] }, { type: 'wander' }]],
    [5, [{ type: 'orca', radius: 3.9 }, { type: 'wander' }]],
    [60, [{ type: 'orca', radius: 0.9, species: ['s2'] }, { type: 'wander' }]],
  ],
};

export function layeredScene(name: string, bounds: string, dimensions: number): Scenario {
  return parseScenario({
    name: 'layers',
    seed: 3,
    dimensions,
    bounds: boundsOf(bounds, BOX),
    species: LAYERED[name].map(([count, behaviors], k) => {
      const ball = { min: [-3, -3, -3], max: [3, 3, 3] };
      return {
        name: `s${k}`,
        ...pointsOf(
          randomPoints(count, CLUMP, dimensions, 31 + k),
          randomPoints(count, ball, dimensions, 57 + k),
        ),
        radius: 0.2,
        maxSpeed: 4,
        maxForce: 30,
        behaviors,
      };
    }),
  });
}

export const LAYERS: readonly HashScene[] = Object.keys(LAYERED).flatMap((name, k) =>
  ['open', 'wrap', 'contain'].map((bounds, n) => ({
    name: `layers: ${name}, bounds ${bounds}`,
    make: () => layeredScene(name, bounds, (k + n) % 2 === 0 ? 3 : 2),
    isFirst: n === k % 3,
    ticks: 40,
  })),
);
