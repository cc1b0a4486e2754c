import { availableParallelism } from 'node:os';
import { createWorld, stateHash, type World } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';
import type { Contender } from './turns.ts';
import { idle } from './workload.ts';

/**
 * The number of ticks in a sample. It is so high that the start of the run does not matter. If there are more workers
 * than cores, a tick takes longer, because it must wake up threads. Then fewer ticks are enough.
 */
const TICKS = 20_000;
const TICKS_WHEN_CROWDED = 1000;
/** The tick of the hash. It is the same for all teams, which run different numbers of ticks. */
const HASHED_TICK = 1000;

/** A team whose world contains nothing to compute. A sample is the mean time of a tick, in us. */
export class IdleTeam implements Contender, AsyncDisposable {
  readonly team: Team;
  /** The hash of the world at the tick `HASHED_TICK`. */
  readonly hash: string;
  readonly #ticks: number;

  private constructor(world: World, team: Team) {
    this.hash = stateHash(world);
    this.team = team;
    this.#ticks = team.workers > availableParallelism() ? TICKS_WHEN_CROWDED : TICKS;
  }

  static async open(workers: number): Promise<IdleTeam> {
    const world = createWorld(idle());
    const team = await createTeam(world, { workers });
    await team.run(HASHED_TICK);
    return new IdleTeam(world, team);
  }

  async sample(): Promise<number> {
    const { tickMs } = await this.team.run(this.#ticks);
    // The first tick waits for the threads to start, which belongs to the cost of the run.
    const later = tickMs.subarray(1);
    return (1000 * later.reduce((sum, ms) => sum + ms, 0)) / later.length;
  }

  /** Measures the time of a whole run that has a single tick, in us. */
  async runCost(): Promise<number> {
    const begin = performance.now();
    await this.team.run(1);
    return 1000 * (performance.now() - begin);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.team.dispose();
  }
}
