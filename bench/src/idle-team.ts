import { availableParallelism } from 'node:os';
import { createWorld, stateHash, type World } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';
import type { Contender } from './turns.ts';
import { idle } from './workload.ts';

/** Ticks in a sample: enough that the start of the run is not felt, fewer where each has a wake-up. */
const TICKS = 20_000;
const TICKS_WHEN_CROWDED = 1000;

/** A team on a world where nothing happens; its samples are the mean time of an empty tick, us. */
export class IdleTeam implements Contender, AsyncDisposable {
  readonly #world: World;
  readonly team: Team;
  readonly #ticks: number;

  private constructor(world: World, team: Team) {
    this.#world = world;
    this.team = team;
    this.#ticks = team.workers > availableParallelism() ? TICKS_WHEN_CROWDED : TICKS;
  }

  static async open(workers: number): Promise<IdleTeam> {
    const world = createWorld(idle());
    return new IdleTeam(world, await createTeam(world, { workers }));
  }

  async sample(): Promise<number> {
    const { tickMs } = await this.team.run(this.#ticks);
    // The first tick waits for the threads to be started: that is the price of the run.
    const later = tickMs.subarray(1);
    return (1000 * later.reduce((sum, ms) => sum + ms, 0)) / later.length;
  }

  /** What a run costs beside its ticks, us. */
  async runCost(): Promise<number> {
    const begin = performance.now();
    await this.team.run(1);
    return 1000 * (performance.now() - begin);
  }

  get hash(): string {
    return stateHash(this.#world);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.team.dispose();
  }
}
