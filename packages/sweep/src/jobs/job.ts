import type { Scenario } from '@skein/core';

/** A value of a parameter in a plan. */
export type ParameterValue = number | string | boolean;

/**
 * One run of a plan, with everything that determines its result. Plain data, which can be sent to other threads and
 * processes.
 */
export interface Job {
  /** The hash of all other fields except `index`, and of the version of the engine: 64 hexadecimal digits. */
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
  /** The measures, as for `readMeasures` of @skein/core. */
  readonly measures: readonly string[];
  /** The interval between samples, in ticks. Tick 0 and the last tick are always sampled. */
  readonly every: number;
}

/** The result of a run. */
export interface JobResult {
  readonly key: string;
  readonly index: number;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly seed: number;
  readonly ticks: number;
  /** The `stateHash` of the last state. */
  readonly hash: string;
  /** The version of the engine. */
  readonly engine: string;
  /**
   * The time that the run took, in ms, summed over all parts if it was stopped and resumed. It varies from run to run.
   */
  readonly ms: number;
  /** The ticks of the samples. */
  readonly sampleTicks: readonly number[];
  /** For each measure, its values at the samples; null for no value. */
  readonly samples: readonly (readonly (number | null)[])[];
  /** True if another process has repeated the run with the same result. */
  readonly verified?: true;
}

/** A run without a result, and the reason. A later attempt may succeed. */
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
