import { cellOf } from '../grid/cell.ts';
import { NO_MOVE } from '../path/flow-field.ts';
import {
  edgeOfTurn,
  GOAL_KEYS,
  isLinkWord,
  isPolygonWord,
  linkOf,
} from '../path/mesh/corridor-words.ts';
import type { NavMesh } from '../path/mesh/nav-mesh.ts';
import { isLawType } from '../scenario/law-type.ts';
import { meshInputOf, meshOf } from '../scenario/mesh.ts';
import { rangeOf } from '../scenario/parameters.ts';
import { behaviorParametersOf } from '../scenario/scenario-laws.ts';
import { type Parameter, type Scenario, SPECIES_PARAMETERS } from '../scenario/schema.ts';
import { navigates } from '../steering/paths/keep-routes.ts';
import { columnViewsOf } from '../world/declared-views.ts';
import { ASKED, ENGINE_COLUMNS, FLAT_COLUMNS, ROUTE } from '../world/engine-columns.ts';
import { isSpent, isUnborn } from '../world/ids.ts';
import {
  BIRTH_ROWS,
  type Births,
  EVENT_ROWS,
  type EventRecords,
  RECORD,
  type Row,
  type State,
} from '../world/layout.ts';
import type { Plan } from '../world/plan.ts';
import { binsOf } from '../world/sizes.ts';
import { STATUS } from '../world/status.ts';
import { findObstacleProblem, type StateProblem } from './check-obstacles.ts';
import { planeViews } from './planes.ts';
import { keptRows } from './state-planes.ts';

/**
 * Checks that kernels can step a state safely. Every index of a place, a cell or a table row must be in its range.
 * Agents must be sorted by their cells. Parameters must be in their ranges. Checksums detect only accidental damage.
 * This check also detects states that were made invalid on purpose.
 *
 * @returns the first problem, or undefined
 */
export function findProblem(
  plan: Plan,
  scenario: Scenario,
  state: State,
  tick: number,
): StateProblem | undefined {
  return (
    findParameter(plan, scenario, state) ??
    findInfinite(keptRows(plan), state) ??
    findColumn(plan, state) ??
    findValue(plan, state) ??
    findMisplaced(plan, state, tick) ??
    findOffPlane(plan, state) ??
    findBeyondTorus(plan, state, tick) ??
    findUnsorted(plan, state) ??
    findBeyond(plan, state) ??
    findRoute(plan, state) ??
    findCorridor(plan, scenario, state) ??
    findExtra(plan, state) ??
    findObstacleProblem(plan, state)
  );
}

function problem(column: string, at: number, found: unknown, expected: string): StateProblem {
  return { found: `${column}[${at}] ${found}`, expected };
}

/**
 * Whether an element of a column may be infinite. Two kinds of elements may be infinite. The first is an element of a
 * column whose start value is infinite. The second is a limit that a species does not have. `findParameter` compares
 * such limits with the scenario.
 */
function maySayInfinite(column: string, at: number): boolean {
  if (startOf(column) === Number.POSITIVE_INFINITY) return true;
  return column === 'speciesParameters' && at % RECORD < SPECIES_PARAMETERS.length;
}

/**
 * Finds a number that is not finite. A valid state has no such number. An agent that would get such a number is
 * quarantined with its last finite values. Births and events have only finite positions too, because they copy the
 * positions of agents.
 */
function findInfinite(rows: readonly Row[], columns: object): StateProblem | undefined {
  for (const row of rows) {
    const [column, type] = row;
    if (type !== 'f32') continue;
    for (const { name, view } of planeViews([row], columns)) {
      const at = view.findIndex(
        (value, k) =>
          !Number.isFinite(value) &&
          !(value === Number.POSITIVE_INFINITY && maySayInfinite(column, k)),
      );
      if (at < 0) continue;
      const axis = name.slice(column.length).toLowerCase();
      const named = axis === '' ? column : `${column}.${axis}`;
      return problem(named, at, view[at], 'a finite number');
    }
  }
  return undefined;
}

/** Finds a value outside the range of its declared column. Laws and commands never write such a value. */
function findColumn({ columns, agents }: Plan, state: State): StateProblem | undefined {
  if (columns.length === 0) return undefined;
  const views = columnViewsOf(columns, agents, state);
  for (const { name, type, min, max } of columns) {
    const of = views[name];
    const planes = type === 'vec3' ? Object.entries(of) : [['', of] as const];
    for (const [axis, plane] of planes as [string, Float32Array][]) {
      const at = plane.findIndex((value) => !(value >= min && value <= max));
      if (at < 0) continue;
      const named = axis === '' ? name : `${name}.${axis}`;
      return problem(named, at, plane[at], `from ${min} to ${max}`);
    }
  }
  return undefined;
}

