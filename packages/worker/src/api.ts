/// <reference lib="esnext.disposable" preserve="true" />
/** The interface of a team. It is the same in Node, in browsers and on the calling thread. */

import type {
  Command,
  CommandInput,
  FoundPath,
  KernelName,
  ParticleOptions,
  ParticleViews,
  PathQuery,
  QueryAnswer,
  QueryRequest,
  RewindOptions,
  TeamError,
  World,
  WorldEvent,
} from '@skein/core';
import type { Measure } from '@skein/core/describe';
import type { WorkerTime } from '@skein/core/internal';
import type { GpuStepper } from '@skein/gpu';

/** The options of a team: the number of its threads, and how long a thread may give no sign of life. */
export interface TeamOptions {
  /**
   * The number of worker threads, from 1 to 32 and at most `world.maxWorkers`. It may exceed the number of cores.
   * Default: the number of cores, but at most 32 and at most `world.maxWorkers`.
   */
  readonly workers?: number;
  /**
   * The time without a sign of life after which a worker counts as dead, in ms, from 200 to 3,600,000. Default: 750.
   * Each worker that counts as dead doubles this time, to at most 64 times the given time. The time halves again after
   * each 10 s in which no worker counts as dead.
   *
   * Only time in which the supervising thread was awake counts. On Linux, only time in which the worker had a core
   * counts.
   */
  readonly stallMs?: number;
  /**
   * What steps the world: "gpu", the graphics card, by WebGPU; or "auto", the workers, with the kernel that was chosen
   * for the world. Default: "auto". The hashes are the same. The card steps only some worlds. The workers do the ticks
   * that have commands, and side tasks. If the device is lost, they continue, and the team emits a `warning`.
   */
  readonly kernel?: 'auto' | 'gpu';
}

/** What is known of the graphics card of a host. */
export interface CardReport {
  /** The name of the adapter. */
  readonly adapter: string;
  /** The name of the fastest layer of arithmetic that the card computes exactly, such as "flag". */
  readonly layer: string;
}

/** The options of a run. */
export interface RunOptions {
  /** Aborts the run at the next tick boundary. The run then resolves with `aborted: true`. */
  readonly signal?: AbortSignal;
  /** Whether to record the hash of every state. Default: false. */
  readonly hash?: boolean;
  /**
   * Whether the last state may stay on the graphics card. If so, `kept` of the team is true, and the world cannot be read
   * (WORLD_BUSY) until the next run without this option, or `sync`. All calls of the team do that by themselves. Without
   * the kernel "gpu", nothing is kept. Default: false.
   */
  readonly keep?: boolean;
  /**
   * Evaluates the living particles at the end of the run, before the run resolves. The worker threads evaluate them, so
   * no extra turn of the event loop is needed. The option `tick` can be any tick up to the last tick of the run.
   * Default: the last tick.
   */
  readonly particles?: ParticleOptions;
  /**
   * Packs the living agents as points at the end of the run, before the run resolves. Use this option to draw very many
   * agents. The value is a buffer made by `createPointRecords`. Until the run resolves, no other thread may use the
   * buffer.
   */
  readonly points?: ArrayBufferLike;
  /**
   * What to measure: strings, or results of `readMeasures` of @skein/core. The run takes a sample at each tick after
   * `fromTick` that is a multiple of `every`.
   */
  readonly measures?: Measures;
  /** The number of ticks from one sample of the measures to the next, an integer from 1. Default: 1. */
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
  /** For each measure, a list with one number per sample; NaN if there was nothing to measure. */
  readonly values: readonly Float64Array[];
}

/** The result of a run. */
export interface RunReport {
  /** The tick of the world when the run began. */
  readonly fromTick: number;
  /** The tick of the world when the run ended. */
  readonly toTick: number;
  /** The number of ticks that the run stepped: `toTick - fromTick`. */
  readonly ticks: number;
  /** Whether `signal` ended the run before its last tick. */
  readonly aborted: boolean;
  /** The state hashes of the ticks `fromTick + 1` to `toTick`, if the option `hash` was set. */
  readonly hashes?: readonly string[];
  /** The duration of each tick, in ms. */
  readonly tickMs: Float32Array;
  /**
   * The particles, if the option `particles` was set and the run was not aborted. `views` are the views of
   * `Team.particles`. `ms` is the time that the slowest thread took to evaluate the particles.
   */
  readonly particles?: { readonly views: ParticleViews; readonly ms: number };
  /**
   * The time that the slowest thread took to pack the points, in ms. Present if the option `points` was set and the run
   * was not aborted.
   */
  readonly points?: { readonly ms: number };
  /** The measured values, if the option `measures` was set. */
  readonly samples?: Samples;
  /**
   * For each worker, the time for which it worked, and the time for which it waited for other workers at barriers. Both
   * are in ms, summed over the run.
   */
  readonly workerTimes: readonly WorkerTime[];
}

