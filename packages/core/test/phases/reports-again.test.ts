import { expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { World } from '../../src/world/world.ts';
import { worldOf } from '../helpers/scenes.ts';

/** One agent at rest at [4, 4], in a room of a map with a door to the east, and a target at the same place. */
function worldWith(reports: readonly object[], target = [4, 4, 0]): World {
  return worldOf({
    dimensions: 2,
    map: { rows: ['....', '##..', '....'], legend: { '.': 1, '#': 'wall' }, cellSize: 4 },
    targets: [{ name: 'sun', position: target }],
    species: [
      {
        name: 'walker',
        count: 1,
        spawn: { type: 'points', positions: [[2, 2, 0]] },
        goals: { type: 'points', positions: [[2, 2, 0]] },
        reports,
      },
    ],
  });
}

/** The types of the events of the next ticks. */
function told(world: World, ticks = 3): string[] {
  tick(world, ticks);
  return takeEvents(world).map(({ type }) => type);
}

it('an agent arrives again after `go`, even where it stands, and after `place`', () => {
  const world = worldWith([{ type: 'arrived' }]);
  expect(told(world)).toEqual(['arrived']);
  expect(told(world)).toEqual([]);
  command(world, { type: 'go', ids: [0], position: [2, 2, 0] });
  expect(told(world)).toEqual(['arrived']);
  command(world, { type: 'go', ids: [0], position: [2, 9, 0] });
  expect(told(world)).toEqual([]);
  command(world, { type: 'place', ids: [0], position: [2, 9.5, 0] });
  expect(told(world)).toEqual(['arrived']);
  command(world, { type: 'place', ids: [0], velocity: [0, 0, 0] });
  expect(told(world)).toEqual([]);
});

it('an agent arrives again at a target that `move` took away and back, not at one it nudged', () => {
  const world = worldWith([{ type: 'arrived', target: 'sun', radius: 2 }], [2, 3, 0]);
  expect(told(world)).toEqual(['arrived']);
  command(world, { type: 'move', target: 'sun', position: [3, 2, 0] });
  expect(told(world)).toEqual([]);
  command(world, { type: 'move', target: 'sun', position: [9, 9, 0] });
  expect(told(world)).toEqual([]);
  command(world, { type: 'move', target: 'sun', position: [2, 2, 0] });
  expect(told(world)).toEqual(['arrived']);
});

it('a goal out of reach is reported once, and again after `go` or a change of the map', () => {
  const world = worldWith([{ type: 'unreachable' }]);
  const wall = { type: 'cells' as const, min: [9, 5], max: [15, 7] };
  expect(told(world)).toEqual([]);
  command(world, { type: 'go', ids: [0], position: [2, 10, 0] });
  expect(told(world)).toEqual([]);
  command(world, { ...wall, cost: 'wall' });
  expect(told(world)).toEqual(['unreachable']);
  command(world, { type: 'go', ids: [0], position: [6, 10, 0] });
  expect(told(world)).toEqual(['unreachable']);
  command(world, { type: 'cells', min: [14, 1], max: [15, 2], cost: 3 });
  expect(told(world)).toEqual(['unreachable']);
  command(world, { ...wall, cost: 1 });
  expect(told(world)).toEqual([]);
  command(world, { ...wall, cost: 'wall' });
  expect(told(world)).toEqual(['unreachable']);
  command(world, { type: 'go', ids: [0], position: [5, 6, 0] });
  expect(told(world), 'in a wall').toEqual(['unreachable']);
});

it('a target out of reach is reported again when `move` brings it to another cell', () => {
  const world = worldWith([{ type: 'unreachable', target: 'sun' }], [5, 6, 0]);
  expect(told(world)).toEqual(['unreachable']);
  command(world, { type: 'move', target: 'sun', position: [5.5, 6.5, 0] });
  expect(told(world)).toEqual([]);
  command(world, { type: 'move', target: 'sun', position: [1, 6, 0] });
  expect(told(world)).toEqual(['unreachable']);
});

it('a target is near again only once it has been farther away than `release`', () => {
  const world = worldWith([{ type: 'near', target: 'sun', distance: 2, release: 5 }], [2, 3, 0]);
  expect(told(world)).toEqual(['near']);
  for (const [y, expected] of [
    [6, 0],
    [3, 0],
    [8, 0],
    [3, 1],
  ] as const) {
    command(world, { type: 'move', target: 'sun', position: [2, y, 0] });
    expect(told(world), `at ${y}`).toHaveLength(expected);
  }
});
