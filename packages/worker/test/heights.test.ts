import {
  createWorld,
  findPaths,
  measure,
  type PathQuery,
  parseScenario,
  stateHash,
  tick,
} from '@skein/core';
import { expect, it } from 'vitest';
import { someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';

const TICKS = 40;
const [WIDTH, HEIGHT] = [31, 17];

/**
 * Waves with a wall across them, and a steep plateau. All agents begin at the left and go to the right, half of them
 * by routes and half by a flow field.
 */
function hills() {
  const values = Float32Array.from({ length: (WIDTH + 1) * (HEIGHT + 1) }, (_, k) => {
    const [x, y] = [k % (WIDTH + 1), Math.floor(k / (WIDTH + 1))];
    return 2 * Math.sin(x / 3) * Math.cos(y / 4) + (x > 22 && y > 9 ? 5 : 0);
  });
  const rows = Array.from({ length: HEIGHT }, (_, r) =>
    Array.from({ length: WIDTH }, (_, c) => (c === 6 && r % 5 !== 2 ? '#' : '.')).join(''),
  );
  const walkers = (name: string, type: string) => ({
    name,
    count: 83,
    maxSpeed: 3,
    spawn: { type: 'box', min: [0.5, 0.5], max: [5.5, 16.5] },
    behaviors: [{ type }, { type: 'separation' }],
  });
  return parseScenario({
    name: 'hills',
    dimensions: 2,
    heights: { columns: WIDTH + 1, rows: HEIGHT + 1, values },
    map: { rows, slope: { up: 5, down: 2, steepest: 0.4 } },
    species: [walkers('routes', 'navigate'), walkers('field', 'flowField')],
    targets: [{ name: 'goal', position: [29.5, 4.5] }],
    commands: [{ tick: 11, type: 'cells', min: [6, 2.1], max: [6.5, 2.2], cost: 'wall' }],
  });
}

/** Points all over the map. Some of them lie in walls or on steep ground. */
const queries: PathQuery[] = Array.from({ length: 203 }, (_, k) => ({
  from: [(k * 7.13) % WIDTH, (k * 3.71) % HEIGHT],
  to: [(k * 5.57) % WIDTH, (k * 9.19) % HEIGHT],
}));
const MEASURES = ['mean(height)', 'field.min(height)'];

const alone = createWorld(hills(), { kernel: 'ts' });
tick(alone, TICKS);
const expected = {
  hash: stateHash(alone),
  paths: findPaths(alone, queries),
  measured: measure(alone, MEASURES),
};

it.each(
  someOf(
    [
      [1, 'ts'],
      [2, 'simd'],
      [3, 'ts'],
      [5, 'simd'],
    ] as const,
    4,
    1,
  ),
)(
  '%i threads step a scene with hills as the calling thread does, kernel %s',
  async (workers, kernel) => {
    const world = createWorld(hills(), { kernel });
    await using team = await patientTeam(world, workers);
    await team.run(TICKS);
    expect(stateHash(world)).toBe(expected.hash);
    expect(await team.findPaths(queries)).toEqual(expected.paths);
    expect(await team.measure(MEASURES)).toEqual(expected.measured);
  },
);

it('the queries include paths that are found and paths that are cut off', () => {
  const found = expected.paths.filter(({ status }) => status === 'found').length;
  expect(found).toBeGreaterThan(40);
  expect(found).toBeLessThan(180);
  expect(expected.measured[1]).toBeLessThan(expected.measured[0]);
});
