import { isPlace, type PlaceKind, type WorkedLaw } from '../laws/law.ts';
import type { LawPlan } from '../laws/plane-plan.ts';
import type { Neighbors } from '../path/octile.ts';
import { choosesAim, isAssignable, seeksGoal } from '../scenario/aim-keys.ts';
import { definitionOf } from '../scenario/behavior-types.ts';
import { capacityOf } from '../scenario/capacity-of.ts';
import { columnsOf } from '../scenario/grid-map.ts';
import { meshInputOf, meshOf, movesOf } from '../scenario/mesh.ts';
import { needsOf } from '../scenario/needs.ts';
import { largestRadius } from '../scenario/neighbor-ranges.ts';
import { shapeNumbersOf } from '../scenario/obstacles/index.ts';
import { behaviorParametersOf } from '../scenario/scenario-laws.ts';
import {
  type Behavior,
  type Bounds,
  isGuided,
  type Launcher,
  type Motion,
  type Obstacle,
  type Parameter,
  type Scenario,
  type Sparks,
  type Trail,
} from '../scenario/schema.ts';
import { type ColumnPlan, columnsPlanOf } from './column-plan.ts';
import { type Extras, extrasOf } from './extras.ts';
import { type Grid, planGrid } from './grid-plan.ts';
import { type HeightsPlan, heightsPlanOf, type SlopePlan, slopePlanOf } from './heights-plan.ts';
import { type IdPlan, planIds } from './ids.ts';
import { lawPlansOf } from './law-plans.ts';
import { hasBirths, type LifePlan, type LifePlane, lifePlanesOf, lifePlanOf } from './life-plan.ts';
import { likeRoles } from './like-roles.ts';
import { flat, ontoTorus } from './points.ts';
import { type ReportPlan, reportPlanOf, shareSearches } from './report-plan.ts';
import { type RoutesPlan, routesPlanOf } from './routes-plan.ts';
import { type ScalarPlan, scalarPlansOf } from './scalar-plan.ts';
import { looksInTrees, maskOf, treesOf } from './sought.ts';
import { type StatePlan, statePlansOf } from './state-plan.ts';
import type { TreePlan } from './tree-plan.ts';

/** The code that steps a world: readable TypeScript, or SIMD. Both give the same results, bit for bit. */
export type KernelName = 'ts' | 'simd';

/** A behavior in the form that kernels need. Its numeric parameters are in state.behaviorParameters. */
export interface BehaviorPlan {
  readonly type: Behavior['type'];
  /** Index of the behavior's law in the plan; -1 for a behavior with a hand-written kernel. */
  readonly law: number;
  /** The names of the behavior's numeric parameters, by slot. */
  readonly slots: readonly string[];
  /** Whether the force of the behavior is `weight * (desired velocity - velocity)`, with the weight in kg/s. */
  readonly asksForVelocity: boolean;
  /**
   * Whether the behavior replaces the force of the behaviors before it in the list. Behaviors after it add to its
   * force.
   */
  readonly filters: boolean;
  /** The row of the behavior in state.behaviorParameters. */
  readonly index: number;
  /** Index of the species that the behavior steers. */
  readonly species: number;
  /** Index of the role of the agents that the behavior steers. */
  readonly role: number;
  /**
   * The behavior as written in the scenario. Use only its names and choices, because commands may have changed its
   * numbers in memory.
   */
  readonly settings: Behavior;
  /** Index of the target of the behavior; -1 for none. */
  readonly target: number;
  /** Index of the species that the behavior pursues; -1 for none. */
  readonly quarry: number;
  /**
   * Whether a command may assign another aim to individual agents: another target, or another agent of the quarry
   * species.
   */
  readonly assignable: boolean;
  /** Index of the tree in which the behavior searches for the nearest agent of the quarry species; -1 for none. */
  readonly tree: number;
  /** A copy of the behavior in which the second aim replaces the first aim. Undefined if there is no second aim. */
  readonly second: BehaviorPlan | undefined;
  /**
   * A copy of the behavior with another law, which computes the wanted direction instead of the force. Only for
   * behaviors that have such a law and come before context steering in the list.
   */
  readonly wanting: BehaviorPlan | undefined;
  /**
   * A copy of the behavior with another law, which computes staged values instead of the force. Only for behaviors
   * whose law writes columns, decides births or deaths, or deposits into scalar fields.
   */
  readonly staging: BehaviorPlan | undefined;
  /** The kind of place that the behavior aims at, if its aim is neither a target nor an agent. */
  readonly place: PlaceKind | undefined;
  /** Index of the path of the behavior; -1 for none. */
  readonly path: number;
  /** The species that the behavior sees: bit s stands for species s. */
  readonly mask: number;
}

