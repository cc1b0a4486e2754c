import type { Scenario } from '../scenario/schema.ts';
import { treesOf } from '../world/sought.ts';
import { isNeeded, type Phase, PIPELINE } from './pipeline.ts';

/** The phases of a tick in a world of a scenario, in order. */
export function phasesOf(scenario: Scenario): readonly Phase[] {
  const trees = treesOf(scenario);
  const reports = scenario.species.reduce((sum, one) => sum + (one.reports?.length ?? 0), 0);
  return (PIPELINE as readonly Phase[]).filter((phase) => isNeeded(phase, { trees, reports }));
}
