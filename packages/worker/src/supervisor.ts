import { renewMemory, TeamError, type TeamErrorCode, type World } from '@skein/core';
import type { TeamEvents, TeamFault } from './api.ts';
import { type Crew, type Hire, reason } from './crew.ts';
import type { Emitter } from './emitter.ts';
import { FaultPlan, type PlannedFault } from './faults.ts';
import { localCrew } from './local.ts';
import { LossCount } from './loss-count.ts';
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
  'The team goes on on the calling thread, with the same result: its threads were lost again and again.';

/** What a supervisor has to know. */
export interface Supervision {
  readonly world: World;
  readonly crew: Crew;
  readonly hire: Hire;
  readonly cores: number;
  readonly stallMs: number;
  readonly faults: readonly PlannedFault[];
  readonly mostLosses: number;
}

/** What a worker is to do beside what every part says. */
export type Task = (worker: number, workers: number) => Partial<Part>;

/**
 * Keeps a team in workers. Who is lost in a part costs no tick: the run is poisoned, the others leave
 * it, the world is given a new memory that stands at its last whole tick, and all attach that, another
 * thread in place of the lost one. A worker of before that wakes late can write the old memory only.
 *
 * After too many losses there are half as many workers, and after the last of them the calling thread
 * is the one that works, where an error is the caller's.
 */
export class Supervisor {
  readonly #world: World;
  readonly #hire: Hire;
  readonly #cores: number;
  readonly #stallMs: number;
  readonly #faults: FaultPlan;
  readonly #losses: LossCount;
  readonly #tell: Emitter<TeamEvents>;
  /** Crews that have threads: the one at work, those that are starting, those that are leaving. */
  readonly #crews = new Set<Crew>();
  #crew: Crew;
  #attaching: Promise<void> | undefined;
  /** Whether parts are under way. */
  #handing = false;
  /** Since when the work waits for workers, by `performance.now()`. */
  #lostAtMs: number | undefined;
  #notice: string | undefined;
  #ended = false;

  constructor(supervision: Supervision, tell: Emitter<TeamEvents>) {
    const { world, crew, hire, cores, stallMs, faults, mostLosses } = supervision;
    this.#world = world;
    this.#crew = crew;
    this.#hire = hire;
    this.#cores = cores;
    this.#stallMs = stallMs;
    this.#faults = new FaultPlan(faults);
    this.#losses = new LossCount(mostLosses);
    this.#tell = tell;
    this.#crews.add(crew);
  }

  get crew(): Crew {
    return this.#crew;
  }

  /** Why the calling thread works, where threads did before. */
  get notice(): string | undefined {
    return this.#notice;
  }

  /** Whether all workers are there, and see the memory that the world has now. */
  get complete(): boolean {
    return this.#crew.attachedTo(this.#world.handle);
  }

