import { readFileSync } from 'node:fs';
import {
  createWorld,
  findPaths,
  type PathQuery,
  parseScenario,
  stateHash,
  tick,
} from '@skein/core';
import { expect, it } from 'vitest';
import { LONG, someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';

const file = new URL('../../../scenarios/old-town.json', import.meta.url);
const town = parseScenario(JSON.parse(readFileSync(file, 'utf8')));
const TICKS = 30;

/** Points in the streets and at the edges of houses, without a pattern that fits the number of workers. */
const queries: PathQuery[] = Array.from({ length: LONG ? 501 : 101 }, (_, k) => ({
  from: [-31 + ((k * 7.13) % 62), -21 + ((k * 0.31) % 1)],
  to: [-31 + ((k * 5.57) % 62), 20 + ((k * 0.19) % 1)],
}));

it.each(someOf([1, 3, 8], 3, 1))(
  '%i workers step a mesh and find paths as the calling thread does',
  async (workers) => {
    const alone = createWorld(town, { kernel: 'ts' });
    const expected = findPaths(alone, queries);
    expect(new Set(expected.map(({ points }) => points.length)).size).toBeGreaterThan(2);
    tick(alone, TICKS);
    const world = createWorld(town, { kernel: 'simd' });
    await using team = await patientTeam(world, workers);
    expect(await team.findPaths(queries)).toEqual(expected);
    await team.run(TICKS);
    expect(stateHash(world)).toBe(stateHash(alone));
  },
);
