import {
  type Command,
  type CommandInput,
  command,
  createWorld,
  type KernelName,
  type Scenario,
  stateHash,
  type World,
} from '@skein/core';
import { worldAt } from '@skein/core/supervise';
import {
  type ColorBy,
  isLight,
  MAX_POSED,
  type SeenState,
  Stepper,
  type StepperEvents,
} from '@skein/three/parts';
import { createTeam, type RunReport, type Team } from '@skein/worker';
import { type Change, giveChanges } from './changes.ts';
import type { Drawing, DrawnRun } from './drawing/drawing.ts';
import type { KeptMoment } from './past/moments.ts';
import { Past } from './past/past.ts';
import type { SpareThreads } from './spare-threads.ts';
import { suitingWorkers } from './suiting-workers.ts';

export interface SessionOptions {
  readonly seed?: number | undefined;
  readonly workers?: number | undefined;
  /** How long a thread may be silent at first, ms; that of a team when left out. */
  readonly stallMs?: number | undefined;
  /** The one that the browser does best when left out. */
  readonly kernel?: KernelName | undefined;
  /** Carried out with the first tick. */
  readonly changes?: readonly Change[] | undefined;
  /** Commands of a run before, by tick: each is given again when its tick comes. */
  readonly history?: readonly Command[] | undefined;
  /** Where it begins, in place of tick 0. */
  readonly from?: KeptMoment | undefined;
  /** Of the same run, where it was stepped before. */
  readonly past?: Past | undefined;
}

/** What runs share: what draws them, and the threads that wait for them. */
export interface SessionParts {
  readonly drawing: Pick<Drawing, 'begin'>;
  readonly spares: Pick<SpareThreads, 'take'>;
}

/** Ticks until trails and the beat of wings show nothing of where a run began. */
const LEAD_TICKS = 120;

/** One run of one scenario, from its first tick to its end: world, team, stepper, drawn state. */
export class Session {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly world: World;
  readonly team: Team;
  readonly stepper: Stepper;
  /** How what draws it follows it. */
  readonly drawn: DrawnRun;
  readonly past: Past;
  hits = 0;
  /** Flights that came all around their target and no nearer. */
  orbits = 0;
  /** The furthest tick that this run, or the one it goes over again, has seen. */
  reached = 0;
  /** What is left of the history. */
  #future: readonly Command[];
  /** Asked for last, until the team has them. */
  #wantedWorkers: number | undefined;
  #resizing: Promise<void> | undefined;

  /** @throws WorldError, TeamError, ChangesError */
  static async start(
    scenario: Scenario,
    options: SessionOptions,
    events: StepperEvents,
    { drawing, spares }: SessionParts,
  ): Promise<Session> {
    const seed = options.seed ?? scenario.seed;
    const { workers, stallMs, kernel, changes = [], history = [], from } = options;
    const chosen = kernel === undefined ? {} : { kernel };
    const world = from
      ? worldAt(from.moment, history, chosen)
      : createWorld(scenario, { seed, ...chosen });
    giveChanges(world, changes);
    const cores = Math.max(1, navigator.hardwareConcurrency || 1);
    const team = await createTeam(world, {
      workers: workers ?? Math.min(world.maxWorkers, suitingWorkers(world.count, cores)),
      ...(stallMs !== undefined && { stallMs }),
      createWorker: spares.take,
    });
    return new Session(scenario, seed, team, options, events, drawing);
  }

  private constructor(
    scenario: Scenario,
    seed: number,
    team: Team,
    { history = [], from, past = new Past() }: SessionOptions,
    events: StepperEvents,
    drawing: Pick<Drawing, 'begin'>,
  ) {
    this.scenario = scenario;
    this.seed = seed;
    this.world = team.world;
    this.team = team;
    this.drawn = drawing.begin(team);
    this.#future = history.filter((one) => one.tick >= this.world.tick);
    this.past = past;
    if (this.world.tick === 0) this.past.hashes.note(0, stateHash(this.world));
    this.hits = from?.hits ?? 0;
    this.orbits = from?.orbits ?? 0;
    this.stepper = new Stepper(team, {
      ...events,
      onState: (report) => {
        const taken = this.drawn.onState(report);
        this.reached = Math.max(this.reached, this.world.tick);
        this.#keepMoment(report);
        this.#repeatCommands();
        events.onState(report);
        return taken;
      },
      pointsInto: () => this.state.agents.room,
      onHash: (tick, hash) => {
        this.past.hashes.note(tick, hash);
        events.onHash?.(tick, hash);
      },
    });
    this.drawn.stepBy(this.stepper);
    team.on('event', (event) => {
      if (event.type === 'hit' || event.type === 'strike') this.hits += 1;
      if (event.type === 'orbit') this.orbits += 1;
      this.drawn.onEvent(event);
    });
    this.#repeatCommands();
  }

