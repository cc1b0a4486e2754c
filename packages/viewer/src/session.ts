import {
  type Command,
  type CommandInput,
  command,
  createWorld,
  type Scenario,
  stateHash,
  type World,
} from '@skein/core';
import {
  type ColorBy,
  isLight,
  MAX_POSED,
  type SeenState,
  Stepper,
  type StepperEvents,
} from '@skein/three/parts';
import { createTeam, type RunReport, type Team, type TeamOptions } from '@skein/worker';
import { type Change, giveChanges } from './changes.ts';
import type { Drawing, DrawnRun } from './drawing/drawing.ts';
import { thisMachine } from './machine.ts';
import { messageOf } from './panel/notices.ts';
import type { KeptMoment } from './past/moments.ts';
import { Past } from './past/past.ts';
import { hasStates } from './scene/has-states.ts';
import type { SpareThreads } from './spare-threads.ts';
import { suitingParticles } from './suiting-particles.ts';
import { suitingWorkers } from './suiting-workers.ts';

export interface SessionOptions {
  readonly seed?: number | undefined;
  readonly workers?: number | undefined;
  /** How long a thread may stay silent before the team replaces it, in ms; when absent, the team's default. */
  readonly stallMs?: number | undefined;
  /** The kernel that steps the world, or "gpu"; when absent, the fastest kernel that the browser supports. */
  readonly kernel?: Team['kernel'] | undefined;
  /** The capacity for particles; when absent, that of the scenario, up to a number that suits the machine. */
  readonly capacity?: number | undefined;
  /** Changes of parameters that take effect with the first tick. */
  readonly changes?: readonly Change[] | undefined;
  /** The commands of an earlier run, sorted by tick. Each is given again at its own tick. */
  readonly history?: readonly Command[] | undefined;
  /** The kept moment at which the run begins; when absent, the run begins at tick 0. */
  readonly from?: KeptMoment | undefined;
  /** The past of this run; undefined for a run that begins for the first time. */
  readonly past?: Past | undefined;
}

export interface SessionEvents extends StepperEvents {
  /** Whether a part of the page reads each state. */
  isRead(): boolean;
}

/** What all runs of the page share: the renderer, and the spare threads. */
export interface SessionParts {
  readonly drawing: Pick<Drawing, 'begin'>;
  readonly spares: Pick<SpareThreads, 'take'>;
}

/** After this number of drawn ticks, trails and wing beats no longer depend on the tick at which drawing began. */
const LEAD_TICKS = 120;

/** If the hash of a state takes less time than this, in ms, the page computes the hash of each state that it draws. */
const CHEAP_MS = 1;
/** How long the state of a run may stay on the graphics card. Moments and the camera need it now and then. In ms. */
const READ_EVERY_MS = 2000;
/** The minimum interval between two hashes that are kept for replays, in ms. */
const NOTE_EVERY_MS = 300;

/** A run of a scenario from its start to its end, with its world, team, stepper and drawn state. */
export class Session {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly world: World;
  readonly team: Team;
  /** Why the graphics card does not step the world, although it was asked to; otherwise undefined. */
  readonly cardRefusal: string | undefined;
  readonly stepper: Stepper;
  /** The run as the renderer sees it. */
  readonly drawn: DrawnRun;
  readonly past: Past;
  hits = 0;
  /** The number of agents that have begun to circle their target without getting nearer, since the start of the run. */
  orbits = 0;
  /**
   * The highest tick that this run has reached. If the run is taken back to an earlier tick, the value stays the same.
   * A new command resets the value to the current tick.
   */
  reached = 0;
  /** The commands of the history that must still be repeated. */
  #future: readonly Command[];
  /** The number of workers that was last requested; undefined once the team has that many. */
  #wantedWorkers: number | undefined;
  #resizing: Promise<void> | undefined;
  #notedAt = Number.NEGATIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;

