/// <reference lib="esnext.disposable" preserve="true" />
/** The interface of a team, the same in Node, in browsers and on the calling thread. */
import type {
  Command,
  CommandInput,
  FoundPath,
  ParticleOptions,
  ParticleViews,
  PathQuery,
  QueryAnswer,
  QueryRequest,
  TeamError,
  World,
  WorldEvent,
} from '@skein/core';
import type { Measure } from '@skein/core/describe';
import type { WorkerTime } from '@skein/core/supervise';

/** How many threads, and how patient. */
export interface TeamOptions {
  /**
   * Number of worker threads, 1 to 32 and at most `world.maxWorkers`; may be more than the cores.
   * Default: the cores of the machine, within these bounds.
   */
  readonly workers?: number;
  /**
   * How long a worker may show no sign of life before it is taken for dead, ms, 200 to 3,600,000.
   * Only time in which the supervising thread was awake itself counts, and on Linux time in which the
   * worker had a core to work on. It doubles with each worker that is taken for dead, up to 64 times,
   * and halves again in each 10 s without. Default: 750.
   */
  readonly stallMs?: number;
}

/** What is wanted of one run. */
export interface RunOptions {
  /** Ends the run at the next tick boundary; the run then resolves with `aborted: true`. */
  readonly signal?: AbortSignal;
  /** Whether the hash of every state is wanted. Default: false. */
  readonly hash?: boolean;
  /**
   * Evaluates the living particles where the run ends, before it is reported: that costs the threads
   * their work and no turn of this thread. `tick` may be any up to the last of the run, the default.
   */
  readonly particles?: ParticleOptions;
  /**
   * Packs the living agents as points where the run ends, before it is reported: for what draws very many. A buffer
   * of `createPointRecords`, which only the caller reads meanwhile.
   */
  readonly points?: ArrayBufferLike;
  /**
   * What is measured at each tick behind the first that is a multiple of `every`, as texts or as
   * `readMeasures` of @skein/core reads them.
   */
  readonly measures?: Measures;
  /** Ticks from one sample of the measures to the next, an integer from 1. Default: 1. */
  readonly every?: number;
}

/** Measures, as texts such as "polarization" or "boid.mean(speed)", or as `readMeasures` reads them. */
export type Measures = readonly (string | Measure)[];

/** What was measured in a run. */
export interface Samples {
  /** The names of the measures. */
  readonly names: readonly string[];
  /** The ticks of the samples. */
  readonly ticks: readonly number[];
  /** By measure: a number per sample, NaN where there was nothing to measure. */
  readonly values: readonly Float64Array[];
}

/** What a run did. */
export interface RunReport {
  /** Tick of the world when the run began. */
  readonly fromTick: number;
  /** Tick of the world when the run ended. */
  readonly toTick: number;
  /** `toTick - fromTick`. */
  readonly ticks: number;
  /** Whether the signal ended the run before its last tick. */
  readonly aborted: boolean;
  /** State hashes of ticks `fromTick + 1` to `toTick`, when they were wanted. */
  readonly hashes?: readonly string[];
  /** How long each of the ticks took, ms. */
  readonly tickMs: Float32Array;
  /**
   * The particles, when they were wanted and the run came to its end. The views are those of
   * `Team.particles`; `ms` is how long the slowest thread took.
   */
  readonly particles?: { readonly views: ParticleViews; readonly ms: number };
  /** When points were wanted and the run came to its end: how long the slowest thread took to pack them, ms. */
  readonly points?: { readonly ms: number };
  /** What was measured, when it was asked for. */
  readonly samples?: Samples;
  /** By worker: how long it worked, and waited at barriers for others, in all of the run. */
  readonly workerTimes: readonly WorkerTime[];
}

/** The loss of a worker, or of several at the same time, and what was done about it. */
export interface TeamFault {
  /**
   * WORKER_LOST, WORKER_STALLED or WORKER_START_FAILED, with worker, phase and tick where they are
   * known, and the cause: of several that are lost before the others have left the run, the first.
   */
  readonly error: TeamError;
  /**
   * `replaced`: the others continue, and another thread starts in its place, unless its own was kept;
   * `resize` tells when it is taken in. `reduced`: too many were lost, or no other could be started, and
   * the team continues with fewer workers, or on the calling thread. `failed`: it cannot continue, and the
   * run under way rejects with this error.
   */
  readonly action: 'replaced' | 'reduced' | 'failed';
  /** Workers that continue; if none was left, those that start. */
  readonly workers: number;
}

/** A team continued after a loss. */
export interface TeamMove {
  /** Tick at which the world stands. */
  readonly tick: number;
  /** From when the loss was noticed until the team continued, with those that were left, ms. */
  readonly recoveryMs: number;
}

/** Events of the world by their type. */
type WorldEvents = {
  readonly [Type in WorldEvent['type']]: Extract<WorldEvent, { readonly type: Type }>;
};

