import type * as z from 'zod/mini';
import type { KeptColumn } from '../behaviors/define-behavior.ts';
import { checkMeaning as checkCommandMeaning } from '../commands/index.ts';
import { ObstacleRoster } from '../commands/obstacle-roster.ts';
import { type Problem, show } from '../errors.ts';
import { fieldsOfLaw } from '../laws/field-reads.ts';
import { LAW_LIMITS } from '../laws/law.ts';
import { charactersOf } from '../path/characters.ts';
import { MapError } from '../path/map-error.ts';
import { MAX_LISTED } from '../schema/limits.ts';
import { choosesAim, seeksGoal } from './aim-keys.ts';
import { BEHAVIOR_TYPES, definitionOf } from './behavior-types.ts';
import { checkDirection } from './check-direction.ts';
import { checkFields } from './check-fields.ts';
import { checkHeights } from './check-heights.ts';
import { checkReference, type Report } from './check-reference.ts';
import { checkColumns } from './columns.ts';
import { cellCosts, cellsInside } from './grid-map.ts';
import { lawOf, lawTypeOf } from './law-type.ts';
import { checkMesh, checkOnMesh } from './mesh-meaning.ts';
import { keptBy, needsOf } from './needs.ts';
import { neighborRangesOf } from './neighbor-ranges.ts';
import { checkObstacle } from './obstacles/check-obstacle.ts';
import { readAround, without } from './read-around.ts';
import { checkRegions, checkReports } from './report-meaning.ts';
import { roomOf } from './room-of.ts';
import type { CarriedLaws } from './scenario-laws.ts';
import {
  type Behavior,
  boundsSchema,
  type FieldInput,
  fieldSchema,
  heightsSchema,
  isGuided,
  LIMITS,
  launcherSchema,
  type Motion,
  mapSchema,
  meshSchema,
  type Obstacle,
  obstacleSchema,
  pathSchema,
  type Region,
  regionSchema,
  type Scenario,
  type Species,
  type Target,
  targetSchema,
  timedCommandSchema,
} from './schema.ts';
import { checkRoles, checkStates } from './state-meaning.ts';

/** The parts of a scenario that are checked. A part that is not valid is undefined. */
interface Parts {
  laws: Scenario['laws'];
  dt: number;
  seed: number;
  dimensions: 2 | 3;
  bounds: Scenario['bounds'] | undefined;
  species: (Species | undefined)[];
  map: Scenario['map'];
  heights: Scenario['heights'];
  /** Whether the scenario has a height map, valid or not. */
  hasHeights: boolean;
  mesh: Scenario['mesh'];
  /** Whether the polygons of the mesh are valid, so that points can be located on the mesh. */
  meshFits: boolean;
  fields: (FieldInput | undefined)[];
  paths: (Scenario['paths'][number] | undefined)[];
  targets: (Scenario['targets'][number] | undefined)[];
  regions: (Region | undefined)[];
  obstacles: (Obstacle | undefined)[];
  obstacleCapacity: number | undefined;
  launchers: (Scenario['launchers'][number] | undefined)[];
  commands: (Scenario['commands'][number] | undefined)[];
}

type Schema<T> = z.ZodMiniType<T>;

/** The bounds that replace invalid bounds of the scenario. The invalid bounds have already been reported. */
const OPEN: Scenario['bounds'] = { type: 'open' };

/**
 * Checks what a schema cannot express, such as references to names, and sizes that depend on several keys. Every part
 * that is valid by itself is checked, so that one wrong number does not hide other problems.
 */
