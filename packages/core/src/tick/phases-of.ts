import type { Scenario } from '../scenario/schema.ts';
import { treesOf } from '../world/sought.ts';
import { type Phase, PIPELINE } from './pipeline.ts';

/** The phases of a tick in a world of a scenario, in order. */
export function phasesOf(scenario: Scenario): readonly Phase[] {
  const trees = treesOf(scenario).length > 0;
  return (PIPELINE as readonly Phase[]).filter((phase) => trees || !phase.whenTrees);
}
