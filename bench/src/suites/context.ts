import { kernels } from '@skein/core';
import { agreed } from '../agreement.ts';
import { median } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';
import { chasers } from '../workload.ts';

const AGENTS = 20_000;

export const suite: Suite = {
  description: '20,000 chasers in the plane; each chooses among 16 directions',
  chart: {
    kind: 'bar',
    title: 'Time of a tick, by kernel and workers, ms',
    bar: ['kernel', 'workers'],
    series: ['kernel'],
  },
  async *run({ quick, cores, signal }) {
    const scenario = chasers(AGENTS);
    const all = kernels().flatMap((kernel) =>
      [...new Set([1, Math.min(2, cores)])].map((workers) => ({
        scenario,
        kernel,
        workers,
        ticks: 10,
      })),
    );
    await using steppers = await openAll(all);
    const samples = await inTurns(steppers, { turns: quick ? 5 : 9, signal });
    const hash = agreed(
      Object.fromEntries(
        steppers.map(({ world, team, hash }) => [`${world.kernel}, ${team.workers}`, hash]),
      ),
    );
    for (const [index, { kernel, workers }] of all.entries()) {
      yield {
        labels: { agents: AGENTS, kernel, workers },
        unit: 'ms/tick',
        samples: samples[index],
        figures: { 'us/agent': (1e3 * median(samples[index])) / AGENTS },
        hash,
      };
    }
  },
};