/** What a team reports to listeners. An event of the world comes as `event`, and by its own type, such as `arrived`. */
export interface TeamEvents extends WorldEvents {
  /** Something happened in the world; told in order, after the ticks in which it happened. */
  event: WorldEvent;
  /**
   * The team has a new number of workers, from the current tick on: asked for by `resize`, or because
   * some were lost, or others have started in their place.
   */
  resize: { readonly workers: number };
  /** A worker was lost; says where, and what the team did about it. */
  fault: TeamFault;
  /** The team continues after a loss, and the world has new memory: earlier views show the old one. */
  moved: TeamMove;
  /** The team does less than was asked for; says why, in plain words. */
  warning: string;
}

/** A team of workers that steps one world. */
export interface Team {
  readonly world: World;
  /** Workers that step the world now. */
  readonly workers: number;
  /** Whether threads share the world. False when one thread steps it: a worker in a copy of its memory, or the calling thread. */
  readonly threaded: boolean;
  /** Why the team is not threaded, in plain words. Where threads were lost too often, `resize` tries them again. */
  readonly notice: string | undefined;
  /** Whether `dispose` was called: the team steps nothing any more. */
  readonly disposed: boolean;

  /**
   * Steps the world `ticks` times: an integer from 1 to what is left of its 2^30 ticks.
   * Take `world.views` again when it resolves. A worker that is lost costs time and no tick: the others
   * do what was left, in new memory, and another takes its place; `fault` and `moved` report it.
   * @throws SkeinError PARTICLES_INVALID; MeasureError; TeamError TICKS_INVALID, OPTION_INVALID, TEAM_BUSY, TEAM_FAILED
   * or TEAM_DISPOSED: nothing was done
   * @throws TeamError WORKER_LOST: there was no memory to continue in, or the calling thread itself met an error.
   * WORKER_STALLED: a tick was silent seven times, each time with twice the patience. Then the team has
   * failed, and the world stands at its last whole tick. TEAM_DISPOSED also when `dispose` ended the run
   * @throws WorldError NO_MEMORY: there was none for the report. The world stands at its last whole tick, events
   * that were not told yet come with the next run, and the team can continue
   */
  run(ticks: number, options?: RunOptions): Promise<RunReport>;

  /**
   * Continues with another number of workers: at once, or at the next tick boundary of a run, which
   * continues. New threads are started before the old ones stop.
   * @throws TeamError WORKERS_INVALID, TEAM_FAILED, TEAM_DISPOSED; TEAM_BUSY while another team steps the
   * world. WORKER_START_FAILED: none could be started, and the team continues with the workers it has. Where
   * only some could, it continues with those, and a `warning` says so
   */
  resize(workers: number): Promise<void>;

  /**
   * Gives a command to the world: at once, or at the next tick boundary of a run. Resolves with
   * the command as it was stamped and logged.
   * @throws CommandError when the command is refused; TeamError TEAM_FAILED, TEAM_DISPOSED; TEAM_BUSY
   * while another team steps the world
   */
  command(input: CommandInput): Promise<Command>;

  /**
   * Evaluates the living particles on the team's threads: at once, or at the next tick boundary of a
   * run, which waits for it. The views are of the world's memory; the next evaluation overwrites
   * them, a run does not. Until it resolves, `run` is refused as within a run.
   * @throws SkeinError PARTICLES_INVALID: an unknown option, an alpha or a tick out of range, nothing was
   * done;
   * TeamError TEAM_BUSY, TEAM_FAILED or TEAM_DISPOSED; WORKER_LOST or WORKER_STALLED as `run` does
   */
  particles(options?: ParticleOptions): Promise<ParticleViews>;

  /**
   * Finds cheapest paths over the map of the world, shared out to the team's threads: at once, or at
   * the next tick boundary of a run, which waits for it. The paths are those of `findPaths` of
   * @skein/core, for any number of workers. Until it resolves, `run` is refused as within a run.
   * @throws PathError MAP_MISSING or QUERY_INVALID: nothing was done; TeamError as `particles` does
   */
  findPaths(queries: readonly PathQuery[]): Promise<FoundPath[]>;

  /**
   * Measures the present state on the team's threads: at once, or at the next tick boundary of a run, which
   * waits for it. The numbers are those of `measure` of @skein/core, bit for bit, for any number of workers.
   * Until it resolves, `run` is refused as within a run.
   * @returns a number per measure; NaN where there is nothing to measure
   * @throws MeasureError: nothing was done; TeamError as `particles` does
   */
  measure(measures: Measures): Promise<Float64Array>;

  /**
   * Answers queries about the world on the team's threads: at once, or at the next tick boundary of a run,
   * which waits for it. The answer is that of `query` of @skein/core, bit for bit, for any number of workers.
   * The request is copied at once. Until it resolves, `run` is refused as within a run.
   * @throws QueryError QUERY_INVALID: nothing was done; QUERY_TOO_LARGE; WorldError NO_MEMORY; TeamError as
   * `particles` does
   */
  query<const R extends QueryRequest>(request: R): Promise<QueryAnswer<R>>;

  /** Calls `listener` whenever `type` happens, until the returned function is called. */
  on<Type extends keyof TeamEvents>(
    type: Type,
    listener: (value: TeamEvents[Type]) => void,
  ): () => void;

  /**
   * Ends the threads, whatever they do, within one second. A run under way rejects with
   * TEAM_DISPOSED; the world stands at its last whole tick and stays usable, with views to be taken
   * again. May be called often.
   */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
