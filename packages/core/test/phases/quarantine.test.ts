import { describe, expect, it } from 'vitest';
import { orderParameters } from '../../src/measure/order-parameters.ts';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { pointsOf, positionOf, velocityOf, worldOf } from '../helpers/scenes.ts';

/** Every id is there once, and `slot` leads to each. */
function expectWhole(world: World): void {
  const { id, slot } = world.views;
  expect([...id].sort((a, b) => a - b)).toEqual(Array.from(id, (_, index) => index));
  for (let one = 0; one < world.count; one++) expect(id[slot[one]]).toBe(one);
}

function finite(values: readonly number[]): boolean {
  return values.every(Number.isFinite);
}

describe('valid numbers that run away: damping x dt far above 2', () => {
  // v is multiplied by -999 each tick, and overflows f32 after about 13 of them.
  const world = worldOf({
    dt: 1,
    species: [
      { name: 'rocket', ...pointsOf([[1, 2, 3]], [[4, -5, 6]]), damping: 1000 },
      {
        name: 'bird',
        count: 17,
        spawn: { type: 'box', min: [-5, -5, -5], max: [5, 5, 5], velocity: { speed: 1 } },
        maxSpeed: 2,
        behaviors: [{ type: 'cohesion' }, { type: 'alignment' }, { type: 'separation' }],
      },
    ],
  });
  let last: number[] = [];

  it('put the agent into quarantine at its last valid state, with one event', () => {
    let events = takeEvents(world);
    while (events.length === 0 && world.tick < 100) {
      last = [...positionOf(world, 0), ...velocityOf(world, 0)];
      tick(world);
      events = takeEvents(world);
    }
    expect(world.tick).toBeGreaterThan(5);
    expect(events).toEqual([
      {
        type: 'quarantined',
        tick: world.tick,
        id: 0,
        species: 'rocket',
        position: last.slice(0, 3),
      },
    ]);
    expect(world.views.status[world.views.slot[0]]).toBe(STATUS.quarantined);
  });

  it('leave it standing there, and the others flying', () => {
    tick(world, 20);
    expect(takeEvents(world)).toEqual([]);
    expect([...positionOf(world, 0), ...velocityOf(world, 0)]).toEqual(last);
    expectWhole(world);
    for (let id = 1; id < world.count; id++) {
      expect(finite([...positionOf(world, id), ...velocityOf(world, id)])).toBe(true);
    }
    expect(orderParameters(world).meanSpeed).toBeLessThan(2.001);
  });
});

describe.each([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])('%s in the front state', (_, value) => {
  it.each([
    ['position', 'open'],
    ['position', 'wrap'],
    ['position', 'contain'],
    ['velocity', 'open'],
    ['velocity', 'wrap'],
    ['velocity', 'contain'],
  ] as const)('of %s in bounds %s spreads to no other agent', (column, type) => {
    const world = worldOf({
      bounds: type === 'open' ? { type } : { type, min: [-9, -31, -13], max: [9, 31, 13] },
      species: [
        {
          name: 'bird',
          count: 17,
          spawn: { type: 'box', min: [-5, -5, -5], max: [5, 5, 5], velocity: { speed: 1 } },
          maxSpeed: 2,
          behaviors: [
            { type: 'cohesion', radius: 5 },
            { type: 'alignment', radius: 4 },
          ],
        },
      ],
    });
    tick(world, 2);
    world.views[column].y[world.views.slot[5]] = value;
    tick(world);
    const events = takeEvents(world);
    // A wall stops what flies into it, at any speed: that leaves nothing to report.
    if (!(type === 'contain' && column === 'position' && !Number.isNaN(value))) {
      expect(events).toMatchObject([{ type: 'quarantined', id: 5, tick: 3 }]);
    }
    tick(world, 20);
    expectWhole(world);
    for (let id = 0; id < world.count; id++) {
      if (id === 5) continue;
      expect(world.views.status[world.views.slot[id]]).toBe(STATUS.alive);
      expect(finite([...positionOf(world, id), ...velocityOf(world, id)])).toBe(true);
    }
  });
});

it('more than 64 quarantined in one tick all have the status, and 64 are reported', () => {
  const count = 103;
  const world = worldOf({
    dt: 1,
    species: [
      {
        name: 'rocket',
        ...pointsOf(Array(count).fill([0, 0, 0]), Array(count).fill([1, 0, 0])),
        damping: 1000,
      },
    ],
  });
  tick(world, 20);
  const events = takeEvents(world);
  expect(events.map((event) => 'id' in event && event.id)).toEqual(
    Array.from({ length: 64 }, (_, id) => id),
  );
  expect(world.views.status.every((status) => status === STATUS.quarantined)).toBe(true);
});

it('a quarantined agent of a pool can be fired again', () => {
  const world = worldOf({
    species: [
      {
        name: 'beam',
        count: 3,
        spawn: { type: 'pool' },
        behaviors: [{ type: 'homing' }],
        damping: 0.1,
      },
    ],
    targets: [{ name: 'goal', position: [0, 0, 500] }],
    launchers: [{ name: 'gun', species: 'beam', target: 'goal', position: [0, 0, 0], speed: 30 }],
    commands: [
      { type: 'fire', tick: 0, count: 3 },
      { type: 'fire', tick: 9, count: 3 },
    ],
  });
  tick(world, 3);
  world.views.velocity.x[world.views.slot[1]] = Number.NaN;
  tick(world, 3);
  expect(world.views.status[world.views.slot[1]]).toBe(STATUS.quarantined);
  tick(world, 5);
  expect(world.views.status[world.views.slot[1]]).toBe(STATUS.alive);
  expect(finite([...positionOf(world, 1), ...velocityOf(world, 1)])).toBe(true);
});