/** Finds an impossible value in a column of the engine. */
function findExtra(plan: Plan, state: State): StateProblem | undefined {
  for (const { name, check } of ENGINE_COLUMNS) {
    if (check === undefined || !plan.extras[name]) continue;
    const expectedFor = check(plan);
    for (const [i, value] of (state[name] as Uint32Array).entries()) {
      const expected = expectedFor(value, state.species[i]);
      if (expected !== undefined) return problem(name, i, value, expected);
    }
  }
  return undefined;
}

/** Finds a value outside the range of its scalar field. */
function findValue({ scalars }: Plan, { scalar }: State): StateProblem | undefined {
  for (const { name, first, count, min, max } of scalars) {
    const values = scalar.subarray(first, first + count);
    const at = values.findIndex((value) => !(value >= min && value <= max));
    if (at >= 0) return problem(`field ${name}`, at, values[at], `from ${min} to ${max}`);
  }
  return undefined;
}

/**
 * Finds an impossible value of `id`, `slot`, `species`, `status` or `birth`. `id` and `slot` must be inverse to each
 * other. Only the row of a dead agent may hold an id that stands for no life yet (see `unbornId`).
 */
function findMisplaced(plan: Plan, state: State, tick: number): StateProblem | undefined {
  const { id, slot, species, status, birth } = state;
  const speciesOf = new Uint8Array(plan.agents);
  for (const [index, { first, count }] of plan.species.entries()) {
    speciesOf.fill(index, first, first + count);
  }
  for (let i = 0; i < plan.agents; i++) {
    const index = id[i] & plan.ids.indexMask;
    if (index >= plan.agents) return problem('id', i, id[i], `an index less than ${plan.agents}`);
    if (slot[index] !== i) return problem('slot', index, slot[index], `${i}`);
    if (species[i] !== speciesOf[index])
      return problem('species', i, species[i], `${speciesOf[index]}`);
    if (status[i] > STATUS.quarantined) return problem('status', i, status[i], 'at most 2');
    if (status[i] !== STATUS.dead && isUnborn(plan.ids, id[i]))
      return problem('id', i, id[i], 'the id of a life');
    if (birth[i] > tick) return problem('birth', i, birth[i], `at most ${tick}`);
  }
  return undefined;
}

function startOf(column: string): number | undefined {
  return ENGINE_COLUMNS.find(({ name }) => name === column)?.start;
}

/** The vectors of agents and targets that lie in the plane of a world of two dimensions. */
// biome-ignore format: several in each line.
const FLAT = [
  'position', 'velocity',
  ...FLAT_COLUMNS,
  'targetPosition', 'targetVelocity', 'targetHome', 'targetDrift', 'targetAcceleration',
] as const;

/** Finds a vector that leaves the plane. No step ever gives an agent or a target a z in two dimensions. */
function findOffPlane({ dimensions }: Plan, state: State): StateProblem | undefined {
  if (dimensions === 3) return undefined;
  for (const name of FLAT) {
    const { z } = state[name];
    const at = z.findIndex((value) => value !== 0);
    if (at >= 0) return problem(`${name}.z`, at, z[at], '0, in two dimensions');
  }
  return undefined;
}

/**
 * Finds a living agent that is too far outside the bounds of a torus. Every tick moves agents back into the bounds, but
 * rounding errors of f32 may leave an agent slightly outside. At tick 0, agents may be anywhere.
 */
function findBeyondTorus(
  { bounds }: Plan,
  { status, position }: State,
  tick: number,
): StateProblem | undefined {
  if (bounds.type !== 'wrap' || tick === 0) return undefined;
  for (const [axis, plane] of [position.x, position.y, position.z].entries()) {
    const [min, max] = [bounds.min[axis], bounds.max[axis]];
    const hair = Math.max(Math.abs(min), Math.abs(max)) / 0x400000;
    const at = plane.findIndex(
      (value, i) => status[i] === STATUS.alive && (value < min - hair || value > max + hair),
    );
    if (at >= 0) return problem(`position.${'xyz'[axis]}`, at, plane[at], `from ${min} to ${max}`);
  }
  return undefined;
}

