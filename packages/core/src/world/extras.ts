import type { KeptColumn, ReadColumn } from '../behaviors/define-behavior.ts';
import type { Law } from '../laws/law.ts';
import { readsHeading } from '../laws/reads-heading.ts';
import { isAssignable } from '../scenario/aim-keys.ts';
import { definitionOf } from '../scenario/behavior-types.ts';
import { lawOf } from '../scenario/law-type.ts';
import { keptBy } from '../scenario/needs.ts';
import { type Behavior, isGuided, type Scenario } from '../scenario/schema.ts';
import { isRemembered } from './report-plan.ts';

/**
 * Columns of agents that only some behaviors need: a world without these behaviors has no bytes for
 * them and no work with them.
 */
export interface Extras {
  /** The direction that context steering took last: 0 none, else 1 + its slot. */
  readonly choice: boolean;
  /** Which point of a path the agent heads for. */
  readonly waypoint: boolean;
  /** Acceleration of the last steps (m/s^2), smoothed. */
  readonly acceleration: boolean;
  /** Where bodies face: unit vectors heading and up. */
  readonly heading: boolean;
  /** Where the agent wants to go. */
  readonly goal: boolean;
  /** The way over the map that it found. */
  readonly route: boolean;
  /** How near it came to its target, and how far it has turned about it since. */
  readonly orbit: boolean;
  /** Which agent hit it in the last step: 0 none, else 1 + id. */
  readonly struck: boolean;
  /** Which reports of its species hold now, so that none is reported twice. */
  readonly reported: boolean;
  /** The target that a command gave the agent. */
  readonly assignedTarget: boolean;
  /** The quarry that a command gave the agent. */
  readonly assignedQuarry: boolean;
}

/** Which extra columns a scenario needs. */
export function extrasOf(scenario: Scenario): Extras {
  const behaviors = scenario.species.flatMap((species) => species.behaviors);
  const needed = new Set(behaviors.flatMap((behavior) => columnsOf(behavior, scenario)));
  return {
    choice: needed.has('choice'),
    waypoint: needed.has('waypoint'),
    acceleration: needed.has('acceleration'),
    heading:
      needed.has('heading') || scenario.species.some((species) => species.turnRate !== undefined),
    goal: scenario.species.some((species) => species.goals !== undefined),
    route: needed.has('route'),
    orbit: behaviors.some((behavior) => isGuided(behavior) && behavior.quarry === undefined),
    struck: behaviors.some((behavior) => isGuided(behavior) && behavior.quarry !== undefined),
    reported: scenario.species.some(({ reports }) => reports?.some(isRemembered)),
    assignedTarget: behaviors.some((one) => isAssignable(one) && one.quarry === undefined),
    assignedQuarry: behaviors.some((one) => isAssignable(one) && one.quarry !== undefined),
  };
}

function columnsOf(behavior: Behavior, { laws }: Scenario): readonly (KeptColumn | ReadColumn)[] {
  return [...keptBy(behavior.type, laws), ...readBy(behavior, lawOf(behavior.type, laws))];
}

function readBy(behavior: Behavior, law: Law | undefined): readonly ReadColumn[] {
  if (law !== undefined) return readsHeading(law) ? ['heading'] : [];
  return definitionOf(behavior.type)?.reads?.(behavior as never) ?? [];
}
