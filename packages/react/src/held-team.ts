import { createWorld, parseScenario, type World } from '@skein/core';
import { createDriver, type Driver, type DriverOptions } from '@skein/three';
import { createTeam, type Team } from '@skein/worker';
import { isWorld, type Source } from './source.ts';

/** A world that runs: the team that steps it, and the driver that keeps it to the pace of the frames. */
export interface RunningWorld {
  readonly world: World;
  readonly team: Team;
  readonly driver: Driver;
}

export interface StartOptions extends DriverOptions {
  readonly workers: number | 'auto';
  /** Told what the team warns of. */
  readonly onNotice: (text: string) => void;
}

/**
 * The team of a scenario, for as long as somebody holds it. It starts with the first to hold it, and ends when none has
 * taken it up again by the end of the turn: StrictMode lets go of it and takes it up in one.
 */
export class HeldTeam {
  readonly #source: Source;
  #world: World | undefined;
  #holders = 0;
  #ready: Promise<RunningWorld> | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(source: Source) {
    this.#source = source;
  }

  /** The team; the same promise for all that hold it. Rejects with what parsing, or starting it, throws. */
  hold(options: StartOptions): Promise<RunningWorld> {
    this.#holders += 1;
    if (this.#ready === undefined) {
      this.#ready = this.#ended.then(() => this.#start(options));
      // If it is no longer awaited, there is nothing to report to.
      this.#ready.catch(() => {});
    }
    return this.#ready;
  }

  release(): void {
    this.#holders -= 1;
    queueMicrotask(() => {
      if (this.#holders > 0 || this.#ready === undefined) return;
      this.#ended = end(this.#ready);
      this.#ready = undefined;
    });
  }

  async #start({ workers, onNotice, ...pace }: StartOptions): Promise<RunningWorld> {
    // Kept, so that a page that is shown again continues where it was hidden.
    this.#world ??= isWorld(this.#source) ? this.#source : createWorld(parseScenario(this.#source));
    const world = this.#world;
    const team = await createTeam(world, workers === 'auto' ? {} : { workers });
    team.on('warning', onNotice);
    return { world, team, driver: createDriver(team, pace) };
  }
}

async function end(ready: Promise<RunningWorld>): Promise<void> {
  try {
    const { team, driver } = await ready;
    await driver.dispose();
    await team.dispose();
  } catch {
    // It never stood, which was reported to its holders.
  }
}
