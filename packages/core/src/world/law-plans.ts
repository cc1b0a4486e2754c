import type { Ground } from '../behaviors/define-behavior.ts';
import type { Law, WorkedLaw } from '../laws/law.ts';
import { lowerFields, onGrids } from '../laws/lower-fields.ts';
import { type LawPlan, planLaw } from '../laws/plane-plan.ts';
import {
  type ColumnRange,
  lawOfForce,
  lawOfStaged,
  lawOfWants,
  lawOnGround,
} from '../laws/results.ts';
import { builtInLaw } from '../scenario/built-in-laws.ts';
import { capacityOf } from '../scenario/capacity-of.ts';
import { lawOf } from '../scenario/law-type.ts';
import { movesOf } from '../scenario/mesh.ts';
import { type Behavior, isBuiltIn, type Scenario } from '../scenario/schema.ts';
import { extrasOf } from './extras.ts';
import { planIds } from './ids.ts';
import { decidesLives } from './life-plan.ts';
import { scalarGridsOf } from './scalar-plan.ts';

/**
 * The laws that the behaviors of a scenario use. `plans` lists each law once. The functions tell which of these laws a
 * behavior uses.
 */
export interface LawPlans {
  readonly plans: readonly LawPlan[];
  /** The index of a behavior's law in `plans`; -1 for a behavior with a hand-written kernel. */
  readonly indexOf: (behavior: Behavior) => number;
  /**
   * The index of the law that computes the wanted direction of a behavior; -1 if there is none. Context steering uses
   * this direction.
   */
  readonly wantsIndexOf: (behavior: Behavior) => number;
  /** The index of the law that stages the columns, births and deaths of a behavior; -1 if there is none. */
  readonly stagingIndexOf: (behavior: Behavior) => number;
}

/** The law of a behavior; undefined for a behavior with a hand-written kernel. */
export function lawOfBehavior(behavior: Behavior, scenario: Scenario): Law | undefined {
  if (!isBuiltIn(behavior)) return lawOf(behavior.type, scenario.laws);
  return builtInLaw(behavior, groundOf(behavior, scenario));
}

function groundOf(behavior: Behavior, scenario: Scenario): Ground {
  const { bounds, species } = scenario;
  const own = species.findIndex(({ behaviors }) => behaviors.includes(behavior));
  const { dimensions } = movesOf(species[own], scenario);
  const first = species.slice(0, own).reduce((sum, species) => sum + capacityOf(species), 0);
  const agents = species.reduce((sum, species) => sum + capacityOf(species), 0);
  return {
    dimensions,
    bounds,
    headings: extrasOf(scenario).heading,
    species: { name: species[own].name, first },
    indices: planIds(agents).indexMask + 1,
    countOf: (name) => capacityOf(species.find((species) => species.name === name)!),
  };
}

export function lawPlansOf(scenario: Scenario, columns: readonly ColumnRange[]): LawPlans {
  const plans: LawPlan[] = [];
  const places = new Map<string, number>();
  const read = onGrids(scalarGridsOf(scenario));
  const indexOf = (yields: WorkedLaw): number => {
    const law = lowerFields(yields, read);
    // Behaviors of one type share one law, unless their settings differ.
    const key = JSON.stringify(law);
    const place = places.get(key) ?? plans.push(planLaw(law)) - 1;
    places.set(key, place);
    return place;
  };
  const forces = new Map<Behavior, number>();
  const wishes = new Map<Behavior, number>();
  const stagings = new Map<Behavior, number>();
  for (const species of scenario.species) {
    const { behaviors } = species;
    const { walks, dimensions } = movesOf(species, scenario);
    const life = { word: 0, birth: 0 };
    for (const behavior of behaviors) {
      const given = lawOfBehavior(behavior, scenario);
      if (given === undefined) continue;
      const law = walks ? lawOnGround(given) : given;
      forces.set(behavior, indexOf(lawOfForce(dimensions, law)));
      const wants = isBeforeContext(behavior, behaviors) ? lawOfWants(dimensions, law) : undefined;
      if (wants !== undefined) wishes.set(behavior, indexOf(wants));
      const staging = lawOfStaged(dimensions, law, columns, life);
      if (staging !== undefined) stagings.set(behavior, indexOf(staging));
      if (decidesLives(law)) life.word++;
      life.birth += law.births?.length ?? 0;
    }
  }
  return {
    plans,
    indexOf: (behavior) => forces.get(behavior) ?? -1,
    wantsIndexOf: (behavior) => wishes.get(behavior) ?? -1,
    stagingIndexOf: (behavior) => stagings.get(behavior) ?? -1,
  };
}

function isBeforeContext(behavior: Behavior, behaviors: readonly Behavior[]): boolean {
  const context = behaviors.findIndex(({ type }) => type === 'context');
  return behaviors.indexOf(behavior) < context;
}
