import { createWorld, parseScenario } from '@skein/core';
import { DrawnState } from '@skein/three/parts';
import { describe, expect, it } from 'vitest';
import { Fit, wanders } from '../../src/camera/fit.ts';

describe('Fit', () => {
  it('is the box of nearly all agents: a few stray agents do not matter', () => {
    const positions = Array.from({ length: 203 }, (_, i) => [
      10 + (i % 7),
      -5 + (i % 3),
      i === 100 ? 9000 : 2 * (i % 2),
    ]);
    const scenario = parseScenario({
      name: 'some',
      species: [{ name: 'a', count: 203, spawn: { type: 'points', positions } }],
    });
    const fit = new Fit(scenario);
    expect(fit.update(new DrawnState(createWorld(scenario)))).toBe(true);
    expect(fit.center.toArray()).toEqual([13, -4, 1]);
    expect(fit.half.toArray()).toEqual([3, 1, 1]);
  });

  it('includes all agents of a species with few', () => {
    const positions = Array.from({ length: 300 }, (_, i) => [i % 5, 0, 0]);
    const scenario = parseScenario({
      name: 'dogs',
      species: [
        { name: 'sheep', count: 300, spawn: { type: 'points', positions } },
        { name: 'dog', count: 1, spawn: { type: 'points', positions: [[-40, 9, 0]] } },
      ],
    });
    const fit = new Fit(scenario);
    fit.update(new DrawnState(createWorld(scenario)));
    expect(fit.center.toArray()).toEqual([-18, 4.5, 0]);
    expect(fit.half.toArray()).toEqual([22, 4.5, 0]);
  });

  it('is empty without living agents', () => {
    const scenario = parseScenario({
      name: 'none',
      species: [{ name: 'a', count: 2, lifetime: 1, spawn: { type: 'pool' } }],
    });
    expect(new Fit(scenario).update(new DrawnState(createWorld(scenario)))).toBe(false);
  });
});

it('looks for agents in open space, and not where a ground holds them', () => {
  const open = {
    ...{ name: 'open', dimensions: 3 as const },
    species: [{ name: 'a', count: 1, spawn: { type: 'points' as const, positions: [[0, 0, 0]] } }],
  };
  const ground = {
    vertices: [
      [-1, -1, 0],
      [1, -1, 0],
      [0, 1, 0],
    ],
    polygons: [[0, 1, 2]],
  };
  expect(wanders(parseScenario(open as never))).toBe(true);
  expect(wanders(parseScenario({ ...open, ground } as never))).toBe(false);
});