/**
 * A role: a group of agents that act by the same behaviors. If a species has states, its agents in each state form a
 * role. Otherwise, the whole species is a role.
 */
export interface RolePlan {
  /** Index of the species whose agents have the role. */
  readonly species: number;
  /**
   * The behaviors that steer the agents of the role: those that are active in the role's state. Their order is the same
   * as in the scenario.
   */
  readonly behaviors: readonly BehaviorPlan[];
  /**
   * The first role that has the same laws. While all numbers are equal too, the agents of both roles act alike. It is
   * the role itself if no earlier role has the same laws.
   */
  readonly like: number;
}

export interface SpeciesPlan {
  readonly name: string;
  /** Index of the first agent of the species. */
  readonly first: number;
  /** Whether the agents stand on the ground. */
  readonly walks: boolean;
  /** What the ground does to agents that fly. */
  readonly atGround: 'pass' | 'slide' | 'end';
  /** The number of dimensions in which the agents steer: 2 for walkers, in space too. */
  readonly dimensions: 2 | 3;
  /** Agents whose height differs by more than this (m) are no neighbors; Infinity for agents that do not walk. */
  readonly band: number;
  /** The maximum number of agents that the species can have: the agents at the start, and those that may be born. */
  readonly count: number;
  /** How many agents of the species live at the start. */
  readonly start: number;
  /** Whether a birth replaces the oldest agent when the species is full. Otherwise the birth is refused. */
  readonly recycles: boolean;
  /** All behaviors of the species, in all states. */
  readonly behaviors: readonly BehaviorPlan[];
  /** The states of the species; empty for a species without states. */
  readonly states: readonly StatePlan[];
  /**
   * Index of the species' first role. A species has one role for each state, in the order of the states. A species
   * without states has a single role.
   */
  readonly firstRole: number;
  /** True if each behavior can use only the part of `maxForce` that the behaviors before it did not use. */
  readonly priority: boolean;
  /** True if bodies turn in each tick by a fraction of the angle to their velocity. */
  readonly slerp: boolean;
  /** True if a behavior chooses the next velocity itself. `maxForce` and `minSpeed` do not apply then. */
  readonly safe: boolean;
  /** The behavior that guides agents to a target or quarry that they can hit; undefined if there is none. */
  readonly guidance: BehaviorPlan | undefined;
  /** Whether a hit ends the agent itself, and whether it ends the quarry. */
  readonly hitEnds: { readonly self: boolean; readonly quarry: boolean };
  /** Whether the agents of the species have goals. */
  readonly goals: boolean;
  /** The reports of the species. Report k has bit k in state.reported. */
  readonly reports: readonly ReportPlan[];
  /** Whether an agent of this species ends when another agent hits it. */
  readonly prey: boolean;
  /** The births and deaths that the laws of the species can decide; undefined if they decide none. */
  readonly life: LifePlan | undefined;
  /** The trail that agents of the species leave; undefined for none. */
  readonly trail: Trail | undefined;
  /** The sparks at a hit by an agent of the species; undefined if its hits emit none. */
  readonly sparks: Sparks | undefined;
}

export interface TargetPlan {
  readonly name: string;
  readonly radius: number;
  readonly stiffness: number;
  readonly damping: number;
  readonly impact: number;
  readonly motion: MotionPlan | undefined;
}

