import type { Problem, World } from '@skein/core';
import { canHoldOptions, show, unknownOption } from '@skein/core/supervise';
import type { Team } from '@skein/worker';
import { MAX_CATCH_UP } from './loop/fixed-step.ts';
import { Stepper } from './loop/stepper.ts';
import { ThreeError } from './option-error.ts';

/** Without a bound of its own a frame makes up for this time at least, s: 10 frames a second keep pace. */
const CATCH_UP_SECONDS = 0.1;

/** The driver of each team that has one. */
const drivers = new WeakMap<Team, Driver>();

/** How a world keeps pace with the frames. */
export interface DriverOptions {
  /** Simulated time per time of the clock, 0 to 1000. Default: 1. */
  readonly speed?: number;
  /**
   * Ticks that one frame may catch up at most, an integer from 1 to 10,000; time missed beyond them is
   * dropped. Default: those of 0.1 s, and at least 4.
   */
  readonly maxCatchUp?: number;
  /**
   * Whether objects move on evenly between two ticks, which costs one step of delay. Without it they show the last
   * state. Default: true.
   */
  readonly interpolate?: boolean;
}

/** Called for each state that the threads have finished. */
export interface StateListener {
  /** The world stands at a new state until this returns. */
  onState(): void;
  /** A run of so many ticks is about to begin. */
  onRun?(ticks: number): void;
}

/**
 * Makes the world of a team keep pace with frames that come at any rate: call `update` once in each.
 *
 * While there is a driver it alone runs the team, which has no second one until the first is disposed of. Commands and
 * queries are given to the team as ever.
 *
 * @throws ThreeError OPTION_INVALID, with the path `$team` where the team is none, has a driver or was disposed of
 */
export function createDriver(team: Team, options: DriverOptions = {}): Driver {
  const problems = [...teamProblems(team), ...problemsOf(options)];
  if (problems.length > 0) throw new ThreeError(problems);
  return new Driver(team, options);
}

/** Steps the world of a team by the time that passes. */
export class Driver {
  readonly team: Team;
  /** Simulated time per time of the clock. May be set between two frames. */
  speed: number;
  /** Whether objects move on evenly between two ticks. */
  interpolate: boolean;
  /** How far before the last state the picture stands, s; the object is shared with shaders as a uniform. */
  readonly lag = { value: 0 };
  readonly #stepper: Stepper;
  readonly #listeners = new Set<StateListener>();
  #nowMs = 0;
  /** Whether the frame before stood before its own predecessor. */
  #back = false;
  #disposed = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(team: Team, options: DriverOptions) {
    const { dt } = team.world.scenario;
    this.team = team;
    this.speed = options.speed ?? 1;
    this.interpolate = options.interpolate ?? true;
    const maxCatchUp =
      options.maxCatchUp ?? Math.max(MAX_CATCH_UP, Math.ceil(CATCH_UP_SECONDS / dt));
    const onFault = (error: unknown) => {
      this.#failure = { error };
    };
    const onState = () => {
      for (const one of this.#listeners) one.onState();
    };
    const onRun = (ticks: number) => {
      for (const one of this.#listeners) one.onRun?.(ticks);
    };
    this.#stepper = new Stepper(team, { onState, onRun, onFault }, maxCatchUp);
    this.#stepper.frame(0);
    drivers.set(team, this);
  }

  get world(): World {
    return this.team.world;
  }

  /** Whether time stands still; `pause` and `resume` change it. */
  get paused(): boolean {
    return this.#stepper.paused;
  }

  /**
   * Simulated time that was dropped since the start, s: it was due beyond `maxCatchUp`, as the threads or the frames did
   * not keep pace. 0 while they do. Pauses do not count, nor does the first frame, nor one of more than 1 s, before which
   * the page was hidden or stood still.
   */
  get behind(): number {
    return this.#stepper.behind;
  }

  /** Whether `dispose` was called: nothing moves any more. */
  get disposed(): boolean {
    return this.#disposed;
  }

  /**
   * A frame begins, so much time (s) after the one before: starts the ticks that are due, and moves the picture on.
   * Never waits for the threads; what they have finished is drawn.
   *
   * @throws ThreeError OPTION_INVALID where the time is no number or infinite, or below 0 in two frames in a row; what
   * the team failed with, as `team.run` would
   */
  update(deltaSeconds: number): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#checkDelta(deltaSeconds);
    // A clock that stood still, or was put back, makes nothing due.
    if (deltaSeconds > 0) this.#nowMs += deltaSeconds * 1000;
    this.#stepper.speed = this.speed;
    this.#stepper.frame(this.#nowMs);
    this.lag.value = this.interpolate ? this.#stepper.lag : 0;
  }

