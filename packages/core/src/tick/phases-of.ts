import type { Scenario } from '../scenario/schema.ts';
import { planOf } from '../world/plan.ts';
import { isNeeded, type Phase, PIPELINE } from './pipeline.ts';

/** The phases of a tick in a world of this scenario, in order. */
export function phasesOf(scenario: Scenario): readonly Phase[] {
  const plan = planOf(scenario, 1);
  return PIPELINE.filter((phase) => isNeeded(phase, plan));
}
