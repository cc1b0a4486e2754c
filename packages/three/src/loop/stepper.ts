import type { RunOptions, RunReport, Team } from '@skein/worker';
import { FixedStep, MAX_CATCH_UP } from './fixed-step.ts';

/**
 * The time that a run of a few ticks should take at most, in ms. This time is about the duration of one frame. A run
 * has at least one tick, even if this tick takes longer. So slow ticks are shown one by one.
 */
const RUN_MS = 16;
/**
 * The maximum duration of a run of several ticks at full speed, in ms. It is short enough to show progress and to
 * cancel the run.
 */
const HURRY_MS = 50;
/** The default interval between two hashes that the threads compute for the display, in ms. */
const HASH_EVERY_MS = 300;

export interface StepperEvents {
  /**
   * Called when a run has ended. The world does not change until this function returns, or until its promise resolves.
   */
  onState(report: RunReport): void | Promise<void>;
  /** Called before a run of `ticks` ticks begins. The world does not change until this function returns. */
  onRun?(ticks: number): void;
  /**
   * Called when a run begins. Returns the buffer into which the threads will pack the points of the last state of the
   * run. If this function returns undefined, the threads pack no points.
   */
  pointsInto?(): ArrayBufferLike | undefined;
  /**
   * Called when a run begins. Whether the state may stay on the graphics card at its end, see `keep` of `RunOptions`. In
   * `onState`, `kept` of the team then says whether it has. Default: no.
   */
  keeps?(): boolean;
  /** Called when the memory of the world has got a state that was kept, because something needs it. */
  onSync?(): void | Promise<void>;
  /** Called with the hash of a state, at most every `hashEveryMs`. Without this callback, no hashes are computed. */
  onHash?(tick: number, hash: string): void;
  /** Called when the team has failed. No run starts after that. */
  onFault(error: unknown): void;
}

/** Decides which particles the threads evaluate at the end of a run, and receives the results. */
export interface Companion {
  /**
   * Called when a run begins that will end at `lastTick`. `shown` is the drawn moment: a tick plus a fraction. Returns
   * what the threads must evaluate at the end of the run, or undefined for nothing.
   */
  wish(lastTick: number, shown: number): RunOptions['particles'] | undefined;
  /**
   * Called with the evaluated particles. The particles may be overwritten after this function returns. If it returns a
   * promise, they may be overwritten after the promise resolves.
   */
  receive(particles: NonNullable<RunReport['particles']>): void | Promise<void>;
}

/**
 * Steps a team while frames are drawn, so that no frame waits for the team. If no run is in progress, a frame starts a
 * run. Each frame draws the result of the last finished run. Work that was passed to `whenIdle` is done between two
 * runs, when the world does not change.
 */
export class Stepper {
  paused = false;
  /** How many seconds of simulated time pass per second of real time. */
  speed = 1;
  /** The last tick: no run continues beyond it. The owner of the stepper may increase it between two runs. */
  stopAt = Number.POSITIVE_INFINITY;
  companion: Companion | undefined;
  /**
   * The minimum interval between two hashes that the threads compute for the display, in ms. With 0, each run ends with
   * a hash. Runs to a tick at full speed compute no hashes.
   */
  hashEveryMs = HASH_EVERY_MS;
  readonly #team: Team;
  readonly #events: StepperEvents;
  readonly #clock: FixedStep;
  readonly #waiting: Array<() => void> = [];
  readonly #stop = new AbortController();
  #run: Promise<void> | undefined;
  /** The number of ticks in the current run. */
  #underWay = 0;
  #begunAtMs = 0;
  #singleSteps = 0;
  /** The tick to which the team runs at full speed; undefined while it runs at normal speed. */
  #goal:
    | { readonly tick: number; readonly reach: () => void; readonly watched: number }
    | undefined;
  #tickMs = 0;
  #hashedAtMs = Number.NEGATIVE_INFINITY;

  /** @param maxCatchUp the maximum number of ticks that one frame catches up */
  constructor(team: Team, events: StepperEvents, maxCatchUp = MAX_CATCH_UP) {
    this.#team = team;
    this.#events = events;
    this.#clock = new FixedStep(team.world.scenario.dt, maxCatchUp);
  }

  /** Begins a frame at the time `nowMs`, and starts a run if ticks are due. */
  frame(nowMs: number): void {
    if (this.#goal !== undefined) return;
    if (!this.paused) this.#clock.frame(nowMs, this.speed);
    this.#pump();
  }

  /**
   * The time from the drawn moment to the last state, in s. The drawn moment moves evenly, one tick behind the due
   * time. While the next state is still being computed, the drawn moment may be up to one tick after the last state.
   * The lag is then negative.
   */
  get lag(): number {
    if (this.paused) return 0;
    const steps = 1 - this.#clock.due - this.#underWay;
    return (Math.min(1, Math.max(-1, steps)) * this.#clock.stepMs) / 1000;
  }

  /** The mean time of a tick in the last run, in ms; 0 before the first run. */
  get tickMs(): number {
    return this.#tickMs;
  }

  /** How long the current run has been in progress, in ms; 0 if no run is in progress. */
  get busyMs(): number {
    return this.#run === undefined || this.#underWay === 0
      ? 0
      : performance.now() - this.#begunAtMs;
  }

  /** How much simulated time was dropped because the threads were too slow, in s. */
  get behind(): number {
    return this.#clock.droppedMs / 1000;
  }

  /** Whether no run is in progress. */
  get idle(): boolean {
    return this.#run === undefined;
  }

  pause(): void {
    this.paused = true;
    this.#clock.reset();
  }

  resume(): void {
    this.paused = false;
    this.#singleSteps = 0;
  }

  /** Pauses, and then runs the given number of ticks. */
  step(ticks = 1): void {
    this.pause();
    this.#singleSteps += ticks;
    this.#pump();
  }

  /**
   * Pauses, and then runs to `tick` at full speed, independently of the frames. Resolves when `tick` is reached, or
   * when `signal` is aborted. The last `watched` ticks run in small steps, as in normal runs. The picture then contains
   * complete trails and particles.
   */
  async hurry(tick: number, signal: AbortSignal, watched = 0): Promise<void> {
    this.pause();
    await this.whenIdle(() => {});
    if (signal.aborted || this.#stop.signal.aborted || this.#team.world.tick >= tick) return;
    await new Promise<void>((reach) => {
      this.#goal = { tick, reach, watched };
      signal.addEventListener('abort', () => this.#giveUpGoal(), { once: true });
      this.#pump();
    });
  }

  /** Discards the time between the last frame and the next frame. Call it when the tab was hidden. */
  forgetTime(): void {
    this.#clock.reset();
  }

  /** Calls `action` while no run is in progress. Resolves to the result of `action`. */
  whenIdle<T>(action: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(action());
        } catch (error) {
          reject(error);
        }
      });
      if (this.#run === undefined) this.#serveWaiting();
    });
  }

