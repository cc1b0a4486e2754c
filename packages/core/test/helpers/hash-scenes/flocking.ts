import { parseScenario } from '../../../src/scenario/parse.ts';
import type { Scenario } from '../../../src/scenario/schema.ts';
import { boundsOf, LOPSIDED, randomPoints } from '../flocks.ts';
import { pointsOf } from '../scenes.ts';
import type { HashScene } from './hash-scene.ts';

/** A flock with all three laws: species with one radius for all, and one with a view, a mask and a radius for each. */
export function lawfulFlock(bounds: string, dimensions: number, turn: object): Scenario {
  const laws = [
    { type: 'separation', sum: 'count', weight: 0.9, near: 0.8, factor: 3 },
    { type: 'alignment', of: 'heading', weight: 4 },
    { type: 'cohesion', of: 'offset', weight: 1.3 },
  ];
  const radii = [1.1, 2.3, 1.7];
  const species = [
    [267, laws.map((law) => ({ ...law, radius: 2.1 }))],
    [130, laws.map((law, k) => ({ ...law, radius: radii[k], cosine: -0.3, species: ['s0'] }))],
    [5, [...laws, ...laws].map((law) => ({ ...law, radius: 1.7 }))],
  ] as const;
  return parseScenario({
    name: 'laws',
    seed: 5,
    dimensions,
    bounds: boundsOf(bounds, LOPSIDED),
    species: species.map(([count, behaviors], k) => {
      // Some share their positions with others.
      const at = randomPoints(count, LOPSIDED, dimensions, 7 + (k % 2));
      const ball = { min: [-3, -3, -3], max: [3, 3, 3] };
      const velocities = randomPoints(count, ball, dimensions, k);
      return {
        name: `s${k}`,
        ...pointsOf(at, velocities),
        maxSpeed: 4,
        maxForce: 30,
        ...(k < 2 && turn),
        behaviors,
      };
    }),
  });
}

export const FLOCKS: readonly (readonly [bounds: string, dimensions: 2 | 3, turn: object])[] = [
  ['open', 3, {}],
  ['wrap', 3, { turnRate: 2 }],
  ['wrap', 2, { turnRate: 5, turn: 'slerp' }],
  ['contain', 3, { turnRate: 5, turn: 'slerp' }],
];

export const FLOCKING: readonly HashScene[] = FLOCKS.map(([bounds, dimensions, turn], k) => ({
  name: `flocking laws in ${dimensions}D, bounds ${bounds}`,
  make: () => lawfulFlock(bounds, dimensions, turn),
  isFirst: k % 2 === 1,
}));
