import type { World } from '@skein/core';
import {
  type Command,
  type CommandInput,
  command,
  type FoundPath,
  type ParticleOptions,
  type ParticleViews,
  type PathQuery,
  type QueryAnswer,
  type QueryRequest,
  type RewindOptions,
  rewind,
  TeamError,
  takeEvents,
} from '@skein/core';
import { type Measure, measuresOf, type Query } from '@skein/core/describe';
import type { InnerWorld } from '@skein/core/internal';
import {
  answerOf,
  checkParticleOptions,
  checkQueries,
  endRunAt,
  interruptRun,
  type Living,
  livingParticles,
  loadMeasuring,
  type MeasurePart,
  orNoMemory,
  particleViews,
  poisonRun,
  prepareRun,
  type QueryPart,
  rangeOf,
  readQuery,
  renewMemory,
} from '@skein/core/internal';
import { packWorldPoints } from '@skein/core/read';
import type { Measures, RunOptions, RunReport, Team, TeamEvents } from './api.ts';
import { Boundary } from './boundary.ts';
import type { Card } from './card.ts';
import type { Clock } from './clock.ts';
import type { Crew } from './crew.ts';
import { Emitter } from './emitter.ts';
import {
  checkEvery,
  checkHash,
  checkListener,
  checkOptions,
  checkPoints,
  checkSignal,
  checkTicks,
  checkWorkers,
} from './gates.ts';
import type { BehindDone, Outcome } from './protocol.ts';
import { Sampling } from './sampling.ts';
import { type Supervision, Supervisor, type Task } from './supervisor.ts';
import { Trace } from './trace.ts';
import { within } from './within.ts';

/** How long a run may take to stop on request, in ms. After this time, the threads of the run are ended. */
const STOP_MS = 200;

/** The results of the tasks that are carried out after the last tick of a run. */
type Done = Pick<RunReport, 'particles' | 'points'>;

/** A side task that waits for its turn. */
interface Request {
  /** Checks the request, and does what it asks for. If the check fails, only this request rejects. */
  readonly carryOut: () => Promise<void>;
  readonly reject: (error: unknown) => void;
}

/**
 * A team with any kind of crew. A run is a sequence of segments. A segment ends at its target tick, when it is
 * interrupted, or when a ring buffer is nearly full. Between two segments, no worker uses the world. The team then
 * carries out the actions that are waiting: commands, changes of crew, aborts and events.
 */
export class CrewTeam implements Team {
  readonly world: World;
  readonly #inner: InnerWorld;
  /** The reason why threads cannot share this world on this host; undefined if they can. */
  readonly #unthreaded: string | undefined;
  /** A warning to emit with the first run, so that a listener added after `createTeam` receives it. */
  #warning: string | undefined;
  readonly #clock: Clock;
  readonly #supervisor: Supervisor;
  readonly #card: Card | undefined;
  readonly #emitter = new Emitter<TeamEvents>();
  readonly #boundary = new Boundary();
  #running = false;
  /** The latest run, whether it has ended or not. */
  #run: Promise<RunReport> | undefined;
  /**
   * Resolves when the latest call of `resize` has ended. Each call waits for the previous call. So in the end, the team
   * has the number of workers from the latest call.
   */
  #resizes: Promise<void> = Promise.resolve();
  #requests: Request[] = [];
  #failure: TeamError | undefined;
  #disposal: Promise<void> | undefined;

  /**
   * @param unthreaded the reason why threads cannot share the world, if there is one
   * @param lacking the reason why the team has fewer threads than were requested, if there is one
   * @param card the graphics card that steps the world, if there is one
   */
  constructor(
    world: World,
    supervision: Supervision,
    unthreaded: string | undefined,
    lacking: string | undefined,
    card: Card | undefined,
  ) {
    this.world = world;
    this.#inner = supervision.world;
    this.#clock = supervision.clock;
    this.#unthreaded = unthreaded;
    this.#warning = unthreaded ?? lacking;
    this.#card = card;
    this.#supervisor = new Supervisor(supervision, this.#emitter);
  }

  get kernel(): Team['kernel'] {
    return this.#isOnCard ? 'gpu' : this.#inner.kernel;
  }

  get notice(): string | undefined {
    return this.#supervisor.notice ?? this.#unthreaded;
  }

