import { createWorld } from '@skein/core';
import { createTeam } from '@skein/worker';
import { median, type Suite } from '../suite.ts';
import { boids } from '../workload.ts';

const WARM_UP = 5;

export const suite: Suite = {
  description: 'one world on 1, 2 and 4 workers',
  async run({ quick }) {
    const scenario = boids(quick ? 20_000 : 100_000, 30);
    const ticks = quick ? 30 : 60;
    const rows: (string | number)[][] = [];
    let alone = Number.NaN;
    let expected: string | undefined;
    for (const workers of [1, 2, 4]) {
      const world = createWorld(scenario);
      await using team = await createTeam(world, { workers });
      await team.run(WARM_UP);
      const ms = median((await team.run(ticks)).tickMs);
      const hash = (await team.run(1, { hash: true })).hashes?.at(-1) ?? '';
      if (workers === 1) alone = ms;
      expected ??= hash;
      // A fast wrong answer must not pass.
      if (hash !== expected) throw new Error(`${workers} workers differ: ${hash}, not ${expected}`);
      rows.push([workers, ms, alone / ms, hash]);
    }
    return { columns: ['workers', 'ms/tick', 'speed-up', 'hash'], rows };
  },
};
