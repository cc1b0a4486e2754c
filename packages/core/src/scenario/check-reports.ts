import { show } from '../errors.ts';
import { checkReference, type Report as ReportProblem } from './check-reference.ts';
import { hasWays, WAYLESS, WAYS } from './mesh.ts';
import { keptBy, needsOf } from './needs.ts';
import { type Report, releaseOf } from './report-schema.ts';
import type { Species } from './schema.ts';
import { forEach, type Sections } from './sections.ts';

type Near = Extract<Report, { type: 'near' }>;

/** Reports a problem for each region that is a box whose max is less than its min. */
export function checkRegions(sections: Sections, report: ReportProblem): void {
  forEach(sections, 'regions', (region, path) => {
    if (region.type !== 'box') return;
    for (let axis = 0; axis < sections.dimensions; axis++) {
      const { min, max } = region;
      if (max[axis] >= min[axis]) continue;
      const expected = `at least ${min[axis]}, the value of "min[${axis}]"`;
      report(`${path}.max[${axis}]`, String(max[axis]), expected);
    }
  });
}

/** Checks the reports of a species. They must not refer to unknown names. No two reports may be the same. */
export function checkReports(
  species: Species,
  path: string,
  sections: Sections,
  report: ReportProblem,
): void {
  const first = new Map<string, number>();
  species.reports?.forEach((one, index) => {
    const at = `${path}.reports[${index}]`;
    checkReport(one, at, species, sections, report);
    const before = first.get(subjectOf(one));
    if (before === undefined) first.set(subjectOf(one), index);
    else report(at, `a duplicate of ${path}.reports[${before}]`, 'a different report');
  });
}

/**
 * Returns a key for a report. If two reports had the same key, their events could not be told apart. So each report of
 * a species must have its own key.
 */
function subjectOf(report: Report): string {
  const { type } = report;
  if (type === 'entered') {
    return JSON.stringify([type, report.region, report.link, report.state]);
  }
  if (type === 'left') return JSON.stringify([type, report.region, report.link]);
  if (type === 'arrived') return JSON.stringify([type, report.target, report.path]);
  if (type === 'born' || type === 'died' || type === 'waiting') return type;
  if (type === 'unreachable') return JSON.stringify([type, report.target]);
  return JSON.stringify([type, report.target, report.species, report.distance]);
}

function checkReport(
  one: Report,
  at: string,
  species: Species,
  sections: Sections,
  report: ReportProblem,
): void {
  if (one.type === 'born' || one.type === 'died') return;
  if (one.type === 'waiting') {
    if (species.behaviors.some(({ type }) => type === 'navigate')) return;
    report(at, '"waiting" of a species without paths', 'the behavior "navigate" in the species');
    return;
  }
  if (one.type === 'entered' && one.state !== undefined) {
    for (const key of ['region', 'link'] as const) {
      if (one[key] !== undefined)
        report(`${at}.state`, `both a ${key} and a state`, 'one of the two');
    }
    checkReference(one.state, `${at}.state`, 'state', species.states ?? [], report);
    return;
  }
  if (one.type === 'entered' || one.type === 'left') {
    checkPassed(one, at, 'a region, a link, or a state of the species', sections, report);
    return;
  }
  if (one.target !== undefined) {
    checkReference(one.target, `${at}.target`, 'target', sections.targets, report);
  }
  if (one.type === 'near') {
    checkNear(one, at, sections, report);
    return;
  }
  const way = one.type === 'arrived' ? one.path : undefined;
  if (way !== undefined && one.target !== undefined) {
    report(`${at}.path`, 'both a target and a path', 'one of the two');
  } else if (way !== undefined) checkPath(way, at, species, sections, report);
  else if (one.target === undefined && species.goals === undefined) {
    const keys = one.type === 'arrived' ? '"target" or "path"' : '"target"';
    report(
      at,
      `${show(one.type)} of a species without goals`,
      `the key ${keys} in the report, or the key "goals" in the species`,
    );
  }
  if (one.type === 'unreachable' && !hasWays(sections)) {
    report(at, `"unreachable" ${WAYLESS}`, WAYS);
  }
}

/** Checks that a condition is about a region or a link, and that there is one of this name. */
export function checkPassed(
  { region, link }: { readonly region?: string | undefined; readonly link?: string | undefined },
  at: string,
  expected: string,
  { regions, ground }: Sections,
  report: ReportProblem,
): void {
  if (region !== undefined) {
    checkReference(region, `${at}.region`, 'region', regions, report);
    if (link !== undefined) report(`${at}.link`, 'both a region and a link', 'one of the two');
  } else if (link !== undefined) {
    checkReference(link, `${at}.link`, 'link of the ground', ground?.links ?? [], report);
  } else report(`${at}.region`, 'nothing', expected);
}

function checkNear(one: Near, at: string, sections: Sections, report: ReportProblem): void {
  const { species, target, distance, release } = one;
  if (species !== undefined) {
    checkReference(species, `${at}.species`, 'species', sections.species, report);
    if (target !== undefined)
      report(`${at}.species`, 'both a target and a species', 'one of the two');
  } else if (target === undefined) {
    report(`${at}.species`, 'nothing', 'a species or a target that comes near');
  }
  if (release !== undefined && release < distance) {
    report(`${at}.release`, String(release), `at least ${distance}, the value of "distance"`);
  }
  const apart = Math.max(distance, releaseOf(one));
  if (species !== undefined && apart > sections.largestRadius) {
    const expected = `at most ${sections.largestRadius}, a third of the shortest edge of bounds that wrap`;
    const key = release === undefined ? '.distance' : '.release';
    report(
      `${at}${key}`,
      `${apart} m: an agent must be farther away than this before its next approach is reported`,
      expected,
    );
  }
}

/**
 * Checks that agents can arrive at the end of a path: the path must be open, and a behavior of the species must follow
 * it.
 */
function checkPath(
  name: string,
  at: string,
  { behaviors }: Species,
  { paths, laws }: Sections,
  report: ReportProblem,
): void {
  if (!checkReference(name, `${at}.path`, 'path', paths, report)) return;
  if (paths.find((path) => path?.name === name)?.closed) {
    report(`${at}.path`, `${show(name)}, which is closed`, 'an open path');
  }
  const follows = behaviors.some((behavior) => {
    const { type, path = paths[0]?.name } = behavior as {
      type: typeof behavior.type;
      path?: string;
    };
    return (
      needsOf(type, laws).includes('path') &&
      keptBy(type, laws).includes('waypoint') &&
      path === name
    );
  });
  if (follows) return;
  report(
    `${at}.path`,
    show(name),
    'a path that a behavior of the species follows from point to point',
  );
}
