import { createWorld, type KernelName, stateHash, tick } from '@skein/core';
import { median, type Suite } from '../suite.ts';
import { boids } from '../workload.ts';

/** Ticks before the clock starts: code is compiled and caches are warm. */
const WARM_UP = 3;

export const suite: Suite = {
  description: 'the TypeScript kernel against the SIMD one, in turns on the calling thread',
  async run({ quick }) {
    const sizes = quick ? [1000, 10_000] : [1000, 10_000, 100_000];
    const rows = sizes.map((agents) => {
      const scenario = boids(agents, 30);
      const runs = (['ts', 'simd'] as const).map((kernel: KernelName) => ({
        world: createWorld(scenario, { kernel, maxWorkers: 1 }),
        times: [] as number[],
      }));
      const ticks = quick ? 7 : 15;
      for (let t = 0; t < WARM_UP + ticks; t++) {
        for (const { world, times } of runs) {
          const begin = performance.now();
          tick(world);
          if (t >= WARM_UP) times.push(performance.now() - begin);
        }
      }
      const [ts, simd] = runs.map((run) => median(run.times)) as [number, number];
      const hashes = runs.map((run) => stateHash(run.world));
      // A fast wrong answer must not pass.
      if (hashes[0] !== hashes[1]) throw new Error(`the kernels differ: ${hashes.join(', ')}`);
      return [agents, ts, simd, ts / simd, hashes[0]!];
    });
    return { columns: ['agents', 'ts ms/tick', 'simd ms/tick', 'ratio', 'hash'], rows };
  },
};
