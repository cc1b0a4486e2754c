import type { Problem, World } from '@skein/core';
import { canHoldOptions, show, unknownOption } from '@skein/core/internal';
import type { Team } from '@skein/worker';
import { MAX_CATCH_UP } from './loop/fixed-step.ts';
import { Stepper } from './loop/stepper.ts';
import { ThreeError } from './option-error.ts';

/**
 * By default, one frame can catch up at least this simulated time, in s. At speed 1, the world therefore keeps pace
 * with real time even at 10 frames per second.
 */
const CATCH_UP_SECONDS = 0.1;

/** The driver of each team that has a driver. */
const drivers = new WeakMap<Team, Driver>();

/** Options that decide how a world keeps pace with the frames. */
export interface DriverOptions {
  /** How many seconds of simulated time pass per second of real time, from 0 to 1000. Default: 1. */
  readonly speed?: number;
  /**
   * The maximum number of ticks (not seconds) that one frame catches up, an integer from 1 to 10,000. The time of
   * further ticks is dropped. Default: the number of ticks in 0.1 s of simulated time, but at least 4.
   */
  readonly maxCatchUp?: number;
  /**
   * Whether objects move smoothly between two ticks. This delays the picture by one tick. If false, objects show the
   * last state. Default: true.
   */
  readonly interpolate?: boolean;
}

/** Callbacks that are called when the threads finish or start a run of ticks. */
export interface StateListener {
  /** Called for each new state. The world does not change until this function returns. */
  onState(): void;
  /** Called before a run of `ticks` ticks begins. */
  onRun?(ticks: number): void;
}

/**
 * Creates a driver, which steps the world of a team while frames are drawn, at any frame rate. Call `update` once per
 * frame.
 *
 * While a team has a driver, only the driver may run the team. You still give commands and queries to the team itself.
 * A team can have only one driver at a time. To create another driver, first call `dispose` of the present driver.
 *
 * @throws ThreeError OPTION_INVALID, with the path `$team` if the team is not a team, already has a driver, or is
 * disposed of
 */
export function createDriver(team: Team, options: DriverOptions = {}): Driver {
  const problems = [...teamProblems(team), ...problemsOf(options)];
  if (problems.length > 0) throw new ThreeError(problems);
  return new Driver(team, options);
}

/** Steps the world of a team as time passes; see `createDriver`. */
export class Driver {
  readonly team: Team;
  /** How many seconds of simulated time pass per second of real time. You may change it between two frames. */
  speed: number;
  /** Whether objects move smoothly between two ticks. You may change it between two frames. */
  interpolate: boolean;
  /** The time from the drawn moment to the last state, in s. Shaders use this object directly as a uniform. */
  readonly lag = { value: 0 };
  readonly #stepper: Stepper;
  readonly #listeners = new Set<StateListener>();
  #nowMs = 0;
  /** Whether the time of the previous frame was negative. */
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
      for (const listener of this.#listeners) listener.onState();
    };
    const onRun = (ticks: number) => {
      for (const listener of this.#listeners) listener.onRun?.(ticks);
    };
    this.#stepper = new Stepper(team, { onState, onRun, onFault }, maxCatchUp);
    this.#stepper.frame(0);
    drivers.set(team, this);
  }

  get world(): World {
    return this.team.world;
  }

  /** Whether the simulation is paused; see `pause` and `resume`. */
  get paused(): boolean {
    return this.#stepper.paused;
  }

  /**
   * The simulated time that was dropped since the start, in s, because the threads or the frames were too slow.
   * Excludes pauses, the first frame, and frames longer than 1 s, in which the page was hidden or frozen.
   */
  get behind(): number {
    return this.#stepper.behind;
  }

  /** Whether `dispose` was called. After that, the driver does nothing. */
  get disposed(): boolean {
    return this.#disposed;
  }

  /**
   * Begins a frame: starts the ticks that are due, and moves the picture forward. Call it once per frame. It never
   * waits for the threads, because the frame shows finished states.
   *
   * @param deltaSeconds the time since the previous frame
   * @throws ThreeError OPTION_INVALID if the time is not finite, or is negative in two frames in a row; if the team has
   * failed, the same error as `team.run`
   */
  update(deltaSeconds: number): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#checkDelta(deltaSeconds);
    // If the clock stood still or was set back, no ticks are due.
    if (deltaSeconds > 0) this.#nowMs += deltaSeconds * 1000;
    this.#stepper.speed = this.speed;
    this.#stepper.frame(this.#nowMs);
    this.lag.value = this.interpolate ? this.#stepper.lag : 0;
  }

  /** Pauses the simulation until `resume` is called. */
  pause(): void {
    this.#stepper.pause();
  }

  /**
   * Continues the simulation after `pause`.
   * @throws ThreeError DRIVER_DISPOSED
   */
  resume(): void {
    if (this.#disposed) throw disposedDriver();
    this.#stepper.resume();
    this.#stepper.frame(this.#nowMs);
  }

  /**
   * Pauses the simulation, and then runs the given number of ticks.
   *
   * @throws ThreeError DRIVER_DISPOSED
   */
  step(ticks = 1): void {
    if (this.#disposed) throw disposedDriver();
    this.#stepper.step(ticks);
  }

  /**
   * Calls `action` while no run is in progress, so that `action` can safely read or change the world. Resolves to the
   * result of `action`.
   */
  whenIdle<T>(action: () => T): Promise<T> {
    return this.#stepper.whenIdle(action);
  }

  /** Calls the functions of `listener` for each new state from now on. Returns a function that removes the listener. */
  listen(listener: StateListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the current run, and starts no other run. The team stays usable, and may get another driver. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#stepper.stop();
    if (drivers.get(this.team) === this) drivers.delete(this.team);
  }

  /**
   * Checks the time that is passed to `update`.
   *
   * @throws ThreeError OPTION_INVALID
   */
  #checkDelta(delta: number): void {
    const back = delta < 0;
    // When a frame loop starts or restarts, its first frame may carry a time before the clock's, so one negative time
    // is not an error.
    const wrong = !Number.isFinite(delta) || (back && this.#back);
    this.#back = back;
    if (!wrong) return;
    const expected = 'seconds since the last frame, at least 0';
    throw new ThreeError([{ path: '$deltaSeconds', found: show(delta), expected }]);
  }
}

/** Creates the error that is thrown when a disposed driver is used. */
export function disposedDriver(): ThreeError {
  const found = 'a disposed driver';
  const expected = 'a running driver; create one with createDriver';
  return new ThreeError([{ path: '$driver', found, expected }], 'DRIVER_DISPOSED');
}

function teamProblems(team: unknown): Problem[] {
  const { run, then, disposed } = Object(team) as Partial<Team & PromiseLike<Team>>;
  const problem = (found: string, expected: string) => [{ path: '$team', found, expected }];
  if (typeof run !== 'function') {
    const guess = typeof then === 'function' ? '; is `await` missing?' : '';
    return problem(show(team), `a team from createTeam${guess}`);
  }
  if (disposed) return problem('a disposed team', 'a running team');
  if (drivers.has(team as Team)) {
    return problem(
      'a team that already has a driver',
      'a team without one; call `await driver.dispose()` first',
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
