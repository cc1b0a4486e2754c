import { isPlace, type PlaceKind, type WorkedLaw } from '../laws/law.ts';
import type { LawPlan } from '../laws/plane-plan.ts';
import type { Neighbors } from '../path/octile.ts';
import { choosesAim, isAssignable, seeksGoal } from '../scenario/aim-keys.ts';
import { definitionOf } from '../scenario/behavior-types.ts';
import { largestRadius } from '../scenario/meaning.ts';
import { meshOf } from '../scenario/mesh.ts';
import { needsOf } from '../scenario/needs.ts';
import { shapeNumbersOf } from '../scenario/obstacles/index.ts';
import { roomOf } from '../scenario/room-of.ts';
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
import { type ColumnPlan, columnsPlanOf } from './columns.ts';
import { type Extras, extrasOf } from './extras.ts';
import { type Grid, planGrid } from './grid-plan.ts';
import { type HeightsPlan, heightsPlanOf, type SlopePlan, slopePlanOf } from './heights-plan.ts';
import { type IdPlan, planIds } from './ids.ts';
import { lawPlansOf } from './law-plans.ts';
import { hasBirths, type LifePlan, type LifePlane, lifePlanesOf, lifePlanOf } from './life.ts';
import { flat, ontoTorus } from './points.ts';
import { type ReportPlan, reportPlanOf } from './report-plan.ts';
import { type ScalarPlan, scalarPlansOf } from './scalar-plan.ts';
import { looksInTrees, treesOf } from './sought.ts';
import { type StatePlan, statePlansOf } from './state-plan.ts';
import type { TreePlan } from './tree-plan.ts';

/** The ways to step a world: readable TypeScript, or SIMD. Both give the same bits. */
export type KernelName = 'ts' | 'simd';

/** A behavior as kernels need it; its numbers are in state.behaviorParameters. */
export interface BehaviorPlan {
  readonly type: Behavior['type'];
  /** Index of its law in the plan, or -1 for one that has a kernel of its own. */
  readonly law: number;
  /** The names of its numbers, by slot. */
  readonly slots: readonly string[];
  /** Whether its force is weight (kg/s) x (desired velocity - velocity). */
  readonly asksForVelocity: boolean;
  /** Whether it replaces the force of the behaviors before it in the list; those after it add to it. */
  readonly filters: boolean;
  /** Row in state.behaviorParameters. */
  readonly index: number;
  /** Index of the species it steers. */
  readonly species: number;
  /** Index of the role of those that it steers. */
  readonly role: number;
  /** The scenario's entry, for its names and choices; numbers may have been set again in memory. */
  readonly settings: Behavior;
  /** Index of its target, or -1. */
  readonly target: number;
  /** Index of the species it goes after, or -1. */
  readonly quarry: number;
  /** Whether its agents may be given another target, or another agent of its quarry, by a command. */
  readonly assignable: boolean;
  /** Index of the tree in which it looks for the nearest of its quarry, or -1. */
  readonly tree: number;
  /** For a behavior between two aims: itself, with the other aim. */
  readonly second: BehaviorPlan | undefined;
  /** Where its law says what it wants, before context steering: itself, with that in place of its force. */
  readonly wanting: BehaviorPlan | undefined;
  /** Where its law writes columns, or decides of lives: itself, with what it stages of these in place of its force. */
  readonly staging: BehaviorPlan | undefined;
  /** What it goes after, where that is neither a target nor an agent. */
  readonly place: PlaceKind | undefined;
  /** Index of its path, or -1. */
  readonly path: number;
  /** Bit s is set when it sees species s. */
  readonly mask: number;
  /** Which of the species' neighbor passes serves it, or -1. */
  readonly pass: number;
}

/** Up to one behavior of each neighbor kind, which share one walk over the neighbors. */
export interface NeighborPass {
  readonly cohesion: BehaviorPlan | undefined;
  readonly alignment: BehaviorPlan | undefined;
  readonly separation: BehaviorPlan | undefined;
}

/** The agents of a species that are in one state, or all of a species without states: those that behave alike. */
export interface RolePlan {
  /** Index of the species. */
  readonly species: number;
  /** Those that act in the state, in the order of the species' list. */
  readonly behaviors: readonly BehaviorPlan[];
  readonly passes: readonly NeighborPass[];
}