/**
 * Finds an agent that is out of order. Living agents must come first, sorted by cell. Dead agents whose index can have
 * another life must follow, sorted by species. All other dead agents must come last. For each cell and each group of
 * dead agents, `cellStart` must hold the first place.
 */
function findUnsorted(plan: Plan, state: State): StateProblem | undefined {
  const { grid, agents, ids } = plan;
  const { id, species, status, position, cellStart } = state;
  const bins = binsOf(plan);
  const deadBin = (i: number): number => (isSpent(ids, id[i]) ? bins - 1 : grid.cells + species[i]);
  const { x, y, z } = position;
  let cell = 0;
  for (let i = 0; i <= agents; i++) {
    let own = bins;
    if (i < agents) {
      own = status[i] === STATUS.dead ? deadBin(i) : cellOf(grid, species[i], x[i], y[i], z[i]);
    }
    if (own < cell - 1)
      return problem('position', i, `in cell ${own}`, `in cell ${cell - 1} or later`);
    for (; cell <= own; cell++) {
      if (cellStart[cell] !== i) return problem('cellStart', cell, cellStart[cell], `${i}`);
    }
  }
  return undefined;
}

/**
 * Finds a parameter with an invalid value. A value is valid if the scenario gives it to the parameter, or if it is in
 * the range that a `set` command may use.
 */
function findParameter(plan: Plan, scenario: Scenario, state: State): StateProblem | undefined {
  for (const [index, species] of scenario.species.entries()) {
    const own = findRange(
      'speciesParameters',
      state.speciesParameters,
      index,
      SPECIES_PARAMETERS,
      ({ name }) =>
        (species as unknown as Record<string, number>)[name] ?? Number.POSITIVE_INFINITY,
      (parameter) =>
        parameter.name === 'lifetime' && species.lifetime === undefined
          ? undefined
          : rangeOf(parameter, false, plan.largestRadius),
    );
    if (own !== undefined) return own;
    for (const [order, behavior] of species.behaviors.entries()) {
      const one = findRange(
        'behaviorParameters',
        state.behaviorParameters,
        plan.species[index].behaviors[order].index,
        behaviorParametersOf(behavior, scenario.laws),
        ({ name }) => (behavior as unknown as Record<string, number>)[name] ?? 0,
        (parameter) => rangeOf(parameter, !isLawType(behavior.type), plan.largestRadius),
      );
      if (one !== undefined) return one;
    }
  }
  return undefined;
}

function findRange(
  column: string,
  values: Float32Array,
  row: number,
  parameters: readonly Parameter[],
  written: (parameter: Parameter) => number,
  allowed: (parameter: Parameter) => readonly [min: number, max: number] | undefined,
): StateProblem | undefined {
  for (const [slot, parameter] of parameters.entries()) {
    const at = row * RECORD + slot;
    const value = values[at];
    if (Object.is(value, Math.fround(written(parameter)))) continue;
    const range = allowed(parameter);
    // The limits are rounded like the value, because rounding may move a value out of the exact range.
    if (range !== undefined && value >= Math.fround(range[0]) && value <= Math.fround(range[1])) {
      continue;
    }
    const expected = range === undefined ? 'the value in the scenario' : `${range.join(' to ')}`;
    return problem(`${column} ${parameter.name}`, at, value, expected);
  }
  return undefined;
}

/** Finds an index or a count that is larger than possible. */
function findBeyond(plan: Plan, state: State): StateProblem | undefined {
  const cells = state.mapCost.length;
  const most: readonly [column: keyof State, most: number][] = [
    ['fieldGoal', cells],
    ['fieldMove', NO_MOVE],
    ['keptBirths', plan.particles],
    ['nextBirth', Math.max(0, plan.particles - 1)],
  ];
  for (const [column, limit] of most) {
    const values = state[column] as Uint32Array | Uint8Array;
    const at = values.findIndex((value) => value > limit);
    if (at >= 0) return problem(column, at, values[at], `at most ${limit}`);
  }
  if (plan.mesh?.changes) {
    const { areaCost, linkOpen } = state;
    const cost = areaCost.findIndex((value) => !(value > 0 && value <= 1000));
    if (cost >= 0) return problem('areaCost', cost, areaCost[cost], 'above 0, at most 1000');
    const link = linkOpen.findIndex((value) => value > 1);
    if (link >= 0) return problem('linkOpen', link, linkOpen[link], '0 or 1');
  }
  const version = state.mapVersion[0];
  if (version > 0 !== (cells > 0 || plan.mesh?.changes === true))
    return problem('mapVersion', 0, version, '0 without a map, else at least 1');
  return undefined;
}

