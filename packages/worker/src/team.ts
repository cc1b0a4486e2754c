import {
  type Command,
  type CommandInput,
  checkParticleOptions,
  checkQueries,
  command,
  type FoundPath,
  interruptRun,
  type Living,
  livingParticles,
  type ParticleOptions,
  type ParticleViews,
  type PathQuery,
  particleViews,
  poisonRun,
  prepareRun,
  TeamError,
  takeEvents,
  type World,
} from '@skein/core';
import type { RunOptions, RunReport, Team, TeamEvents } from './api.ts';
import { Boundary } from './boundary.ts';
import { type Crew, type Hire, reason } from './crew.ts';
import { Emitter } from './emitter.ts';
import type { PlannedFault } from './faults.ts';
import { checkEvent, checkOptions, checkTicks, checkWorkers } from './gates.ts';
import type { Outcome, Part, ParticlesDone } from './protocol.ts';
import { runSegment } from './segment.ts';
import { Trace } from './trace.ts';
import { within } from './within.ts';

/** How long a run that was told to stop may take to do so before its threads are ended, ms. */
const STOP_MS = 200;

/**
 * Turns to spin at a barrier. Waking a parked thread takes longer than most phases, so workers
 * with a core each spin first; where workers share cores a spinning one only takes the time of the
 * one it waits for.
 */
const SPINS = 2000;
const SPINS_WHEN_CROWDED = 20;

/** Worlds that a run is stepping now: two teams on one world would write the same columns. */
const stepping = new WeakSet<World>();

/** A task beside the stepping that waits for its turn. */
interface Request {
  /** Does it; an error of the request itself it rejects with alone. */
  readonly carryOut: () => Promise<void>;
  readonly reject: (error: unknown) => void;
}

/** What a team is made of. */
export interface Settings {
  readonly world: World;
  readonly crew: Crew;
  readonly hire: Hire;
  readonly cores: number;
  readonly stallMs: number;
  readonly notice: string | undefined;
  readonly faults: readonly PlannedFault[];
}

/**
 * A team over any crew. A run is a row of segments; between two of them, at a tick boundary, all
 * workers are out of the world, and what waits is done: commands, changes of crew, abort, events.
 * A segment ends at the target, when it is interrupted, or by itself when a ring is nearly full.
 */
export class CrewTeam implements Team {
  readonly world: World;
  readonly notice: string | undefined;
  readonly #hire: Hire;
  readonly #cores: number;
  readonly #stallMs: number;
  readonly #faults: readonly PlannedFault[];
  readonly #emitter = new Emitter<TeamEvents>();
  readonly #boundary = new Boundary();
  /** Crews that have threads: the one at work, those that are starting, those that are leaving. */
  readonly #crews = new Set<Crew>();
  #crew: Crew;
  #running = false;
  /** The latest run, over or not. */
  #run: Promise<RunReport> | undefined;
  /** Resizes wait for each other, so that the last one asked for is the last one done. */
  #resizes: Promise<void> = Promise.resolve();
  #requests: Request[] = [];
  #failure: TeamError | undefined;
  #disposal: Promise<void> | undefined;
  #warned = false;

  constructor({ world, crew, hire, cores, stallMs, notice, faults }: Settings) {
    this.world = world;
    this.notice = notice;
    this.#crew = crew;
    this.#hire = hire;
    this.#cores = cores;
    this.#stallMs = stallMs;
    this.#faults = faults;
    this.#crews.add(crew);
  }

  get workers(): number {
    return this.#crew.workers;
  }

  get threaded(): boolean {
    return this.#crew.threaded;
  }

  on<Type extends keyof TeamEvents>(
    type: Type,
    listener: (value: TeamEvents[Type]) => void,
  ): () => void {
    checkEvent(type);
    return this.#emitter.on(type, listener);
  }

  async run(ticks: number, options: RunOptions = {}): Promise<RunReport> {
    checkTicks(ticks, this.world);
    checkOptions(options, ['signal', 'hash', 'particles']);
    if (options.particles) checkParticleOptions(options.particles, this.world.tick + ticks);
    this.#checkUsable();
    this.#checkFree();
    return this.#begin(ticks, options);
  }

