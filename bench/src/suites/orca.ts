import { kernels } from '@skein/core';
import { agreed } from '../agreement.ts';
import { crowd } from '../crowd.ts';
import { NEIGHBORS } from '../crowd-contest.ts';
import { median } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';

export const suite: Suite = {
  description: `100,000 walkers that avoid ${NEIGHBORS} neighbors each with ORCA, for each kernel and number of workers`,
  chart: {
    kind: 'bar',
    title: 'Time of a tick, ms',
    bar: ['kernel', 'workers'],
    series: ['kernel'],
  },
  async *run({ quick, cores, signal }) {
    const agents = quick ? 20_000 : 100_000;
    const scenario = crowd(agents, NEIGHBORS);
    const all = kernels().flatMap((kernel) =>
      [...new Set([1, cores])].map((workers) => ({ scenario, kernel, workers, ticks: 2 })),
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
        labels: { agents, kernel, workers },
        unit: 'ms/tick',
        samples: samples[index],
        figures: { 'agents/s': (1e3 * agents) / median(samples[index]) },
        hash,
      };
    }
  },
};