/** The loss of one or more workers, and what the team did about it. */
export interface TeamFault {
  /**
   * The error WORKER_LOST, WORKER_STALLED or WORKER_START_FAILED. It contains the cause, and also the worker, the phase
   * and the tick if they are known. If several workers are lost before the others have left the run, the error is about
   * the first lost worker.
   */
  readonly error: TeamError;
  /**
   * What the team did:
   *
   * - `replaced`: the other workers continue, and a thread takes the place of the lost worker. It is a new thread, or
   *   the old thread if that thread only threw an error. The event `resize` reports when the thread joins.
   * - `reduced`: too many workers were lost, or no thread could be started. The team continues with fewer workers, or
   *   on the calling thread.
   * - `failed`: the team cannot continue, and the run in progress rejects with `error`.
   */
  readonly action: 'replaced' | 'reduced' | 'failed';
  /** The number of workers that continue. If no worker is left, this is the number of workers that are starting. */
  readonly workers: number;
}

/** The value of the event `moved`: the team has continued after a loss. */
export interface TeamMove {
  /** The tick of the world at which the team continued. */
  readonly tick: number;
  /** The time from the detection of the loss until the team continued with the remaining workers, in ms. */
  readonly recoveryMs: number;
}

/** The events of the world, by type. */
type WorldEvents = {
  readonly [Type in WorldEvent['type']]: Extract<WorldEvent, { readonly type: Type }>;
};

/**
 * The events that a team emits. It emits each event of the world twice: as `event`, and under its own type, such as
 * `arrived`.
 */
export interface TeamEvents extends WorldEvents {
  /** Something happened in the world. The team emits events in order, after the ticks in which they happened. */
  event: WorldEvent;
  /**
   * The number of workers has changed, from the current tick on. The reason is a call of `resize`, the loss of workers,
   * or the start of new workers in their place.
   */
  resize: { readonly workers: number };
  /** A worker was lost. The value says where the worker was lost, and what the team did about the loss. */
  fault: TeamFault;
  /**
   * The team continues after it has lost workers. The world now has new memory. Views from before the loss show the old
   * memory.
   */
  moved: TeamMove;
  /** The team does less than it was asked to do. The value says why. */
  warning: string;
}

/** A team of workers that steps one world. */
export interface Team {
  readonly world: World;
  /** What steps the world now: the graphics card, or the workers with this kernel. */
  readonly kernel: KernelName | 'gpu';
  /** The number of workers that step the world now. */
  readonly workers: number;
  /**
   * Whether several threads can step the world in shared memory. If false, a single thread steps the world: the calling
   * thread, or a worker that has a copy of the memory.
   */
  readonly threaded: boolean;
  /**
   * The reason why `threaded` is false, as a sentence; undefined if `threaded` is true. If the reason is that threads
   * were lost too often, `resize` tries to start threads again.
   */
  readonly notice: string | undefined;
  /** Whether `dispose` was called. If true, the team can no longer step the world. */
  readonly disposed: boolean;
  /** What `createCardAgents` of @skein/three draws from; undefined if no graphics card steps the world. */
  readonly card: Pick<GpuStepper, 'world' | 'device' | 'wordOf' | 'state'> | undefined;
  /** Whether the present state is on the graphics card alone, after a run with `keep`. */
  readonly kept: boolean;

  /**
   * Steps the world `ticks` times. `ticks` is an integer from 1 to the number of ticks that the world has left. A world
   * has 2^30 ticks in all. After the run resolves, take `world.views` again. The loss of a worker costs time but no
   * tick. The other workers do the remaining work in new memory, and a new thread replaces the lost worker. The events
   * `fault` and `moved` report the loss.
   *
   * @throws SkeinError PARTICLES_INVALID; MeasureError; TeamError TICKS_INVALID, OPTION_INVALID, TEAM_BUSY, TEAM_FAILED
   * or TEAM_DISPOSED: the run did not start, and nothing has changed
   *
   * @throws TeamError WORKER_LOST: there was no memory to continue in, or an error happened on the calling thread
   * itself. WORKER_STALLED: workers gave no sign of life in seven tries of a tick. Each try had twice the time of the
   * try before. After either error, the team has failed, and the world is at its last complete tick. TEAM_DISPOSED:
   * `dispose` ended the run
   *
   * @throws GpuError GPU_DIFFERS: the graphics card has computed another state than the CPU, which repeats one tick in
   * 1,000. The world is at the tick before
   *
   * @throws WorldError NO_MEMORY: there was no memory for the report. The world is at its last complete tick, and the
   * team can continue. The next run emits the events that this run did not emit
   */
  run(ticks: number, options?: RunOptions): Promise<RunReport>;

