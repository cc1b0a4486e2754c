import { TeamError } from '@skein/core';
import type { TeamErrorCode } from '@skein/core/describe';
import type { InnerWorld } from '@skein/core/supervise';
import { interruptRun, renewMemory, type WorldHandle } from '@skein/core/supervise';
import type { TeamEvents, TeamFault } from './api.ts';
import type { Clock } from './clock.ts';
import { type Attachment, type Crew, type Hire, reason, started } from './crew.ts';
import type { Emitter } from './emitter.ts';
import { FaultPlan, type PlannedFault } from './faults.ts';
import { localCrew } from './local.ts';
import { LossCount } from './loss-count.ts';
import { Patience } from './patience.ts';
import type { Outcome, Part } from './protocol.ts';
import { type Loss, runSegment } from './segment.ts';

/**
 * Turns to spin at a barrier. Waking a parked thread takes longer than most phases, so workers
 * with a core each spin first; where workers share cores a spinning one only takes the time of the
 * one it waits for.
 */
const SPINS = 2000;
const SPINS_WHEN_CROWDED = 20;

const GIVEN_UP =
  'The team continues on the calling thread, with the same result: its threads were lost again and again.';

/** What a supervisor has to know. */
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

/** A crew on its way to a memory. */
interface Filling extends Attachment {
  readonly crew: Crew;
  readonly handle: WorldHandle;
  /** Whether the surviving workers are still on their way: it is not worth continuing without them. */
  keeping: boolean;
}

/** What a worker is to do beside what every part says. */
export type Task = (worker: number, workers: number) => Partial<Part>;

/**
 * Keeps a team in workers. A worker lost in a part costs no tick: the run is poisoned, the others leave
 * it, the world is given a new memory that stands at its last whole tick, and the others attach that
 * and continue. Another thread starts in place of the lost one, and is taken in at a tick boundary; where
 * none is left, the first is waited for. A stale worker that wakes late can only write to the old memory.
 *
 * After too many losses there are half as many workers, and after the last of them the calling thread
 * is the one that works, where an error is the caller's.
 */
export class Supervisor {
  readonly #world: InnerWorld;
  readonly #hire: Hire;
  readonly #clock: Clock;
  readonly #cores: number;
  readonly #patience: Patience;
  readonly #faults: FaultPlan;
  readonly #losses: LossCount;
  readonly #tell: Emitter<TeamEvents>;
  /** Crews that have threads: the one at work, those that are starting, those that are leaving. */
  readonly #crews = new Set<Crew>();
  #crew: Crew;
  /** The seats of it that work until the next boundary. */
  #seats: readonly number[];
  #filling: Filling | undefined;
  /** Whether parts are under way. */
  #handing = false;
  /** What to report when they are over: listeners may read the world. */
  #untold: TeamFault[] = [];
  /** Since when the work waits for workers, by the clock. */
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

  /** The workers at work: all of the crew, or those that are there. */
  get workers(): number {
    return this.#seats.length;
  }

  /** Why the calling thread works, where threads did before. */
  get notice(): string | undefined {
    return this.#notice;
  }

  /**
   * Between two parts: each that is there, and sees the memory that the world has now, works from now
   * on; for each missing one another is started. False when there is none, or when some are about
   * to be there.
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

  /** Resolves when there is somebody to continue, or when the team has ended. */
  async complement(): Promise<void> {
    while (!this.#ended && !this.muster()) {
      const { keeping, kept, next, all } = this.#fill();
      await (keeping ? kept : Promise.race([next(), all]));
    }
  }

