import type { WorldEvent } from '@skein/core';
import { innerOf, sightOf } from '@skein/core/internal';
import { type ColorBy, type Feed, ParticleFeed, SeenState, type Stepper } from '@skein/three/parts';
import type { RunReport, Team } from '@skein/worker';
import type { Remote } from 'comlink';
import type { DrawnRun } from './drawing.ts';
import type { DrawingThreadApi } from './drawing-thread-api.ts';
import type { Colors } from './frame.ts';

/** The access of a run to the drawing thread. */
export interface AskedThread {
  readonly remote: Remote<DrawingThreadApi>;
  /** Resolves when a call to the thread has finished. Also resolves when the call can never finish. */
  ask(done: Promise<unknown>): Promise<void>;
  /** Ends this run on the drawing thread. */
  end(): void;
}

/**
 * A run that the page steps and the drawing thread draws. Everything that happens to the run is posted to that thread.
 */
export class ThreadRun implements DrawnRun {
  readonly number: number;
  readonly state: SeenState;
  /** What the colors show, as the thread last reported it. */
  told: Colors | undefined;
  readonly #thread: AskedThread;
  readonly #team: Team;
  readonly #begun: Promise<void>;
  readonly #unlisten: () => void;
  #stepper: Stepper | undefined;
  #feed: ParticleFeed | undefined;
  #by: ColorBy = 'species';

  constructor(number: number, team: Team, thread: AskedThread) {
    this.number = number;
    this.#team = team;
    this.#thread = thread;
    const { world } = team;
    const { remote } = thread;
    this.state = new SeenState(world);
    const posted = { sight: sightOf(innerOf(world)), buffers: this.state.agents.lent };
    this.state.copyFrom(world);
    this.#begun = thread.ask(remote.begin(number, posted));
    this.#unlisten = team.on('moved', () => {
      void thread.ask(remote.move(number, innerOf(world).handle));
    });
  }

  get colors(): Colors {
    const by = this.#by;
    if (this.told?.by === by) return this.told;
    const flat = this.#team.world.scenario.dimensions === 2;
    return { by, scale: undefined, kinds: undefined, title: undefined, flat };
  }

  /** The feed through which the threads of the run evaluate particles. It is created on first use. */
  get feed(): Feed {
    const { remote, ask } = this.#thread;
    this.#feed ??= new ParticleFeed(this.#stepper!, ({ first, count }, ms) =>
      ask(remote.particles(this.number, { first, count }, ms)),
    );
    return this.#feed;
  }

  stepBy(stepper: Stepper): void {
    this.#stepper = stepper;
    stepper.borrowTeam(() => this.#begun).catch(() => {});
  }

  /** Another thread cannot draw from the graphics card on which this thread steps. */
  readonly needsNoCopy = false;

  onState({ points }: Pick<RunReport, 'points'>): Promise<void> {
    const packed = points !== undefined;
    this.state.copyFrom(this.#team.world, packed);
    // Points packed here are in memory that both threads share.
    const isPacked = packed || this.state.agents.lent !== undefined;
    return this.#thread.ask(this.#thread.remote.copy(this.number, isPacked));
  }

  onEvent(event: WorldEvent): void {
    void this.#thread.ask(this.#thread.remote.event(this.number, event));
  }

  colorBy(by: ColorBy): void {
    this.#by = by;
    const { remote, ask } = this.#thread;
    // If the run has ended by then, nothing needs painting.
    this.#stepper?.borrowTeam(() => ask(remote.colorBy(this.number, by))).catch(() => {});
  }

  dispose(): void {
    this.#unlisten();
    this.#thread.end();
  }
}
