import { decay } from '../math/exponential.ts';
import type { Scenario, Species } from '../scenario/schema.ts';
import type { Transition } from '../scenario/state-schema.ts';
import type { ColumnPlan } from './column-plan.ts';
import { type ReportPlan, reportPlanOf, shareSearches } from './report-plan.ts';

/** A report on a condition that is either true or false for a living agent after a step. */
export type LastingReport = Exclude<ReportPlan, { event: 'born' | 'died' }>;

/** A transition from one state to another, in the form that kernels need. */
export type TransitionPlan =
  /**
   * A transition that depends on the condition of a report. If `holds` is true, the transition happens when the
   * condition is true. If `holds` is false, the transition happens when the condition is false.
   */
  | {
      readonly type: 'report';
      readonly to: number;
      readonly report: LastingReport;
      readonly holds: boolean;
    }
  /** A transition that happens after `time` seconds in the state. */
  | { readonly type: 'after'; readonly to: number; readonly time: number }
  | {
      readonly type: 'above' | 'below';
      readonly to: number;
      /** Index of the compared plane among the planes of the declared columns. */
      readonly plane: number;
      /** The value with which the plane is compared, in the type of the column. */
      readonly value: number;
    }
  /** A transition that happens in each step with the probability `chance`. */
  | { readonly type: 'chance'; readonly to: number; readonly chance: number };

export interface StatePlan {
  readonly name: string;
  readonly next: readonly TransitionPlan[];
}

/** Plans the states of a species. The result is empty for a species without states. */
export function statePlansOf(
  species: Species,
  scenario: Scenario,
  columns: readonly ColumnPlan[],
): StatePlan[] {
  const { states = [] } = species;
  return states.map(({ name, next }) => {
    const plans = next.map((transition) => {
      const to = states.findIndex(({ name }) => name === transition.to);
      return transitionPlanOf(transition, to, species, scenario, columns);
    });
    const reports = plans.flatMap((plan) => (plan.type === 'report' ? [plan.report] : []));
    const sharing = shareSearches(reports).values();
    const nextOf = (transition: TransitionPlan): TransitionPlan =>
      transition.type === 'report' ? { ...transition, report: sharing.next().value! } : transition;
    return { name, next: plans.map(nextOf) };
  });
}

function transitionPlanOf(
  transition: Transition,
  to: number,
  own: Species,
  scenario: Scenario,
  columns: readonly ColumnPlan[],
): TransitionPlan {
  switch (transition.type) {
    case 'near':
    case 'far': {
      const { species, target, distance } = transition;
      const near = { type: 'near', species, target, distance, release: distance } as const;
      const report = reportPlanOf(near, own, scenario) as LastingReport;
      return { type: 'report', to, report, holds: transition.type === 'near' };
    }
    case 'after':
      return { type: 'after', to, time: transition.time };
    case 'above':
    case 'below': {
      const { type, value } = transition;
      const column = columns.find(({ name }) => name === transition.column)!;
      const held = column.type === 'u32' ? value : Math.fround(value);
      return { type, to, plane: column.first, value: held };
    }
    case 'chance':
      return {
        type: 'chance',
        to,
        chance: 1 - decay(Math.min(transition.rate * scenario.dt, 700)),
      };
    default:
      return {
        type: 'report',
        to,
        report: reportPlanOf(transition, own, scenario) as LastingReport,
        holds: true,
      };
  }
}