/** The motion of a target's home or of an obstacle. It depends only on the time. */
export type MotionPlan =
  | {
      readonly type: 'orbit';
      readonly start: readonly [number, number, number];
      readonly center: readonly [number, number, number];
      /** A unit vector. */
      readonly axis: readonly [number, number, number];
      readonly rate: number;
    }
  | { readonly type: 'path'; readonly path: number; readonly speed: number };

export interface ObstaclesPlan {
  /**
   * The number of rows for obstacles in memory: for the obstacles of the scenario, and for those that commands may add.
   */
  readonly capacity: number;
  /** Whether obstacles can change during a run. If so, they are part of the state hash and of snapshots. */
  readonly change: boolean;
  /** Whether memory is reserved for the corners of polygons. */
  readonly polygons: boolean;
  /** For each row, the motion that the scenario gives to the obstacle; undefined for an obstacle without motion. */
  readonly motions: readonly (MotionPlan | undefined)[];
}

/**
 * The size and position of the map. The costs of its cells are in state.mapCost, row after row, beginning with the
 * lowest y.
 */
export interface MapPlan {
  readonly width: number;
  readonly height: number;
  readonly cellSize: number;
  readonly origin: readonly [number, number];
  /** The number of neighbor cells to which routes and flow fields can lead from a cell: 4 or 8. */
  readonly neighbors: Neighbors;
  /** For each flow field, the index of its target. */
  readonly fields: readonly number[];
  /** How slopes increase the cost of paths; only in a world with heights. */
  readonly slope: SlopePlan | undefined;
}

/**
 * The numbers that describe the mesh and the grid of squares over it, such as the sizes of their arrays. The arrays are
 * in `constants`; see path/mesh/nav-mesh.ts.
 */
export interface MeshPlan {
  readonly polygons: number;
  readonly corners: number;
  readonly vertices: number;
  readonly left: number;
  readonly low: number;
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  readonly entries: number;
  /** Whether all heights are 0. */
  readonly flat: boolean;
  /** The maximum distance (m) beyond an edge of the mesh at which a point still counts as inside. */
  readonly hair: number;
  /** The names of the areas, and the names and durations (s) of the links. */
  readonly areas: readonly string[];
  readonly links: readonly { readonly name: string; readonly duration: number }[];
  /** The number of links, each counted once for each direction. */
  readonly linkWays: number;
  /** Whether there are areas or links, so that commands can change what ways cost. */
  readonly changes: boolean;
  /** The maximum distance (m) of a goal from the mesh. */
  readonly reach: number;
}

/** A path of the scenario. Its points are in constants.pathPoint. */
export interface PathPlan {
  readonly name: string;
  readonly first: number;
  readonly count: number;
  readonly closed: boolean;
}

export interface LauncherPlan {
  readonly name: string;
  readonly species: number;
  readonly target: number;
  readonly position: readonly [number, number, number];
  readonly speed: number;
  readonly aim: Launcher['aim'];
}

/**
 * Everything that a worker must know about a scenario, except the numbers in shared memory. It is small, plain data
 * that is sent to each thread once.
 */