  /** Time stands still until `resume`. */
  pause(): void {
    this.#stepper.pause();
  }

  /** @throws ThreeError DRIVER_DISPOSED */
  resume(): void {
    if (this.#disposed) throw disposedDriver();
    this.#stepper.resume();
    this.#stepper.frame(this.#nowMs);
  }

  /**
   * Pauses, and goes ahead by so many ticks.
   *
   * @throws ThreeError DRIVER_DISPOSED
   */
  step(ticks = 1): void {
    if (this.#disposed) throw disposedDriver();
    this.#stepper.step(ticks);
  }

  /** Does something with the world while no run is under way. */
  whenIdle<T>(action: () => T): Promise<T> {
    return this.#stepper.whenIdle(action);
  }

  /** Tells of each new state, until the returned function is called. */
  listen(listener: StateListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the run under way, and starts no other. The team stays as it is; then it may have another driver. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#stepper.stop();
    if (drivers.get(this.team) === this) drivers.delete(this.team);
  }

  /** @throws ThreeError */
  #checkDelta(delta: number): void {
    const back = delta < 0;
    // A frame may bear a time before that of the clock its loop began with, or began again: one of them is no mistake.
    const wrong = !Number.isFinite(delta) || (back && this.#back);
    this.#back = back;
    if (!wrong) return;
    const expected = 'seconds since the last frame, at least 0';
    throw new ThreeError([{ path: '$deltaSeconds', found: show(delta), expected }]);
  }
}

/** What is thrown where a driver is needed that runs. */
export function disposedDriver(): ThreeError {
  const found = 'one that was disposed of';
  const expected = 'one that is not; createDriver makes another';
  return new ThreeError([{ path: '$driver', found, expected }], 'DRIVER_DISPOSED');
}

function teamProblems(team: unknown): Problem[] {
  const { run, then, disposed } = Object(team) as Partial<Team & PromiseLike<Team>>;
  const problem = (found: string, expected: string) => [{ path: '$team', found, expected }];
  if (typeof run !== 'function') {
    const guess = typeof then === 'function' ? '; is `await` missing?' : '';
    return problem(show(team), `what createTeam resolves to${guess}`);
  }
  if (disposed) return problem('one that was disposed of', 'one that is not');
  if (drivers.has(team as Team)) {
    return problem(
      'one that has a driver',
      'one whose driver was disposed of: `await driver.dispose()`',
    );
  }
  return [];
}

function problemsOf(options: DriverOptions): Problem[] {
  if (!canHoldOptions(options)) {
    return [{ path: '$', found: show(options), expected: 'an object' }];
  }
  const problems: Problem[] = [];
  const unknown = unknownOption(options, ['speed', 'maxCatchUp', 'interpolate']);
  if (unknown !== undefined) {
    problems.push({
      path: `$.${unknown}`,
      found: 'an unknown option',
      expected: 'speed, maxCatchUp or interpolate',
    });
  }
  const { speed = 1, maxCatchUp = 1, interpolate = true } = options;
  if (!(speed >= 0 && speed <= 1000)) {
    problems.push({ path: '$.speed', found: show(speed), expected: 'a number from 0 to 1000' });
  }
  if (!(Number.isInteger(maxCatchUp) && maxCatchUp >= 1 && maxCatchUp <= 10_000)) {
    problems.push({
      path: '$.maxCatchUp',
      found: show(maxCatchUp),
      expected: 'an integer from 1 to 10,000',
    });
  }
  if (typeof interpolate !== 'boolean') {
    problems.push({ path: '$.interpolate', found: show(interpolate), expected: 'true or false' });
  }
  return problems;
}
