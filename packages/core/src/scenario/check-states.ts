import { show } from '../errors.ts';
import type { ColumnType } from '../schema/column-types.ts';
import { definitionOf } from './behavior-types.ts';
import { checkReference, type Report } from './check-reference.ts';
import { checkPassed } from './check-reports.ts';
import { lawOf } from './law-type.ts';
import { mergedColumns } from './merged-columns.ts';
import { hasWays, WAYLESS, WAYS } from './mesh.ts';
import { type Behavior, isGuided, LIMITS, type Species } from './schema.ts';
import type { Sections } from './sections.ts';
import type { Transition } from './state-schema.ts';

/** Reports states that share a name, transitions to unknown states, and references to other unknown names. */
export function checkStates(
  species: Species,
  path: string,
  sections: Sections,
  report: Report,
): void {
  const { states = [], behaviors } = species;
  states.forEach(({ name, next }, index) => {
    const at = `${path}.states[${index}]`;
    const first = states.findIndex((state) => state.name === name);
    if (first < index) {
      report(`${at}.name`, show(name), `a name other than that of ${path}.states[${first}]`);
    }
    next.forEach((transition, order) => {
      checkTransition(transition, `${at}.next[${order}]`, name, species, sections, report);
    });
  });
  behaviors.forEach((behavior, index) => {
    checkActing(behavior, `${path}.behaviors[${index}]`, species, sections, report);
  });
}

/**
 * Reports a problem if there are more roles than kernels can handle. Each state of a species is a role. A species
 * without states has one role.
 */
export function checkRoles({ species }: Sections, report: Report): void {
  const roles = species.reduce((sum, species) => sum + (species?.states?.length ?? 1), 0);
  if (roles <= LIMITS.species) return;
  report('$.species', `${roles} species, counting each state as one`, `at most ${LIMITS.species}`);
}

function checkActing(
  behavior: Behavior,
  at: string,
  { states }: Species,
  { laws }: Sections,
  report: Report,
): void {
  if (behavior.states === undefined) return;
  if (states === undefined) {
    report(`${at}.states`, 'states of a species that has none', 'the key "states" in the species');
    return;
  }
  behavior.states.forEach((name, k) => {
    checkReference(name, `${at}.states[${k}]`, 'state', states, report);
  });
  const law = lawOf(behavior.type, laws);
  const replaces = definitionOf(behavior.type)?.filters === true || law?.result === 'velocity';
  if (!replaces && !isGuided(behavior)) return;
  const found = `${show(behavior.type)}, which ${replaces ? 'replaces the force of other behaviors' : 'hits'}`;
  report(`${at}.states`, found, 'no such key, because this behavior must act in all states');
}

function checkTransition(
  transition: Transition,
  at: string,
  own: string,
  species: Species,
  sections: Sections,
  report: Report,
): void {
  checkReference(transition.to, `${at}.to`, 'state', species.states!, report);
  if (transition.to === own) report(`${at}.to`, show(own), 'another state');
  if ('target' in transition && transition.target !== undefined) {
    checkReference(transition.target, `${at}.target`, 'target', sections.targets, report);
  }
  switch (transition.type) {
    case 'near':
    case 'far': {
      const { target, distance } = transition;
      if (transition.species === undefined) {
        if (target === undefined) report(`${at}.species`, 'nothing', 'a species or a target');
        return;
      }
      checkReference(transition.species, `${at}.species`, 'species', sections.species, report);
      if (target !== undefined)
        report(`${at}.species`, 'both a species and a target', 'one of the two');
      if (distance > sections.largestRadius) {
        const expected = `at most ${sections.largestRadius}, a third of the shortest edge of bounds that wrap`;
        report(`${at}.distance`, String(distance), expected);
      }
      return;
    }
    case 'above':
    case 'below':
      checkColumn(transition.column, `${at}.column`, sections, report);
      return;
    case 'entered':
    case 'left':
      checkPassed(transition, at, 'a region or a link', sections, report);
      return;
    case 'arrived':
    case 'unreachable':
      if (transition.target === undefined && species.goals === undefined) {
        const found = `${show(transition.type)} of a species without goals`;
        report(at, found, 'the key target, or goals in the species');
      }
      if (transition.type === 'unreachable' && !hasWays(sections)) {
        report(at, `"unreachable" ${WAYLESS}`, WAYS);
      }
  }
}

const ONE_NUMBER: readonly ColumnType[] = ['f32', 'u32'];

function checkColumn(name: string, at: string, sections: Sections, report: Report): void {
  const columns = mergedColumns(sections);
  // A species that is not valid may declare the column.
  const named = sections.species.includes(undefined) ? [...columns, undefined] : columns;
  if (!checkReference(name, at, 'column', named, report)) return;
  const { type } = columns.find((column) => column.name === name)!;
  if (!ONE_NUMBER.includes(type))
    report(at, `${show(name)}, of type ${type}`, 'a column of one number');
}
