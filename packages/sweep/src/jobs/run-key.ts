import type { Scenario } from '@skein/core';
import { hashOf } from '../plan/plan.ts';
import type { TrajectoryOptions } from '../tables/trajectories.ts';

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
  readonly trajectories?: TrajectoryOptions | undefined;
}

/** The key of a run: 64 hexadecimal digits. It does not depend on the order in which the inputs are written. */
export function runKey({ trajectories, ...inputs }: RunInputs): string {
  // Without trajectories, a run has the key that it had before there were any.
  return hashOf({ ...inputs, ...(trajectories !== undefined && { trajectories }) });
}
