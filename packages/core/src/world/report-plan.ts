import { releaseOf } from '../scenario/report-schema.ts';
import type { Region, Report, Scenario } from '../scenario/schema.ts';
import { flat } from './points.ts';

/** A report that is raised when an agent enters or leaves a region, or the link of a ground with this index and name. */
export type CrossingPlan = { readonly event: 'entered' | 'left' } & (
  | { readonly region: Region }
  | { readonly link: number; readonly linkName: string }
);

/** A report that a species requests, in the form that kernels need. */
export type ReportPlan =
  | {
      readonly event: 'arrived';
      /** Index of the target at which the agent arrives, or -1. */
      readonly target: number;
      /**
       * Index of the path whose end the agent reaches, or -1. If both `target` and `path` are -1, the report is about
       * the agent's own goal.
       */
      readonly path: number;
      /** The distance (m) within which the agent counts as arrived. */
      readonly radius: number;
    }
  | { readonly event: 'unreachable'; readonly target: number }
  | { readonly event: 'waiting' }
  | { readonly event: 'born' }
  | { readonly event: 'died' }
  | CrossingPlan
  /**
   * A report that is raised when an agent enters a state of its species. `state` is the index of that state, and `name`
   * is its name.
   */
  | { readonly event: 'entered'; readonly state: number; readonly name: string }
  | {
      readonly event: 'near';
      readonly target: number;
      /** Index of the other species, or -1 if the report is about a target. */
      readonly species: number;
      /** The distance (m) that the scenario sets. Agents and targets at most this far away count as near. */
      readonly distance: number;
      /**
       * After a report, another approach is reported only after the agent was farther away than this distance (m). The
       * agent must have been farther from the target, or from every agent of the other species.
       */
      readonly release: number;
      /**
       * One search answers all conditions about a species that an agent is asked at once. `least` and `most` (m) are the
       * smallest and the largest of their distances.
       */
      readonly least: number;
      readonly most: number;
    };

/**
 * Whether a report needs one bit for each agent. The bit remembers that the report was raised for this agent. Other
 * reports need no bit, because they compare this tick with the previous tick.
 */
export function isRemembered({ type }: Report): boolean {
  return ['arrived', 'unreachable', 'waiting', 'near'].includes(type);
}

/** Copies a region. In two dimensions, the copy has z = 0. */
function flattened(region: Region, { dimensions }: Scenario): Region {
  if (region.type === 'sphere') return { ...region, center: flat(region.center, dimensions) };
  return { ...region, min: flat(region.min, dimensions), max: flat(region.max, dimensions) };
}

/**
 * Plans a report.
 *
 * @param own the species whose agents the report is about
 */
export function reportPlanOf(
  report: Report,
  own: Scenario['species'][number],
  scenario: Scenario,
): ReportPlan {
  const { targets, paths, species, regions = [] } = scenario;
  const indexOf = (named: readonly { readonly name: string }[], name: string | undefined): number =>
    named.findIndex((one) => one.name === name);
  switch (report.type) {
    case 'arrived': {
      const { type: event, target, path, radius } = report;
      return { event, target: indexOf(targets, target), path: indexOf(paths, path), radius };
    }
    case 'unreachable':
      return { event: report.type, target: indexOf(targets, report.target) };
    case 'waiting':
      return { event: report.type };
    case 'born':
      return { event: report.type };
    case 'died':
      return { event: report.type };
    case 'near': {
      const { type: event, distance } = report;
      const release = releaseOf(report);
      return {
        event,
        target: indexOf(targets, report.target),
        species: indexOf(species, report.species),
        distance,
        release,
        least: distance,
        most: release,
      };
    }
    default:
      if ('state' in report && report.state !== undefined) {
        const { state: name } = report;
        return { event: 'entered', state: indexOf(own.states ?? [], name), name };
      }
      if (report.link !== undefined) {
        const { type: event, link: linkName } = report;
        return { event, link: indexOf(scenario.ground?.links ?? [], linkName), linkName };
      }
      return {
        event: report.type,
        region: flattened(regions[indexOf(regions, report.region)], scenario),
      };
  }
}

/** Sets which conditions, of those that an agent is asked at once, share a search. */
export function shareSearches<Plan extends ReportPlan>(reports: readonly Plan[]): Plan[] {
  return reports.map((report) => {
    if (report.event !== 'near') return report;
    const alike = reports.filter(
      (other) => other.event === 'near' && other.species === report.species,
    );
    const near = alike as Extract<Plan, { event: 'near' }>[];
    const least = Math.min(...near.map(({ distance }) => distance));
    const most = Math.max(...near.map(({ release }) => release));
    return { ...report, least, most };
  });
}