export interface SpeciesPlan {
  readonly name: string;
  /** The index of its first agent. */
  readonly first: number;
  /** Room for its agents: those that it starts with, and those that may be born. */
  readonly count: number;
  /** How many of them live at the start. */
  readonly start: number;
  /** Whether a birth takes the place of the oldest where there is no room; else it is refused. */
  readonly recycles: boolean;
  /** All of them, whatever the state in which they act. */
  readonly behaviors: readonly BehaviorPlan[];
  /** None of a species without states. */
  readonly states: readonly StatePlan[];
  /** The role of its first state, or its only one; those of the other states follow. */
  readonly firstRole: number;
  /** True when each behavior has only what is left of maxForce. */
  readonly priority: boolean;
  /** True when its bodies turn by a share of the angle to their velocity. */
  readonly slerp: boolean;
  /** True when a behavior chooses the next velocity itself: maxForce and minSpeed do not bind it. */
  readonly safe: boolean;
  /** The behavior that flies it onto what it can hit, if any. */
  readonly guidance: BehaviorPlan | undefined;
  /** What its hits end: its own agent, and the quarry. */
  readonly hitEnds: { readonly self: boolean; readonly quarry: boolean };
  /** Whether its agents have goals. */
  readonly goals: boolean;
  /** What it reports; the place in the list is the bit in state.reported. */
  readonly reports: readonly ReportPlan[];
  /** Whether agents of a species end its own by hits. */
  readonly prey: boolean;
  /** What its laws decide of the lives of its agents; undefined where they decide nothing. */
  readonly life: LifePlan | undefined;
  /** What it leaves along its path, if anything. */
  readonly trail: Trail | undefined;
  /** What flies off where it hits, if anything. */
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

/** How the home of a target moves; a function of time alone. */
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
  /** Rows in memory: those of the scenario, and those that commands may add. */
  readonly room: number;
  /** Whether they can change in a run: then they are part of the state hash and of snapshots. */
  readonly change: boolean;
  /** Whether there is room for the corners of polygons. */
  readonly polygons: boolean;
  /** The motions of those of the scenario, by row. */
  readonly motions: readonly (MotionPlan | undefined)[];
}

/** Where the map lies; its cells are in constants.mapCost, row after row from the least y on. */
export interface MapPlan {
  readonly width: number;
  readonly height: number;
  readonly cellSize: number;
  readonly origin: readonly [number, number];
  /** To how many neighbors of a cell routes and flow fields lead. */
  readonly neighbors: Neighbors;
  /** The targets that have a flow field, by field. */
  readonly fields: readonly number[];
  /** What slopes cost on its ways; only where there are heights. */
  readonly slope: SlopePlan | undefined;
}

/** How large the mesh in constants is, and the squares over it, see path/mesh/nav-mesh.ts. */
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
  /** How far (m) beyond an edge a point still counts as inside. */
  readonly hair: number;
  /** How far (m) beside the mesh a goal may be. */
  readonly reach: number;
}

/** A path whose points are in constants.pathPoint. */
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
 * What a worker must know of a scenario, apart from the numbers in memory: small, plain data that is
 * sent to each thread once.
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
  /** In the order of the species, then of their states. */
  readonly roles: readonly RolePlan[];
  /** Whether any species has states; else roles are the species. */
  readonly hasStates: boolean;
  /** The laws that behaviors have. */
  readonly laws: readonly LawPlan[];
  readonly targets: readonly TargetPlan[];
  readonly paths: readonly PathPlan[];
  readonly launchers: readonly LauncherPlan[];
  readonly obstacles: ObstaclesPlan;
  readonly extras: Extras;
  /** The columns that species and laws declare. */
  readonly columns: readonly ColumnPlan[];
  /** Grids of values that laws read and deposit into. */
  readonly scalars: readonly ScalarPlan[];
  /** The planes in which laws stage what they decide of lives; none in most worlds. */
  readonly lifePlanes: readonly LifePlane[];
  /** Whether anything can be born by a law. */
  readonly births: boolean;
  readonly map: MapPlan | undefined;
  readonly heights: HeightsPlan | undefined;
  readonly mesh: MeshPlan | undefined;
  readonly grid: Grid;
  /** Over each species in which a behavior looks for the nearest. */
  readonly trees: readonly TreePlan[];
  /** Bits of the species whose agents are found in trees by behaviors that see no others. */
  readonly rare: number;
  readonly maxWorkers: number;
  readonly kernel: KernelName;
  /** Births that the ring keeps; 0 when no species emits particles. */
  readonly particles: number;
  /** Agents that can die, so that each may raise an event in one tick. */
  readonly mortals: number;
  /** Events that reports of species may raise in one tick; 0 when none has any. */
  readonly reports: number;
  /** Largest neighbor radius (m) that the bounds allow. */
  readonly largestRadius: number;
}

const NEIGHBOR_TYPES = ['cohesion', 'alignment', 'separation'] as const;
type NeighborType = (typeof NEIGHBOR_TYPES)[number];

function isNeighborType(type: Behavior['type']): type is NeighborType {
  return (NEIGHBOR_TYPES as readonly string[]).includes(type);
}