  /**
   * Brings the memory of the world up to date, after runs with `keep`.
   *
   * @throws TeamError in the same cases as `particles`
   */
  sync(): Promise<void>;

  /**
   * Changes the number of workers, immediately or at the next tick boundary of a run. The run then continues. New
   * threads start before the old threads stop.
   *
   * @throws TeamError WORKERS_INVALID, TEAM_FAILED or TEAM_DISPOSED. TEAM_BUSY: another team is stepping the world.
   * WORKER_START_FAILED: no thread could be started, and the team continues with its present workers. If only some
   * threads could be started, the team continues with the started threads, and emits a `warning`
   */
  resize(workers: number): Promise<void>;

  /**
   * Gives a command to the world, immediately or at the next tick boundary of a run. Resolves with the command and its
   * stamp, as the world logged them.
   *
   * @throws CommandError if the world refuses the command; TeamError TEAM_FAILED or TEAM_DISPOSED; TEAM_BUSY while
   * another team is stepping the world
   */
  command(input: CommandInput): Promise<Command>;

  /**
   * Takes the world back to an earlier tick, as `rewind` of core does, between two runs. The threads stay. If events of later
   * ticks were emitted, emits `retracted`.
   *
   * @throws SkeinError REWIND_INVALID if the state of the tick is not in memory, or an option is not valid
   * @throws TeamError TEAM_FAILED or TEAM_DISPOSED; TEAM_BUSY during a run
   * @throws WorldError WORLD_BUSY if the state is on a graphics card
   */
  rewind(tick: number, options?: RewindOptions): Promise<void>;

  /**
   * Evaluates the living particles on the team's threads, immediately or at the next tick boundary of a run. The run
   * waits during the evaluation. A new call of `run` rejects with TEAM_BUSY until this call resolves.
   *
   * The views point into the memory of the world. A run does not change their values, but the next evaluation
   * overwrites them.
   *
   * @throws SkeinError PARTICLES_INVALID if an option is unknown, or `alpha` or `tick` is out of range. In this case,
   * nothing was done. TeamError TEAM_BUSY, TEAM_FAILED or TEAM_DISPOSED; WORKER_LOST or WORKER_STALLED for the same
   * reasons as `run`
   */
  particles(options?: ParticleOptions): Promise<ParticleViews>;

  /**
   * Finds the cheapest paths over the map of the world on the team's threads. If no run is in progress, the search
   * starts immediately. Otherwise, it starts at the next tick boundary, and the run waits for it. For any number of
   * workers, the paths are the same as from `findPaths` of @skein/core. A new call of `run` rejects with TEAM_BUSY
   * until this call resolves.
   *
   * @throws PathError MAP_MISSING or QUERY_INVALID: nothing was done; TeamError in the same cases as `particles`
   */
  findPaths(queries: readonly PathQuery[]): Promise<FoundPath[]>;

  /**
   * Measures the present state on the team's threads. If a run is in progress, it pauses at the next tick boundary for
   * the measurement. A new call of `run` rejects with TEAM_BUSY until this call resolves. For any number of workers,
   * the results equal those of `measure` of @skein/core, bit for bit.
   *
   * @returns one number per measure; NaN if there is nothing to measure
   * @throws MeasureError when a measure is not valid; TeamError in the same cases as `particles`
   */
  measure(measures: Measures): Promise<Float64Array>;

  /**
   * Answers queries about the world on the team's threads. If a run is in progress, it waits at its next tick boundary
   * until the queries are answered. For any number of workers, the answer is the same as from `query` of @skein/core,
   * bit for bit. The request is copied immediately, so the caller may change it afterwards. Until this call resolves,
   * `run` rejects with TEAM_BUSY.
   *
   * @throws QueryError QUERY_INVALID: nothing was done; QUERY_TOO_LARGE; WorldError NO_MEMORY; TeamError for the same
   * reasons as `particles`
   */
  query<const R extends QueryRequest>(request: R): Promise<QueryAnswer<R>>;

  /** Calls `listener` for each event of the given type, until the returned function is called. */
  on<Type extends keyof TeamEvents>(
    type: Type,
    listener: (value: TeamEvents[Type]) => void,
  ): () => void;

  /**
   * Ends all threads within one second, whatever they are doing. If a run is in progress, it rejects with
   * TEAM_DISPOSED. Afterwards, the world is at its last complete tick. You can still use it, but must get `world.views`
   * again. Further calls of `dispose` do nothing.
   */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
