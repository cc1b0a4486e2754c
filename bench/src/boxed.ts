import { createWorld, type KernelName, type Scenario, stateHash, type World } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';
import { median } from './statistics.ts';
import type { Contender } from './turns.ts';

export interface BoxedOptions {
  readonly scenario: Scenario;
  readonly workers: number;
  /** Default: the fastest there is. */
  readonly kernel?: KernelName;
  /** Time for all its ticks together, ms. */
  readonly budgetMs: number;
}

/**
 * How long a worker may show no sign of life, ms: the longest there is. A block of agents that look
 * through all others takes longer than the usual time on a busy machine, and the budget ends it anyway.
 */
const STALL_MS = 3_600_000;

/** A sample takes as many ticks as fit into this, ms, and at most so many. */
const SAMPLE_MS = 150;
const MAX_TICKS = 3;

/**
 * A team with so much time and no more: a tick that takes longer is given up, its threads are ended,
 * and the run continues without it. Its samples are the median of some ticks, ms, and NaN once its time
 * is used up.
 */
export class BoxedStepper implements Contender, AsyncDisposable {
  readonly world: World;
  readonly #team: Team;
  #leftMs: number;
  #ticks = 1;
  /** Whether a tick was given up: the world stands before it. */
  gaveUp = false;
  /** Median of its latest ticks, ms. */
  lastMs = Number.NaN;

  private constructor(world: World, team: Team, budgetMs: number) {
    this.world = world;
    this.#team = team;
    this.#leftMs = budgetMs;
  }

  static async open({ scenario, workers, kernel, budgetMs }: BoxedOptions) {
    const world = createWorld(scenario, { kernel: kernel ?? 'auto', maxWorkers: workers });
    return new BoxedStepper(
      world,
      await createTeam(world, { workers, stallMs: STALL_MS }),
      budgetMs,
    );
  }

  /** Whether there is time for another tick as long as the last. */
  get open(): boolean {
    return !this.gaveUp && this.#leftMs > 0;
  }

  /** Takes so many ticks; the result is the median of their times (ms), NaN when given up. */
  async run(ticks: number): Promise<number> {
    if (!this.open) return Number.NaN;
    const begin = performance.now();
    const given = setTimeout(() => {
      this.gaveUp = true;
      this.#team.dispose();
    }, this.#leftMs);
    try {
      const { tickMs } = await this.#team.run(ticks);
      const ms = median([...tickMs]);
      this.#ticks = Math.max(1, Math.min(MAX_TICKS, Math.round(SAMPLE_MS / ms)));
      this.lastMs = ms;
      return ms;
    } catch (error) {
      // Threads that were ended are no failure of theirs.
      if (this.gaveUp) return Number.NaN;
      throw error;
    } finally {
      clearTimeout(given);
      this.#leftMs -= performance.now() - begin;
    }
  }

  sample(): Promise<number> {
    return this.run(this.#ticks);
  }

  get hash(): string {
    return stateHash(this.world);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#team.dispose();
  }
}
