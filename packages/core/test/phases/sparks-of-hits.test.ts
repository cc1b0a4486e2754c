import { expect, it } from 'vitest';
import { defineLaw } from '../../src/laws/index.ts';
import { particles } from '../../src/phases/particles.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';

const end = defineLaw({
  ...{ name: 'end', description: 'Ends at once.' },
  ends: ({ self }) => self.id.mod(2).equal(0),
});

it('hits spark, however many agents of other species a law ends in the same step', () => {
  const scenario = parseScenario(
    {
      name: 'sparks',
      dimensions: 2,
      targets: [{ name: 'lamp', position: [5, 5], radius: 1 }],
      species: [
        {
          ...{ name: 'dart', count: 7, sparks: { count: 3 } },
          spawn: { type: 'points', positions: Array.from({ length: 7 }, () => [5, 5]) },
          behaviors: [{ type: 'homing', target: 'lamp', speed: 1 }],
        },
        {
          ...{ name: 'fly', count: 9, behaviors: [{ type: 'law:end' }] },
          spawn: { type: 'box', min: [4, 4], max: [6, 6] },
        },
      ],
    },
    { laws: [end] },
  );
  const sparksOf = (kernel: 'ts' | 'simd') => {
    const world = createWorld(scenario, { kernel });
    tick(world);
    expect(world.front.hits[0]).toBe(7);
    expect(world.front.nextBirth[0], kernel).toBe(21);
    return particles(world);
  };
  expect(sparksOf('simd')).toEqual(sparksOf('ts'));
});
