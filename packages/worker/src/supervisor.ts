import { TeamError } from '@skein/core';
import type { TeamErrorCode } from '@skein/core/describe';
import type { InnerWorld } from '@skein/core/internal';
import { interruptRun, renewMemory, type WorldHandle } from '@skein/core/internal';
import type { TeamEvents, TeamFault } from './api.ts';
import type { Clock } from './clock.ts';
import { type Attachment, type Crew, type Hire, reason, started } from './crew.ts';
import type { Emitter } from './emitter.ts';
import { FaultPlan, type PlannedFault } from './faults.ts';
import { localCrew } from './local.ts';
import { LossCount } from './loss-count.ts';
import { Patience } from './patience.ts';
import { LACKING, type Outcome, type Part } from './protocol.ts';
import { type Loss, runSegment } from './segment.ts';

/**
 * How often a worker checks a barrier before it sleeps. If each worker has its own core, workers check SPINS times,
 * because waking a thread takes longer than most phases. If workers share cores, they check only SPINS_WHEN_CROWDED
 * times. In that case, each check takes time from the workers that have not reached the barrier yet.
 */
const SPINS = 2000;
const SPINS_WHEN_CROWDED = 20;

const GIVEN_UP =
  'The team continues on the calling thread, with the same result, because its threads were lost too often.';

/** What a supervisor needs to work. */
export interface Supervision {
  readonly world: InnerWorld;
  readonly crew: Crew;
  readonly hire: Hire;
  readonly clock: Clock;
  readonly cores: number;
  readonly stallMs: number;
  readonly faults: readonly PlannedFault[];
  readonly mostLosses: number;
  readonly mostSilences?: number | undefined;
}

/** A crew that is attaching new memory. */
interface Filling extends Attachment {
  readonly crew: Crew;
  readonly handle: WorldHandle;
  /** Whether to wait for surviving workers that are still attaching the memory, instead of continuing without them. */
  keeping: boolean;
}

/** Returns what one worker has to do, as fields of its `Part`. `workers` is the number of workers. */
export type Task = (worker: number, workers: number) => Partial<Part>;

/**
 * Keeps a team supplied with workers. If a worker is lost, no tick is lost. The run is poisoned, and the other workers
 * leave it. The world moves to new memory, in its state after the last complete tick. The other workers continue there.
 * A new thread starts in place of the lost worker, and joins at a tick boundary. If no worker is left, the team waits
 * for the first new thread. A lost worker that wakes up late can only write to the old memory.
 *
 * After too many losses, the number of workers is halved. If the team already has only one worker, the calling thread
 * does the work from then on, and throws its errors to the caller.
 */
export class Supervisor {
  #hasLacked = false;
  readonly #world: InnerWorld;
  readonly #hire: Hire;
  readonly #clock: Clock;
  readonly #cores: number;
  readonly #patience: Patience;
  readonly #faults: FaultPlan;
  readonly #losses: LossCount;
  readonly #tell: Emitter<TeamEvents>;
  /** All crews that have threads: the crew at work, crews that are starting, and crews that are ending. */
  readonly #crews = new Set<Crew>();
  #crew: Crew;
  /** The seats of `#crew` that work until the next boundary. */
  #seats: readonly number[];
  #filling: Filling | undefined;
  /** Whether parts are running. */
  #handing = false;
  /**
   * Faults that have not been reported yet. They are reported when the workers have ended their parts of the work,
   * because listeners may read the world.
   */
  #untold: TeamFault[] = [];
  /** The time at which unfinished work began to wait for workers, in ms; undefined if no work is waiting. */
  #lostAtMs: number | undefined;
  #notice: string | undefined;
  #ended = false;

  constructor(supervision: Supervision, tell: Emitter<TeamEvents>) {
    const { world, crew, hire, clock, cores, stallMs, faults, mostLosses, mostSilences } =
      supervision;
    this.#world = world;
    this.#crew = crew;
    this.#seats = seatsOf(crew);
    this.#hire = hire;
    this.#clock = clock;
    this.#cores = cores;
    this.#patience = new Patience(stallMs, mostSilences);
    this.#faults = new FaultPlan(faults);
    this.#losses = new LossCount(mostLosses);
    this.#tell = tell;
    this.#crews.add(crew);
  }

