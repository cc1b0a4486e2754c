import { createWorld, parseScenario } from '@skein/core';
import { DrawnState } from '@skein/three/parts';
import { expect, it } from 'vitest';
import { planeOver } from '../../src/scene/plane-over.ts';

it('a plane follows the ground of a height map', () => {
  // The ground rises by 1 m per 2 m along x, from 0 at x = 0 to 3 at x = 6.
  const heights = { columns: 4, rows: 2, cellSize: 2, values: [0, 1, 2, 3, 0, 1, 2, 3] };
  const spawn = { type: 'points', positions: [[1, 1]] };
  const species = [{ name: 'walker', count: 1, spawn }];
  const scenario = parseScenario({ name: 'rise', dimensions: 2, heights, species });
  const { relief } = new DrawnState(createWorld(scenario));
  const { position } = planeOver(4, 2, [4, 1], relief).attributes;
  expect(position.count).toBe(6);
  for (let k = 0; k < 6; k++) expect(position.getZ(k)).toBeCloseTo((position.getX(k) + 4) / 2, 6);
  expect(planeOver(4, 2, [4, 1], undefined).attributes.position.count).toBe(4);
});