export function checkMeaning(
  input: unknown,
  carried: CarriedLaws,
  speciesSchema: Schema<Species>,
): Problem[] {
  const parts = partsOf(input, carried, speciesSchema);
  const problems: Problem[] = [...carried.problems];
  const report = (path: string, found: string, expected: string): void => {
    problems.push({ path, found, expected });
  };
  checkNames('species', parts.species, report);
  checkNames('paths', parts.paths, report);
  checkMap(parts, report);
  checkHeights(parts, report);
  parts.meshFits = checkMesh(parts, report);
  if (parts.mesh !== undefined) {
    checkInside(parts.mesh.vertices, (index) => `$.mesh.vertices[${index}]`, parts, report);
  }
  checkNames('fields', parts.fields, report);
  checkFields(parts, report);
  checkNames('targets', parts.targets, report);
  parts.targets.forEach((target, index) => {
    if (target) checkMotion(target, `$.targets[${index}]`, parts, report);
  });
  checkNames('regions', parts.regions, report);
  checkRegions(parts, report);
  checkObstacles(parts, report);
  checkNames('launchers', parts.launchers, report);
  checkBounds(parts, report);
  parts.species.forEach((species, index) => {
    const path = `$.species[${index}]`;
    if (species) checkSpecies(species, path, parts, report);
    else
      checkNamesIn(
        readAround(speciesSchema, (input as { species: readonly unknown[] }).species[index]),
        path,
        parts,
        report,
      );
  });
  checkRoles(parts, report);
  checkColumns(parts, report);
  parts.launchers.forEach((launcher, index) => {
    if (!launcher) return;
    const path = `$.launchers[${index}]`;
    checkInside([launcher.position], () => `${path}.position`, parts, report);
    checkOnMap([launcher.position], () => `${path}.position`, parts, report);
    checkReference(launcher.target, `${path}.target`, 'target', parts.targets, report);
    if (!checkReference(launcher.species, `${path}.species`, 'species', parts.species, report))
      return;
    const species = parts.species.find((s) => s?.name === launcher.species);
    if (species && species.spawn.type !== 'pool') {
      report(
        `${path}.species`,
        `a species with spawn "${species.spawn.type}"`,
        'a species with spawn "pool"',
      );
    }
  });
  const scope = { ...parts, largestRadius: largestRadius(parts.bounds, parts.dimensions) };
  parts.commands.forEach((command, index) => {
    if (!command) return;
    checkCommandMeaning(command, scope, (key, found, expected) => {
      report(`$.commands[${index}]${key}`, found, expected);
    });
  });
  ObstacleRoster.problemsOf(parts, (index, { path, found, expected }) => {
    report(`$.commands[${index}]${path}`, found, expected);
  });
  checkAmounts(parts, report);
  return problems;
}

function partsOf(input: unknown, { laws }: CarriedLaws, speciesSchema: Schema<Species>): Parts {
  const raw = (input !== null && typeof input === 'object' ? input : {}) as Record<string, unknown>;
  const list = <T>(schema: Schema<T>, value: unknown, limit: number): (T | undefined)[] =>
    Array.isArray(value) && value.length <= limit
      ? // Not value.map, because an array with a `constructor` property could decide what map returns.
        Array.from(value, (element) => readIn(schema, element))
      : [];
  return {
    laws,
    // An invalid dt or seed is replaced, because laws that depend on it need no second report.
    dt: typeof raw.dt === 'number' ? raw.dt : 1 / 60,
    seed: typeof raw.seed === 'number' ? raw.seed : 1,
    dimensions: raw.dimensions === 2 ? 2 : 3,
    bounds: raw.bounds === undefined ? { type: 'open' } : readIn(boundsSchema, raw.bounds),
    species: list(speciesSchema, raw.species, LIMITS.species),
    map: raw.map === undefined ? undefined : readIn(mapSchema, raw.map),
    heights: raw.heights === undefined ? undefined : readIn(heightsSchema, raw.heights),
    hasHeights: raw.heights !== undefined,
    mesh: raw.mesh === undefined ? undefined : readIn(meshSchema, raw.mesh),
    meshFits: false,
    fields: list(fieldSchema, raw.fields, LIMITS.fields),
    paths: list(pathSchema, raw.paths, LIMITS.paths),
    targets: list(targetSchema, raw.targets, LIMITS.targets),
    regions: list(regionSchema, raw.regions, LIMITS.regions),
    obstacles: list(obstacleSchema, raw.obstacles, LIMITS.obstacles),
    obstacleCapacity: typeof raw.obstacleCapacity === 'number' ? raw.obstacleCapacity : undefined,
    launchers: list(launcherSchema, raw.launchers, LIMITS.launchers),
    commands: list(timedCommandSchema, raw.commands, LIMITS.commands),
  };
}

/**
 * Parses a part of a scenario with its schema. Unknown keys are removed first, so that they do not hide other problems
 * of the part.
 */