export interface Plan {
  readonly name: string;
  readonly seed: number;
  readonly dt: number;
  readonly dimensions: 2 | 3;
  readonly bounds: Bounds;
  readonly agents: number;
  readonly ids: IdPlan;
  readonly species: readonly SpeciesPlan[];
  /** The roles of all species, in the order of the species, then of their states. */
  readonly roles: readonly RolePlan[];
  /** Whether any species has states. If not, each species has a single role. */
  readonly hasStates: boolean;
  /** Whether the role of an agent can differ from its species. */
  readonly writesRoles: boolean;
  /** The laws of the behaviors. A law that several behaviors use is listed once. */
  readonly laws: readonly LawPlan[];
  readonly targets: readonly TargetPlan[];
  readonly paths: readonly PathPlan[];
  readonly launchers: readonly LauncherPlan[];
  readonly obstacles: ObstaclesPlan;
  readonly extras: Extras;
  /** How agents share out their searches for routes; undefined if all may search in each tick. */
  readonly routes: RoutesPlan | undefined;
  /** The columns that species and laws declare. */
  readonly columns: readonly ColumnPlan[];
  /** The scalar fields, which laws read and deposit into. */
  readonly scalars: readonly ScalarPlan[];
  /** The planes in which laws stage births and deaths. Most worlds have none. */
  readonly lifePlanes: readonly LifePlane[];
  /** Whether any law can let agents be born. */
  readonly births: boolean;
  readonly map: MapPlan | undefined;
  readonly heights: HeightsPlan | undefined;
  readonly mesh: MeshPlan | undefined;
  readonly grid: Grid;
  /**
   * The trees over agents. A species has a tree if some behavior searches for the nearest agent of the species. It also
   * has a tree if some behavior that sees the species finds neighbors in trees (see `looksInTrees`).
   */
  readonly trees: readonly TreePlan[];
  /**
   * The rare species, as bits: bit s stands for species s. A species is rare if it is seen by a behavior that finds
   * neighbors in trees (see `looksInTrees`).
   */
  readonly rare: number;
  readonly maxWorkers: number;
  readonly kernel: KernelName;
  /** The number of states in memory, at least 2. The state of a tick has the index tick % states. */
  readonly ring: number;
  /** The capacity of the ring of particle births; 0 if no species emits particles. */
  readonly particles: number;
  /**
   * The number of agents that are guided, have a lifetime, or end when another agent hits them. In one tick, each of
   * these agents may raise one event.
   */
  readonly mortals: number;
  /** The maximum number of events that reports can raise in one tick; 0 without reports. */
  readonly reports: number;
  /** The largest neighbor radius (m) that the bounds allow. */
  readonly largestRadius: number;
}

