import { parseScenario } from '../../../src/scenario/parse.ts';
import type { Scenario } from '../../../src/scenario/schema.ts';
import type { HashScene } from './hash-scene.ts';

/** Bees that dodge bullets and one another, and are commanded for a while. */
function swarm(dimensions: 2 | 3, law: object): Scenario {
  const edge = [60, 45, 50];
  const bounds = { type: 'wrap', min: edge.map((v) => -v), max: edge };
  const box = { type: 'box', min: bounds.min, max: edge };
  return parseScenario({
    name: 'swarm',
    seed: 5,
    dimensions,
    bounds,
    species: [
      {
        name: 'bee',
        count: 203,
        spawn: box,
        maxSpeed: 12,
        maxForce: 30,
        behaviors: [
          {
            type: 'dodge',
            species: ['bullet', 'bee'],
            freeRange: 7,
            commandedRange: 4,
            horizon: 0.7,
            ...law,
          },
        ],
      },
      { name: 'bullet', count: 90, spawn: { ...box, velocity: { speed: 25 } } },
    ],
    targets: [{ name: 'touch', position: [0, 9, 0] }],
    commands: [
      {
        tick: 100,
        type: 'set',
        species: 'bee',
        behavior: 'dodge',
        parameter: 'commanded',
        value: 1,
      },
      { tick: 250, type: 'set', species: 'bee', behavior: 0, parameter: 'commanded', value: 0 },
    ],
  });
}

const ARTICLE = { push: 'equal', avoid: 0.6, pull: 1, beyond: 'growing' };

export const DODGING: readonly HashScene[] = [{}, ARTICLE].flatMap((law, k) =>
  ([2, 3] as const).map((dimensions) => ({
    name: `dodging in ${dimensions}D${k === 0 ? '' : ' by the article'}`,
    make: () => swarm(dimensions, law),
    isFirst: dimensions === 2 + k,
    ticks: 150,
  })),
);
