import type { Scenario } from '@skein/core';
import type { TrajectoryOptions } from '../tables/trajectories.ts';

/** A value of a parameter in a plan. */
export type ParameterValue = number | string | boolean;

/**
 * One run of a plan, with everything that determines its result. It is plain data, which can be sent to other threads
 * and processes.
 */
export interface Job {
  /**
   * A hash of 64 hexadecimal digits. It covers the version of the engine and everything that determines the result:
   * scenario, seed, ticks, measures and interval of samples.
   */
  readonly key: string;
  /** The index of the run in the plan, from 0. */
  readonly index: number;
  /** The scenario, with the parameters of this run applied. */
  readonly scenario: Scenario;
  /** The values of the varied parameters, by name. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly seed: number;
  /** The number of ticks of the run. */
  readonly ticks: number;
  /** The measures to take, as texts that `readMeasures` of @skein/core reads. */
  readonly measures: readonly string[];
  /** The interval between samples, in ticks. Tick 0 and the last tick are always sampled. */
  readonly every: number;
  /** The trajectories to write. Absent if the run writes none. */
  readonly trajectories?: TrajectoryOptions;
}

/** The result of a run. */
export interface JobResult {
  readonly key: string;
  readonly index: number;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly seed: number;
  readonly ticks: number;
  /** The hash of the last state, as `stateHash` returns it. */
  readonly hash: string;
  /** The version of the engine that did the run. */
  readonly engine: string;
  /**
   * The time that the run took, in ms. If the run was stopped and resumed, this is the sum over all its parts. The time
   * is different each time the run is done.
   */
  readonly ms: number;
  /** The ticks of the samples. */
  readonly sampleTicks: readonly number[];
  /** For each measure, a list of its values, one per sample; null for no value. */
  readonly samples: readonly (readonly (number | null)[])[];
  /** True if another process has repeated the run with the same result. */
  readonly verified?: true;
}

/** A run that gave no result, and the reason. A later attempt may succeed. */
export interface JobFailure {
  readonly key: string;
  readonly index: number;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly seed: number;
  readonly ticks: number;
  readonly engine: string;
  readonly error: string;
}

/** A store for the checkpoints of unfinished runs. */
export interface CheckpointStore {
  /** Returns the last saved bytes for a key; undefined if there are none. */
  load(key: string): Promise<Uint8Array | undefined>;
  /** Replaces the saved bytes for a key atomically. */
  save(key: string, bytes: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}