  /**
   * Hands every worker its part, and waits for all. `undefined`: a worker was lost, and the world
   * stands in new memory at its last whole tick; do again what is left, once all are there.
   * @throws TeamError WORKER_LOST or WORKER_STALLED when there is no way to continue
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

  /** A thread of a crew went away while it had no part, so that it did nothing to the world. */
  replaceIdle(crew: Crew, cause: Error): void {
    if (this.#ended || crew !== this.#crew) return;
    const { tick } = this.#world;
    const what = `A worker that had no work was lost (${reason(cause)}).`;
    const reduced = this.#losses.add(this.#clock.now(), tick) && !this.#handing;
    if (reduced) this.#reduce();
    const others = crew.seatsAt(this.#world.handle).length;
    this.#report('WORKER_LOST', what, { tick, cause }, reduced ? 'reduced' : 'replaced', others);
    // Else the next parts see to it.
    if (!this.#handing) this.muster();
  }

  /** Starts a crew of another size, or of those that can be started. @throws TeamError WORKER_START_FAILED */
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

  /** From now on this crew works. Between two segments. */
  swap(crew: Crew): void {
    void this.retire(this.#crew);
    this.#crew = crew;
    this.#seats = seatsOf(crew);
    this.#notice = undefined;
    this.#tell.emit('resize', { workers: crew.workers });
    // A loss may have renewed the memory since the crew was started: an idle team moves at once.
    if (!this.#handing) this.muster();
  }

  /** Ends the threads of a crew; resolves when they are gone. */
  async retire(crew: Crew): Promise<void> {
    await crew.terminate();
    this.#crews.delete(crew);
  }

  /** Ends all threads. No other is started. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all([...this.#crews].map((crew) => crew.terminate()));
  }

  /** These work from now on. */
  #seatAt(seats: readonly number[]): void {
    const { workers } = this;
    this.#seats = seats;
    if (seats.length !== workers) this.#tell.emit('resize', { workers: seats.length });
  }

  /** Has all threads of the crew on their way to the world's memory. */
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
          // Only then is known which are left.
          await filling.kept;
          this.#missed(filling, error);
        })
        .finally(() => {
          if (this.#filling === filling) this.#filling = undefined;
          // A run takes them in at a boundary, an idle team at once.
          if (this.#handing) interruptRun(this.#world);
          else if (!this.#ended) this.muster();
        }),
    };
    this.#filling = filling;
    return filling;
  }

  /**
   * No thread came for one that was lost, which is one more loss: another is started. After too many of
   * them fewer will have to do, or the calling thread.
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

  /** @throws TeamError when there is no way to continue */
  async #recover(crew: Crew, loss: Loss, stepping: boolean): Promise<void> {
    const { worker, cause, phase, tick, atMs } = loss;
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
      // The world stays in the memory that workers still at work may write.
      await this.retire(crew);
      const lacking = `${what} ${reason(error)}`;
      throw this.#report(code, lacking, { ...where, cause: error }, 'failed');
    }
    if (hopeless) {
      void this.retire(crew);
      what += ` It was tried again and again, each time with twice the patience; a larger stallMs gives it more.`;
      throw this.#report(code, what, where, 'failed');
    }
    // What is silent even alone would be silent on the calling thread too, and block the caller.
    const reduced = tooMany && !(silent && crew.workers === 1);
    if (reduced) this.#reduce();
    const { keeps } = this.#fill();
    this.#report(code, what, where, reduced ? 'reduced' : 'replaced', keeps);
  }

  /** Continues with half the workers, or on the calling thread. */
  #reduce(): void {
    const { workers } = this.#crew;
    if (workers === 1) {
      this.#standIn();
      return;
    }
    void this.retire(this.#crew);
    this.#crew = this.#engage(workers >> 1);
    this.#seatAt(seatsOf(this.#crew));
  }

  /** Continues on the calling thread. */
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
    // A caller that waits for it hears of it; one that does not tries again.
    crew.ready.catch(() => {});
    this.#crews.add(crew);
    return crew;
  }

  /** Tells of a loss, and what is done about it; returns the error that says so. */
  #report(
    code: TeamErrorCode,
    what: string,
    where: { worker?: number; phase?: string; tick: number; cause: unknown },
    action: TeamFault['action'],
    others = 0,
  ): TeamError {
    // If none is left to continue, the new ones will.
    const workers = others || this.#crew.workers;
    const by = this.#crew.threaded ? counted(workers) : 'the calling thread';
    const left = `What is left is done by ${by}`;
    const when =
      others === 0
        ? ' as soon as they have started'
        : workers < this.#crew.workers
          ? ' until another thread has started'
          : '';
    const then = {
      replaced: `${left}${when}.`,
      reduced: `${left}.`,
      failed: `The world stands whole at tick ${this.#world.tick}: a new team can continue from there.`,
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
