import type { KeptColumn, ReadColumn } from '../behaviors/define-behavior.ts';
import type { Law } from '../laws/law.ts';
import { readsHeading } from '../laws/reads-heading.ts';
import { isAssignable } from '../scenario/aim-keys.ts';
import { definitionOf } from '../scenario/behavior-types.ts';
import { lawOf } from '../scenario/law-type.ts';
import { movesOf } from '../scenario/mesh.ts';
import { keptBy } from '../scenario/needs.ts';
import { type Behavior, isGuided, type Scenario } from '../scenario/schema.ts';
import type { EngineColumnName } from './engine-columns.ts';
import { isRemembered } from './report-plan.ts';
import { routesPlanOf } from './routes-plan.ts';

/** Which columns of the engine a world has. Only some scenarios need them, and others spend no memory and no time. */
export type Extras = Readonly<Record<EngineColumnName, boolean>>;

/** Which columns of the engine a scenario needs. */
export function extrasOf(scenario: Scenario): Extras {
  const { species } = scenario;
  const behaviors = species.flatMap((species) => species.behaviors);
  const needed = new Set(behaviors.flatMap((behavior) => columnsOf(behavior, scenario)));
  const heading = needed.has('heading') || species.some(({ turnRate }) => turnRate !== undefined);
  const orbits = behaviors.some((behavior) => isGuided(behavior) && behavior.quarry === undefined);
  return {
    choice: needed.has('choice'),
    waypoint: needed.has('waypoint'),
    acceleration: needed.has('acceleration'),
    heading,
    up: heading,
    goal: species.some(({ goals }) => goals !== undefined),
    route: needed.has('route'),
    asked: routesPlanOf(scenario) !== undefined,
    approach: orbits,
    swept: orbits,
    reported: species.some(({ reports }) => reports?.some(isRemembered)),
    assignedTarget: behaviors.some(
      (behavior) => isAssignable(behavior) && behavior.quarry === undefined,
    ),
    assignedQuarry: behaviors.some(
      (behavior) => isAssignable(behavior) && behavior.quarry !== undefined,
    ),
    link: (scenario.ground?.links ?? []).length > 0,
    linkTick: (scenario.ground?.links ?? []).length > 0,
    polygon: species.some((species) => movesOf(species, scenario).walks),
    struck: behaviors.some((behavior) => isGuided(behavior) && behavior.quarry !== undefined),
  };
}

function columnsOf(behavior: Behavior, { laws }: Scenario): readonly (KeptColumn | ReadColumn)[] {
  return [...keptBy(behavior.type, laws), ...readBy(behavior, lawOf(behavior.type, laws))];
}

function readBy(behavior: Behavior, law: Law | undefined): readonly ReadColumn[] {
  if (law !== undefined) return readsHeading(law) ? ['heading'] : [];
  return definitionOf(behavior.type)?.reads?.(behavior as never) ?? [];
}
