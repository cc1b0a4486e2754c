import type { RunOptions, RunReport, Team } from '@skein/worker';
import { FixedStep, MAX_CATCH_UP } from './fixed-step.ts';

/** The maximum time of a run, in ms. It is about one frame, so that slow ticks still show one by one. */
const RUN_MS = 16;
/** The maximum time of a run at full speed, in ms, so that progress shows and the run can be canceled. */
const HURRY_MS = 50;
/** The interval at which the threads compute a hash for the display, in ms. */
const HASH_EVERY_MS = 300;

export interface StepperEvents {
  /** Called when a run ends. The world does not change until this returns, or its promise resolves. */
  onState(report: RunReport): void | Promise<void>;
  /** Called before a run of `ticks` ticks begins. The world does not change until this returns. */
  onRun?(ticks: number): void;
  /**
   * Called when a run begins. Returns the buffer into which the threads pack the points of the last state; undefined
   * for none.
   */
  pointsInto?(): ArrayBufferLike | undefined;
  /** Receives the hash of a state, a few times per second. Without this callback, no hash is computed. */
  onHash?(tick: number, hash: string): void;
  /** Called when the team has failed. No run starts after that. */
  onFault(error: unknown): void;
}

/** Lets the threads evaluate particles immediately after a run. */
export interface Companion {
  /**
   * Called when a run to `lastTick` begins. `shown` is the drawn moment: a tick plus a fraction. Returns what to
   * evaluate at the end of the run, if anything.
   */
  wish(lastTick: number, shown: number): RunOptions['particles'] | undefined;
  /** Receives the evaluated particles. They may be overwritten after this returns, or after its promise resolves. */
  receive(particles: NonNullable<RunReport['particles']>): void | Promise<void>;
}

/**
 * Steps a team along with the frames, without either one waiting for the other: a frame starts a run if none is in
 * progress, and draws the result of the last finished run. Between two runs, the world does not change; `whenIdle` runs
 * work at that time.
 */
export class Stepper {
  paused = false;
  /** Simulated time per real time. */
  speed = 1;
  /** No run continues beyond this tick. The owner may increase it between two runs. */
  stopAt = Number.POSITIVE_INFINITY;
  companion: Companion | undefined;
  readonly #team: Team;
  readonly #events: StepperEvents;
  readonly #clock: FixedStep;
  readonly #waiting: Array<() => void> = [];
  readonly #stop = new AbortController();
  #run: Promise<void> | undefined;
  /** The number of ticks of the current run. */
  #underWay = 0;
  #begunAtMs = 0;
  #singleSteps = 0;
  /** The target of a run at full speed. */
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

  /** Begins a frame, and starts a run if ticks are due. */
  frame(nowMs: number): void {
    if (this.#goal !== undefined) return;
    if (!this.paused) this.#clock.frame(nowMs, this.speed);
    this.#pump();
  }

  /**
   * The time from the drawn moment to the last state, in s. The drawn moment moves evenly, one tick behind the due
   * time. While the next state is still being computed, it may be up to one tick ahead of the last state.
   */
  get lag(): number {
    if (this.paused) return 0;
    const steps = 1 - this.#clock.due - this.#underWay;
    return (Math.min(1, Math.max(-1, steps)) * this.#clock.stepMs) / 1000;
  }

  /** The time per tick in the last run, in ms; 0 before the first run. */
  get tickMs(): number {
    return this.#tickMs;
  }

  /** How long the current run has been in progress, in ms; 0 if there is none. */
  get busyMs(): number {
    return this.#run === undefined || this.#underWay === 0
      ? 0
      : performance.now() - this.#begunAtMs;
  }

  /** The simulated time that was dropped because the threads were too slow, in s. */
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

  /** Pauses, and runs the given number of ticks. */
  step(ticks = 1): void {
    this.pause();
    this.#singleSteps += ticks;
    this.#pump();
  }

  /**
   * Pauses, and runs to `tick` at full speed, independent of the frames. Resolves at that tick, or when `signal`
   * aborts. The last `watched` ticks run in steps as small as in a normal run, so that trails and particles in the
   * picture are complete.
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

  /** Discards the time until the next frame; call it when the tab was hidden. */
  forgetTime(): void {
    this.#clock.reset();
  }

  /** Runs `action` between two runs. */
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

  /** Lets the caller use the team between two runs. The next run waits until `task` is done. */
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

  /** Ends the current run and starts no other. */
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

  #dueTicks(room: number): number {
    const tickMs = Math.max(this.#tickMs, 0.01);
    if (this.#goal !== undefined) {
      const left = this.#goal.tick - this.#team.world.tick;
      const { watched } = this.#goal;
      if (left <= watched) return Math.min(left, room, MAX_CATCH_UP);
      // Before the first run, the time per tick is unknown.
      const bearable = this.#tickMs === 0 ? 1 : Math.max(1, Math.floor(HURRY_MS / tickMs));
      return Math.min(left - watched, room, bearable);
    }
    const bearable = Math.max(1, Math.floor(RUN_MS / tickMs));
    if (!this.paused) return this.#clock.take(Math.min(room, bearable));
    const ticks = Math.min(this.#singleSteps, room, bearable, MAX_CATCH_UP);
    this.#singleSteps -= ticks;
    return ticks;
  }

  async #runFor(ticks: number): Promise<void> {
    this.#underWay = ticks;
    const { tick: begin, scenario } = this.#team.world;
    const now = performance.now();
    this.#begunAtMs = now;
    const late = this.paused || now - this.#hashedAtMs >= HASH_EVERY_MS;
    const hash = late && this.#goal === undefined && this.#events.onHash !== undefined;
    if (hash) this.#hashedAtMs = now;
    try {
      const { signal } = this.#stop;
      this.#events.onRun?.(ticks);
      const particles = this.companion?.wish(begin + ticks, begin - this.lag / scenario.dt);
      const points = this.#events.pointsInto?.();
      const report = await this.#team.run(ticks, {
        hash,
        signal,
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
      const action = this.#waiting.shift();
      if (action === undefined) return;
      action();
    }
  }
}
