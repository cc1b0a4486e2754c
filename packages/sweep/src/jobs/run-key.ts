import type { Scenario } from '@skein/core';
import { hashOf } from '../plan/plan.ts';

/** All that determines what a run comes to. Kernel and threads do not: they give the same bits. */
export interface RunInputs {
  /** The version of @skein/core. */
  readonly engine: string;
  /** Parsed, so that defaults are in it whether they are written or not. */
  readonly scenario: Scenario;
  readonly seed: number;
  readonly ticks: number;
  readonly measures: readonly string[];
  readonly every: number;
}

/** The key of a run: 64 hexadecimal digits, the same for the same inputs in whatever order they are written. */
export function runKey({ engine, scenario, seed, ticks, measures, every }: RunInputs): string {
  return hashOf({ engine, scenario, seed, ticks, measures, every });
}