  get crew(): Crew {
    return this.#crew;
  }

  /** The number of workers that do the work now. Missing workers of the crew are not counted. */
  get workers(): number {
    return this.#seats.length;
  }

  /** The reason why the calling thread now does the work of lost threads; undefined if it does no such work. */
  get notice(): string | undefined {
    return this.#notice;
  }

  /**
   * Gives work to all workers that are present and have attached the current memory of the world. Starts a thread for
   * each missing worker. Returns false if no worker is present, or if surviving workers are still attaching the memory.
   * Call this method only while no worker runs a part.
   */
  muster(): boolean {
    const seats = this.#crew.seatsAt(this.#world.handle);
    const filling = seats.length < this.#crew.workers ? this.#fill() : undefined;
    if (filling?.keeping || seats.length === 0) return false;
    this.#seatAt(seats);
    if (this.#lostAtMs !== undefined) {
      const recoveryMs = this.#clock.now() - this.#lostAtMs;
      this.#lostAtMs = undefined;
      this.#tell.emit('moved', { tick: this.#world.tick, recoveryMs });
    }
    return true;
  }

  /** Resolves when a worker can continue, or when the team has ended. */
  async complement(): Promise<void> {
    while (!this.#ended && !this.muster()) {
      const { keeping, kept, next, all } = this.#fill();
      await (keeping ? kept : Promise.race([next(), all]));
    }
  }

