import { show } from '../errors.ts';
import { fieldsOfLaw } from '../laws/field-reads.ts';
import { choosesAim, seeksGoal } from './aim-keys.ts';
import { definitionOf } from './behavior-types.ts';
import { checkReference, type Report } from './check-reference.ts';
import { lawOf } from './law-type.ts';
import { hasWays, meshInputOf, WAYLESS, WAYS } from './mesh.ts';
import { needsOf } from './needs.ts';
import { neighborRangesOf } from './neighbor-ranges.ts';
import { type Behavior, isGuided, LIMITS, type Species } from './schema.ts';
import type { Sections } from './sections.ts';

export function checkBehavior(
  behavior: Behavior,
  path: string,
  species: Species,
  sections: Sections,
  report: Report,
): void {
  if (choosesAim(behavior)) {
    const { choose, quarry, second } = behavior;
    if (!seeksGoal(behavior, species)) checkAim(behavior, path, sections, report);
    if (second !== undefined) checkAim(second, `${path}.second`, sections, report);
    if (choose === 'assigned' && quarry === undefined && second?.quarry === undefined) {
      report(
        `${path}.choose`,
        '"assigned" without the key "quarry"',
        'the key "quarry", or "choose": "nearest"',
      );
    }
  }
  const { from, to } = behavior as { from?: number; to?: number };
  // In a law without an aim, `from` and `to` are ordinary parameters.
  const isBand = lawOf(behavior.type, sections.laws)?.aim !== 'none';
  if (isBand && from !== undefined && to !== undefined && from > to) {
    report(`${path}.from`, String(from), `at most ${to}, the value of "to"`);
  }
  if (behavior.type === 'flowField') checkAim(behavior, path, sections, report);
  checkNeeds(behavior, path, species, sections, report);
  for (const { key, found, expected } of definitionOf(behavior.type)?.check?.(behavior as never) ??
    []) {
    report(`${path}.${key}`, found, expected);
  }
  checkOffspring(behavior, path, sections, report);
  checkFieldNames(behavior, path, sections, report);
  if (isGuided(behavior) && behavior.ends === 'quarry' && behavior.quarry === undefined) {
    report(
      `${path}.ends`,
      '"quarry" without the key "quarry"',
      'the key "quarry", or "ends": "self"',
    );
  }
  if ('species' in behavior) {
    behavior.species?.forEach((name, index) => {
      checkReference(name, `${path}.species[${index}]`, 'species', sections.species, report);
    });
  }
  const largest = sections.largestRadius;
  for (const [key, range] of neighborRangesOf(behavior, sections)) {
    if (key === undefined && range > LIMITS.neighborRadius) {
      report(
        path,
        `a law that looks for neighbors within ${range} m`,
        `at most ${LIMITS.neighborRadius} m`,
      );
    } else if (range > (key === undefined ? Math.fround(largest) : largest)) {
      report(
        key === undefined ? path : `${path}.${key}`,
        key === undefined ? `a law that looks for neighbors within ${range} m` : String(range),
        `at most ${largest}, a third of the shortest edge of bounds that wrap`,
      );
    }
  }
}

function checkAim(
  { target, quarry }: { target?: string | undefined; quarry?: string | undefined },
  path: string,
  sections: Sections,
  report: Report,
): void {
  if (target !== undefined && quarry !== undefined) {
    report(`${path}.quarry`, 'both a target and a quarry', 'one of the two');
  } else if (quarry !== undefined) {
    checkReference(quarry, `${path}.quarry`, 'species', sections.species, report);
  } else if (target !== undefined) {
    checkReference(target, `${path}.target`, 'target', sections.targets, report);
  } else if (sections.targets.length === 0) {
    report(`${path}.target`, 'nothing', 'a target or a quarry; the scenario has no target');
  }
}

/** Checks what a type of behavior requires of its species and of the scenario. */
function checkNeeds(
  behavior: Behavior,
  path: string,
  species: Species,
  sections: Sections,
  report: Report,
): void {
  const { type } = behavior;
  const lacks = (found: string, expected: string): void => {
    report(path, `"${type}" ${found}`, expected);
  };
  for (const need of needsOf(type, sections.laws)) {
    if (need === 'path') checkPath((behavior as { path?: string }).path, path, sections, report);
    if (need === 'map' && sections.map === undefined) {
      if (meshInputOf(sections) === undefined) lacks('without a map', 'a map');
      else lacks('on a mesh', 'a map, or "navigate"');
    }
    if (need === 'ways' && !hasWays(sections)) lacks(WAYLESS, WAYS);
    if (need === 'ways' && species.moves === 'fly') {
      lacks('in a species that flies', 'a species that walks');
    }
    if (need === 'maxSpeed' && species.maxSpeed === undefined) {
      lacks('in a species without "maxSpeed"', 'a species with "maxSpeed"');
    }
    if (need === 'goals' && species.goals === undefined) {
      lacks('in a species without goals', 'a species with goals');
    }
    const hasWalls = sections.ground !== undefined && species.moves !== 'fly';
    if (need === 'bounds' && sections.bounds?.type === 'open' && !hasWalls) {
      lacks('with open bounds', 'bounds with "min" and "max"');
    }
  }
}

function checkPath(
  name: string | undefined,
  path: string,
  sections: Sections,
  report: Report,
): void {
  if (name !== undefined) {
    checkReference(name, `${path}.path`, 'path', sections.paths, report);
  } else if (sections.paths.length === 0) {
    report(`${path}.path`, 'nothing', 'a path; the scenario has none');
  }
}

/** Checks that a behavior and its law refer only to scalar fields that exist. */
function checkFieldNames(
  behavior: Behavior,
  path: string,
  sections: Sections,
  report: Report,
): void {
  const law = lawOf(behavior.type, sections.laws);
  if (law === undefined) {
    if (!('field' in behavior)) return;
    checkReference(behavior.field as string, `${path}.field`, 'field', sections.fields, report);
    return;
  }
  for (const name of fieldsOfLaw(law)) {
    if (sections.fields.some((field) => field === undefined || field.name === name)) continue;
    const names = sections.fields.map((field) => show(field!.name)).join(', ');
    const expected =
      names === '' ? 'a field with this name in $.fields, which is empty' : `one of ${names}`;
    report(path, `${show(behavior.type)}, which uses the field ${show(name)}`, expected);
  }
}

/** Checks that the species in `offspring` exist. These are the species of the agents that a law gives birth to. */
function checkOffspring(
  behavior: Behavior,
  path: string,
  sections: Sections,
  report: Report,
): void {
  const { offspring } = behavior as { offspring?: string | readonly string[] };
  // In a law without births, `offspring` may be the name of a parameter.
  if (lawOf(behavior.type, sections.laws)?.births === undefined || offspring === undefined) return;
  if (typeof offspring === 'string') {
    checkReference(offspring, `${path}.offspring`, 'species', sections.species, report);
    return;
  }
  offspring.forEach((name, index) => {
    checkReference(name, `${path}.offspring[${index}]`, 'species', sections.species, report);
  });
}
