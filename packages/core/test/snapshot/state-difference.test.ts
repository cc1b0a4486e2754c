import { expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { stateDifference } from '../../src/snapshot/state-difference.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import type { World } from '../../src/world/world.ts';

/** Three agents on a line, of which the second starts at x. */
function worldOf(x: number): World {
  const positions = [
    [1, 1],
    [x, 1],
    [17, 1],
  ];
  return createWorld(
    parseScenario({
      name: 'line',
      dimensions: 2,
      bounds: { type: 'contain', min: [0, 0], max: [30, 6] },
      species: [
        {
          name: 'a',
          count: 3,
          spawn: { type: 'points', positions },
          behaviors: [{ type: 'cohesion', radius: 2 }],
        },
      ],
    }),
  );
}

it('a difference is reported for the agent, not for the places that follow from it', () => {
  const [found, expected] = [worldOf(9), worldOf(25)];
  expect([...found.front.id]).not.toEqual([...expected.front.id]);
  expect(stateDifference(found.plan, found.front, expected.front)).toEqual({
    column: 'positionX',
    agent: 1,
    element: undefined,
    found: 9,
    expected: 25,
  });
  expect(stateDifference(found.plan, found.front, worldOf(9).front)).toBeUndefined();
});

it('where agents differ only in their order, the first place is reported', () => {
  // The first two coincide, so that nothing but their order differs.
  const [found, expected] = [worldOf(1), worldOf(1)];
  found.front.id.set([1, 0]);
  found.front.slot.set([1, 0]);
  expect(stateDifference(found.plan, found.front, expected.front)).toEqual({
    column: 'id',
    agent: undefined,
    element: 0,
    found: 1,
    expected: 0,
  });
});
