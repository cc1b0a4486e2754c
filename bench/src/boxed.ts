import { createWorld, type KernelName, type Scenario, stateHash, type World } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';
import { median } from './statistics.ts';
import type { Contender } from './turns.ts';

export interface BoxedOptions {
  readonly scenario: Scenario;
  readonly workers: number;
  /** The kernel that steps the world. Default: the fastest available. */
  readonly kernel?: KernelName;
  /** The time limit for all ticks of the team together, in ms. */
  readonly budgetMs: number;
}

/**
 * How long a worker may stay silent before the team replaces it, in ms. This is the highest allowed value. On a busy
 * machine, a block of agents that each search through all others can take longer than the default. The time limit of
 * the team still applies.
 */
const STALL_MS = 3_600_000;

/** The time of a sample, in ms. A sample contains as many ticks as fit into this time, but at most `MAX_TICKS`. */
const SAMPLE_MS = 150;
const MAX_TICKS = 3;

/**
 * A team with a time limit for all its ticks together. If the limit is reached during a tick, the tick is canceled and
 * the threads are ended. The benchmark then continues without the team. A sample is the median time of some ticks, in
 * ms. Once the limit is reached, samples are NaN.
 */
export class BoxedStepper implements Contender, AsyncDisposable {
  readonly world: World;
  readonly #team: Team;
  #leftMs: number;
  #ticks = 1;
  /** Whether a tick was canceled. The world is then in the state before that tick. */
  gaveUp = false;
  /** The median time of the latest ticks, in ms. */
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

  /** Whether another tick can run: there is time left, and no tick was canceled. */
  get open(): boolean {
    return !this.gaveUp && this.#leftMs > 0;
  }

  /** Runs the given number of ticks. Returns the median of their times, in ms; NaN if a tick was canceled. */
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
      // If the threads were ended on purpose, their error is ignored.
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
