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

/** Options of a team: the number of its threads, and how long they may be silent. */
export interface TeamOptions {
  /**
   * Number of worker threads, from 1 to 32 and at most `world.maxWorkers`. It may exceed the number of cores. Default:
   * the number of cores, within these bounds.
   */
  readonly workers?: number;
  /**
   * How long a worker may give no sign of life before it counts as dead, in ms, from 200 to 3,600,000. Default: 750. It
   * doubles with each worker that counts as dead, up to 64 times, and halves again after each 10 s without.
   *
   * Only time in which the supervising thread was awake counts. On Linux, the worker must also have had a core.
   */
  readonly stallMs?: number;
}

/** Options of a run. */
export interface RunOptions {
  /** Aborts the run at the next tick boundary. The run then resolves with `aborted: true`. */
  readonly signal?: AbortSignal;
  /** Whether to record the hash of every state. Default: false. */
  readonly hash?: boolean;
  /**
   * Evaluates the living particles at the end of the run, before it is reported. The threads do the work, so it costs
   * no turn of the event loop. `tick` can be any tick up to the last of the run. Default: the last tick.
   */
  readonly particles?: ParticleOptions;
  /**
   * Packs the living agents as points at the end of the run, before it is reported. This is for drawing very many
   * agents. The value is a buffer of `createPointRecords`, which only the caller may read meanwhile.
   */
  readonly points?: ArrayBufferLike;
  /**
   * What to measure: strings, or results of `readMeasures` of @skein/core. A sample is taken at each later tick of the
   * run that is a multiple of `every`.
   */
  readonly measures?: Measures;
  /** Number of ticks from one sample of the measures to the next, an integer from 1. Default: 1. */
  readonly every?: number;
}

/** Measures: strings such as "polarization" or "boid.mean(speed)", or results of `readMeasures`. */
export type Measures = readonly (string | Measure)[];

/** The measured values of a run. */
export interface Samples {
  /** The names of the measures. */
  readonly names: readonly string[];
  /** The ticks of the samples. */
  readonly ticks: readonly number[];
  /** By measure: one number per sample; NaN if there was nothing to measure. */
  readonly values: readonly Float64Array[];
}

/** The result of a run. */
export interface RunReport {
  /** Tick of the world when the run began. */
  readonly fromTick: number;
  /** Tick of the world when the run ended. */
  readonly toTick: number;
  /** `toTick - fromTick`. */
  readonly ticks: number;
  /** Whether the signal ended the run before its last tick. */
  readonly aborted: boolean;
  /** State hashes of the ticks `fromTick + 1` to `toTick`, if they were asked for. */
  readonly hashes?: readonly string[];
  /** Duration of each tick (ms). */
  readonly tickMs: Float32Array;
  /**
   * The particles, if they were asked for and the run was not aborted. The views are those of `Team.particles`. `ms` is
   * how long the slowest thread took.
   */
  readonly particles?: { readonly views: ParticleViews; readonly ms: number };
  /** How long the slowest thread took to pack the points (ms), if they were asked for and the run was not aborted. */
  readonly points?: { readonly ms: number };
  /** The measured values, if measures were asked for. */
  readonly samples?: Samples;
  /** By worker: how long it worked, and how long it waited for others at barriers, in the whole run (ms). */
  readonly workerTimes: readonly WorkerTime[];
}

/** The loss of one or more workers, and what the team did about it. */
export interface TeamFault {
  /**
   * WORKER_LOST, WORKER_STALLED or WORKER_START_FAILED, with worker, phase and tick if they are known, and the cause.
   * If several workers are lost before the others have left the run, it is the error of the first.
   */
  readonly error: TeamError;
  /**
   * What the team did:
   *
   * - `replaced`: the other workers continue, and a new thread starts in place of the lost one (a thread that only
   * threw is kept); the event `resize` tells when it joins.
   * - `reduced`: too many workers were lost, or no thread could be started. The team continues with fewer workers, or
   * on the calling thread.
   * - `failed`: the team cannot continue, and the present run rejects with this error.
   */
  readonly action: 'replaced' | 'reduced' | 'failed';
  /** Number of workers that continue; if none is left, the number that are starting. */
  readonly workers: number;
}

/** Reported when a team continues after a loss. */
export interface TeamMove {
  /** Tick of the world. */
  readonly tick: number;
  /** Time from when the loss was noticed until the team continued with the workers that were left (ms). */
  readonly recoveryMs: number;
}

/** Events of the world, by type. */
type WorldEvents = {
  readonly [Type in WorldEvent['type']]: Extract<WorldEvent, { readonly type: Type }>;
};

/** The events of a team. An event of the world is emitted as `event`, and also by its own type, such as `arrived`. */
export interface TeamEvents extends WorldEvents {
  /** Something happened in the world. Events are emitted in order, after the ticks in which they happened. */
  event: WorldEvent;
  /**
   * The team has a different number of workers from the current tick on: because of `resize`, because workers were
   * lost, or because new ones have started in their place.
   */
  resize: { readonly workers: number };
  /** A worker was lost. Tells where, and what the team did about it. */
  fault: TeamFault;
  /** The team continues after a loss. The world has new memory, so earlier views show the old memory. */
  moved: TeamMove;
  /** The team does less than was asked for. The text says why. */
  warning: string;
}

