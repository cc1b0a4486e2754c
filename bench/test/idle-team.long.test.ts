import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { IdleTeam } from '../src/idle-team.ts';

it('has the same hash for teams of up to and more workers than cores, which run different numbers of ticks', async () => {
  const cores = availableParallelism();
  const hashes: string[] = [];
  for (const workers of [1, Math.min(32, cores + 1)]) {
    await using team = await IdleTeam.open(workers);
    await team.sample();
    hashes.push(team.hash);
  }
  expect(hashes[1]).toBe(hashes[0]);
});
