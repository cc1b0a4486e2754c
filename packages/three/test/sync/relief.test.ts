import { command, createWorld, parseScenario, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { DrawnState } from '../../src/sync/drawn-state.ts';
import { Relief } from '../../src/sync/relief.ts';

/** Ground that rises by 1 m per 2 m along x, from 0 at x = 0 to 3 at x = 6, and two walkers and a beam on it. */
const SCENARIO = {
  name: 'rise',
  dimensions: 2,
  heights: { columns: 4, rows: 2, cellSize: 2, values: [0, 1, 2, 3, 0, 1, 2, 3] },
  species: [
    {
      name: 'walker',
      count: 2,
      spawn: {
        type: 'points',
        positions: [
          [1, 1],
          [4, 0],
        ],
      },
    },
    {
      name: 'beam',
      count: 1,
      spawn: { type: 'pool' },
      behaviors: [{ type: 'homing', target: 'goal' }],
    },
  ],
  targets: [{ name: 'goal', position: [5, 1], radius: 0.1 }],
  launchers: [{ name: 'gun', species: 'beam', target: 'goal', position: [2, 1], speed: 3 }],
};

describe('over a height map', () => {
  it('draws agents, targets and trails on the ground', () => {
    const world = createWorld(parseScenario(SCENARIO));
    command(world, { type: 'fire' });
    tick(world);
    const state = new DrawnState(world);
    tick(world, 3);
    state.copyFrom(world);
    expect(state.living).toBe(3);
    for (let i = 0; i < 3; i++) expect(state.z[i]).toBeCloseTo(state.x[i] / 2, 6);
    expect([...state.targets]).toEqual([5, 1, 2.5]);
    const { places, written } = state.trails.ring;
    expect(written).toBeGreaterThan(0);
    expect([...places.subarray(0, 3)]).toEqual([2, 1, 1]);
    expect(places[12 * (written - 1) + 11]).toBeCloseTo(places[12 * (written - 1) + 9] / 2, 5);
    // The world itself stays in the plane.
    expect([...world.views.position.z]).toEqual([0, 0, 0]);
  });

  it('draws routes on the ground', () => {
    const relief = Relief.of(createWorld(parseScenario(SCENARIO)))!;
    expect(relief.along([0, 0, 0], [6, 0, 0])).toEqual([
      [2, 0, 1],
      [4, 0, 2],
      [6, 0, 3],
    ]);
  });

  it('a scene without one has no relief', () => {
    const { heights, ...flat } = SCENARIO;
    expect(new DrawnState(createWorld(parseScenario(flat))).relief).toBeUndefined();
  });
});