/**
 * Finds an invalid route. The steps of a route must be cells of the map or polygons of the mesh. The waypoint of an
 * agent must be a step of its route. The goal of an agent that waits for a route must be a cell of the map.
 */
function findRoute(plan: Plan, state: State): StateProblem | undefined {
  if (!plan.extras.route) return undefined;
  const { route, asked, waypoint, status, species, id, mapCost } = state;
  const places = plan.mesh?.polygons ?? mapCost.length;
  const finds = plan.species.map(navigates);
  for (let i = 0; i < plan.agents; i++) {
    const first = (id[i] & plan.ids.indexMask) * ROUTE.words;
    const goal = route[first + ROUTE.goal];
    if (goal > places) return problem('route', first, goal, `at most ${places}`);
    const count = route[first + ROUTE.count];
    const most = ROUTE.words - ROUTE.first;
    if (count > most) return problem('route', first + ROUTE.count, count, `at most ${most}`);
    for (let at = first + ROUTE.first; at < first + ROUTE.first + count; at++) {
      if (route[at] >= places && !isPassage(plan, route[at])) {
        return problem('route', at, route[at], `less than ${places}`);
      }
    }
    if (plan.routes !== undefined) {
      const at = (id[i] & plan.ids.indexMask) * ASKED.words + ASKED.goal;
      const most = plan.mesh === undefined ? mapCost.length : GOAL_KEYS;
      if (asked[at] > most) return problem('asked', at, asked[at], `at most ${most}`);
    }
    if (status[i] !== STATUS.alive || !finds[species[i]]) continue;
    const bends = Math.max(1, count);
    if (waypoint[i] >= bends || (goal > 0 && count === 0)) {
      return problem('waypoint', i, waypoint[i], `less than ${bends}, and a route with a bend`);
    }
  }
  return undefined;
}

/** Whether a word of a route is a link of the ground, or a point of an edge. */
function isPassage({ mesh }: Plan, word: number): boolean {
  if (mesh === undefined || isPolygonWord(word)) return false;
  return !isLinkWord(word) || linkOf(word) < mesh.linkWays;
}

/** Whether a word of a corridor can follow the word before it, and lead to the next. A corridor ends with a polygon. */
function leadsOn(
  { first, next, links }: NavMesh,
  before: number,
  word: number,
  after: number,
): boolean {
  if (isLinkWord(word)) {
    const link = linkOf(word);
    return links.from[link] === before && links.to[link] === after;
  }
  const { length } = next.subarray(first[before], first[before + 1]);
  if (!isPolygonWord(word)) {
    const edge = edgeOfTurn(word);
    return isPolygonWord(before) && edge < length && next[first[before] + edge] === after;
  }
  if (isLinkWord(before) || !isPolygonWord(before)) return true;
  return next.subarray(first[before], first[before + 1]).includes(word);
}

/** Finds a corridor with two consecutive polygons that are not neighbors. */
function findCorridor(plan: Plan, scenario: Scenario, { route }: State): StateProblem | undefined {
  const mesh = meshInputOf(scenario);
  if (mesh === undefined || !plan.extras.route) return undefined;
  const built = meshOf(mesh);
  for (let begin = ROUTE.first; begin < route.length; begin += ROUTE.words) {
    const count = route[begin - ROUTE.first + ROUTE.count];
    for (let at = begin + 1; at < begin + count; at++) {
      if (leadsOn(built, route[at - 1], route[at], at + 1 < begin + count ? route[at + 1] : -1)) {
        continue;
      }
      const before = route[at - 1];
      const expected = isPolygonWord(before)
        ? `a neighbor of polygon ${before}`
        : 'the end of a link';
      return problem('route', at, route[at], expected);
    }
  }
  return undefined;
}

/** Finds the first particle birth that cannot be drawn: its kind is unknown, or its position is not finite. */
export function findBirthProblem(plan: Plan, births: Births): StateProblem | undefined {
  const { bornKind } = births;
  const kinds = 2 * plan.species.length;
  const at = bornKind.findIndex((kind) => kind >= kinds);
  if (at >= 0) return problem('bornKind', at, bornKind[at], `less than ${kinds}`);
  return findInfinite(BIRTH_ROWS, births);
}

/**
 * Finds the first event whose position is not finite. Does not check the names in events, because `isEvent` does so.
 */
export function findEventProblem(events: EventRecords): StateProblem | undefined {
  return findInfinite(EVENT_ROWS, events);
}