  /** Resolves when all workers are there, be they fewer, or when the team has ended. */
  complement(): Promise<void> {
    this.#attaching ??= this.#attachAll().finally(() => {
      this.#attaching = undefined;
    });
    return this.#attaching;
  }

  /**
   * Hands every worker its part, and waits for all. `undefined`: a worker was lost, and the world
   * stands in new memory at its last whole tick; do again what is left, once all are there.
   * @throws TeamError WORKER_LOST or WORKER_STALLED when there is no way to go on
   */
  async hand(task: Task): Promise<readonly Outcome[] | undefined> {
    const crew = this.#crew;
    const { workers } = crew;
    const spins = workers <= this.#cores ? SPINS : SPINS_WHEN_CROWDED;
    const parts = Array.from({ length: workers }, (_, worker): Part => {
      const fault = this.#faults.next(worker, this.#world.tick);
      return { worker, spins, ...(fault && { fault }), ...task(worker, workers) };
    });
    const stallMs = crew.threaded ? this.#stallMs : undefined;
    this.#handing = true;
    const ending = await runSegment(this.#world, crew, parts, stallMs);
    this.#handing = false;
    if (ending.loss === undefined) return ending.outcomes;
    if (!this.#ended) this.#recover(crew, ending.loss);
    return undefined;
  }

  /** A thread of a crew went away while it had no part, so that it did nothing to the world. */
  replaceIdle(crew: Crew, cause: Error): void {
    if (this.#ended || crew !== this.#crew) return;
    const { tick } = this.#world;
    const what = `A worker that had no work was lost (${reason(cause)}).`;
    const reduced = this.#losses.add(performance.now(), tick) && !this.#handing;
    if (reduced) this.#reduce();
    this.#report('WORKER_LOST', what, { tick, cause }, reduced ? 'reduced' : 'replaced');
    // Else whoever hands out the next parts sees to it.
    if (!this.#handing) void this.complement();
  }

  /** Starts a crew of another size. @throws TeamError WORKER_START_FAILED */
  async start(workers: number): Promise<Crew> {
    const crew = this.#engage(workers);
    try {
      await crew.ready;
    } catch (error) {
      this.retire(crew);
      throw error;
    }
    return crew;
  }

  /** From now on this crew works. Between two segments. */
  swap(crew: Crew): void {
    this.retire(this.#crew);
    this.#crew = crew;
    this.#notice = undefined;
    this.#tell.emit('resize', { workers: crew.workers });
  }

  retire(crew: Crew): void {
    void crew.terminate().finally(() => this.#crews.delete(crew));
  }

  /** Ends all threads. No other is started. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all([...this.#crews].map((crew) => crew.terminate()));
  }

  async #attachAll(): Promise<void> {
    while (!this.complete && !this.#ended) {
      const crew = this.#crew;
      try {
        await crew.attach(this.#world.handle);
      } catch (error) {
        if (this.#ended || crew !== this.#crew) continue;
        // Where no thread can be had for one that was lost, fewer will have to do.
        this.#reduce();
        const { tick } = this.#world;
        this.#report('WORKER_START_FAILED', `${reason(error)}.`, { tick, cause: error }, 'reduced');
      }
    }
    if (this.#lostAtMs === undefined || this.#ended) return;
    const recoveryMs = performance.now() - this.#lostAtMs;
    this.#lostAtMs = undefined;
    this.#tell.emit('moved', { tick: this.#world.tick, recoveryMs });
  }

  /** @throws TeamError when there is no way to go on */
  #recover(crew: Crew, { worker, cause, phase, tick, atMs }: Loss): void {
    const silent = cause === undefined;
    const code = silent ? 'WORKER_STALLED' : 'WORKER_LOST';
    const who = crew.threaded ? `Worker ${worker} of ${crew.workers}` : 'The calling thread';
    const how = silent ? 'gives no sign of life' : `was lost (${reason(cause)})`;
    const what = `${who} ${how} in phase '${phase}' of tick ${tick}.`;
    const where = { worker, phase, tick, cause };
    if (!crew.threaded) throw this.#report(code, what, where, 'failed');
    this.#lostAtMs ??= atMs;
    this.#faults.happened(tick);
    const tooMany = this.#losses.add(atMs, this.#world.tick);
    try {
      renewMemory(this.#world);
    } catch (error) {
      this.retire(crew);
      const lacking = `${what} ${reason(error)}`;
      throw this.#report(code, lacking, { ...where, cause: error }, 'failed');
    }
    // What is silent even alone would be silent on the calling thread too, and block the caller.
    if (tooMany && silent && crew.workers === 1) {
      this.retire(crew);
      throw this.#report(code, what, where, 'failed');
    }
    if (tooMany) this.#reduce();
    this.#report(code, what, where, tooMany ? 'reduced' : 'replaced');
  }

  /** Goes on with half the workers, or on the calling thread. */
  #reduce(): void {
    const { workers } = this.#crew;
    this.retire(this.#crew);
    if (workers > 1) {
      this.#crew = this.#engage(workers >> 1);
    } else {
      this.#crew = localCrew(this.#world);
      this.#notice = GIVEN_UP;
      this.#tell.emit('warning', GIVEN_UP);
    }
    this.#tell.emit('resize', { workers: this.#crew.workers });
  }

  #engage(workers: number): Crew {
    const crew = this.#hire(this.#world, workers, (cause) => this.replaceIdle(crew, cause));
    // Who waits for it hears of it; who does not tries again.
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
  ): TeamError {
    const { workers, threaded } = this.#crew;
    const by = threaded ? `${workers} workers` : 'the calling thread';
    const then = {
      replaced: 'It is replaced, and what it was at is done again.',
      reduced: `What is left is done by ${by}.`,
      failed: `The world stands whole at tick ${this.#world.tick}: a new team can go on from there.`,
    };
    const error = new TeamError(code, `${what} ${then[action]}`, where);
    this.#tell.emit('fault', { error, action, workers });
    return error;
  }
}
