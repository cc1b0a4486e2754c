import { createWorld, parseScenario, tick } from '@skein/core';
import { Color } from 'three';
import { describe, expect, it } from 'vitest';
import { HeadPoints } from '../../src/points/head-points.ts';
import { DrawnState } from '../../src/sync/drawn-state.ts';

const box = { min: [-9, -9, -9], max: [9, 9, 9] } as const;
const scenario = parseScenario({
  name: 'heads',
  seed: 11,
  bounds: { type: 'wrap', ...box },
  species: [
    {
      name: 'beam',
      count: 23,
      maxSpeed: 6,
      spawn: { type: 'box', ...box, velocity: { speed: 1 } },
      behaviors: [{ type: 'wander', weight: 3 }],
    },
  ],
});

describe('the heads of beams', () => {
  it.each(['speed', 'heading'] as const)('have the colors of each state, by %s', (by) => {
    const world = createWorld(scenario);
    const state = new DrawnState(world);
    state.paint.by = by;
    const heads = new HeadPoints(state, { colors: [new Color()], sizes: [1] });
    const seen = new Set<string>();
    for (let n = 0; n < 4; n++) {
      tick(world, 30);
      state.copyFrom(world, true);
      heads.update(state, 0);
      // Of the state, drawn for the first time.
      const fresh = new DrawnState(world);
      fresh.paint.by = by;
      fresh.copyFrom(world, true);
      const shown = heads.geometry.getAttribute('paint').array;
      expect([...shown]).toEqual([...fresh.paint.colors]);
      seen.add(shown.join());
    }
    expect(seen.size).toBe(4);
  });
});
