import { type Command, createWorld, type Scenario, stateHash, type World } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';
import { Stepper, type StepperEvents } from './loop/stepper.ts';
import { DrawnState } from './sync/drawn-state.ts';
import type { ColorBy } from './sync/paint.ts';

export interface SessionOptions {
  readonly seed?: number;
  readonly workers?: number;
}

/** One run of one scenario, from its first tick to its end: world, team, stepper, drawn state. */
export class Session {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly world: World;
  readonly team: Team;
  readonly stepper: Stepper;
  readonly state: DrawnState;
  hits = 0;
  #wantedWorkers: number | undefined;
  #resizing: Promise<void> | undefined;

  /** @throws WorldError, TeamError */
  static async start(
    scenario: Scenario,
    options: SessionOptions,
    events: StepperEvents,
  ): Promise<Session> {
    const seed = options.seed ?? scenario.seed;
    const world = createWorld(scenario, { seed });
    const { workers } = options;
    const team = await createTeam(world, workers === undefined ? {} : { workers });
    return new Session(scenario, seed, team, events);
  }

  private constructor(scenario: Scenario, seed: number, team: Team, events: StepperEvents) {
    this.scenario = scenario;
    this.seed = seed;
    this.world = team.world;
    this.team = team;
    this.state = new DrawnState(this.world);
    this.stepper = new Stepper(team, {
      ...events,
      onState: (report) => {
        this.state.copyFrom(this.world);
        events.onState(report);
      },
    });
    team.on('event', (event) => {
      if (event.type === 'hit' || event.type === 'strike') this.hits += 1;
      if (event.type !== 'fired') this.state.endTrail(event.id, event.position, event.tick);
    });
  }

  /** Fires from the first launcher; carried out with the next tick. */
  fire(count: number): Promise<Command> {
    return this.team.command({ type: 'fire', count });
  }

  /** The hash of the state that the world stands at, between two runs. */
  hash(): Promise<{ tick: number; hash: string }> {
    return this.stepper.whenIdle(() => ({ tick: this.world.tick, hash: stateHash(this.world) }));
  }

  /**
   * Goes on with so many workers. A slider asks faster than threads start: while one change is
   * under way only the last wish is kept.
   */
  resize(workers: number): Promise<void> {
    this.#wantedWorkers = workers;
    this.#resizing ??= this.#resizeUntilWanted().finally(() => {
      this.#resizing = undefined;
    });
    return this.#resizing;
  }

  /** What the colors of agents tell from now on; one that stands still is painted anew. */
  colorBy(by: ColorBy): void {
    const { paint } = this.state;
    if (paint.by === by) return;
    paint.by = by;
    void this.stepper.whenIdle(() => paint.copyFrom(this.world, this.state.living));
  }

  async dispose(): Promise<void> {
    await this.stepper.stop();
    await this.team.dispose();
  }

  async #resizeUntilWanted(): Promise<void> {
    while (this.#wantedWorkers !== undefined) {
      const workers = this.#wantedWorkers;
      this.#wantedWorkers = undefined;
      await this.team.resize(workers);
    }
  }
}