/** A team of workers that steps one world. */
export interface Team {
  readonly world: World;
  /** Number of workers that step the world at present. */
  readonly workers: number;
  /**
   * Whether threads share the world. If false, a single thread steps it: a worker in a copy of its memory, or the
   * calling thread.
   */
  readonly threaded: boolean;
  /**
   * Why the team is not threaded, as a sentence. If threads were lost too often, `resize` tries to start them again.
   */
  readonly notice: string | undefined;
  /** Whether `dispose` was called. The team can then no longer step the world. */
  readonly disposed: boolean;

  /**
   * Steps the world `ticks` times, an integer from 1 up to the ticks that are left of its 2^30. Take `world.views`
   * again after it resolves. A lost worker costs time but no tick: the others do the remaining work in new memory, and
   * a new thread takes its place. The events `fault` and `moved` report this.
   *
   * @throws SkeinError PARTICLES_INVALID; MeasureError; TeamError TICKS_INVALID, OPTION_INVALID, TEAM_BUSY, TEAM_FAILED
   * or TEAM_DISPOSED: nothing was done
   *
   * @throws TeamError WORKER_LOST: there was no memory to continue in, or an error happened on the calling thread
   * itself. WORKER_STALLED: workers were silent in seven tries of a tick, each with twice the patience. In both cases
   * the team has failed, and the world is at its last complete tick. TEAM_DISPOSED also if `dispose` ended the run
   *
   * @throws WorldError NO_MEMORY: there was no memory for the report. The world is at its last complete tick, events
   * that were not emitted yet come with the next run, and the team can continue
   */
  run(ticks: number, options?: RunOptions): Promise<RunReport>;

  /**
   * Changes the number of workers: at once, or at the next tick boundary of a run, which then continues. New threads
   * start before the old ones stop.
   *
   * @throws TeamError WORKERS_INVALID, TEAM_FAILED, TEAM_DISPOSED; TEAM_BUSY while another team steps the world.
   * WORKER_START_FAILED if no thread could be started; the team then continues with its present workers. If only some
   * could be started, it continues with those, and emits a `warning`
   */
  resize(workers: number): Promise<void>;

  /**
   * Gives a command to the world: at once, or at the next tick boundary of a run. Resolves with the command as it was
   * stamped and logged.
   *
   * @throws CommandError if it is refused; TeamError TEAM_FAILED, TEAM_DISPOSED; TEAM_BUSY while another team steps
   * the world
   */
  command(input: CommandInput): Promise<Command>;

  /**
   * Evaluates the living particles on the team's threads: at once, or at the next tick boundary of a run, which waits
   * for it. The views are of the world's memory. The next evaluation overwrites them; a run does not. Until it
   * resolves, `run` rejects with TEAM_BUSY.
   *
   * @throws SkeinError PARTICLES_INVALID if an option is unknown, or alpha or tick is out of range: nothing was done.
   * TeamError TEAM_BUSY, TEAM_FAILED or TEAM_DISPOSED; WORKER_LOST or WORKER_STALLED as `run` does
   */
  particles(options?: ParticleOptions): Promise<ParticleViews>;

  /**
   * Finds cheapest paths over the map of the world on the team's threads: at once, or at the next tick boundary of a
   * run, which waits for it. The paths are those of `findPaths` of @skein/core, for any number of workers. Until it
   * resolves, `run` rejects with TEAM_BUSY.
   *
   * @throws PathError MAP_MISSING or QUERY_INVALID: nothing was done; TeamError as `particles` does
   */
  findPaths(queries: readonly PathQuery[]): Promise<FoundPath[]>;

  /**
   * Measures the present state on the team's threads: at once, or at the next tick boundary of a run, which waits for
   * it. The numbers are those of `measure` of @skein/core, bit for bit, for any number of workers. Until it resolves,
   * `run` rejects with TEAM_BUSY.
   *
   * @returns one number per measure; NaN if there is nothing to measure
   * @throws MeasureError: nothing was done; TeamError as `particles` does
   */
  measure(measures: Measures): Promise<Float64Array>;

  /**
   * Answers queries about the world on the team's threads: at once, or at the next tick boundary of a run, which waits
   * for it. The answer is that of `query` of @skein/core, bit for bit, for any number of workers. The request is copied
   * at once. Until it resolves, `run` rejects with TEAM_BUSY.
   *
   * @throws QueryError QUERY_INVALID: nothing was done; QUERY_TOO_LARGE; WorldError NO_MEMORY; TeamError as `particles`
   * does
   */
  query<const R extends QueryRequest>(request: R): Promise<QueryAnswer<R>>;

  /** Calls `listener` for each event of the type, until the returned function is called. */
  on<Type extends keyof TeamEvents>(
    type: Type,
    listener: (value: TeamEvents[Type]) => void,
  ): () => void;

  /**
   * Ends all threads within one second, whatever they are doing. A run in progress rejects with TEAM_DISPOSED. The
   * world is then at its last complete tick and stays usable; take its views again. Further calls do nothing.
   */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
