import { createWorld, stateHash, tick } from '@skein/core';
import { expect, it } from 'vitest';
import { BoxedStepper } from '../src/boxed.ts';
import { boids, hunt } from '../src/workload.ts';

it('steps like any team', async () => {
  const scenario = boids({ agents: 203, neighbors: 8 });
  await using stepper = await BoxedStepper.open({ scenario, workers: 2, budgetMs: 60_000 });
  expect(await stepper.run(3)).toBeGreaterThan(0);
  const world = createWorld(scenario);
  tick(world, 3);
  expect(stepper.hash).toBe(stateHash(world));
  expect(await stepper.sample()).toBeGreaterThan(0);
  expect(stepper.world.tick).toBeGreaterThan(3);
});

it('gives up a tick that exceeds the time limit, and has no samples after it', async () => {
  // This takes much longer, because every agent searches through a tenth of all others.
  const scenario = boids({ agents: 30_000, neighbors: 3000 });
  const options = { scenario, workers: 1, kernel: 'ts', budgetMs: 200 } as const;
  await using stepper = await BoxedStepper.open(options);
  const begin = performance.now();
  expect(await stepper.run(1)).toBeNaN();
  expect(performance.now() - begin).toBeLessThan(10_000);
  expect(stepper.gaveUp).toBe(true);
  expect(stepper.world.tick).toBe(0);
  expect(await stepper.sample()).toBeNaN();
});

it('a hunt has its hunters, its quarry and nothing else', () => {
  const { species } = hunt({ agents: 30, quarry: 4, type: 'evade', numbers: { to: 7 } });
  expect(species.map(({ name, count }) => [name, count])).toEqual([
    ['quarry', 4],
    ['hunter', 30],
  ]);
  expect(species[1].behaviors).toMatchObject([{ type: 'evade', quarry: 'quarry', to: 7 }]);
});
