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
 * Which extra columns a world has. Only some behaviors need them, and a world without these behaviors spends no memory
 * and no time on them.
 */
export interface Extras {
  /**
   * Whether agents have the column with the direction that context steering chose last. The column contains 0 for no
   * direction, otherwise 1 + the slot of the direction.
   */
  readonly choice: boolean;
  /** Whether agents have the column with the index of the path point that they head for. */
  readonly waypoint: boolean;
  /** Whether agents have the columns with their acceleration (m/s^2), smoothed over recent steps. */
  readonly acceleration: boolean;
  /** Whether agents have the columns with the orientation of their bodies: the unit vectors `heading` and `up`. */
  readonly heading: boolean;
  /** Whether agents have the columns with their goal. */
  readonly goal: boolean;
  /**
   * Whether agents have the columns for their route. A route is the path that an agent last found over the map or mesh.
   */
  readonly route: boolean;
  /**
   * Whether agents have the two columns that detect orbits. The first holds the smallest distance to the target so far.
   * The second holds the angle (rad) by which the line of sight to the target has turned since the agent was at that
   * distance.
   */
  readonly orbit: boolean;
  /**
   * Whether agents have the column for fatal hits by other agents. After such a hit, the column holds 1 + the id of the
   * agent that made the hit. Otherwise, it holds 0.
   */
  readonly struck: boolean;
  /**
   * Whether agents have the column that marks which reports of their species currently apply to them. While a report is
   * marked, it is not raised again.
   */
  readonly reported: boolean;
  /** Whether agents have the column with the target that a command assigned to them. */
  readonly assignedTarget: boolean;
  /** Whether agents have the column for the quarry that a command can assign to them. */
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
