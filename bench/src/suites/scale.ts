import { LoadMeter } from '../load.ts';
import { median } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';
import { boids, SPAWNS, type Spawn } from '../workload.ts';

export const suite: Suite = {
  description:
    'the time on one worker, by number of agents and of neighbors, for uniform and for clustered positions',
  chart: {
    kind: 'line',
    x: 'agents',
    y: 'ns/agent',
    series: ['neighbors', 'spawn'],
    log: ['x'],
    title: 'Time per agent and tick on one worker (a flat line is perfect)',
  },
  async *run({ quick, signal }) {
    const sizes = quick ? [1000, 10_000, 100_000] : [1000, 10_000, 100_000, 1_000_000];
    for (const neighbors of quick ? [30] : [10, 30, 60]) {
      for (const spawn of SPAWNS) {
        await using steppers = await openEach(sizes, neighbors, spawn);
        const meter = new LoadMeter(steppers.length);
        const samples = await inTurns(steppers, { turns: quick ? 5 : 9, signal, meter });
        for (const [index, stepper] of steppers.entries()) {
          const agents = sizes[index];
          yield {
            labels: { agents, neighbors, spawn },
            unit: 'ms/tick',
            samples: samples[index],
            figures: {
              'ns/agent': (1e6 * median(samples[index])) / agents,
              'neighbors found': stepper.neighbors,
              ...meter.figures(index),
            },
            hash: stepper.hash,
          };
        }
      }
    }
  },
};

function openEach(sizes: readonly number[], neighbors: number, spawn: Spawn) {
  return openAll(
    sizes.map((agents) => ({
      scenario: boids({ agents, neighbors, spawn }),
      workers: 1,
      ticks: Math.max(1, Math.min(10, Math.round(200_000 / agents))),
    })),
  );
}
