import { kernels } from '@skein/core';
import { agreed } from '../agreement.ts';
import { median } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';
import { beams } from '../workload.ts';

export const suite: Suite = {
  description: '1,000,000 homing beams (100,000 with --quick) that chase their targets',
  chart: {
    kind: 'bar',
    title: 'Time of a tick, by kernel and workers, ms',
    bar: ['kernel', 'workers'],
    series: ['kernel'],
  },
  async *run({ quick, cores, signal }) {
    const agents = quick ? 100_000 : 1_000_000;
    const scenario = beams(agents);
    const all = kernels().flatMap((kernel) =>
      [...new Set([1, cores])].map((workers) => ({ scenario, kernel, workers, ticks: 4 })),
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
        labels: { beams: agents, kernel, workers },
        unit: 'ms/tick',
        samples: samples[index],
        figures: { 'ns/beam': (1e6 * median(samples[index])) / agents },
        hash,
      };
    }
  },
};