/** Computes the plan of a scenario. Does not allocate the memory of the world. */
export function planOf(
  scenario: Scenario,
  maxWorkers: number,
  seed = scenario.seed,
  kernel: KernelName = 'ts',
  ring = 2,
): Plan {
  const species: SpeciesPlan[] = [];
  const roles: Omit<RolePlan, 'like'>[] = [];
  let first = 0;
  let row = 0;
  let mortals = 0;
  const prey = preyOf(scenario);
  const trees = treesOf(scenario);
  const columns = columnsPlanOf(scenario);
  const laws = lawPlansOf(scenario, columns);
  for (const [index, one] of scenario.species.entries()) {
    const firstRole = roles.length;
    const behaviors = one.behaviors.map((behavior): BehaviorPlan => {
      const type = behavior.type;
      const law = laws.indexOf(behavior);
      const after = isAimed(behavior) && !seeksGoal(behavior, one) ? behavior : undefined;
      const parameters = behaviorParametersOf(behavior, scenario.laws);
      const plan = {
        type,
        law,
        slots: parameters.map(({ name }) => name),
        asksForVelocity: asksForVelocity(parameters),
        filters: definitionOf(type)?.filters ?? laws.plans[law]?.law.result === 'velocity',
        index: row++,
        species: index,
        role: firstRole,
        settings: behavior,
        target: after ? targetOf(after, scenario) : -1,
        quarry: after ? quarryOf(after, scenario) : -1,
        tree: after ? treeOf(after, after, scenario, trees) : -1,
        assignable: isAssignable(behavior),
        place: seeksGoal(behavior, one) ? 'goal' : placeOf(laws.plans[law]?.law),
        path: pathOf(behavior, scenario),
        mask: maskOf(behavior, scenario),
        second: undefined,
        wanting: undefined,
        staging: undefined,
      };
      const second = secondOf(behavior, plan, scenario, trees);
      const wants = laws.wantsIndexOf(behavior);
      const wanting =
        wants < 0 ? undefined : { ...plan, second, law: wants, asksForVelocity: false };
      const stages = laws.stagingIndexOf(behavior);
      const staging =
        stages < 0 ? undefined : { ...plan, second, law: stages, asksForVelocity: false };
      return { ...plan, second, wanting, staging };
    });
    roles.push(...rolesOf(one, index, firstRole, behaviors));
    const guidance = behaviors.find(({ settings }) => isGuided(settings));
    const mortal =
      guidance !== undefined ||
      one.lifetime !== undefined ||
      one.atGround === 'end' ||
      prey.has(one.name);
    const count = capacityOf(one);
    const isPool = one.spawn.type === 'pool';
    if (mortal) mortals += count;
    species.push({
      name: one.name,
      first,
      ...movesOf(one, scenario),
      atGround: one.atGround ?? 'pass',
      count,
      start: isPool ? 0 : one.count,
      recycles: (one.whenFull ?? (isPool ? 'recycle' : 'refuse')) === 'recycle',
      behaviors,
      states: statePlansOf(one, scenario, columns),
      firstRole,
      priority: one.compose === 'priority',
      slerp: one.turn === 'slerp',
      safe: behaviors.some(
        ({ type, law }) => type === 'orca' || laws.plans[law]?.law.result === 'velocity',
      ),
      guidance,
      hitEnds: hitEndsOf(one),
      goals: one.goals !== undefined,
      reports: shareSearches(
        (one.reports ?? []).map((report) => reportPlanOf(report, one, scenario)),
      ),
      prey: prey.has(one.name),
      life: lifePlanOf(one, { ...scenario, columns }),
      trail: one.trail,
      sparks: guidance === undefined ? undefined : one.sparks,
    });
    first += count;
  }
  const priorities = species.map(({ priority }) => priority);
  const hasStates = species.some(({ states }) => states.length > 0);
  const like = likeRoles(roles, laws.plans, priorities);
  return {
    name: scenario.name,
    seed,
    dt: Math.fround(scenario.dt),
    dimensions: scenario.dimensions,
    bounds: flattened(scenario.bounds, scenario.dimensions),
    agents: first,
    ids: planIds(first),
    species,
    roles: roles.map((role, k) => ({ ...role, like: like[k] })),
    hasStates,
    writesRoles: hasStates || like.some((first, role) => first !== role),
    laws: laws.plans,
    targets: scenario.targets.map((target) => {
      const { name, radius, stiffness, damping, impact } = target;
      return {
        name,
        radius,
        stiffness,
        damping,
        impact,
        motion: motionOf(target.position, target.motion, scenario),
      };
    }),
    paths: pathsOf(scenario),
    launchers: scenario.launchers.map((launcher) => ({
      name: launcher.name,
      species: indexOfName(scenario.species, launcher.species),
      target: indexOfName(scenario.targets, launcher.target),
      position: ontoTorus(
        flat(launcher.position, scenario.dimensions),
        scenario.bounds,
        scenario.dimensions,
      ),
      speed: launcher.speed,
      aim: launcher.aim,
    })),
    obstacles: obstaclesPlanOf(scenario),
    extras: extrasOf(scenario),
    routes: routesPlanOf(scenario),
    columns,
    scalars: scalarPlansOf(scenario, laws.plans),
    lifePlanes: lifePlanesOf(laws.plans, columns),
    births: hasBirths(scenario),
    map: mapPlanOf(scenario),
    heights: heightsPlanOf(scenario),
    mesh: meshPlanOf(scenario),
    grid: planGrid(scenario),
    trees,
    rare: rareOf(scenario),
    maxWorkers,
    kernel,
    ring,
    particles: species.some(({ trail, sparks }) => trail ?? sparks)
      ? scenario.particles.capacity
      : 0,
    mortals,
    reports: species.reduce((sum, { count, reports }) => sum + count * reports.length, 0),
    largestRadius: largestRadius(scenario.bounds, scenario.dimensions),
  };
}

/**
 * Whether a behavior asks for a velocity: its force is then weight (kg/s) * (desired velocity - velocity). The answer
 * follows from the parameters.
 */
