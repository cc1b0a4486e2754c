import { kernels } from '@skein/core';
import { agreed } from '../agreement.ts';
import { Evaluator } from '../evaluator.ts';
import { median } from '../statistics.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';

export const suite: Suite = {
  description: 'evaluation of 1,000,000 particles of trails (100,000 with --quick)',
  chart: {
    kind: 'bar',
    title: 'Time of an evaluation, by kernel and workers, ms',
    bar: ['kernel', 'workers'],
    series: ['kernel'],
  },
  async *run({ quick, cores, signal }) {
    const count = quick ? 96_000 : 1_000_000;
    const evaluators: Evaluator[] = [];
    try {
      for (const kernel of kernels()) {
        for (const workers of new Set([1, cores])) {
          evaluators.push(await Evaluator.open({ count, kernel, workers }));
        }
      }
      const samples = await inTurns(evaluators, { turns: quick ? 5 : 9, signal });
      const nameOf = ({ team }: Evaluator) => `${team.world.kernel}, ${team.workers}`;
      const hash = agreed(
        Object.fromEntries(evaluators.map((evaluator) => [nameOf(evaluator), evaluator.hash])),
      );
      for (const [index, { team, views }] of evaluators.entries()) {
        yield {
          labels: { particles: views!.count, kernel: team.world.kernel, workers: team.workers },
          unit: 'ms',
          samples: samples[index],
          figures: { 'ns/particle': (1e6 * median(samples[index])) / views!.count },
          hash,
        };
      }
    } finally {
      for (const evaluator of evaluators) await evaluator[Symbol.asyncDispose]();
    }
  },
};
