import {
  type Command,
  type CommandInput,
  type Scenario,
  WorldError,
  type WorldEvent,
} from '@skein/core';
import type { RunReport, Team } from '@skein/worker';
import type { Choices } from './address.ts';
import { asChosen } from './as-chosen.ts';
import type { Drawing } from './drawing/drawing.ts';
import { hideNotice, messageOf, showNotice } from './panel/notices.ts';
import type { KeptMoment } from './past/moments.ts';
import { loadScene } from './scenes.ts';
import { Session, type SessionOptions } from './session.ts';
import { SpareThreads } from './spare-threads.ts';

const LOST = 'A thread was lost; the run continues.';
const CARD_LOST = 'The graphics card was lost; the run continues.';
const NOT_ON_CARD = 'The graphics card cannot step this run; the CPU does.';
const SLOW = 'Threads are slow to answer; the run continues.';
/**
 * The number of silent threads in one run after which the visitor sees a notice. A smaller number is not worth a
 * notice, because every silent thread is replaced and nothing is lost.
 */
const MANY_SILENCES = 3;
/** How long the page waits after a run has opened before it starts other work, in ms. */
const SETTLED_MS = 1000;
const NOT_TAKEN_BACK = 'The run stays at its current tick.';
const NOT_CHANGED = 'The number of threads has not changed.';

/** Callbacks for events of the run on the page. Runs that are being prepared in the background cause no events. */
export interface RunEvents {
  /** Called when a run was opened. */
  onOpen(session: Session, choices: Choices): void;
  /**
   * Called when the run continues in another session, for example at another tick. The session `old` ends after this
   * call.
   */
  onSwap(session: Session, old: Session): void;
  /** Called when the run has reached the requested tick. */
  onArrive(session: Session): void;
  /** Called before the run on the page ends. After this call, no run is on the page until the next one opens. */
  onClose(): void;
  /** Called when another run could not be started. The current run then stays. */
  onKept(error: unknown): void;
  onThreads(session: Session): void;
  onPaused(paused: boolean): void;
  /** Called when the world has a new state. The state does not change until this call returns. */
  onState(report: RunReport): void;
  onHash(tick: number, hash: string): void;
  onEvent(event: WorldEvent): void;
  onFault(error: unknown): void;
  /** Whether a part of the page reads each state. Otherwise, states may stay on the graphics card. */
  isRead(): boolean;
}

/**
 * Opens, pauses, rewinds, forwards and ends runs. There is one run at a time. Requests for another run or another tick
 * are carried out in order. A new request of this kind ends the current movement to another tick early. Waiting
 * requests for a tick are then dropped.
 */
export class Runs {
  readonly #events: RunEvents;
  readonly #drawing: Pick<Drawing, 'begin'>;
  readonly #spares = new SpareThreads();
  #session: Session | undefined;
  #paused = false;
  /** The run that is being restarted; undefined when there is no such run. */
  #over: Session | undefined;
  /**
   * The run that is moving to another tick, with the first and the last tick of this movement; undefined when there is
   * no such run.
   */
  #way: { session: Session; from: number; to: number } | undefined;
  /** When the start of a run on the graphics card began; undefined if none is starting. */
  #cardSince: number | undefined;
  /** Aborts the move to another tick that is in progress. */
  #cut = new AbortController();
  #wishes: Promise<void> = Promise.resolve();
  /** The choices with which the run on the page was opened. */
  #opened: Choices | undefined;
  /**
   * The choices of the run that will be opened next. If there is no such run, the choices of the run that was opened
   * last.
   */
  #wanted: Choices | undefined;

  /** `drawing` is the renderer that shows the runs. */
  constructor(drawing: Pick<Drawing, 'begin'>, events: RunEvents) {
    this.#drawing = drawing;
    this.#events = events;
  }

