import type { Scenario } from '../scenario/schema.ts';
import { hasBirths } from '../world/life.ts';
import { treesOf } from '../world/sought.ts';
import { isNeeded, type Phase, PIPELINE } from './pipeline.ts';

/** The phases of a tick in a world of a scenario, in order. */
export function phasesOf(scenario: Scenario): readonly Phase[] {
  const trees = treesOf(scenario);
  const reports = scenario.species.reduce((sum, one) => sum + (one.reports?.length ?? 0), 0);
  const births = hasBirths(scenario);
  const needs = { trees, reports, births };
  return (PIPELINE as readonly Phase[]).filter((phase) => isNeeded(phase, needs));
}
