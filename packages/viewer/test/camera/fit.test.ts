import { createWorld, parseScenario } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { Fit } from '../../src/camera/fit.ts';
import { DrawnState } from '../../src/sync/drawn-state.ts';

describe('Fit', () => {
  it('is the box of nearly all: few that stray far move nothing', () => {
    const positions = Array.from({ length: 203 }, (_, i) => [
      10 + (i % 7),
      -5 + (i % 3),
      i === 100 ? 9000 : 2 * (i % 2),
    ]);
    const world = createWorld(
      parseScenario({
        name: 'some',
        species: [{ name: 'a', count: 203, spawn: { type: 'points', positions } }],
      }),
    );
    const fit = new Fit();
    expect(fit.update(new DrawnState(world))).toBe(true);
    expect(fit.center.toArray()).toEqual([13, -4, 1]);
    expect(fit.half.toArray()).toEqual([3, 1, 1]);
  });

  it('is nothing where nobody lives', () => {
    const world = createWorld(
      parseScenario({
        name: 'none',
        species: [{ name: 'a', count: 2, lifetime: 1, spawn: { type: 'pool' }, behaviors: [] }],
      }),
    );
    expect(new Fit().update(new DrawnState(world))).toBe(false);
  });
});