  get workers(): number {
    return this.#supervisor.workers;
  }

  get threaded(): boolean {
    return this.#unthreaded === undefined && this.#supervisor.crew.threaded;
  }

  get card(): Team['card'] {
    return this.#isOnCard ? this.#card!.stepper : undefined;
  }

  get kept(): boolean {
    return !this.#running && this.#card?.stepper.isKept === true;
  }

  get disposed(): boolean {
    return this.#disposal !== undefined;
  }

  on<Type extends keyof TeamEvents>(
    type: Type,
    listener: (value: TeamEvents[Type]) => void,
  ): () => void {
    checkListener(type, listener);
    return this.#emitter.on(type, listener);
  }

  async run(ticks: number, options: RunOptions = {}): Promise<RunReport> {
    checkTicks(ticks, this.#inner);
    checkOptions(options, ['signal', 'hash', 'particles', 'points', 'measures', 'every', 'keep']);
    checkSignal(options.signal);
    checkHash(options.hash);
    if (options.particles !== undefined)
      checkParticleOptions(options.particles, this.#inner.tick + ticks);
    if (options.points !== undefined) checkPoints(options.points, this.#inner);
    checkEvery(options);
    const measures = options.measures && measuresOf(options.measures, this.#inner.scenario);
    this.#checkUsable();
    this.#checkFree();
    return this.#begin(ticks, options, measures);
  }

  async sync(): Promise<void> {
    await this.#request(
      () => {},
      async () => {},
    );
  }

  async particles(options: ParticleOptions = {}): Promise<ParticleViews> {
    return this.#request(
      () => livingParticles(this.#inner, options),
      (living) => this.#evaluate(living),
    );
  }

  async findPaths(queries: readonly PathQuery[]): Promise<FoundPath[]> {
    return this.#request(
      () => checkQueries(this.#inner, queries),
      () => this.#findPaths(queries),
    );
  }

  async measure(measures: Measures): Promise<Float64Array> {
    return this.#request(
      () => measuresOf(measures, this.#inner.scenario),
      (checked) => this.#measure(checked),
    );
  }

  async query<const R extends QueryRequest>(request: R): Promise<QueryAnswer<R>> {
    const query = readQuery(this.#inner, request, this.#inner.shared);
    const parts = await this.#request(
      () => query,
      () => this.#answer(query),
    );
    // If the answer is too large, or there is no memory for it, this does not affect the run.
    return answerOf(query, parts) as QueryAnswer<R>;
  }

  async resize(workers: number): Promise<void> {
    checkWorkers(workers, this.#inner);
    this.#checkUsable();
    const turn = this.#resizes.then(() => this.#changeCrew(workers));
    this.#resizes = turn.catch(() => {});
    return turn;
  }

  async command(input: CommandInput): Promise<Command> {
    this.#checkUsable();
    return this.#atBoundary(() => command(this.#inner, input));
  }

  async rewind(tick: number, options?: RewindOptions): Promise<void> {
    this.#checkUsable();
    this.#checkFree();
    rewind(this.#inner, tick, options);
    this.#emitEvents();
  }

  dispose(): Promise<void> {
    this.#disposal ??= this.#end();
    return this.#disposal;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  /** Called when an idle thread of a crew was lost. */
  replaceIdle(crew: Crew, cause: Error): void {
    this.#supervisor.replaceIdle(crew, cause);
  }

  #begin(ticks: number, options: RunOptions, measures?: readonly Measure[]): Promise<RunReport> {
    this.#inner.hold = 'run';
    this.#running = true;
    this.#run = this.#step(this.#inner.tick + ticks, options, measures);
    return this.#run;
  }

  async #step(
    target: number,
    options: RunOptions,
    measures: readonly Measure[] | undefined,
  ): Promise<RunReport> {
    const world = this.#inner;
    const { signal, hash = false, every = 1 } = options;
    const sampling = measures && new Sampling(measures, every, world.tick);
    let behind: Done = {};
    const interrupt = () => interruptRun(world);
    try {
      // An error from here on ends the run and frees the world, because `signal` can be any object.
      const trace = new Trace(world, hash);
      signal?.addEventListener('abort', interrupt, { once: true });
      this.#warnOnce();
      // There must be no await between a boundary and the next prepareRun, because prepareRun clears interrupts.
      for (;;) {
        const isOver = world.tick >= target || signal?.aborted;
        const isEnd = isOver && (!options.keep || options.particles || options.points);
        if (isEnd || this.#isAwaited || sampling?.isDue(world.tick)) await this.#take();
        // A lost card has done ticks that the workers now repeat.
        while (world.tick < trace.toTick) {
          await this.#supervisor.complement();
          this.#checkUsable();
          await this.#segment(trace.toTick, target, {});
        }
        this.#reach();
        while (this.#requests.length > 0) {
          await this.#requests[0].carryOut();
          this.#requests.shift();
          // The request may have evaluated other particles into the same memory.
          behind = behind.points ? { points: behind.points } : {};
          this.#boundary.reach();
        }
        if (sampling?.isDue(world.tick)) {
          sampling.take(await this.#measure(sampling.measures));
          this.#boundary.reach();
          continue;
        }
        const over = world.tick >= target;
        if (over && options.particles && behind.particles === undefined) {
          // Other particles may just have been returned in the same memory. Their caller gets a turn to read them
          // first.
          await this.#clock.turn();
          behind = { ...behind, particles: await this.#particlesBehind(options.particles) };
          this.#boundary.reach();
          continue;
        }
        if (over && options.points && behind.points === undefined) {
          behind = { ...behind, points: await this.#pack(options.points) };
          this.#boundary.reach();
          continue;
        }
        if (over || signal?.aborted) {
          // Seats a worker that came in the last segment, because no later boundary will.
          this.#supervisor.muster();
          // Also runs the actions that its listeners asked for.
          this.#reach();
          if (this.#isAwaited) continue;
          break;
        }
        if (!this.#supervisor.muster()) {
          await this.#supervisor.complement();
          // The wait also ends if the team was disposed of.
          this.#checkUsable();
          this.#boundary.reach();
          continue;
        }
        this.#checkUsable();
        const { workers } = this;
        const stop = sampling?.stopBefore(target) ?? target;
        const segment = await this.#segment(stop, target, options);
        this.#checkUsable();
        behind = segment.behind;
        trace.take(workers, segment.hashers);
        if (world.ahead === 0) this.#emitEvents();
        this.#reach();
      }
      return {
        ...trace.report(world.tick < target),
        ...behind,
        ...(sampling && { samples: sampling.samples() }),
      };
    } catch (error) {
      throw this.#fail(error);
    } finally {
      // This is done here and not where the promise is awaited, because actions that are asked for in between must find
      // an idle team: no further boundary will be reached.
      this.#running = false;
      world.hold = world.ahead > 0 ? 'card' : 'none';
      signal?.removeEventListener('abort', interrupt);
    }
  }

  /**
   * Runs a task at the next tick boundary, or at once if the team is idle. If `check` throws, only the promise of this
   * task rejects. If a worker is lost and cannot be replaced, the team ends.
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
    if (this.#running) interruptRun(this.#inner);
    // A run without ticks. If it rejects, the request rejects with the same error.
    else this.#begin(0, {}).catch(() => {});
    return result;
  }

  /**
   * Steps toward the tick `stop`, which is at most `target`. The segment may end earlier; `world.tick` says where it
   * ended. If the world has reached `target`, the returned property `behind` has the results of the tasks that follow
   * the run. The returned property `hashers` is the number of workers that have hashed the last state.
   */
  async #segment(
    stop: number,
    target: number,
    options: RunOptions,
  ): Promise<{ behind: Done; hashers: number }> {
    const world = this.#inner;
    const { workers } = this;
    const { threaded } = this.#supervisor.crew;
    const { hash = false } = options;
    const wanted = options.particles && checkParticleOptions(options.particles, target);
    const particles = wanted && { ...wanted, workers };
    // Threads with their own memory cannot see this thread's buffer.
    const points = world.shared && options.points ? { buffer: options.points, workers } : undefined;
    // This thread cannot see the parts of a hash that such threads compute either.
    const hashers = this.threaded && hash ? workers : 0;
    const hashing = hashers > 0 ? { workers } : undefined;
    const behind = (particles ?? points ?? hashing) && {
      ...{ endTick: target, particles, points },
      hash: hashing,
    };
    prepareRun(world, { workers, untilTick: stop, hash });
    if (this.#isOnCard) {
      const until = await this.#stepOnCard(this.#card!);
      endRunAt(world, until);
      // The workers have nothing to do.
      if (world.ahead > 0 || (world.tick === until && until < target)) {
        return { behind: {}, hashers: 0 };
      }
    }
    // The calling thread runs single ticks, so that the event loop has its turn after each.
    if (!threaded) endRunAt(world, world.tick + 1);
    const outcomes = await this.#supervisor.hand(() => ({ ...(behind && { behind }) }));
    if (behind === undefined || outcomes === undefined || world.tick < target) {
      return { behind: {}, hashers: 0 };
    }
    const done = outcomes as readonly BehindDone[];
    const slowest = (of: keyof BehindDone) => Math.max(...done.map((outcome) => outcome[of]));
    return {
      behind: {
        ...(wanted && {
          particles: {
            views: particleViews(world, livingParticles(world, wanted)),
            ms: slowest('particlesMs'),
          },
        }),
        ...(points && { points: { ms: slowest('pointsMs') } }),
      },
      hashers,
    };
  }

  get #isOnCard(): boolean {
    return this.#card !== undefined && this.#card.lost === undefined;
  }

  /** Returns the tick up to which the workers must step. */
  async #stepOnCard(card: Card): Promise<number> {
    const until = await card.step();
    this.#checkUsable();
    this.#warnOfLoss(card);
    return until;
  }

  /** Brings the memory of the world up to date. If the card is lost, the world is at an earlier tick after that. */
  async #take(): Promise<void> {
    if (this.#inner.ahead === 0) return;
    await this.#card!.take();
    this.#checkUsable();
    this.#warnOfLoss(this.#card!);
  }

  #warnOfLoss({ lost }: Card): void {
    if (lost === undefined) return;
    const warning = `${lost}. The workers continue with the kernel "${this.kernel}", with the same result.`;
    this.#emitter.emit('warning', warning);
  }

  /** Whether something waits for the next boundary. It needs the memory of the world. */
  get #isAwaited(): boolean {
    return this.#requests.length > 0 || this.#boundary.isAwaited;
  }

  #reach(): void {
    if (this.#inner.ahead === 0) this.#boundary.reach();
  }

  /**
   * Evaluates the particles after the last tick. Called if no segment of the run has evaluated the particles, for
   * example because a worker was lost. Also called if a request has overwritten them.
   */
  async #particlesBehind(options: ParticleOptions): Promise<Required<Done>['particles']> {
    const begun = this.#clock.now();
    const views = await this.#evaluate(livingParticles(this.#inner, options));
    return { views, ms: this.#clock.now() - begun };
  }

  /**
   * Packs the living agents as points into `buffer`, after the last tick of a run. Called if no segment of the run has
   * packed the points, for example because a worker was lost.
   */
  async #pack(buffer: ArrayBufferLike): Promise<Required<Done>['points']> {
    const begun = this.#clock.now();
    if (this.#inner.shared) await this.#share((_, workers) => ({ points: { buffer, workers } }));
    else packWorldPoints(this.world, buffer);
    return { ms: this.#clock.now() - begun };
  }

  async #evaluate({ tick, alpha, ...births }: Living): Promise<ParticleViews> {
    await this.#share((_, workers) => ({ particles: { tick, alpha, workers } }));
    return particleViews(this.#inner, { tick, alpha, ...births });
  }

  async #findPaths(queries: readonly PathQuery[]): Promise<FoundPath[]> {
    const outcomes = await this.#share((worker, workers) => ({
      paths: queries.slice(...rangeOf(queries.length, workers, worker)),
    }));
    return (outcomes as readonly FoundPath[][]).flat();
  }

  async #measure(measures: readonly Measure[]): Promise<Float64Array> {
    // The present workers share each pass. If one of them is lost, the pass is repeated.
    const { measureInTurns } = await loadMeasuring();
    const turns = measureInTurns(this.#inner, measures);
    let turn = turns.next();
    while (!turn.done) {
      const task = turn.value;
      const parts = await this.#share((_, workers) => ({ measures: { ...task, workers } }));
      turn = turns.next(parts as readonly MeasurePart[]);
    }
    return turn.value;
  }

  async #answer(query: Query): Promise<readonly QueryPart[]> {
    const { shared } = this.#inner;
    const parts = await this.#share((_, workers) => ({ queries: { query, workers, shared } }));
    return parts as readonly QueryPart[];
  }

