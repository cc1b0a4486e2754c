import { forceLawOf } from '../laws/force-law.ts';
import { type LawPlan, planLaw } from '../laws/plane-plan.ts';
import { builtInLaw } from '../scenario/built-in-laws.ts';
import { lawOf } from '../scenario/law-type.ts';
import { type Behavior, isBuiltIn, type Scenario } from '../scenario/schema.ts';
import { extrasOf } from './extras.ts';

/** The laws of a scenario's behaviors, each once, and which of them a behavior has. */
export interface LawPlans {
  readonly plans: readonly LawPlan[];
  /** -1 for a behavior that has a kernel written by hand. */
  readonly indexOf: (behavior: Behavior) => number;
}

export function lawPlansOf(scenario: Scenario): LawPlans {
  const { dimensions, bounds } = scenario;
  const ground = { dimensions, bounds, headings: extrasOf(scenario).heading };
  const plans: LawPlan[] = [];
  const places = new Map<string, number>();
  const indices = new Map<Behavior, number>();
  for (const behavior of scenario.species.flatMap(({ behaviors }) => behaviors)) {
    const law = isBuiltIn(behavior)
      ? builtInLaw(behavior, ground)
      : forceLawOf(lawOf(behavior.type, scenario.laws)!);
    if (law === undefined) continue;
    // Behaviors of one type have one law, unless their choices differ.
    const key = JSON.stringify(law);
    const place = places.get(key) ?? plans.push(planLaw(law)) - 1;
    places.set(key, place);
    indices.set(behavior, place);
  }
  return { plans, indexOf: (behavior) => indices.get(behavior) ?? -1 };
}
