import { createWorld, parseScenario, tick } from '@skein/core';
import { DrawnState } from '@skein/three/parts';
import { describe, expect, it } from 'vitest';
import { Chase } from '../../src/camera/chase.ts';

/** Five agents with different headings, of which number 1 lives for only a tenth of a second. */
function fliers() {
  return createWorld(
    parseScenario({
      name: 'fliers',
      bounds: { type: 'wrap', min: [-9, -9, -9], max: [9, 9, 9] },
      species: [
        { name: 'a', count: 1, spawn: { type: 'points', positions: [[3, 0, 0]] } },
        {
          name: 'b',
          count: 1,
          lifetime: 0.1,
          spawn: { type: 'points', positions: [[1, 2, 3]], velocities: [[4, 0, 0]] },
        },
        {
          name: 'c',
          count: 3,
          spawn: {
            type: 'points',
            positions: [
              [-4, 1, 0],
              [5, 5, 5],
              [0, 0, 7],
            ],
            velocities: [
              [0, 0, 9],
              [0, -1, 0],
              [-2, 0, 0],
            ],
          },
        },
      ],
    }),
  );
}

describe('Chase', () => {
  it('stands behind and above the followed agent, and looks at its drawn position', () => {
    const world = fliers();
    const state = new DrawnState(world);
    const chase = new Chase();
    chase.distance = 5;
    expect(chase.update(state, 2, 0.01, 0.016)).toBe(true);
    expect(chase.id).toBe(2);
    expect(chase.look.z).toBeCloseTo(-0.09, 5);
    expect(chase.eye.z).toBeLessThan(chase.look.z - 4);
    expect(chase.eye.y).toBeGreaterThan(chase.look.y + 1);
    expect(chase.update(state, 2, 0, 0.016)).toBe(false);
  });

  it('follows an id although places change, and moves to the next id when the agent ends', () => {
    const world = fliers();
    const state = new DrawnState(world);
    const chase = new Chase();
    const follow = (wanted?: number) => {
      const changed = chase.update(state, wanted, 0, 0.016);
      if (chase.id === undefined) throw new Error('nobody is followed');
      const { x, y, z } = world.views.position;
      const place = world.views.slot[chase.id];
      expect(chase.look.toArray()).toEqual([x[place], y[place], z[place]]);
      return [chase.id, changed];
    };
    expect(follow(1)).toEqual([1, true]);
    for (let i = 0; i < 4; i++) {
      tick(world);
      state.copyFrom(world);
      expect(follow(1)).toEqual([1, false]);
    }
    tick(world, 10);
    state.copyFrom(world);
    expect(follow(1)).toEqual([2, true]);
    expect(follow(1)).toEqual([2, false]);
    expect(follow()).toEqual([2, false]);
    expect(follow(4)).toEqual([4, true]);
    chase.forget();
    expect(follow()).toEqual([0, true]);
  });

  it('stands above a flat scene', () => {
    const state = new DrawnState(fliers());
    const chase = new Chase();
    chase.flat = true;
    chase.update(state, 3, 0, 0.016);
    expect(chase.eye.z).toBeGreaterThan(chase.look.z + 5);
    expect(chase.eye.x).toBe(chase.look.x);
  });
});
