import { readFileSync } from 'node:fs';
import {
  createWorld,
  findPaths,
  PathError,
  type PathQuery,
  parseScenario,
  stateHash,
} from '@skein/core';
import { createTeam } from '@skein/worker';
import { expect, it } from 'vitest';
import { LONG, someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';

const file = new URL('../../../scenarios/maze.json', import.meta.url);
const maze = parseScenario(JSON.parse(readFileSync(file, 'utf8')));

/** Points all over the map and in its walls, without a pattern that fits the number of workers. */
const queries: PathQuery[] = Array.from({ length: LONG ? 1003 : 203 }, (_, k) => ({
  from: [((k * 7.13) % 63) + 1, ((k * 3.71) % 39) + 1],
  to: [((k * 5.57) % 63) + 1, ((k * 9.19) % 39) + 1],
}));
const expected = findPaths(createWorld(maze), queries);

it('the queries include paths that are found and paths to walls', () => {
  const found = expected.filter(({ status }) => status === 'found');
  expect(found.length).toBeGreaterThan(0.4 * queries.length);
  expect(found.length).toBeLessThan(0.89 * queries.length);
  for (const { points, length, cost } of found) {
    expect(points.length).toBeGreaterThanOrEqual(2);
    expect(cost).toBeGreaterThanOrEqual(length * (1 - 1e-9));
  }
});

it.each(someOf([1, 2, 3, 8], 4, 2))(
  '%i workers find the same paths as the calling thread',
  async (workers) => {
    const world = createWorld(maze);
    await using team = await patientTeam(world, workers);
    const hash = stateHash(world);
    expect(await team.findPaths(queries)).toEqual(expected);
    expect(await team.findPaths([])).toEqual([]);
    expect(stateHash(world)).toBe(hash);
  },
);

it('a team on the calling thread finds the same paths', async () => {
  await using team = await createTeam(createWorld(maze, { shared: false }));
  expect(team.threaded).toBe(false);
  expect(await team.findPaths(queries)).toEqual(expected);
});

it('a team finds paths during a run, on the map at that tick', async () => {
  const world = createWorld(maze);
  await using team = await patientTeam(world, 2);
  let over = false;
  const control = new AbortController();
  const run = team.run(400, { signal: control.signal }).finally(() => {
    over = true;
  });
  await team.command({ type: 'cells', min: [32, 1], max: [32.5, 39.9], cost: 'wall' });
  // The command is part of the step that begins at its tick. The map is the old one until that step is done.
  while (world.tick < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const found = await team.findPaths(queries);
  expect(over).toBe(false);
  const reached = (paths: typeof found) => paths.filter(({ status }) => status === 'found').length;
  expect(reached(found)).toBeLessThan(0.7 * reached(expected));
  if (!LONG) control.abort();
  await run;
});

it('a request with a point outside the map is refused, and the team continues', async () => {
  const world = createWorld(maze);
  await using team = await patientTeam(world, 2);
  const outside: PathQuery = { from: [1.5, 1.5], to: [1.5, 41.5] };
  const refused = team.findPaths([queries[0], outside]);
  await expect(refused).rejects.toThrow(PathError);
  await expect(refused).rejects.toThrow(
    'Query 1, to: found 1.5, 41.5, expected a point of the map, x from 0 to 65 and y from 0 to 41.',
  );
  const plain = createWorld(
    parseScenario({
      ...maze,
      display: undefined,
      map: undefined,
      species: [{ ...maze.species[0], behaviors: [] }],
      commands: [],
    }),
  );
  await using other = await patientTeam(plain, 1);
  await expect(other.findPaths([])).rejects.toMatchObject({ code: 'MAP_MISSING' });
  expect(await team.findPaths(queries.slice(0, 5))).toEqual(expected.slice(0, 5));
});
