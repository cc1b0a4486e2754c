import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseScenario, type ScenarioInput } from '../../src/index.ts';

const flock = {
  name: 'flock',
  dimensions: 2,
  bounds: { type: 'wrap', min: [0, 0], max: [40, 40] },
  species: [
    {
      name: 'boid',
      count: 20,
      spawn: { type: 'box', min: [0, 0], max: [40, 40] },
      maxSpeed: 3,
      behaviors: [
        { type: 'cohesion', radius: 3 },
        { type: 'law:mine', strength: 2 },
      ],
    },
  ],
} satisfies ScenarioInput;

/** Mistakes that an editor marks: the compiler fails if one is not marked. */
export const MARKED: readonly ScenarioInput[] = [
  // @ts-expect-error a key that is misspelled
  { ...flock, dimension: 2 },
  // @ts-expect-error a type of bounds that does not exist
  { ...flock, bounds: { type: 'wraps', min: [0, 0], max: [1, 1] } },
  // @ts-expect-error no species
  { name: 'empty' },
  {
    ...flock,
    // @ts-expect-error a behavior that is misspelled
    species: [{ ...flock.species[0], behaviors: [{ type: 'cohesoin' }] }],
  },
  {
    ...flock,
    // @ts-expect-error a parameter that is misspelled
    species: [{ ...flock.species[0], behaviors: [{ type: 'cohesion', wieght: 1 }] }],
  },
];

it('an input that fits the type is a scenario', () => {
  const [boid] = flock.species;
  const known: ScenarioInput = {
    ...flock,
    species: [{ ...boid, behaviors: [{ type: 'cohesion', radius: 3 }] }],
  };
  expect(parseScenario(known).species[0].behaviors).toHaveLength(1);
});

it('says what a key means, its unit, its range and its default', () => {
  const file = new URL('../../src/scenario/scenario-input.ts', import.meta.url);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('Length of a tick. From 0.0001 to 1 s. Default: 0.016666666666666666.');
  const described = [...text.matchAll(/\*\/\n(?: {2})?(?:export interface )?\w+/g)];
  expect(described.length).toBeGreaterThan(400);
});
