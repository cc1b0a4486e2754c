import { createHash } from 'node:crypto';
import { createWorld, type KernelName, type ParticleViews, tick } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';
import { median } from './statistics.ts';
import type { Contender } from './turns.ts';
import { TRAIL_TICKS, trails } from './workload.ts';

/** The number of evaluations in a sample. */
const TIMES = 5;

export interface EvaluatorOptions {
  /** The number of particles to evaluate. */
  readonly count: number;
  /** The kernel that evaluates the particles. Default: the fastest available. */
  readonly kernel?: KernelName;
  readonly workers: number;
}

/** A team that evaluates all particles of its world. A sample is the median time of some evaluations, in ms. */
export class Evaluator implements Contender, AsyncDisposable {
  readonly team: Team;
  views: ParticleViews | undefined;

  private constructor(team: Team) {
    this.team = team;
  }

  static async open(options: EvaluatorOptions): Promise<Evaluator> {
    const { count, kernel = 'auto', workers } = options;
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

  /** The hash of the particles in the latest evaluation. */
  get hash(): string {
    return createHash('sha256').update(this.views!.records).digest('hex').slice(0, 16);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.team.dispose();
  }
}
