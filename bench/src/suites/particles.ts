import { createHash } from 'node:crypto';
import { createWorld, type KernelName, kernels, type ParticleViews, tick } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';
import { agreed } from '../agreement.ts';
import { median } from '../statistics.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';
import { TRAIL_TICKS, trails } from '../workload.ts';

/** Evaluations in a sample. */
const TIMES = 5;

/** A team whose samples are the median of some evaluations of all its particles, ms. */
class Evaluator {
  readonly team: Team;
  views: ParticleViews | undefined;

  private constructor(team: Team) {
    this.team = team;
  }

  static async open(count: number, kernel: KernelName, workers: number): Promise<Evaluator> {
    const world = createWorld(trails(count), { kernel, maxWorkers: workers });
    tick(world, TRAIL_TICKS);
    return new Evaluator(await createTeam(world, { workers }));
  }

  async sample(): Promise<number> {
    const times: number[] = [];
    for (let k = 0; k < TIMES; k++) {
      const begin = performance.now();
      this.views = await this.team.particles({ alpha: k / TIMES });
      times.push(performance.now() - begin);
    }
    return median(times);
  }

  /** Of what was evaluated last. */
  get hash(): string {
    return createHash('sha256').update(this.views!.records).digest('hex').slice(0, 16);
  }
}

export const suite: Suite = {
  description: 'particles of trails, evaluated: 1,000,000, with --quick 100,000',
  chart: {
    kind: 'bar',
    title: 'Time of an evaluation by kernel and workers, ms',
    bar: ['kernel', 'workers'],
    series: ['kernel'],
  },
  async *run({ quick, cores, signal }) {
    const count = quick ? 96_000 : 1_000_000;
    const evaluators: Evaluator[] = [];
    try {
      for (const kernel of kernels()) {
        for (const workers of new Set([1, cores])) {
          evaluators.push(await Evaluator.open(count, kernel, workers));
        }
      }
      const samples = await inTurns(evaluators, { turns: quick ? 5 : 9, signal });
      const nameOf = ({ team }: Evaluator) => `${team.world.kernel}, ${team.workers}`;
      const hash = agreed(Object.fromEntries(evaluators.map((one) => [nameOf(one), one.hash])));
      for (const [index, { team, views }] of evaluators.entries()) {
        yield {
          labels: { particles: views!.count, kernel: team.world.kernel, workers: team.workers },
          unit: 'ms',
          samples: samples[index]!,
          figures: { 'ns/particle': (1e6 * median(samples[index]!)) / views!.count },
          hash,
        };
      }
    } finally {
      for (const { team } of evaluators) await team.dispose();
    }
  },
};