function readIn<T>(schema: Schema<T>, value: unknown): T | undefined {
  const first = schema.safeParse(value);
  if (first.success) return first.data;
  const { issues } = first.error;
  if (issues.some(({ code }) => code !== 'unrecognized_keys')) return undefined;
  let known: unknown = value;
  for (const { keys, path } of issues as z.core.$ZodIssueUnrecognizedKeys[]) {
    known = without(known, path, keys);
  }
  return schema.safeParse(known).data;
}

/**
 * Checks only the names that a species refers to. Other checks could report false problems, because the invalid parts
 * of the species have been left out.
 */
function checkNamesIn(
  species: Species | undefined,
  path: string,
  parts: Parts,
  report: Report,
): void {
  if (species === undefined) return;
  checkSpecies(species, path, parts, (at, found, expected, kind) => {
    if (kind === 'reference') report(at, found, expected);
  });
}

function checkNames(
  list: string,
  named: readonly ({ name?: string | undefined } | undefined)[],
  report: Report,
): void {
  const first = new Map<string, number>();
  named.forEach((element, index) => {
    if (element?.name === undefined) return;
    const before = first.get(element.name);
    if (before === undefined) first.set(element.name, index);
    else {
      report(
        `$.${list}[${index}].name`,
        show(element.name),
        `a name other than that of $.${list}[${before}]`,
      );
    }
  });
}

function checkBounds(parts: Parts, report: Report): void {
  const bounds = parts.bounds;
  if (!bounds || bounds.type === 'open') return;
  for (let axis = 0; axis < parts.dimensions; axis++) {
    if (bounds.max[axis] <= bounds.min[axis]) {
      report(
        `$.bounds.max[${axis}]`,
        String(bounds.max[axis]),
        `more than ${bounds.min[axis]}, the value of $.bounds.min[${axis}]`,
      );
    }
  }
}

/** Reports the first point that is in a wall of the map, outside the map, or off the mesh. */
function checkOnMap(
  points: readonly (readonly number[])[],
  pathOf: (index: number) => string,
  { map, mesh, meshFits, bounds = OPEN }: Parts,
  report: Report,
): void {
  if (mesh !== undefined && meshFits) checkOnMesh(points, pathOf, mesh, report);
  if (map === undefined) return;
  const { rows, cellSize, origin, legend } = map;
  const characters = rows.map(charactersOf);
  const [left, right, low, high] = cellsInside(map, bounds);
  for (const [index, point] of points.entries()) {
    const column = Math.floor((point[0] - origin[0]) / cellSize);
    const row = Math.floor((point[1] - origin[1]) / cellSize);
    const character = characters[rows.length - 1 - row]?.[column];
    const inside = column >= left && column <= right && row >= low && row <= high;
    if (character !== undefined && legend[character] !== 'wall' && inside) continue;
    const place =
      character === undefined
        ? 'outside the map'
        : legend[character] === 'wall'
          ? 'in a wall of the map'
          : 'in a cell whose center is outside the bounds';
    report(pathOf(index), `a point ${place}`, 'an open cell');
    return;
  }
}

/** Reports points that are outside the bounds. Open bounds have no outside. */
function checkInside(
  points: readonly (readonly number[])[],
  pathOf: (index: number) => string,
  parts: Parts,
  report: Report,
): void {
  const { bounds, dimensions } = parts;
  if (!bounds || bounds.type === 'open') return;
  let listed = 0;
  for (const [index, point] of points.entries()) {
    const axis = [0, 1, 2].findIndex(
      (one) =>
        one < dimensions && !(point[one] >= bounds.min[one] && point[one] <= bounds.max[one]),
    );
    if (axis < 0) continue;
    report(
      pathOf(index),
      `${'xyz'[axis]} at ${point[axis]}`,
      `inside the bounds, ${bounds.min[axis]} to ${bounds.max[axis]}`,
    );
    if (++listed === MAX_LISTED) return;
  }
}

