import { createWorld, parseScenario, tick } from '@skein/core';
import { createMap, flowField, MOVE_X, MOVE_Y, NO_MOVE } from '@skein/core/path';
import { describe, expect, it } from 'vitest';
import { DrawnField } from '../../src/sync/drawn-field.ts';

const ROWS = ['#######', '#...#.#', '#.#.#.#', '#.#...#', '#######'];

function maze() {
  return createWorld(
    parseScenario({
      name: 'maze',
      dimensions: 2,
      map: { rows: ROWS, legend: { '.': 1, '#': 'wall' } },
      species: [
        {
          name: 'walker',
          count: 2,
          maxSpeed: 2,
          maxForce: 9,
          spawn: {
            type: 'points',
            positions: [
              [1.5, 1.5],
              [3.5, 3.5],
            ],
          },
          behaviors: [{ type: 'flowField', target: 'exit' }],
        },
      ],
      targets: [{ name: 'exit', position: [5.5, 3.5] }],
      commands: [{ tick: 2, type: 'cells', min: [3.1, 1.1], max: [3.9, 1.9], cost: 'wall' }],
    }),
  );
}

/** Follows the moves of each open cell by the costs that Dijkstra gives: they fall to the goal. */
function check(field: DrawnField, cost: Uint8Array, goal: number): number {
  const oracle = flowField(createMap(7, 5, cost), goal);
  let led = 0;
  field.move.forEach((move, cell) => {
    if (move === NO_MOVE) {
      expect(
        cell === goal || cost[cell] === 0 || oracle.cost[cell] === Number.POSITIVE_INFINITY,
      ).toBe(true);
      return;
    }
    const next = cell + MOVE_X[move] + 7 * MOVE_Y[move];
    expect(cost[next]).toBeGreaterThan(0);
    expect(oracle.cost[next]).toBeLessThan(oracle.cost[cell]);
    led += 1;
  });
  return led;
}

describe('DrawnField', () => {
  it('leads from each open cell to the goal over open cells, and is updated when a wall is removed', () => {
    const world = maze();
    const [field] = DrawnField.allOf(world);
    const goal = 3 * 7 + 5;
    field.copyFrom(world);
    expect([field.version, field.target]).toEqual([1, 0]);
    const led = check(field, world.views.mapCost, goal);
    expect(led).toBe(10);
    tick(world);
    field.copyFrom(world);
    expect(field.version).toBe(1);
    tick(world, 3);
    field.copyFrom(world);
    expect(field.version).toBe(2);
    expect(check(field, world.views.mapCost, goal)).toBeLessThan(led);
  });

  it('leads to its own goal if there are several fields', () => {
    const { scenario } = maze();
    const [walker] = scenario.species;
    const world = createWorld({
      ...scenario,
      species: [
        walker,
        {
          ...walker,
          name: 'other',
          behaviors: [{ ...walker.behaviors[0], target: 'home' } as never],
        },
      ],
      targets: [
        ...scenario.targets,
        { ...scenario.targets[0], name: 'home', position: [1.5, 3.5, 0] },
      ],
    });
    const fields = DrawnField.allOf(world);
    expect(fields.map(({ target }) => target)).toEqual([0, 1]);
    for (const field of fields) field.copyFrom(world);
    expect(check(fields[0], world.views.mapCost, 3 * 7 + 5)).toBe(10);
    expect(check(fields[1], world.views.mapCost, 3 * 7 + 1)).toBe(10);
  });

  it('does not exist if no agent follows one', () => {
    const world = createWorld(
      parseScenario({
        name: 'still',
        species: [{ name: 'a', count: 1, spawn: { type: 'points', positions: [[0, 0, 0]] } }],
      }),
    );
    expect(DrawnField.allOf(world)).toEqual([]);
  });
});