function asksForVelocity(parameters: readonly Parameter[]): boolean {
  return parameters.some(({ name, unit }) => name === 'weight' && unit === 'kg/s');
}

/** Plans the roles of a species and the behaviors of each role. `first` is the index of the first of these roles. */
function rolesOf(
  { states = [] }: Scenario['species'][number],
  species: number,
  first: number,
  behaviors: readonly BehaviorPlan[],
): Omit<RolePlan, 'like'>[] {
  const names = states.length === 0 ? [undefined] : states.map(({ name }) => name);
  return names.map((name, k) => {
    const own = behaviors
      .filter(({ settings }) => name === undefined || (settings.states?.includes(name) ?? true))
      .map((behavior) => inRole(behavior, first + k));
    return { species, behaviors: own };
  });
}

/** Returns a copy of a behavior. The copy steers only the agents of one role. */
function inRole(behavior: BehaviorPlan, role: number): BehaviorPlan {
  const of = (behavior: BehaviorPlan | undefined) => behavior && inRole(behavior, role);
  const { second, wanting, staging } = behavior;
  return {
    ...behavior,
    role,
    second: of(second),
    wanting: of(wanting),
    staging: of(staging),
  };
}

/** The aim of a behavior, or its second aim. */
interface Aimed {
  readonly target?: string | undefined;
  readonly quarry?: string | undefined;
}

function isAimed(behavior: Behavior): behavior is Behavior & Aimed {
  return choosesAim(behavior) || behavior.type === 'flowField';
}

function targetOf({ target, quarry }: Aimed, scenario: Scenario): number {
  if (quarry !== undefined) return -1;
  return target === undefined ? 0 : indexOfName(scenario.targets, target);
}

function quarryOf({ quarry }: Aimed, scenario: Scenario): number {
  return quarry === undefined ? -1 : indexOfName(scenario.species, quarry);
}

function secondOf(
  behavior: Behavior,
  plan: BehaviorPlan,
  scenario: Scenario,
  trees: readonly TreePlan[],
): BehaviorPlan | undefined {
  const second = choosesAim(behavior) ? behavior.second : undefined;
  if (second === undefined) return undefined;
  return {
    ...plan,
    target: targetOf(second, scenario),
    quarry: quarryOf(second, scenario),
    tree: treeOf(behavior, second, scenario, trees),
    assignable: false,
  };
}

/**
 * The index of the tree in which a behavior searches for the nearest agent of the species `aim.quarry`; -1 if the
 * behavior searches in no tree.
 */
function treeOf(
  behavior: Behavior,
  aim: Aimed,
  scenario: Scenario,
  trees: readonly TreePlan[],
): number {
  if ('choose' in behavior && behavior.choose === 'assigned') return -1;
  const quarry = quarryOf(aim, scenario);
  return trees.findIndex(({ species }) => species === quarry);
}

function placeOf(law: WorkedLaw | undefined): PlaceKind | undefined {
  return law !== undefined && isPlace(law.aim) ? law.aim : undefined;
}

/**
 * The index of the path that a behavior follows; -1 for none. A behavior that needs a path but names none follows the
 * first path of the scenario.
 */
function pathOf(behavior: Behavior, scenario: Scenario): number {
  if (!needsOf(behavior.type, scenario.laws).includes('path')) return -1;
  const { path } = behavior as { path?: string };
  return path === undefined ? 0 : indexOfName(scenario.paths, path);
}

/** The names of the species whose agents end when another agent hits them. */
function preyOf(scenario: Scenario): Set<string> {
  const prey = new Set<string>();
  for (const species of scenario.species) {
    const quarry = species.behaviors.find(isGuided)?.quarry;
    if (quarry !== undefined && hitEndsOf(species).quarry) prey.add(quarry);
  }
  return prey;
}

function hitEndsOf({ behaviors }: Pick<Scenario['species'][number], 'behaviors'>) {
  const ends = behaviors.find(isGuided)?.ends ?? 'both';
  return { self: ends !== 'quarry', quarry: ends !== 'self' };
}

