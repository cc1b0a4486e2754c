import { createWorld, parseScenario, type World } from '@skein/core';
import { createDriver, type Driver, type DriverOptions } from '@skein/three';
import { createTeam, type Team } from '@skein/worker';
import { isWorld, type Source } from './source.ts';

/** A running world: the world, the team that steps it, and the driver that keeps the world in time with the frames. */
export interface RunningWorld {
  readonly world: World;
  readonly team: Team;
  readonly driver: Driver;
}

export interface StartOptions extends DriverOptions {
  readonly workers: number | 'auto';
  /** Called with the warnings of the team. */
  readonly onNotice: (text: string) => void;
}

/**
 * The team of a scenario, shared by its holders. The team starts with the first holder. When the last holder releases
 * the team, the team ends after the current turn of the event loop. If a new holder takes the team before then, the
 * team continues. StrictMode, for example, releases a team and takes it again in the same turn.
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

  /**
   * Starts the team, unless it was started already. All holders get the same promise. If parsing the scenario or
   * starting the team fails, the promise rejects with the error.
   */
  hold(options: StartOptions): Promise<RunningWorld> {
    this.#holders += 1;
    if (this.#ready === undefined) {
      this.#ready = this.#ended.then(() => this.#start(options));
      // If no holder awaits the promise any more, the error needs no report.
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
    // The world is kept, so that a component that is shown again continues where it was hidden.
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
    // The team never started; its holders have received the error.
  }
}