function checkMap({ map, dimensions, bounds }: Parts, report: Report): void {
  if (map === undefined) return;
  if (dimensions !== 2) report('$.map', 'a map in three dimensions', 'dimensions 2');
  if (bounds?.type === 'wrap')
    report('$.map', 'a map in bounds that wrap', 'bounds that do not wrap');
  try {
    if (!cellCosts(map, bounds ?? OPEN).some((cost) => cost !== 0)) {
      const inside = bounds?.type === 'contain' ? ' whose center is inside the bounds' : '';
      report('$.map.rows', `no open cell${inside}`, 'at least one');
    }
  } catch (error) {
    if (!(error instanceof MapError)) throw error;
    const { line, column, found, expected } = error;
    const row = line === undefined ? '' : `.rows[${line - 1}]`;
    const character = column === undefined ? '' : `[${column - 1}]`;
    report(`$.map${row}${character}`, found, expected);
  }
}

function checkMotion(target: Target, path: string, parts: Parts, report: Report): void {
  const { motion, position } = target;
  if (!checkWay(motion, path, parts, report) || motion?.type !== 'path') return;
  const first = parts.paths.find((one) => one?.name === motion.path)!.points[0];
  if (first.some((v, axis) => v !== position[axis])) {
    report(`${path}.position`, listed(position), `the first point of the path, ${listed(first)}`);
  }
}

/**
 * Checks the axis of an orbit, and whether the path of a motion along a path exists. Returns false if the path does not
 * exist.
 */
function checkWay(motion: Motion | undefined, path: string, parts: Parts, report: Report): boolean {
  if (motion?.type === 'orbit' && parts.dimensions === 3) {
    checkDirection(motion.axis, 3, `${path}.motion.axis`, 'an axis', report);
  }
  if (motion?.type !== 'path') return true;
  return checkReference(motion.path, `${path}.motion.path`, 'path', parts.paths, report);
}

function checkObstacles(parts: Parts, report: Report): void {
  const { obstacles, dimensions, obstacleCapacity } = parts;
  obstacles.forEach((obstacle, index) => {
    if (!obstacle) return;
    const path = `$.obstacles[${index}]`;
    checkObstacle(obstacle, dimensions, (key, found, expected) => {
      report(path + key, found, expected);
    });
    checkWay(obstacle.motion, path, parts, report);
  });
  checkNames('obstacles', obstacles, report);
  const all = obstacles.length + (obstacleCapacity ?? 0);
  if (all <= LIMITS.obstacles) return;
  const most = `at most ${LIMITS.obstacles - obstacles.length}, in addition to ${obstacles.length} obstacles`;
  report('$.obstacleCapacity', String(obstacleCapacity), most);
}

function checkPath(name: string | undefined, path: string, parts: Parts, report: Report): void {
  if (name !== undefined) {
    checkReference(name, `${path}.path`, 'path', parts.paths, report);
  } else if (parts.paths.length === 0) {
    report(`${path}.path`, 'nothing', 'a path; the scenario has none');
  }
}

function listed(point: readonly number[]): string {
  return `[${point.join(', ')}]`;
}

