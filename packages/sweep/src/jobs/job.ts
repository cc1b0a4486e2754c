import type { Scenario } from '@skein/core';

/** A value that a plan gives a parameter. */
export type ParameterValue = number | string | boolean;

/** One run of a plan: everything that determines its result. Plain data, which can be posted. */
export interface Job {
  /** The hash of everything below but `index`, and of the version of the engine: 64 hexadecimal digits. */
  readonly key: string;
  /** Its place in the plan, from 0. */
  readonly index: number;
  /** With the parameters of this run in it. */
  readonly scenario: Scenario;
  /** What the plan varies, by name. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly seed: number;
  /** Ticks of the run. */
  readonly ticks: number;
  /** As `readMeasures` of @skein/core reads them. */
  readonly measures: readonly string[];
  /** Ticks from one sample to the next; tick 0 and the last tick are sampled too. */
  readonly every: number;
}

/** What came of a run. */
export interface JobResult {
  readonly key: string;
  readonly index: number;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly seed: number;
  readonly ticks: number;
  /** `stateHash` of the last state. */
  readonly hash: string;
  /** The version of the engine. */
  readonly engine: string;
  /** How long the run took, in all its parts where it was stopped and resumed (ms). It differs from run to run. */
  readonly ms: number;
  /** The ticks of the samples. */
  readonly sampleTicks: readonly number[];
  /** By measure: its values, one per sample; null where there is none. */
  readonly samples: readonly (readonly (number | null)[])[];
  /** True when another process has done the run again and come to the same. */
  readonly verified?: true;
}

/** A run that has come to no result, and why. A later try may have one. */
export interface JobFailure {
  readonly key: string;
  readonly index: number;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly seed: number;
  readonly ticks: number;
  readonly engine: string;
  readonly error: string;
}

/** Where runs that are not over yet keep what they have done. */
export interface CheckpointStore {
  /** What was saved last under a key; undefined when nothing was. */
  load(key: string): Promise<Uint8Array | undefined>;
  /** Replaces what was saved under a key: all of it or nothing. */
  save(key: string, bytes: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}
