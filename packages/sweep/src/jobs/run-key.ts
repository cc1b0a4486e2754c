import type { Scenario } from '@skein/core';
import { hashOf } from '../plan/plan.ts';

/**
 * Everything that determines the result of a run. The kernel and the number of threads are left out, since they do not
 * change a bit of the result.
 */
export interface RunInputs {
  /** The version of @skein/core. */
  readonly engine: string;
  /** The parsed scenario, which contains all defaults. So it does not matter whether the input states a default. */
  readonly scenario: Scenario;
  readonly seed: number;
  readonly ticks: number;
  readonly measures: readonly string[];
  readonly every: number;
}

/** The key of a run: 64 hexadecimal digits. It does not depend on the order in which the inputs are written. */
export function runKey({ engine, scenario, seed, ticks, measures, every }: RunInputs): string {
  return hashOf({ engine, scenario, seed, ticks, measures, every });
}