function pathsOf({ paths }: Scenario): PathPlan[] {
  let first = 0;
  return paths.map(({ name, points, closed }) => {
    const path = { name, first, count: points.length, closed };
    first += points.length;
    return path;
  });
}

function mapPlanOf(scenario: Scenario): MapPlan | undefined {
  if (scenario.map === undefined) return undefined;
  const { rows, cellSize, origin, neighbors = 8 } = scenario.map;
  const fields = new Set<number>();
  for (const behavior of scenario.species.flatMap(({ behaviors }) => behaviors)) {
    if (behavior.type === 'flowField') fields.add(targetOf(behavior, scenario));
  }
  return {
    width: columnsOf(rows),
    height: rows.length,
    cellSize,
    origin: [origin[0], origin[1]],
    neighbors,
    fields: [...fields],
    slope: slopePlanOf(scenario),
  };
}

function meshPlanOf(scenario: Scenario): MeshPlan | undefined {
  const mesh = meshInputOf(scenario);
  if (mesh === undefined) return undefined;
  const { polygons, vertices, x, flat, hair, bins, links: ways } = meshOf(mesh);
  const { areas = [], links = [] } = scenario.ground ?? {};
  const { left, low, size, columns, rows } = bins;
  return {
    polygons,
    corners: x.length,
    vertices,
    left,
    low,
    size,
    columns,
    rows,
    entries: bins.polygon.length,
    flat,
    hair,
    reach: mesh.reach,
    areas: areas.map(({ name }) => name),
    links: links.map(({ name, duration }) => ({ name, duration })),
    linkWays: ways.count,
    changes: areas.length + links.length > 0,
  };
}

function obstaclesPlanOf(scenario: Scenario): ObstaclesPlan {
  const { obstacles, obstacleCapacity, dimensions } = scenario;
  const isAtRest = (obstacle: Obstacle): boolean =>
    obstacle.motion === undefined &&
    obstacle.velocity === undefined &&
    !('angularVelocity' in obstacle && obstacle.angularVelocity !== undefined);
  return {
    capacity: obstacles.length + (obstacleCapacity ?? 0),
    change: obstacleCapacity !== undefined || !obstacles.every(isAtRest),
    polygons:
      dimensions === 2 &&
      ((obstacleCapacity ?? 0) > 0 || obstacles.some(({ type }) => type === 'polygon')),
    motions: obstacles.map((obstacle) =>
      motionOf(shapeNumbersOf(obstacle, dimensions).center, obstacle.motion, scenario),
    ),
  };
}

function motionOf(
  position: readonly [number, number, number],
  motion: Motion | undefined,
  scenario: Scenario,
): MotionPlan | undefined {
  if (motion === undefined) return undefined;
  if (motion.type === 'path') {
    const path = indexOfName(scenario.paths, motion.path);
    return { type: 'path', path, speed: motion.speed };
  }
  const { dimensions } = scenario;
  const [x, y, z] = motion.axis;
  const length = Math.sqrt(x * x + y * y + z * z);
  return {
    type: 'orbit',
    start: flat(position, dimensions),
    center: flat(motion.center, dimensions),
    axis: dimensions === 2 ? [0, 0, 1] : [x / length, y / length, z / length],
    rate: motion.rate,
  };
}

function rareOf(scenario: Scenario): number {
  let rare = 0;
  for (const behavior of scenario.species.flatMap(({ behaviors }) => behaviors)) {
    if (looksInTrees(behavior, scenario)) rare |= maskOf(behavior, scenario);
  }
  return rare >>> 0;
}

function indexOfName(named: readonly { readonly name: string }[], name: string): number {
  return named.findIndex((element) => element.name === name);
}

function flattened(bounds: Bounds, dimensions: 2 | 3): Bounds {
  if (bounds.type === 'open') return bounds;
  return { ...bounds, min: flat(bounds.min, dimensions), max: flat(bounds.max, dimensions) };
}