  /** Makes all workers do a side task. Repeats the task if a worker is lost. */
  async #share(task: Task): Promise<readonly Outcome[]> {
    for (;;) {
      await this.#supervisor.complement();
      this.#checkUsable();
      const outcomes = await this.#supervisor.hand(task);
      this.#checkUsable();
      if (outcomes !== undefined) return outcomes;
    }
  }

  /** Runs an action at once if the team is idle, otherwise at the next boundary of the run. */
  async #atBoundary<Result>(action: () => Result): Promise<Result> {
    if (this.kept) await this.sync();
    if (!this.#running) {
      this.#checkFree();
      return action();
    }
    interruptRun(this.#inner);
    return this.#boundary.add(action);
  }

  async #changeCrew(workers: number): Promise<void> {
    this.#checkUsable();
    // Workers that are still starting count, because they were asked for.
    if (workers === this.#supervisor.crew.workers && (this.threaded || this.#unthreaded)) return;
    if (this.#unthreaded) {
      this.#emitter.emit('warning', `The team stays at one thread. ${this.#unthreaded}`);
      return;
    }
    try {
      const crew = await this.#supervisor.start(workers);
      try {
        this.#checkUsable();
        await this.#atBoundary(() => this.#supervisor.swap(crew));
      } catch (error) {
        void this.#supervisor.retire(crew);
        throw error;
      }
    } catch (error) {
      throw this.#disposal ? disposed() : error;
    }
  }

  /**
   * Called when a run fails with `error`, or stops because the team was disposed of. Rejects everything that waits for
   * the run. Returns the error to throw.
   */
  #fail(error: unknown): Error {
    const { tick } = this.#inner;
    const failure = this.#disposal
      ? disposed()
      : asError(
          orNoMemory(`report the end of the run; the world is complete at tick ${tick}`, error),
        );
    if (failure instanceof TeamError && !this.#disposal) this.#failure = failure;
    this.#boundary.close(failure);
    for (const { reject } of this.#requests.splice(0)) reject(failure);
    return failure;
  }

  async #end(): Promise<void> {
    if (this.#running && this.#run) {
      // Every worker that reaches a barrier leaves the run. The last complete state is not changed.
      poisonRun(this.#inner);
      await within(this.#clock, this.#run, STOP_MS);
    }
    const stuck = this.#running;
    if (this.kept) {
      await within(this.#clock, this.#card!.take(), STOP_MS);
      this.#inner.hold = 'none';
    }
    const ended = this.#supervisor.end();
    this.#card?.close();
    if (stuck) this.#leaveMemory();
    await ended;
    // Without its threads the run ends, and the world is free.
    if (stuck && this.#run) await within(this.#clock, this.#run, STOP_MS);
  }

  /**
   * Moves the world to new memory. A thread that the host could not end may still wake up, and publish its tick in the
   * old memory. Nothing reads the old memory any more.
   */
  #leaveMemory(): void {
    try {
      renewMemory(this.#inner);
    } catch {
      // Without memory for that, the world stays in the old memory, which is still complete.
    }
  }

  #warnOnce(): void {
    const warning = this.#warning;
    this.#warning = undefined;
    if (warning !== undefined) this.#emitter.emit('warning', warning);
  }

  #emitEvents(): void {
    for (const event of takeEvents(this.#inner)) {
      this.#emitter.emit('event', event);
      // The type of an event names its listeners, which TypeScript cannot see for a union.
      this.#emitter.emit(event.type, event as never);
    }
  }

  /** @throws TeamError TEAM_BUSY if a run of the world is in progress */
  #checkFree(): void {
    // Two teams on one world would write the same columns.
    if (this.#inner.hold === 'none' || this.kept) return;
    throw new TeamError('TEAM_BUSY', 'A run of this world is in progress; wait for it to end.');
  }

  /** @throws TeamError TEAM_DISPOSED or TEAM_FAILED */
  #checkUsable(): void {
    if (this.#disposal) throw disposed();
    if (this.#failure) {
      const message = `The team has failed and cannot continue; dispose of it. ${this.#failure.message}`;
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
