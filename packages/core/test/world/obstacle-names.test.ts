import { expect, it } from 'vitest';
import { command, createWorld, parseScenario, tick } from '../../src/index.ts';
import { obstacleNames } from '../../src/world/obstacle-names.ts';

it('obstacleNames maps rows to names from the scenario, its commands and the log', () => {
  const ball = (x: number) => ({ type: 'sphere' as const, center: [x, 0], radius: 1 });
  const world = createWorld(
    parseScenario({
      name: 'names',
      dimensions: 2,
      obstacles: [ball(1), { ...ball(2), name: 'second' }, { ...ball(3), name: 'third' }],
      obstacleCapacity: 2,
      species: [{ name: 'boid', count: 1, spawn: { type: 'points', positions: [[9, 9]] } }],
      commands: [{ tick: 1, type: 'obstacle', do: 'add', name: 'late', obstacle: ball(4) }],
    }),
  );
  const names = () => [...obstacleNames(world)];
  expect(names()).toEqual([
    [1, 'second'],
    [2, 'third'],
  ]);
  tick(world, 2);
  command(world, { type: 'obstacle', do: 'remove', name: 'second' });
  command(world, { type: 'obstacle', do: 'add', name: 'own', obstacle: ball(5) });
  tick(world);
  expect(names()).toEqual([
    [1, 'own'],
    [2, 'third'],
    [3, 'late'],
  ]);
});