  /**
   * Lets `task` use the team while no run is in progress. The next run starts only when the promise of `task` has
   * resolved.
   */
  async borrowTeam<T>(task: (team: Team) => Promise<T>): Promise<T> {
    const { result } = await this.whenIdle(() => {
      this.#stop.signal.throwIfAborted();
      const result = task(this.#team);
      const end = () => {
        this.#run = undefined;
        this.#serveWaiting();
        this.#pump();
      };
      this.#run = result.then(end, end);
      return { result };
    });
    return result;
  }

  /** Ends the current run. No other run starts after this. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#giveUpGoal();
    await this.#run;
  }

  #pump(): void {
    if (this.#run !== undefined || this.#stop.signal.aborted) return;
    const ticks = this.#dueTicks(this.stopAt - this.#team.world.tick);
    if (ticks > 0) this.#run = this.#runFor(ticks);
  }

  #dueTicks(most: number): number {
    const tickMs = Math.max(this.#tickMs, 0.01);
    if (this.#goal !== undefined) {
      const left = this.#goal.tick - this.#team.world.tick;
      const { watched } = this.#goal;
      if (left <= watched) return Math.min(left, most, MAX_CATCH_UP);
      // Before the first run, the time per tick is unknown.
      const bearable = this.#tickMs === 0 ? 1 : Math.max(1, Math.floor(HURRY_MS / tickMs));
      return Math.min(left - watched, most, bearable);
    }
    const bearable = Math.max(1, Math.floor(RUN_MS / tickMs));
    if (!this.paused) return this.#clock.take(Math.min(most, bearable));
    const ticks = Math.min(this.#singleSteps, most, bearable, MAX_CATCH_UP);
    this.#singleSteps -= ticks;
    return ticks;
  }

  async #runFor(ticks: number): Promise<void> {
    this.#underWay = ticks;
    const { tick: begin, scenario } = this.#team.world;
    const now = performance.now();
    this.#begunAtMs = now;
    const late = this.paused || now - this.#hashedAtMs >= this.hashEveryMs;
    const hash = late && this.#goal === undefined && this.#events.onHash !== undefined;
    if (hash) this.#hashedAtMs = now;
    try {
      const { signal } = this.#stop;
      this.#events.onRun?.(ticks);
      const particles = this.companion?.wish(begin + ticks, begin - this.lag / scenario.dt);
      const isSmooth = !this.paused && this.#goal === undefined;
      const keep = isSmooth && this.#events.keeps?.() === true;
      const points = keep ? undefined : this.#events.pointsInto?.();
      const report = await this.#team.run(ticks, {
        hash,
        signal,
        keep,
        ...(particles && { particles }),
        ...(points && { points }),
      });
      await this.#finish(report);
    } catch (error) {
      const stopped = this.#stop.signal.aborted;
      this.#stop.abort();
      this.#giveUpGoal();
      if (!stopped) this.#events.onFault(error);
    } finally {
      this.#run = undefined;
      this.#underWay = 0;
      this.#serveWaiting();
    }
    this.#pump();
  }

  async #finish(report: RunReport): Promise<void> {
    if (report.ticks > 0) {
      this.#tickMs = report.tickMs.reduce((sum, ms) => sum + ms, 0) / report.tickMs.length;
    }
    const taken = this.#events.onState(report);
    const received = report.particles && this.companion?.receive(report.particles);
    await Promise.all([taken, received]);
    if (this.#goal !== undefined && report.toTick >= this.#goal.tick) this.#giveUpGoal();
    const hash = report.hashes?.at(-1);
    if (hash !== undefined) this.#events.onHash?.(report.toTick, hash);
  }

  #giveUpGoal(): void {
    this.#goal?.reach();
    this.#goal = undefined;
  }

  #serveWaiting(): void {
    // An action may start a run. The other actions then wait for its end.
    while (this.#run === undefined) {
      if (this.#waiting.length === 0) return;
      if (this.#team.kept && !this.#stop.signal.aborted) {
        this.#run = this.#sync();
        return;
      }
      this.#waiting.shift()!();
    }
  }

  /** Brings the state to the memory of the world, for the actions that wait. */
  async #sync(): Promise<void> {
    try {
      await this.#team.sync();
      await this.#events.onSync?.();
    } catch (error) {
      const stopped = this.#stop.signal.aborted;
      this.#stop.abort();
      this.#giveUpGoal();
      if (!stopped) this.#events.onFault(error);
    }
    this.#run = undefined;
    this.#serveWaiting();
    this.#pump();
  }
}