/** Works out the plan of a scenario; allocates nothing. */
export function planOf(
  scenario: Scenario,
  maxWorkers: number,
  seed = scenario.seed,
  kernel: KernelName = 'ts',
): Plan {
  const species: SpeciesPlan[] = [];
  const roles: RolePlan[] = [];
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
        pass: -1,
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
    const mortal = guidance !== undefined || one.lifetime !== undefined || prey.has(one.name);
    const count = roomOf(one);
    const isPool = one.spawn.type === 'pool';
    if (mortal) mortals += count;
    species.push({
      name: one.name,
      first,
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
      reports: (one.reports ?? []).map((report) => reportPlanOf(report, one, scenario)),
      prey: prey.has(one.name),
      life: lifePlanOf(one, { ...scenario, columns }),
      trail: one.trail,
      sparks: guidance === undefined ? undefined : one.sparks,
    });
    first += count;
  }
  return {
    name: scenario.name,
    seed,
    dt: Math.fround(scenario.dt),
    dimensions: scenario.dimensions,
    bounds: flattened(scenario.bounds, scenario.dimensions),
    agents: first,
    ids: planIds(first),
    species,
    roles,
    hasStates: species.some(({ states }) => states.length > 0),
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
    columns,
    scalars: scalarPlansOf(scenario, laws.plans),
    lifePlanes: lifePlanesOf(laws.plans, columns),
    births: hasBirths(scenario),
    map: mapPlanOf(scenario),
    heights: heightsPlanOf(scenario),
    mesh: meshPlanOf(scenario),
    grid: planGrid(scenario, first),
    trees,
    rare: rareOf(scenario),
    maxWorkers,
    kernel,
    particles: species.some(({ trail, sparks }) => trail ?? sparks)
      ? scenario.particles.capacity
      : 0,
    mortals,
    reports: species.reduce((sum, { count, reports }) => sum + count * reports.length, 0),
    largestRadius: largestRadius(scenario.bounds, scenario.dimensions),
  };
}

/** Whether a behavior asks for a velocity: its force is weight (kg/s) x (desired velocity - velocity). */
function asksForVelocity(parameters: readonly Parameter[]): boolean {
  return parameters.some(({ name, unit }) => name === 'weight' && unit === 'kg/s');
}

/** The roles of a species from `first` on, with its behaviors as each has them. */
function rolesOf(
  { states = [] }: Scenario['species'][number],
  species: number,
  first: number,
  behaviors: readonly BehaviorPlan[],
): RolePlan[] {
  const names = states.length === 0 ? [undefined] : states.map(({ name }) => name);
  return names.map((name, k) => {
    const uses: Record<NeighborType, number> = { cohesion: 0, alignment: 0, separation: 0 };
    const own = behaviors
      .filter(({ settings }) => name === undefined || (settings.states?.includes(name) ?? true))
      .map((one) => inRole(one, first + k, isNeighborType(one.type) ? uses[one.type]++ : -1));
    return { species, behaviors: own, passes: passesOf(own) };
  });
}

/** A behavior as it steers the agents of a role. */
function inRole(behavior: BehaviorPlan, role: number, pass: number): BehaviorPlan {
  const of = (one: BehaviorPlan | undefined) => one && inRole(one, role, pass);
  const { second, wanting, staging } = behavior;
  return {
    ...behavior,
    role,
    pass,
    second: of(second),
    wanting: of(wanting),
    staging: of(staging),
  };
}

function passesOf(behaviors: readonly BehaviorPlan[]): NeighborPass[] {
  const passes: NeighborPass[] = [];
  for (const behavior of behaviors) {
    while (passes.length <= behavior.pass) {
      const of = (type: NeighborType): BehaviorPlan | undefined =>
        behaviors.find((b) => b.type === type && b.pass === passes.length);
      passes.push({
        cohesion: of('cohesion'),
        alignment: of('alignment'),
        separation: of('separation'),
      });
    }
  }
  return passes;
}

/** What a behavior or its second half goes after. */
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

/** The tree in which a behavior looks for the nearest of an aim's quarry. */
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

/** Of a behavior along a path: the first one when it names none. */
function pathOf(behavior: Behavior, scenario: Scenario): number {
  if (!needsOf(behavior.type, scenario.laws).includes('path')) return -1;
  const { path } = behavior as { path?: string };
  return path === undefined ? 0 : indexOfName(scenario.paths, path);
}

/** The names of the species whose agents end when others hit them. */
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
    width: rows[0].length,
    height: rows.length,
    cellSize,
    origin: [origin[0], origin[1]],
    neighbors,
    fields: [...fields],
    slope: slopePlanOf(scenario),
  };
}

function meshPlanOf({ mesh }: Scenario): MeshPlan | undefined {
  if (mesh === undefined) return undefined;
  const { polygons, vertices, x, hair, bins } = meshOf(mesh);
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
    hair,
    reach: mesh.reach,
  };
}

function obstaclesPlanOf(scenario: Scenario): ObstaclesPlan {
  const { obstacles, obstacleCapacity, dimensions } = scenario;
  const isAtRest = (obstacle: Obstacle): boolean =>
    obstacle.motion === undefined &&
    obstacle.velocity === undefined &&
    !('angularVelocity' in obstacle && obstacle.angularVelocity !== undefined);
  return {
    room: obstacles.length + (obstacleCapacity ?? 0),
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

function maskOf(behavior: Behavior, scenario: Scenario): number {
  const seen = 'species' in behavior ? behavior.species : undefined;
  if (seen === undefined) return 0xffffffff;
  let mask = 0;
  for (const name of seen) mask |= 1 << indexOfName(scenario.species, name);
  return mask >>> 0;
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
