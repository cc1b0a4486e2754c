import type { RunOptions, RunReport, Team } from '@skein/worker';
import { FixedStep, MAX_CATCH_UP } from './fixed-step.ts';

/** A run is kept to about one frame, so that slow ticks still show one by one. */
const RUN_MS = 16;
/** A run at full speed is kept to this, so that progress shows and the way may be cut short, ms. */
const HURRY_MS = 50;
/** How often the threads hash the state for the display, ms. */
const HASH_EVERY_MS = 300;

export interface StepperEvents {
  /** A run ended: the world stands still until this returns, or until what it returns resolves. */
  onState(report: RunReport): void | Promise<void>;
  /** A run of so many ticks begins: the world still stands until this returns. */
  onRun?(ticks: number): void;
  /** A run begins: where the threads are to pack its last state as points, if anywhere. */
  pointsInto?(): ArrayBufferLike | undefined;
  /** The hash of a state, a few times per second; where nothing listens no hash is made. */
  onHash?(tick: number, hash: string): void;
  /** The team failed; nothing runs any more. */
  onFault(error: unknown): void;
}

/** Has the threads evaluate particles right behind runs. */
export interface Companion {
  /**
   * A run to `lastTick` begins, in a frame whose picture stands at tick and share `shown`: what to
   * evaluate at its end, if anything.
   */
  wish(lastTick: number, shown: number): RunOptions['particles'] | undefined;
  /** What was evaluated; it may be overwritten once this returns, or what it returns resolves. */
  receive(particles: NonNullable<RunReport['particles']>): void | Promise<void>;
}

/**
 * Steps a team along with the frames, without either waiting for the other: a frame starts a run
 * if none is going, and draws what the last finished run left. Between two runs the world stands
 * still, and that is when work that needs it so gets its turn (`whenIdle`).
 */
export class Stepper {
  paused = false;
  /** Simulated time per time of the clock. */
  speed = 1;
  /** The tick that no run goes beyond; its owner moves it on between two runs. */
  stopAt = Number.POSITIVE_INFINITY;
  companion: Companion | undefined;
  readonly #team: Team;
  readonly #events: StepperEvents;
  readonly #clock: FixedStep;
  readonly #waiting: Array<() => void> = [];
  readonly #stop = new AbortController();
  #run: Promise<void> | undefined;
  /** Ticks of the run that is going. */
  #underWay = 0;
  #begunAtMs = 0;
  #singleSteps = 0;
  /** Where a run at full speed goes. */
  #goal:
    | { readonly tick: number; readonly reach: () => void; readonly watched: number }
    | undefined;
  #tickMs = 0;
  #hashedAtMs = Number.NEGATIVE_INFINITY;

  /** `maxCatchUp`: ticks that a frame may catch up at most. */
  constructor(team: Team, events: StepperEvents, maxCatchUp = MAX_CATCH_UP) {
    this.#team = team;
    this.#events = events;
    this.#clock = new FixedStep(team.world.scenario.dt, maxCatchUp);
  }

  /** A frame begins; starts a run when ticks are due. */
  frame(nowMs: number): void {
    if (this.#goal !== undefined) return;
    if (!this.paused) this.#clock.frame(nowMs, this.speed);
    this.#pump();
  }

  /**
   * How far before the last state the picture is to stand, s. It moves on evenly, one step behind what
   * is due; while the next state is still being worked out it may be up to a step ahead of the last.
   */
  get lag(): number {
    if (this.paused) return 0;
    const steps = 1 - this.#clock.due - this.#underWay;
    return (Math.min(1, Math.max(-1, steps)) * this.#clock.stepMs) / 1000;
  }

  /** What a tick took in the last run, ms; 0 before the first. */
  get tickMs(): number {
    return this.#tickMs;
  }

  /** How long the run that is going has been going, ms; 0 where none is. */
  get busyMs(): number {
    return this.#run === undefined || this.#underWay === 0
      ? 0
      : performance.now() - this.#begunAtMs;
  }

  /** Time that was due and is dropped, as the threads did not keep pace, s of the simulation. */
  get behind(): number {
    return this.#clock.droppedMs / 1000;
  }

  /** Whether the threads have nothing to do. */
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

  /** Pauses, and goes ahead by so many ticks. */
  step(ticks = 1): void {
    this.pause();
    this.#singleSteps += ticks;
    this.#pump();
  }

  /**
   * Pauses, and continues to `tick` at full speed, whatever the frames do. Resolves there, or where
   * `signal` has ended it. The last `watched` ticks are done as few at a time as when watched, so that the picture
   * lacks nothing that a watched run would have left in it.
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

  /** The tab was hidden: the time until the next frame is not made up for. */
  forgetTime(): void {
    this.#clock.reset();
  }

  /** Does something with the world between two runs. */
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

  /** Has the team do something else between two runs; the next run waits for it to end. */
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

  /** Ends the run that is going, and starts no other. */
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
      // How long the ticks of the first run take is not known yet.
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
    // One of them may start a run; the others then wait for its end.
    while (this.#run === undefined) {
      const action = this.#waiting.shift();
      if (action === undefined) return;
      action();
    }
  }
}
