import type { KeptColumn } from '../behaviors/define-behavior.ts';
import { show } from '../errors.ts';
import { LAW_LIMITS } from '../laws/law.ts';
import { BEHAVIOR_TYPES } from './behavior-types.ts';
import { checkBehavior } from './check-behavior.ts';
import { checkDirection } from './check-direction.ts';
import { checkInside, checkOnMap } from './check-places.ts';
import type { Report } from './check-reference.ts';
import { checkReports } from './check-reports.ts';
import { checkStates } from './check-states.ts';
import { lawOf, lawTypeOf } from './law-type.ts';
import { keptBy } from './needs.ts';
import { isGuided, type Species } from './schema.ts';
import type { Sections } from './sections.ts';

export function checkSpecies(
  species: Species,
  path: string,
  sections: Sections,
  report: Report,
): void {
  species.behaviors.forEach((behavior, index) => {
    checkBehavior(behavior, `${path}.behaviors[${index}]`, species, sections, report);
  });
  if (species.maxSpeed !== undefined && species.minSpeed > species.maxSpeed) {
    report(
      `${path}.minSpeed`,
      String(species.minSpeed),
      `at most ${species.maxSpeed}, the value of "maxSpeed"`,
    );
  }
  checkKept(species, path, sections, report);
  checkBirths(species, path, sections, report);
  if (species.sparks && !species.behaviors.some(isGuided)) {
    const expected = 'a species with a behavior that hits, such as "homing"';
    report(`${path}.sparks`, 'sparks of a species that hits nothing', expected);
  }
  if (species.compose === 'priority' && species.maxForce === undefined) {
    report(
      `${path}.compose`,
      '"priority" without "maxForce"',
      'the key "maxForce", a force that the behaviors share',
    );
  }
  for (const area of Object.keys(species.areaCosts ?? {})) {
    const areas = sections.ground?.areas ?? [];
    if (areas.some(({ name }) => name === area)) continue;
    const names = areas.map(({ name }) => show(name)).join(', ');
    report(
      `${path}.areaCosts.${area}`,
      'an unknown area',
      names === '' ? 'no area' : `one of ${names}`,
    );
  }
  for (const key of ['moves', 'atGround', 'height'] as const) {
    if (species[key] === undefined || sections.ground !== undefined) continue;
    report(`${path}.${key}`, `"${key}" without a ground`, 'a scenario with the key "ground"');
  }
  if (species.atGround !== undefined && sections.ground !== undefined && species.moves !== 'fly') {
    report(`${path}.atGround`, '"atGround" of a species that walks', '"moves": "fly"');
  }
  if (species.turn !== undefined && species.turnRate === undefined) {
    report(`${path}.turn`, `${show(species.turn)} without "turnRate"`, 'the key "turnRate"');
  }
  const spawn = species.spawn;
  checkCapacity(species, path, report);
  checkGoals(species, path, sections, report);
  checkReports(species, path, sections, report);
  checkStates(species, path, sections, report);
  if ('velocity' in spawn && 'direction' in spawn.velocity) {
    const key = `${path}.spawn.velocity.direction`;
    checkDirection(spawn.velocity.direction, sections.dimensions, key, 'a direction', report);
  }
  if ('center' in spawn) {
    const { center, radius } = spawn;
    const corners = [center.map((c) => c - radius), center.map((c) => c + radius)];
    checkInside(corners, () => `${path}.spawn`, sections, report);
  }
  if (spawn.type === 'box') {
    checkInside([spawn.min], () => `${path}.spawn.min`, sections, report);
    checkInside([spawn.max], () => `${path}.spawn.max`, sections, report);
    for (let axis = 0; axis < sections.dimensions; axis++) {
      if (spawn.max[axis] < spawn.min[axis]) {
        report(
          `${path}.spawn.max[${axis}]`,
          String(spawn.max[axis]),
          `at least ${spawn.min[axis]}, the value of "min[${axis}]"`,
        );
      }
    }
  }
  if (spawn.type === 'points') {
    checkInside(spawn.positions, (index) => `${path}.spawn.positions[${index}]`, sections, report);
    checkOnMap(spawn.positions, (index) => `${path}.spawn.positions[${index}]`, sections, report);
    if (spawn.positions.length !== species.count) {
      report(
        `${path}.spawn.positions`,
        `${spawn.positions.length} points`,
        `${species.count}, the "count" of the species`,
      );
    }
    if (spawn.velocities && spawn.velocities.length !== spawn.positions.length) {
      report(
        `${path}.spawn.velocities`,
        `${spawn.velocities.length} velocities`,
        `one for each of the ${spawn.positions.length} positions`,
      );
    }
  }
}

/** Checks the count and the capacity of a species. */
function checkCapacity({ count, capacity, spawn }: Species, path: string, report: Report): void {
  if (capacity === undefined) {
    if (count === 0) report(`${path}.count`, '0', 'at least 1, or the key "capacity"');
  } else if (spawn.type === 'pool') {
    report(
      `${path}.capacity`,
      'the capacity of a pool',
      'no capacity, because the count of a pool is its capacity',
    );
  } else if (capacity < count) {
    report(`${path}.capacity`, String(capacity), `at least ${count}, the value of "count"`);
  }
}

function checkGoals(
  { goals, spawn, count }: Species,
  path: string,
  sections: Sections,
  report: Report,
): void {
  if (goals?.type === 'mirror' && spawn.type === 'pool') {
    report(`${path}.goals`, '"mirror" of a pool', 'goals of type "points"');
  }
  if (goals?.type !== 'points') return;
  checkInside(goals.positions, (index) => `${path}.goals.positions[${index}]`, sections, report);
  if (goals.positions.length !== count) {
    report(
      `${path}.goals.positions`,
      `${goals.positions.length} points`,
      `${count}, the "count" of the species`,
    );
  }
}

/** Checks that the laws of a species request at most the allowed number of births per agent and tick. */
function checkBirths(
  { behaviors }: Species,
  path: string,
  { laws }: Sections,
  report: Report,
): void {
  let births = 0;
  behaviors.forEach(({ type }, index) => {
    const own = lawOf(type, laws)?.births?.length ?? 0;
    births += own;
    if (own === 0 || births <= LAW_LIMITS.births || births - own > LAW_LIMITS.births) return;
    const expected = `at most ${LAW_LIMITS.births} births of an agent in a tick`;
    report(
      `${path}.behaviors[${index}]`,
      `a law that raises the number of births to ${births}`,
      expected,
    );
  });
}

/** Checks that no two behaviors of a species store data in the same column. */
function checkKept({ behaviors }: Species, path: string, { laws }: Sections, report: Report): void {
  const keepers = new Map<KeptColumn, number>();
  behaviors.forEach(({ type }, index) => {
    const columns = keptBy(type, laws);
    const taken = columns.find((column) => keepers.has(column));
    for (const column of columns) if (!keepers.has(column)) keepers.set(column, index);
    if (taken === undefined) return;
    const keeper = behaviors[keepers.get(taken)!].type;
    const types = [...BEHAVIOR_TYPES, ...(laws ?? []).map(lawTypeOf)];
    const expected = types.filter((type) => keptBy(type, laws).includes(taken));
    report(
      `${path}.behaviors[${index}]`,
      keeper === type ? `a second ${show(type)}` : `both ${show(keeper)} and ${show(type)}`,
      `at most one of ${expected.map(show).join(', ')}`,
    );
  });
}
