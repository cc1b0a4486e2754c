import type { Law } from '../laws/law.ts';
import { lowerFields, onGrids } from '../laws/lower-fields.ts';
import { type LawPlan, planLaw } from '../laws/plane-plan.ts';
import { lawIn } from '../laws/results.ts';
import { evaluateLawAt, MAX_EVALUATED } from '../steering/steer-law.ts';
import type { Plan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { ReadValue } from './agent-values.ts';

/**
 * Compiled laws, by plan and law. A law is compiled for one plan, because the position of a scalar field in the plan
 * affects how the law reads the field.
 */
const plans = new WeakMap<Plan, WeakMap<Law, LawPlan>>();

function planIn({ plan }: SharedWorld, law: Law): LawPlan {
  const known = plans.get(plan) ?? new WeakMap<Law, LawPlan>();
  plans.set(plan, known);
  const found =
    known.get(law) ?? planLaw(lowerFields(lawIn(plan.dimensions, law), onGrids(plan.scalars)));
  known.set(law, found);
  return found;
}

/** Returns the function that reads the result of a law for an agent. Consecutive agents are evaluated together. */
export function lawReader(world: SharedWorld, law: Law): ReadValue {
  const plan = planIn(world, law);
  const { status, species } = world.front;
  const { agents } = world.plan;
  const [x, y, z] = [0, 1, 2].map(() => new Float64Array(MAX_EVALUATED));
  const places: number[] = [];
  // The places [from, to) have been evaluated.
  let from = 0;
  let to = 0;

  /** Evaluates the law for at most MAX_EVALUATED places, beginning with `first`, one species after another. */
  const workOut = (first: number): void => {
    from = first;
    to = Math.min(first + MAX_EVALUATED, agents);
    for (let one = 0; one < world.plan.species.length; one++) {
      places.length = 0;
      for (let i = from; i < to; i++) {
        if (species[i] === one && status[i] === STATUS.alive) places.push(i);
      }
      if (places.length === 0) continue;
      const vector = evaluateLawAt(world, plan, one, places);
      for (const [axis, column] of [x, y, z].entries()) {
        const { values, mask } = vector[axis];
        for (const [k, i] of places.entries()) column[i - from] = values[k & mask];
      }
    }
  };

  return (value, i) => {
    if (i < from || i >= to) workOut(i);
    value.x = x[i - from];
    value.y = y[i - from];
    value.z = z[i - from];
    return Number.isFinite(value.x) && Number.isFinite(value.y) && Number.isFinite(value.z);
  };
}