  /**
   * Creates the world and its team.
   *
   * @throws WorldError, TeamError, ChangesError
   */
  static async start(
    scenario: Scenario,
    options: SessionOptions,
    events: SessionEvents,
    { drawing, spares }: SessionParts,
  ): Promise<Session> {
    const seed = options.seed ?? scenario.seed;
    const { workers, stallMs, kernel, changes = [], history = [], from } = options;
    const chosen = kernel === undefined || kernel === 'gpu' ? {} : { kernel };
    const machine = thisMachine();
    const suiting = Math.min(scenario.particles.capacity, suitingParticles(machine));
    // Only the world is limited. A scenario that is saved from here may run on a larger machine.
    const roomy = { ...scenario, particles: { capacity: options.capacity ?? suiting } };
    const world = from
      ? (await import('./past/world-at.ts')).worldAt(from.moment, history, chosen)
      : createWorld(roomy, { seed, ...chosen });
    giveChanges(world, changes);
    const { cores } = machine;
    const ofTeam = {
      workers: workers ?? Math.min(world.maxWorkers, suitingWorkers(world.count, cores)),
      ...(stallMs !== undefined && { stallMs }),
      createWorker: spares.take,
    };
    const { team, refusal } =
      kernel === 'gpu'
        ? await teamOnCard(world, ofTeam)
        : { team: await createTeam(world, ofTeam) };
    return new Session(scenario, seed, team, refusal, options, events, drawing);
  }

  private constructor(
    scenario: Scenario,
    seed: number,
    team: Team,
    cardRefusal: string | undefined,
    { history = [], from, past = new Past() }: SessionOptions,
    events: SessionEvents,
    drawing: Pick<Drawing, 'begin'>,
  ) {
    this.scenario = scenario;
    this.seed = seed;
    this.world = team.world;
    this.team = team;
    this.cardRefusal = cardRefusal;
    this.drawn = drawing.begin(team);
    this.#future = history.filter((command) => command.tick >= this.world.tick);
    this.past = past;
    const begun = performance.now();
    const hash = stateHash(this.world);
    const hashMs = (performance.now() - begun) / team.workers;
    if (this.world.tick === 0) this.past.hashes.note(0, hash);
    this.hits = from?.hits ?? 0;
    this.orbits = from?.orbits ?? 0;
    this.stepper = new Stepper(team, {
      ...events,
      onState: (report) => {
        const taken = this.drawn.onState(report);
        this.reached = Math.max(this.reached, this.world.tick);
        if (!team.kept) {
          this.#readAt = performance.now();
          this.#keepMoment(report);
        }
        this.#repeatCommands();
        events.onState(report);
        return taken;
      },
      pointsInto: () => this.state.agents.buffer,
      keeps: () => {
        const isRecent = performance.now() - this.#readAt < READ_EVERY_MS;
        const isWanted = events.isRead() || this.#future.length > 0;
        return isRecent && !isWanted && this.drawn.needsNoCopy;
      },
      onSync: () => {
        this.#readAt = performance.now();
        return this.drawn.onState({});
      },
      onHash: (tick, hash) => {
        this.#noteHash(tick, hash);
        events.onHash?.(tick, hash);
      },
    });
    if (hashMs < CHEAP_MS) this.stepper.hashEveryMs = 0;
    this.drawn.stepBy(this.stepper);
    team.on('event', (event) => {
      if (event.type === 'hit' || event.type === 'strike') this.hits += 1;
      if (event.type === 'orbit') this.orbits += 1;
      this.drawn.onEvent(event);
    });
    this.#repeatCommands();
  }

  /** The copy of the state after the last finished tick. */
  get state(): SeenState {
    return this.drawn.state;
  }

  /**
   * Does something with `state`. If the agents there are at an earlier state, because the present one is on the graphics
   * card, it is copied first.
   */
  whenSeen(action: () => void): void {
    if (this.drawn.needsNoCopy) void this.stepper.whenIdle(action);
    else action();
  }