  /**
   * Sends every worker its part, and waits for all parts. If a worker was lost, returns undefined. In this case, the
   * world is in new memory, at its last complete tick. The caller must wait until workers are present, and then repeat
   * the rest of the work.
   * @throws TeamError WORKER_LOST or WORKER_STALLED if the team cannot continue
   */
  async hand(task: Task): Promise<readonly Outcome[] | undefined> {
    const crew = this.#crew;
    const { workers } = this;
    const spins = workers <= this.#cores ? SPINS : SPINS_WHEN_CROWDED;
    const parts = Array.from({ length: workers }, (_, worker): Part => {
      const fault = this.#faults.next(worker, workers, this.#world.tick);
      return { worker, spins, ...(fault && { fault }), ...task(worker, workers) };
    });
    const [{ particles, paths, measures, queries, points }] = parts;
    const stepping = [particles, paths, measures, queries, points].every(
      (task) => task === undefined,
    );
    const world = this.#world;
    const clock = this.#clock;
    const patienceMs = () => this.#patience.at(clock.now(), world.tick);
    this.#handing = true;
    world.hold = 'workers';
    const ending = await runSegment({ world, crew, seats: this.#seats, parts, clock, patienceMs });
    world.hold = 'run';
    this.#handing = false;
    for (const fault of this.#untold.splice(0)) this.#tell.emit('fault', fault);
    if (ending.loss === undefined) {
      this.#patience.passed(clock.now(), stepping);
      return ending.outcomes;
    }
    if (!this.#ended) await this.#recover(crew, ending.loss, stepping);
    return undefined;
  }

  /**
   * Called when a thread of a crew was lost while it had no part to do. The world is intact, because such a thread does
   * not write to the world.
   */
  replaceIdle(crew: Crew, cause: Error): void {
    if (this.#ended || crew !== this.#crew) return;
    const { tick } = this.#world;
    const what = `An idle worker was lost (${reason(cause)}).`;
    const reduced = this.#losses.add(this.#clock.now(), tick) && !this.#handing;
    if (reduced) this.#reduce();
    const others = crew.seatsAt(this.#world.handle).length;
    this.#report('WORKER_LOST', what, { tick, cause }, reduced ? 'reduced' : 'replaced', others);
    // While parts are running, the loss is handled before the next parts.
    if (!this.#handing) this.muster();
  }

  /**
   * Starts a crew with the given number of threads, or with fewer if some of them cannot be started.
   *
   * @throws TeamError WORKER_START_FAILED
   */
  async start(workers: number): Promise<Crew> {
    const { handle } = this.#world;
    const crew = this.#engage(workers);
    try {
      const lacking = await started(crew, handle);
      if (lacking !== undefined) this.#tell.emit('warning', lacking);
    } catch (error) {
      void this.retire(crew);
      throw error;
    }
    return crew;
  }

  /** Replaces the crew that does the work. Must be called between two segments. */
  swap(crew: Crew): void {
    void this.retire(this.#crew);
    this.#crew = crew;
    this.#seats = seatsOf(crew);
    this.#notice = undefined;
    this.#tell.emit('resize', { workers: crew.workers });
    // A loss may have renewed the memory since the crew was started. An idle team attaches it at once.
    if (!this.#handing) this.muster();
  }

  /** Ends the threads of a crew. Resolves when the threads are gone. */
  async retire(crew: Crew): Promise<void> {
    await crew.terminate();
    this.#crews.delete(crew);
  }

  /** Ends the threads of all crews, and starts no more. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all([...this.#crews].map((crew) => crew.terminate()));
  }

  /** Lets exactly these seats do the work from now on. */
  #seatAt(seats: readonly number[]): void {
    const { workers } = this;
    this.#seats = seats;
    if (seats.length !== workers) this.#tell.emit('resize', { workers: seats.length });
  }

  /** Makes all threads of the crew attach the present memory of the world. */
  #fill(): Filling {
    const crew = this.#crew;
    const { handle } = this.#world;
    if (this.#filling?.crew === crew && this.#filling.handle === handle) return this.#filling;
    const { keeps, kept, next, all } = crew.attach(handle);
    const filling: Filling = {
      crew,
      handle,
      keeps,
      keeping: keeps > crew.seatsAt(handle).length,
      kept: kept.then(() => {
        filling.keeping = false;
      }),
      next,
      all: all
        .catch(async (error) => {
          // Only after this wait is it known which threads are left.
          await filling.kept;
          this.#missed(filling, error);
        })
        .finally(() => {
          if (this.#filling === filling) this.#filling = undefined;
          // A run lets the new threads join at a boundary; an idle team lets them join at once.
          if (this.#handing) interruptRun(this.#world);
          else if (!this.#ended) this.muster();
        }),
    };
    this.#filling = filling;
    return filling;
  }

  /**
   * Called when no thread could be started in place of a lost thread. Counts the failure as another loss. After too
   * many losses, the team continues with fewer workers or on the calling thread. After fewer losses, the start is tried
   * again.
   */
  #missed({ crew, handle }: Filling, error: unknown): void {
    if (this.#ended || crew !== this.#crew || handle !== this.#world.handle) return;
    const { tick } = this.#world;
    const tooMany = this.#losses.add(this.#clock.now(), tick);
    const there = crew.seatsAt(handle).length;
    if (tooMany && there > 0) crew.shrinkTo(handle);
    else if (tooMany) this.#standIn();
    const where = { tick, cause: error };
    const action = tooMany ? 'reduced' : 'replaced';
    this.#report('WORKER_START_FAILED', `${reason(error)}.`, where, action, tooMany ? 0 : there);
  }

  /**
   * Continues after a loss: moves the world to new memory, and replaces the lost worker or reduces the team. If a worker
   * lacked code, the next crew has it.
   *
   * @throws TeamError if the team cannot continue
   */
  async #recover(crew: Crew, loss: Loss, stepping: boolean): Promise<void> {
    const { worker, cause, phase, tick, atMs } = loss;
    // Only once: a script that lacks code again is not the whole one, and counts as a loss.
    if (reason(cause) === LACKING && !this.#hasLacked) {
      this.#hasLacked = true;
      if (stepping) renewMemory(this.#world);
      this.#engageAgain(crew.workers);
      await this.#crew.ready.catch(() => {});
      return;
    }
    const silent = cause === undefined;
    const code = silent ? 'WORKER_STALLED' : 'WORKER_LOST';
    const who = crew.threaded ? `Worker ${worker} of ${this.workers}` : 'The calling thread';
    const how = silent ? 'stopped responding' : `was lost (${reason(cause)})`;
    let what = `${who} ${how} in phase '${phase}' of tick ${tick}.`;
    const where = { worker, phase, tick, cause };
    if (!crew.threaded) throw this.#report(code, what, where, 'failed');
    this.#lostAtMs ??= atMs;
    this.#faults.happened(tick);
    const tooMany = this.#losses.add(atMs, this.#world.tick);
    const hopeless = silent && !this.#patience.double(atMs, this.#world.tick, stepping);
    try {
      renewMemory(this.#world);
    } catch (error) {
      // The world stays in memory that workers still at work may write.
      await this.retire(crew);
      const lacking = `${what} ${reason(error)}`;
      throw this.#report(code, lacking, { ...where, cause: error }, 'failed');
    }
    if (hopeless) {
      void this.retire(crew);
      what += ` Workers stopped responding in several tries of this tick, although the last try waited much longer than stallMs. If the tick is only slow, set a larger stallMs.`;
      throw this.#report(code, what, where, 'failed');
    }
    // A worker that is silent even alone would also be silent on the calling thread, and block the caller.
    const reduced = tooMany && !(silent && crew.workers === 1);
    if (reduced) this.#reduce();
    const { keeps } = this.#fill();
    this.#report(code, what, where, reduced ? 'reduced' : 'replaced', keeps);
  }

  /** If the crew has one worker, continues on the calling thread. Otherwise continues with half as many workers. */
  #reduce(): void {
    const { workers } = this.#crew;
    if (workers === 1) {
      this.#standIn();
      return;
    }
    this.#engageAgain(workers >> 1);
  }

  /** Continues with a new crew. */
  #engageAgain(workers: number): void {
    void this.retire(this.#crew);
    this.#crew = this.#engage(workers);
    this.#seatAt(seatsOf(this.#crew));
  }

  /** Ends the crew, and continues on the calling thread. */
  #standIn(): void {
    void this.retire(this.#crew);
    this.#crew = localCrew(this.#world, this.#clock);
    this.#notice = GIVEN_UP;
    this.#tell.emit('warning', GIVEN_UP);
    this.#seatAt(seatsOf(this.#crew));
  }

  #engage(workers: number): Crew {
    const onLoss = (cause: Error) => this.replaceIdle(crew, cause);
    const crew = this.#hire(this.#world, workers, onLoss, this.#clock);
    // A caller that waits for the crew receives the error. A caller that does not wait tries again.
    crew.ready.catch(() => {});
    this.#crews.add(crew);
    return crew;
  }

  /** Reports a loss and what the team does about it. Returns the error that describes both. */
  #report(
    code: TeamErrorCode,
    what: string,
    where: { worker?: number; phase?: string; tick: number; cause: unknown },
    action: TeamFault['action'],
    others = 0,
  ): TeamError {
    // If no worker is left to continue, the new workers do the remaining work.
    const workers = others || this.#crew.workers;
    const by = this.#crew.threaded ? counted(workers) : 'the calling thread';
    const left = `The remaining work is done by ${by}`;
    const when =
      others === 0
        ? ' as soon as they have started'
        : workers < this.#crew.workers
          ? ' until another thread has started'
          : '';
    const then = {
      replaced: `${left}${when}.`,
      reduced: `${left}.`,
      failed: `The world is complete at tick ${this.#world.tick}, and a new team can continue from there.`,
    };
    const error = new TeamError(code, `${what} ${then[action]}`, where);
    const fault = { error, action, workers };
    if (this.#handing) {
      this.#untold.push(fault);
      interruptRun(this.#world);
    } else this.#tell.emit('fault', fault);
    return error;
  }
}

/** All seats of a crew. */
function seatsOf({ workers }: Crew): readonly number[] {
  return Array.from({ length: workers }, (_, seat) => seat);
}

function counted(workers: number): string {
  return `${workers} worker${workers === 1 ? '' : 's'}`;
}