function checkSpecies(species: Species, path: string, parts: Parts, report: Report): void {
  species.behaviors.forEach((behavior, index) => {
    checkBehavior(behavior, `${path}.behaviors[${index}]`, species, parts, report);
  });
  if (species.maxSpeed !== undefined && species.minSpeed > species.maxSpeed) {
    report(
      `${path}.minSpeed`,
      String(species.minSpeed),
      `at most ${species.maxSpeed}, the value of "maxSpeed"`,
    );
  }
  checkKept(species, path, parts, report);
  checkBirths(species, path, parts, report);
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
  if (species.turn !== undefined && species.turnRate === undefined) {
    report(`${path}.turn`, `${show(species.turn)} without "turnRate"`, 'the key "turnRate"');
  }
  const spawn = species.spawn;
  checkRoom(species, path, report);
  checkGoals(species, path, parts, report);
  const farthest = largestRadius(parts.bounds, parts.dimensions);
  checkReports(species, path, parts, farthest, report);
  checkStates(species, path, parts, farthest, report);
  if ('velocity' in spawn && 'direction' in spawn.velocity) {
    const key = `${path}.spawn.velocity.direction`;
    checkDirection(spawn.velocity.direction, parts.dimensions, key, 'a direction', report);
  }
  if ('center' in spawn) {
    const { center, radius } = spawn;
    const corners = [center.map((c) => c - radius), center.map((c) => c + radius)];
    checkInside(corners, () => `${path}.spawn`, parts, report);
  }
  if (spawn.type === 'box') {
    checkInside([spawn.min], () => `${path}.spawn.min`, parts, report);
    checkInside([spawn.max], () => `${path}.spawn.max`, parts, report);
    for (let axis = 0; axis < parts.dimensions; axis++) {
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
    checkInside(spawn.positions, (index) => `${path}.spawn.positions[${index}]`, parts, report);
    checkOnMap(spawn.positions, (index) => `${path}.spawn.positions[${index}]`, parts, report);
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
function checkRoom({ count, capacity, spawn }: Species, path: string, report: Report): void {
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
  parts: Parts,
  report: Report,
): void {
  if (goals?.type === 'mirror' && spawn.type === 'pool') {
    report(`${path}.goals`, '"mirror" of a pool', 'goals of type "points"');
  }
  if (goals?.type !== 'points') return;
  checkInside(goals.positions, (index) => `${path}.goals.positions[${index}]`, parts, report);
  if (goals.positions.length !== count) {
    report(
      `${path}.goals.positions`,
      `${goals.positions.length} points`,
      `${count}, the "count" of the species`,
    );
  }
}

function checkBehavior(
  behavior: Behavior,
  path: string,
  species: Species,
  parts: Parts,
  report: Report,
): void {
  if (choosesAim(behavior)) {
    const { choose, quarry, second } = behavior;
    if (!seeksGoal(behavior, species)) checkAim(behavior, path, parts, report);
    if (second !== undefined) checkAim(second, `${path}.second`, parts, report);
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
  const isBand = lawOf(behavior.type, parts.laws)?.aim !== 'none';
  if (isBand && from !== undefined && to !== undefined && from > to) {
    report(`${path}.from`, String(from), `at most ${to}, the value of "to"`);
  }
  if (behavior.type === 'flowField') checkAim(behavior, path, parts, report);
  checkNeeds(behavior, path, species, parts, report);
  for (const { key, found, expected } of definitionOf(behavior.type)?.check?.(behavior as never) ??
    []) {
    report(`${path}.${key}`, found, expected);
  }
  checkOffspring(behavior, path, parts, report);
  checkFieldNames(behavior, path, parts, report);
  if (isGuided(behavior) && behavior.ends === 'quarry' && behavior.quarry === undefined) {
    report(
      `${path}.ends`,
      '"quarry" without the key "quarry"',
      'the key "quarry", or "ends": "self"',
    );
  }
  if ('species' in behavior) {
    behavior.species?.forEach((name, index) => {
      checkReference(name, `${path}.species[${index}]`, 'species', parts.species, report);
    });
  }
  const largest = largestRadius(parts.bounds, parts.dimensions);
  for (const [key, range] of neighborRangesOf(behavior, parts)) {
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

/** Checks that a behavior and its law refer only to scalar fields that exist. */
function checkFieldNames(behavior: Behavior, path: string, parts: Parts, report: Report): void {
  const law = lawOf(behavior.type, parts.laws);
  if (law === undefined) {
    if (!('field' in behavior)) return;
    checkReference(behavior.field as string, `${path}.field`, 'field', parts.fields, report);
    return;
  }
  for (const name of fieldsOfLaw(law)) {
    if (parts.fields.some((field) => field === undefined || field.name === name)) continue;
    const names = parts.fields.map((field) => show(field!.name)).join(', ');
    const expected =
      names === '' ? 'a field with this name in $.fields, which is empty' : `one of ${names}`;
    report(path, `${show(behavior.type)}, which uses the field ${show(name)}`, expected);
  }
}

/** Checks that the species in `offspring` exist. These are the species of the agents that a law gives birth to. */
function checkOffspring(behavior: Behavior, path: string, parts: Parts, report: Report): void {
  const { offspring } = behavior as { offspring?: string | readonly string[] };
  // In a law without births, `offspring` may be the name of a parameter.
  if (lawOf(behavior.type, parts.laws)?.births === undefined || offspring === undefined) return;
  if (typeof offspring === 'string') {
    checkReference(offspring, `${path}.offspring`, 'species', parts.species, report);
    return;
  }
  offspring.forEach((name, index) => {
    checkReference(name, `${path}.offspring[${index}]`, 'species', parts.species, report);
  });
}

/** Checks that the laws of a species request at most the allowed number of births per agent and tick. */
function checkBirths({ behaviors }: Species, path: string, { laws }: Parts, report: Report): void {
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

/** Checks what a type of behavior requires of its species and of the scenario. */
function checkNeeds(
  behavior: Behavior,
  path: string,
  species: Species,
  parts: Parts,
  report: Report,
): void {
  const { type } = behavior;
  const lacks = (found: string, expected: string): void => {
    report(path, `"${type}" ${found}`, expected);
  };
  for (const need of needsOf(type, parts.laws)) {
    if (need === 'path') checkPath((behavior as { path?: string }).path, path, parts, report);
    if (need === 'map' && parts.map === undefined) {
      if (parts.mesh === undefined) lacks('without a map', 'a map');
      else lacks('on a mesh', 'a map, or "navigate"');
    }
    if (need === 'ways' && parts.map === undefined && parts.mesh === undefined) {
      lacks('without a map or a mesh', 'a map or a mesh');
    }
    if (need === 'maxSpeed' && species.maxSpeed === undefined) {
      lacks('in a species without "maxSpeed"', 'a species with "maxSpeed"');
    }
    if (need === 'goals' && species.goals === undefined) {
      lacks('in a species without goals', 'a species with goals');
    }
    if (need === 'bounds' && parts.bounds?.type === 'open') {
      lacks('with open bounds', 'bounds with "min" and "max"');
    }
  }
}

/** Checks that no two behaviors of a species store data in the same column. */
function checkKept({ behaviors }: Species, path: string, { laws }: Parts, report: Report): void {
  const keepers = new Map<KeptColumn, number>();
  behaviors.forEach(({ type }, index) => {
    const columns = keptBy(type, laws);
    const taken = columns.find((column) => keepers.has(column));
    for (const column of columns) if (!keepers.has(column)) keepers.set(column, index);
    if (taken === undefined) return;
    const keeper = behaviors[keepers.get(taken)!].type;
    const types = [...BEHAVIOR_TYPES, ...(laws ?? []).map(lawTypeOf)];
    const expected = types.filter((one) => keptBy(one, laws).includes(taken));
    report(
      `${path}.behaviors[${index}]`,
      keeper === type ? `a second ${show(type)}` : `both ${show(keeper)} and ${show(type)}`,
      `at most one of ${expected.map(show).join(', ')}`,
    );
  });
}

function checkAim(
  { target, quarry }: { target?: string | undefined; quarry?: string | undefined },
  path: string,
  parts: Parts,
  report: Report,
): void {
  if (target !== undefined && quarry !== undefined) {
    report(`${path}.quarry`, 'both a target and a quarry', 'one of the two');
  } else if (quarry !== undefined) {
    checkReference(quarry, `${path}.quarry`, 'species', parts.species, report);
  } else if (target !== undefined) {
    checkReference(target, `${path}.target`, 'target', parts.targets, report);
  } else if (parts.targets.length === 0) {
    report(`${path}.target`, 'nothing', 'a target or a quarry; the scenario has no target');
  }
}

/**
 * Returns the largest radius (m) within which agents may look for neighbors in these bounds. On a torus, the radius is
 * limited for two reasons. An agent must not see another agent, or itself, on two sides at once. The grid needs three
 * cells along each edge.
 */
export function largestRadius(bounds: Scenario['bounds'] | undefined, dimensions: number): number {
  if (bounds?.type !== 'wrap') return Number.POSITIVE_INFINITY;
  let shortest = Number.POSITIVE_INFINITY;
  for (let axis = 0; axis < dimensions; axis++) {
    shortest = Math.min(shortest, bounds.max[axis] - bounds.min[axis]);
  }
  // Empty bounds are reported elsewhere.
  if (shortest <= 0) return Number.POSITIVE_INFINITY;
  return shortest / 3.01;
}

function checkAmounts(parts: Parts, report: Report): void {
  let agents = 0;
  let behaviors = 0;
  for (const species of parts.species) {
    agents += species === undefined ? 0 : roomOf(species);
    behaviors += species?.behaviors.length ?? 0;
  }
  if (behaviors > LIMITS.behaviors) {
    report('$.species', `${behaviors} behaviors in all`, `at most ${LIMITS.behaviors}`);
  }
  if (agents > LIMITS.agents) {
    report('$.species', `${agents} agents in all`, `at most ${LIMITS.agents}`);
  }
}