  /** All commands of the run, sorted by tick: those that were given already, and those that must still be repeated. */
  get history(): readonly Command[] {
    return [...this.world.log, ...this.#future];
  }

  /**
   * Gives a command, which takes effect with the next tick. After a jump back to an earlier tick, the run repeats its
   * earlier commands at their ticks. This call discards the commands that the run has not repeated yet.
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

  /** Fires `count` agents from the first launcher of the scene. */
  fire(count: number): Promise<Command> {
    return this.command({ type: 'fire', count });
  }

  /** The number of workers that was last requested. The team may still have another number. */
  get workers(): number {
    return this.#wantedWorkers ?? this.team.workers;
  }

  /** The hash of the current state of the world. It is computed while no tick is being computed. */
  hash(): Promise<{ tick: number; hash: string }> {
    return this.stepper.whenIdle(() => ({ tick: this.world.tick, hash: stateHash(this.world) }));
  }

  /**
   * Changes the number of workers. A slider can ask for changes faster than threads start. So while a change is in
   * progress, only the latest request is remembered.
   */
  resize(workers: number): Promise<void> {
    this.#wantedWorkers = workers;
    this.#resizing ??= this.#resizeUntilWanted().finally(() => {
      this.#resizing = undefined;
      this.#wantedWorkers = undefined;
    });
    return this.#resizing;
  }

  /** Sets what the colors of agents show. This also changes the picture of a paused run. */
  colorBy(by: ColorBy): void {
    // A scene that lacks the column or has no states is colored by species.
    const lacks = by.startsWith('column:')
      ? !Object.hasOwn(this.world.views.columns, by.slice('column:'.length))
      : by === 'state' && !hasStates(this.scenario);
    const wanted = lacks ? 'species' : by;
    if (this.drawn.colors.by !== wanted) this.drawn.colorBy(wanted);
  }

  /**
   * Whether the run has reached the duration of its scene. A run that the visitor has changed by commands never ends.
   */
  get isOver(): boolean {
    const { duration = Number.POSITIVE_INFINITY } = this.scenario;
    return this.state.seconds >= duration && this.world.log.length === 0;
  }

  /** The number of earlier ticks that must also be drawn, so that the picture of a tick is complete. */
  get lead(): number {
    const { species } = this.scenario;
    const isTraced = species.some((species) => isLight(this.scenario, species));
    return isTraced || this.world.count <= MAX_POSED ? LEAD_TICKS : 0;
  }

  /** Ends the run at once. It does not wait for a slow tick. */
  async dispose(): Promise<void> {
    void this.stepper.stop();
    try {
      await this.team.dispose();
    } finally {
      this.drawn.dispose();
    }
  }

  /** Notes a hash for replays, which need a few hashes per second. */
  #noteHash(tick: number, hash: string): void {
    const now = performance.now();
    if (now - this.#notedAt < NOTE_EVERY_MS) return;
    this.#notedAt = now;
    this.past.hashes.note(tick, hash);
  }

  #keepMoment({ tickMs }: RunReport): void {
    const mean = tickMs.reduce((sum, ms) => sum + ms, 0) / Math.max(1, tickMs.length);
    this.past.moments.keep(this.world, mean, this);
  }

  /** Repeats the commands of the history that are now due. Called while no tick is being computed. */
  #repeatCommands(): void {
    const { tick } = this.world;
    const due = this.#future.filter((command) => command.tick <= tick);
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
    // The picture of a paused run shows which thread has which agents now.
    this.drawn.colorBy(this.drawn.colors.by);
  }
}

/** Creates a team on the graphics card or, if that cannot step the world, without it; `refusal` then says why. */
async function teamOnCard(
  world: World,
  options: TeamOptions,
): Promise<{ readonly team: Team; readonly refusal?: string }> {
  try {
    return { team: await createTeam(world, { ...options, kernel: 'gpu' }) };
  } catch (error) {
    return { team: await createTeam(world, options), refusal: messageOf(error) };
  }
}