  async particles(options: ParticleOptions = {}): Promise<ParticleViews> {
    return this.#request(
      () => livingParticles(this.world, options),
      (living) => this.#evaluate(living),
    );
  }

  async findPaths(queries: readonly PathQuery[]): Promise<FoundPath[]> {
    return this.#request(
      () => checkQueries(this.world, queries),
      () => this.#findPaths(queries),
    );
  }

  async resize(workers: number): Promise<void> {
    checkWorkers(workers, this.world);
    this.#checkUsable();
    const turn = this.#resizes.then(() => this.#changeCrew(workers));
    this.#resizes = turn.catch(() => {});
    return turn;
  }

  async command(input: CommandInput): Promise<Command> {
    this.#checkUsable();
    return this.#atBoundary(() => command(this.world, input));
  }

  dispose(): Promise<void> {
    this.#disposal ??= this.#end();
    return this.#disposal;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  /** A crew reports the loss of a thread; within a run the segment finds it by itself. */
  reportLoss(crew: Crew, cause: Error): void {
    if (this.#running || this.#failure || this.#disposal || crew !== this.#crew) return;
    const message =
      `A worker was lost while the team was idle (${reason(cause)}). ` +
      `The world stands whole at tick ${this.world.tick}: a new team can go on from there.`;
    this.#fail(new TeamError('WORKER_LOST', message, { tick: this.world.tick, cause }));
    this.#retire(crew);
  }

  #begin(ticks: number, options: RunOptions): Promise<RunReport> {
    stepping.add(this.world);
    this.#running = true;
    this.#run = this.#step(this.world.tick + ticks, options);
    return this.#run;
  }

  async #step(target: number, options: RunOptions): Promise<RunReport> {
    const { world } = this;
    const { signal, hash = false } = options;
    const trace = new Trace(world, hash);
    let particles: RunReport['particles'];
    const interrupt = () => interruptRun(world);
    signal?.addEventListener('abort', interrupt, { once: true });
    this.#warnOnce();
    try {
      // Nothing may be awaited between a boundary and the next prepareRun, which forgets interrupts.
      for (;;) {
        while (this.#requests.length > 0) {
          await this.#requests[0]!.carryOut();
          this.#requests.shift();
          this.#boundary.reach();
        }
        if (world.tick >= target || signal?.aborted) break;
        this.#checkUsable();
        particles = await this.#segment(target, options);
        this.#checkUsable();
        trace.take(this.#crew.workers);
        for (const event of takeEvents(world)) this.#emitter.emit('event', event);
        this.#boundary.reach();
      }
      return { ...trace.report(world.tick < target), ...(particles && { particles }) };
    } catch (error) {
      throw this.#fail(error);
    } finally {
      // Here and not where the promise is awaited: what is asked for in between must find an idle
      // team, as nothing would reach the boundary any more.
      this.#running = false;
      stepping.delete(world);
      signal?.removeEventListener('abort', interrupt);
    }
  }

  /**
   * Asks for a task to be done at the next boundary; at once when the team is idle. What `check`
   * throws there rejects this request alone; a lost worker ends the team.
   */
  async #request<Checked, Result>(
    check: () => Checked,
    work: (checked: Checked) => Promise<Result>,
  ): Promise<Result> {
    this.#checkUsable();
    if (!this.#running) this.#checkFree();
    const result = new Promise<Result>((resolve, reject) => {
      const carryOut = async (): Promise<void> => {
        let checked: Checked;
        try {
          checked = check();
        } catch (error) {
          reject(error);
          return;
        }
        resolve(await work(checked));
      };
      this.#requests.push({ carryOut, reject });
    });
    if (this.#running) interruptRun(this.world);
    // A run of no ticks; what it rejects with, the request rejects with.
    else this.#begin(0, {}).catch(() => {});
    return result;
  }

  /** Returns the particles if they were wanted and this was the last segment. */
  async #segment(target: number, options: RunOptions): Promise<RunReport['particles']> {
    const { world } = this;
    const { workers, threaded } = this.#crew;
    const { hash = false } = options;
    const wanted = options.particles && checkParticleOptions(options.particles, target);
    const behind = wanted && { behind: { ...wanted, workers, endTick: target } };
    // The calling thread takes single ticks, so that the event loop has its turn after each.
    const untilTick = threaded ? target : world.tick + 1;
    prepareRun(world, { workers, untilTick, hash });
    const outcomes = await this.#hand(
      Array.from({ length: workers }, (_, worker) => ({ ...this.#part(worker), ...behind })),
    );
    if (wanted === undefined || world.tick < target) return undefined;
    const ms = Math.max(...outcomes.map((outcome) => (outcome as ParticlesDone).particlesMs));
    return { views: particleViews(world, livingParticles(world, wanted)), ms };
  }

  async #evaluate(living: Living): Promise<ParticleViews> {
    const { world } = this;
    const { workers } = this.#crew;
    const particles = { tick: living.tick, alpha: living.alpha, workers };
    await this.#hand(
      Array.from({ length: workers }, (_, worker) => ({ ...this.#part(worker), particles })),
    );
    this.#checkUsable();
    return particleViews(world, living);
  }

  async #findPaths(queries: readonly PathQuery[]): Promise<FoundPath[]> {
    const { workers } = this.#crew;
    const share = (worker: number) => Math.floor((queries.length * worker) / workers);
    const outcomes = await this.#hand(
      Array.from({ length: workers }, (_, worker) => {
        const paths = queries.slice(share(worker), share(worker + 1));
        return { ...this.#part(worker), paths };
      }),
    );
    this.#checkUsable();
    return (outcomes as readonly FoundPath[][]).flat();
  }

  #part(worker: number): Part {
    const spins = this.workers <= this.#cores ? SPINS : SPINS_WHEN_CROWDED;
    const fault = this.#faults.find((f) => f.worker === worker && f.tick >= this.world.tick);
    return { worker, spins, ...(fault && { fault }) };
  }

  #hand(parts: readonly Part[]): Promise<readonly Outcome[]> {
    const stallMs = this.#crew.threaded ? this.#stallMs : undefined;
    return runSegment(this.world, this.#crew, parts, stallMs);
  }

  /** At once when the team is idle, else at the next boundary of the run. */
  async #atBoundary<Result>(action: () => Result): Promise<Result> {
    if (!this.#running) {
      this.#checkFree();
      return action();
    }
    interruptRun(this.world);
    return this.#boundary.add(action);
  }

  async #changeCrew(workers: number): Promise<void> {
    this.#checkUsable();
    if (workers === this.#crew.workers) return;
    if (!this.#crew.threaded) {
      this.#emitter.emit('warning', `The team stays on the calling thread. ${this.notice}`);
      return;
    }
    const crew = this.#hire(this.world, workers, (cause) => this.reportLoss(crew, cause));
    this.#crews.add(crew);
    try {
      await crew.ready;
      this.#checkUsable();
      await this.#atBoundary(() => this.#swap(crew));
    } catch (error) {
      this.#retire(crew);
      throw this.#disposal ? disposed() : error;
    }
  }

  #swap(crew: Crew): void {
    this.#retire(this.#crew);
    this.#crew = crew;
    this.#emitter.emit('resize', { workers: crew.workers });
  }

  #retire(crew: Crew): void {
    void crew.terminate().finally(() => this.#crews.delete(crew));
  }

  /** The run is over for `error`, or because the team was disposed of; returns what to throw. */
  #fail(error: unknown): Error {
    const failure = this.#disposal ? disposed() : asError(error);
    if (failure instanceof TeamError && !this.#disposal) {
      this.#failure = failure;
      this.#emitter.emit('fault', failure);
    }
    this.#boundary.close(failure);
    for (const { reject } of this.#requests.splice(0)) reject(failure);
    return failure;
  }

  async #end(): Promise<void> {
    if (this.#running && this.#run) {
      // Every worker that reaches a barrier leaves; front is not touched.
      poisonRun(this.world);
      await within(this.#run, STOP_MS);
    }
    await Promise.all([...this.#crews].map((crew) => crew.terminate()));
  }

  #warnOnce(): void {
    // With the first run, so that a listener added after createTeam hears it.
    if (this.#warned || this.notice === undefined) return;
    this.#warned = true;
    this.#emitter.emit('warning', this.notice);
  }

  /** @throws TeamError TEAM_BUSY */
  #checkFree(): void {
    if (!stepping.has(this.world)) return;
    throw new TeamError('TEAM_BUSY', 'A run of this world is under way; wait for it to end.');
  }

  /** @throws TeamError TEAM_DISPOSED or TEAM_FAILED */
  #checkUsable(): void {
    if (this.#disposal) throw disposed();
    if (this.#failure) {
      const message = `The team has failed and cannot go on; dispose of it. ${this.#failure.message}`;
      throw new TeamError('TEAM_FAILED', message, { cause: this.#failure });
    }
  }
}

function disposed(): TeamError {
  return new TeamError('TEAM_DISPOSED', 'The team was disposed of.');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error), { cause: error });
}
