import { parseScenario } from '../../../src/scenario/parse.ts';
import type { Scenario } from '../../../src/scenario/schema.ts';
import type { HashScene } from './hash-scene.ts';

/** Everything that context steering handles, with behaviors before and after it. */
export function contextCrowd(dimensions: number, compose: string): Scenario {
  const edge = [12, 9, 7];
  return parseScenario({
    name: 'crowd',
    seed: 77,
    dimensions,
    bounds: { type: dimensions === 2 ? 'wrap' : 'contain', min: edge.map((v) => -v), max: edge },
    species: ['red', 'blue'].map((name, k) => ({
      name,
      count: 150 + 37 * k,
      spawn: { type: 'box', min: edge.map((v) => 1 - v), max: edge.map((v) => v - 1) },
      maxSpeed: 2,
      maxForce: 40,
      compose,
      behaviors: [
        { type: 'seek', from: 1, ...(k === 0 ? {} : { quarry: 'red', choose: 'assigned' }) },
        { type: 'alignment', weight: 0.5, radius: 1.5 },
        { type: 'avoidance', weight: 1 },
        { type: 'strafe', weight: 0.3, hand: k === 0 ? 'own' : 'none', to: 3 },
        { type: 'context', radius: 0.8, merge: k === 0 ? 'sum' : 'max' },
        { type: 'cohesion', weight: 0.2, radius: 1.5 },
      ],
    })),
    targets: [
      {
        name: 'goal',
        position: [3, 1, 0],
        motion: { type: 'orbit', center: [0, 0, 0], rate: 0.7 },
      },
    ],
    obstacles: [
      { type: 'sphere', center: [4, 4, 0], radius: 1.5 },
      { type: 'sphere', center: [-11, 2, 1], radius: 2 },
    ],
  });
}

export const CONTEXT: readonly HashScene[] = (
  [
    [2, 'sum'],
    [3, 'sum'],
    [2, 'priority'],
  ] as const
).map(([dimensions, compose], k) => ({
  name: `context in ${dimensions}D by ${compose}`,
  make: () => contextCrowd(dimensions, compose),
  isFirst: k > 0,
}));