  /** The run on the page; undefined while there is none. */
  get session(): Session | undefined {
    return this.#session;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /**
   * How much of the way to another tick the run has finished, from 0 to 1. Undefined while the run is not moving to
   * another tick.
   */
  get progress(): number | undefined {
    if (this.#way === undefined) return undefined;
    const { session, from, to } = this.#way;
    return (session.world.tick - from) / (to - from);
  }

  /** How long code for the graphics card has been compiled, in ms; 0 if none is compiled. */
  get cardMs(): number {
    return this.#cardSince === undefined ? 0 : performance.now() - this.#cardSince;
  }

  /**
   * Starts another run in place of the current one. If the start fails, the current run stays. Resolves to whether the
   * new run was opened.
   */
  async open(choices: Choices, paused = false): Promise<boolean> {
    this.#wanted = choices;
    await this.#afterOthers(() => this.#open(choices, paused));
    return this.#opened === choices;
  }

  /**
   * Moves the run to a tick at full speed. After that, the run continues, unless it is paused. To go back, the run
   * starts again in the background from a kept moment, with the same seed and commands. `kernel` does not change the
   * state at a tick. A later request ends this move early.
   */
  goTo(tick: number, kernel?: Team['kernel']): Promise<void> {
    return this.#afterOthers((signal) => this.#goTo(tick, kernel, undefined, signal));
  }

  /** Takes the run back to a tick. Replaces all commands of the run with the commands in `history`. */
  retake(tick: number, history: readonly Command[]): Promise<void> {
    return this.#afterOthers((signal) => this.#goTo(tick, undefined, history, signal));
  }

  /**
   * Restarts the run from its first tick. Does nothing while a restart is in progress, or while the run moves to
   * another tick.
   */
  startOver(): Promise<void> {
    const isBusy = this.#way !== undefined || this.#over === this.#session;
    if (isBusy) return Promise.resolve();
    this.#over = this.#session;
    return this.goTo(0);
  }

  /** Gives a command, which takes effect with the next tick. */
  command(input: CommandInput): Promise<Command> {
    if (this.#session === undefined) return Promise.reject(new Error('No run is open yet.'));
    if (this.#way) return Promise.reject(new Error('The run is still on its way to another tick.'));
    return this.#session.command(input);
  }

  setPaused(paused: boolean): void {
    this.#paused = paused;
    if (this.#way) this.#cut.abort();
    if (paused) this.#session?.stepper.pause();
    else if (!this.#way) this.#session?.stepper.resume();
    this.#events.onPaused(paused);
    if (paused) void this.#tellHash();
  }

  /** Pauses the run, and advances it by `ticks` ticks. */
  step(ticks: number): void {
    this.setPaused(true);
    this.#session?.stepper.step(ticks);
  }

  async setWorkers(workers: number): Promise<void> {
    const session = this.#session;
    if (session === undefined) return;
    try {
      await session.resize(workers);
      hideNotice(NOT_CHANGED);
    } catch (error) {
      showNotice(NOT_CHANGED, messageOf(error));
    }
    if (session === this.#session) this.#events.onThreads(session);
  }

  #afterOthers(action: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#cut.abort();
    this.#cut = new AbortController();
    const { signal } = this.#cut;
    this.#wishes = this.#wishes
      .then(() => action(signal))
      .catch((error: unknown) => this.#events.onFault(error));
    return this.#wishes;
  }

  async #open(choices: Choices, paused: boolean): Promise<void> {
    // Another run was requested while this one waited.
    if (choices !== this.#wanted) return;
    const old = this.#session;
    old?.stepper.pause();
    let session: Session;
    try {
      session = await this.#startBeside(old, choices);
    } catch (error) {
      if (old === undefined || old !== this.#session) throw error;
      if (!this.#paused) old.stepper.resume();
      this.#events.onKept(error);
      return;
    }
    this.#close()?.catch((error: unknown) => console.error(error));
    this.#paused = paused;
    if (paused) session.stepper.pause();
    this.#session = session;
    this.#opened = choices;
    this.#events.onOpen(session, choices);
    void this.#tellHash();
    this.#keepSpares(session);
  }

  /** Ends the run on the page at once; returns undefined if there is none. */
  #close(): Promise<void> | undefined {
    const old = this.#session;
    this.#session = undefined;
    this.#events.onClose();
    return old?.dispose();
  }

  /**
   * Starts a run while the current run stays on the page. If there is not enough memory for both, the current run ends
   * first.
   */
  async #startBeside(old: Session | undefined, choices: Choices): Promise<Session> {
    const scenario = asChosen(choices.file ?? (await loadScene(choices.scene)), choices);
    try {
      return await this.#start(scenario, choices);
    } catch (error) {
      const isFull = error instanceof WorldError && error.code === 'NO_MEMORY';
      if (old === undefined || !isFull) throw error;
      await this.#close();
      return this.#start(scenario, choices);
    }
  }

  async #start(scenario: Scenario, options: SessionOptions): Promise<Session> {
    const events = {
      onState: (report: RunReport) => {
        if (session === this.#session) this.#events.onState(report);
      },
      onHash: (tick: number, hash: string) => {
        if (session === this.#session) this.#events.onHash(tick, hash);
      },
      onFault: (error: unknown) => this.#events.onFault(error),
      isRead: () => session !== this.#session || this.#events.isRead(),
    };
    if (options.kernel === 'gpu') this.#cardSince = performance.now();
    const session: Session = await Session.start(scenario, options, events, {
      drawing: this.#drawing,
      spares: this.#spares,
    }).finally(() => {
      this.#cardSince = undefined;
    });
    session.team.on('event', (event) => {
      if (session === this.#session) this.#events.onEvent(event);
    });
    let silences = 0;
    session.team.on('fault', ({ error, action }) => {
      if (session !== this.#session || action === 'failed') return;
      const isSilent = error.code === 'WORKER_STALLED';
      if (isSilent) silences += 1;
      if (!isSilent) showNotice(LOST, error.message);
      else if (silences >= MANY_SILENCES) showNotice(SLOW, error.message);
      this.#events.onThreads(session);
    });
    const { team, cardRefusal } = session;
    let { kernel } = team;
    team.on('warning', (text) => {
      if (session !== this.#session) return;
      if (team.kernel !== kernel) {
        kernel = team.kernel;
        showNotice(CARD_LOST, text);
        this.#events.onThreads(session);
        // A page without threads already shows a notice about that.
      } else if (team.threaded) showNotice(LOST, text);
    });
    if (cardRefusal === undefined) hideNotice(NOT_ON_CARD);
    else showNotice(NOT_ON_CARD, cardRefusal);
    return session;
  }

  async #goTo(
    tick: number,
    kernel: Team['kernel'] | undefined,
    history: readonly Command[] | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const old = this.#session;
    if (old === undefined || signal.aborted) return;
    old.stepper.pause();
    if (history !== undefined) old.past.forgetAfter(tick);
    const from = old.past.moments.before(tick - old.lead);
    const here = old.world.tick;
    const isOther = kernel !== undefined && kernel !== old.team.kernel;
    const ahead = from !== undefined && from.moment.tick > here;
    const again = tick < here || isOther || ahead || history !== undefined;
    const run =
      history === undefined
        ? { history: old.history, reached: old.reached }
        : { history, reached: tick };
    const session = again ? await this.#again(old, kernel ?? old.team.kernel, from, run) : old;
    if (session === undefined) {
      if (!this.#paused) old.stepper.resume();
      return;
    }
    this.#way = { session, from: session.world.tick, to: tick };
    await session.stepper.hurry(tick, signal, session.lead);
    this.#way = undefined;
    if (session !== old) {
      this.#session = session;
      this.#events.onSwap(session, old);
      old.dispose().catch((error: unknown) => console.error(error));
      this.#keepSpares(session);
    }
    this.#events.onArrive(session);
    if (this.#paused) void this.#tellHash();
    else session.stepper.resume();
  }

  /** Starts the same run again in the background, from one of its kept moments or from tick 0. */
  async #again(
    old: Session,
    kernel: Team['kernel'],
    from: KeptMoment | undefined,
    { history, reached }: Pick<Session, 'history' | 'reached'>,
  ): Promise<Session | undefined> {
    const { scenario, seed, workers, past } = old;
    try {
      const { stallMs, capacity } = this.#opened ?? {};
      const options = { seed, workers, stallMs, kernel, capacity, history, from, past };
      const session = await this.#start(scenario, options);
      session.reached = reached;
      session.stepper.pause();
      hideNotice(NOT_TAKEN_BACK);
      return session;
    } catch (error) {
      // There is no memory or no thread for a second run, so the run stays where it is.
      showNotice(NOT_TAKEN_BACK, messageOf(error));
      return undefined;
    }
  }

  /** Starts spare threads for the next run, some time after the current run has begun. */
  #keepSpares({ team }: Session): void {
    if (team.threaded) setTimeout(() => this.#spares.keep(team.workers), SETTLED_MS);
  }

  async #tellHash(): Promise<void> {
    const session = this.#session;
    const found = await session?.hash();
    if (found !== undefined && session === this.#session) {
      this.#events.onHash(found.tick, found.hash);
    }
  }
}