  /** The last finished state. */
  get state(): SeenState {
    return this.drawn.state;
  }

  /** All commands of the run by tick: those that were given, and those that will be given again. */
  get history(): readonly Command[] {
    return [...this.world.log, ...this.#future];
  }

  /**
   * Carried out with the next tick. What was done later in a run that is gone over again is not done
   * again after that.
   */
  command(input: CommandInput): Promise<Command> {
    this.reached = this.world.tick;
    this.past.forgetAfter(this.world.tick);
    if (this.#future.length > 0) {
      this.#future = [];
      this.stepper.stopAt = Number.POSITIVE_INFINITY;
    }
    return this.team.command(input);
  }

  /** Fires from the first launcher. */
  fire(count: number): Promise<Command> {
    return this.command({ type: 'fire', count });
  }

  /** How many workers were asked for last; the team may be on its way there. */
  get workers(): number {
    return this.#wantedWorkers ?? this.team.workers;
  }

  /** The hash of the state that the world stands at, between two runs. */
  hash(): Promise<{ tick: number; hash: string }> {
    return this.stepper.whenIdle(() => ({ tick: this.world.tick, hash: stateHash(this.world) }));
  }

  /**
   * Continues with so many workers. A slider asks faster than threads start: while one change is
   * under way only the last wish is kept.
   */
  resize(workers: number): Promise<void> {
    this.#wantedWorkers = workers;
    this.#resizing ??= this.#resizeUntilWanted().finally(() => {
      this.#resizing = undefined;
      this.#wantedWorkers = undefined;
    });
    return this.#resizing;
  }

  /** What the colors of agents tell from now on; one that stands still is painted again. */
  colorBy(by: ColorBy): void {
    // A scene without the column is colored by species.
    const known = !by.startsWith('column:') || Object.hasOwn(this.world.views.columns, by.slice(7));
    const wanted = known ? by : 'species';
    if (this.drawn.colors.by !== wanted) this.drawn.colorBy(wanted);
  }

  /** Whether there is nothing new to see. A run that a visitor has changed is not over. */
  get isOver(): boolean {
    const { duration = Number.POSITIVE_INFINITY } = this.scenario;
    return this.state.seconds >= duration && this.world.log.length === 0;
  }

  /** Ticks that have to be drawn before one, so that its picture lacks nothing. */
  get lead(): number {
    const { species } = this.scenario;
    const isTraced = species.some((one) => isLight(this.scenario, one));
    return isTraced || this.world.count <= MAX_POSED ? LEAD_TICKS : 0;
  }

  /** Ends the run at once: a tick that takes long is not waited for. */
  async dispose(): Promise<void> {
    void this.stepper.stop();
    try {
      await this.team.dispose();
    } finally {
      this.drawn.dispose();
    }
  }

  #keepMoment({ tickMs }: RunReport): void {
    const mean = tickMs.reduce((sum, ms) => sum + ms, 0) / Math.max(1, tickMs.length);
    this.past.moments.keep(this.world, mean, this);
  }

  /** Gives the commands whose tick has come; the world stands still. */
  #repeatCommands(): void {
    const { tick } = this.world;
    const due = this.#future.filter((one) => one.tick <= tick);
    if (due.length > 0) this.#future = this.#future.slice(due.length);
    for (const { tick: _, ...input } of due) command(this.world, input);
    this.stepper.stopAt = this.#future[0]?.tick ?? Number.POSITIVE_INFINITY;
  }

  async #resizeUntilWanted(): Promise<void> {
    let workers: number | undefined;
    while (this.#wantedWorkers !== undefined && workers !== this.#wantedWorkers) {
      workers = this.#wantedWorkers;
      await this.team.resize(workers);
    }
  }
}
