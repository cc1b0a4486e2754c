import { createAround, neighborsInCellsInto } from '../grid/around.ts';
import { type Lanes, type LawBlock, LawEvaluator, type PairColumns } from '../laws/evaluator.ts';
import {
  type AimColumn,
  type AimNumber,
  type DeclaredColumn,
  isDeclared,
  type OtherColumn,
  type SelfColumn,
} from '../laws/node.ts';
import type { AimPlan, LawPlan } from '../laws/plane-plan.ts';
import { depositPlane, isDepositPlane } from '../laws/results.ts';
import { reachOf, type Uniform } from '../laws/uniform.ts';
import { isLawType } from '../scenario/law-type.ts';
import { farthestReach } from '../scenario/neighbor-ranges.ts';
import { speciesSlotOf } from '../scenario/slots.ts';
import { columnPlanes } from '../world/column-planes.ts';
import type { ColumnArray } from '../world/declared-views.ts';
import { RECORD } from '../world/layout.ts';
import { lifeViews } from '../world/life.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { rolesIn } from '../world/roles.ts';
import { depositColumns } from '../world/scalar-fields.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { type Aim, createAim } from './aim.ts';
import type { Steer } from './behavior.ts';
import { aimWithin, type Band, bandOf } from './find-aim.ts';

const fround = Math.fround;

/** The slots of those species parameters that a law can read. */
export const SPECIES_SLOTS_OF_LAWS = {
  mass: speciesSlotOf('mass'),
  radius: speciesSlotOf('radius'),
  maxSpeed: speciesSlotOf('maxSpeed'),
  maxForce: speciesSlotOf('maxForce'),
  damping: speciesSlotOf('damping'),
  forceFactor: speciesSlotOf('forceFactor'),
} as const;

const evaluators = new WeakMap<LawPlan, LawEvaluator>();

/**
 * Agents are steered in blocks. `BLOCK` is the maximum number of agents in a block. `PAIRS` is the approximate maximum
 * number of pairs in a block. A pair is an agent of the block and one of its neighbors.
 */
const BLOCK = 64;
const PAIRS = 8192;
/**
 * The number of agents in the first block. Before this block is steered, the number of neighbors per agent is unknown.
 */
const FIRST_BLOCK = 4;

/** Steers by a law. Either adds the law's force (N) to the force of earlier behaviors, or replaces their force. */
export const steerLaw: Steer = (world, behavior, begin, end) => {
  if (isIdle(world, behavior)) return;
  const plan = world.plan.laws[behavior.law];
  const evaluator = evaluatorOf(plan);
  const block = new AgentBlock(world, {
    ...uniformOf(world, behavior),
    species: behavior.species,
    mask: behavior.mask,
    aims: aimsOfLaw(world, behavior, plan.aims),
  });
  const planes = plan.law.planes && {
    views: planesNamed(world, plan.law.planes),
    adds: plan.law.planes.map(isDepositPlane),
  };
  const { status } = world.front;
  const roles = rolesIn(world);
  let most = FIRST_BLOCK;
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    block.take(i);
    if (block.count < most) continue;
    most = steerBlock(evaluator, block, behavior, planes);
  }
  if (block.count > 0) steerBlock(evaluator, block, behavior, planes);
};

/**
 * Returns whether a behavior can be skipped. A built-in behavior can be skipped if its weight is 0. An example is a
 * behavior that follows a released pointer. A law of the scenario can act even if its weight is 0, so it is never
 * skipped.
 */
export function isIdle({ front }: SharedWorld, { type, slots, index }: BehaviorPlan): boolean {
  if (isLawType(type)) return false;
  const slot = slots.indexOf('weight');
  return slot >= 0 && front.behaviorParameters[index * RECORD + slot] === 0;
}

/** Steers a block of agents. Returns the size of the next block, which is small where agents have many neighbors. */
function steerBlock(
  evaluator: LawEvaluator,
  block: AgentBlock,
  { filters }: BehaviorPlan,
  planes: StagedPlanes | undefined,
): number {
  const values = evaluator.evaluate(block);
  if (planes === undefined) block.push(values, !filters);
  else block.stage(values, planes);
  const perAgent = Math.max(1, block.pairs / block.count);
  block.clear();
  return Math.max(1, Math.min(BLOCK, Math.floor(PAIRS / perAgent)));
}

/**
 * The planes in which a law stages values. For each plane, says whether a staged value is added to the plane, or
 * replaces what the plane holds.
 */
interface StagedPlanes {
  readonly views: readonly ColumnArray[];
  readonly adds: readonly boolean[];
}

/** Returns the planes with the given names. */
function planesNamed(world: SharedWorld, names: readonly string[]): readonly ColumnArray[] {
  const lives = lifeViews(world);
  return names.map((name) => {
    const field = world.plan.scalars.find((scalar) => depositPlane(scalar.name) === name);
    if (field !== undefined) return depositColumns(world)[field.deposit].amount;
    return lives.get(name) ?? columnPlanes(world).find((plane) => plane.name === name)!.staged;
  });
}

function evaluatorOf(plan: LawPlan): LawEvaluator {
  const known = evaluators.get(plan);
  if (known !== undefined) return known;
  const evaluator = new LawEvaluator(plan.law);
  evaluators.set(plan, evaluator);
  return evaluator;
}

type VectorColumn = 'position' | 'velocity' | 'heading' | 'up' | 'force';

const aim = createAim();
const around = createAround();

/** One aim of a law, with its behavior and the range of distances in which the behavior acts. */
export interface AimOfLaw extends AimPlan {
  readonly behavior: BehaviorPlan;
  readonly band: Band;
}

interface AimOfBlock extends AimOfLaw {
  readonly values: Readonly<Partial<Record<AimColumn, Float64Array>>>;
}

const ANYWHERE: Band = { from: 0, to: Number.POSITIVE_INFINITY, reach: Number.POSITIVE_INFINITY };

/**
 * Returns the aims of a behavior's law. Each aim comes with the range of distances at which the law acts at present. A
 * law with two aims acts at any distance.
 */
export function aimsOfLaw(
  { front }: SharedWorld,
  behavior: BehaviorPlan,
  aims: readonly AimPlan[],
): readonly AimOfLaw[] {
  const band = aims.length === 1 ? bandOf(front.behaviorParameters, behavior) : ANYWHERE;
  return aims.map((aim, k) => ({ ...aim, behavior: k === 0 ? behavior : behavior.second!, band }));
}

/** The pairs that the agents of a block form with their neighbors. The buffer grows when needed. */
let pairs = pairColumns(1024);

function pairColumns(most: number) {
  return {
    agent: new Int32Array(most),
    place: new Int32Array(most),
    x: new Float32Array(most),
    y: new Float32Array(most),
    z: new Float32Array(most),
  };
}

/** The pairs that were found while `sharePairs` runs, by what was looked for. Undefined at other times. */
let found: Map<string, Found> | undefined;

interface Found {
  readonly count: number;
  readonly pairs: typeof pairs;
}

/** The maximum number of pairs of a block that are kept. */
const MOST_SHARED = 4 * PAIRS;

/**
 * Runs `work`, which steers agents by several behaviors while nothing moves. Behaviors that look for the same neighbors
 * of the same agents share one search.
 */
export function sharePairs(work: () => void): void {
  found = new Map();
  try {
    work();
  } finally {
    found = undefined;
  }
}

function widenPairs(most: number, count: number): void {
  const wider = pairColumns(most);
  for (const column of ['agent', 'place', 'x', 'y', 'z'] as const) {
    wider[column].set(pairs[column].subarray(0, count));
  }
  pairs = wider;
}

/**
 * Evaluates a law for agents of one species, with the default parameters of the law. Laws that need an aim are not
 * allowed. The species need not have a behavior with this law. Returns forces (N) or velocities (m/s).
 *
 * @param places the places of the agents, at most `MAX_EVALUATED`
 * @returns x, y and z by agent, valid until the next call
 */
export function evaluateLawAt(
  world: SharedWorld,
  plan: LawPlan,
  species: number,
  places: ArrayLike<number>,
): readonly Lanes[] {
  const { parameters } = plan.law;
  const block = new AgentBlock(world, {
    worldOf: worldOf(world, 0),
    parameterOf: (name) => parameters[name].default,
    species,
    mask: ALL,
    aims: [],
  });
  for (let k = 0; k < places.length; k++) block.take(places[k]);
  return evaluatorOf(plan).evaluate(block);
}

export const MAX_EVALUATED = BLOCK;

/** The mask that includes all species. */
const ALL = 0xffffffff;

/** Values that all agents of a block share. */
interface Shared extends Uniform {
  readonly species: number;
  /** Bit s is set if the agents see species s. */
  readonly mask: number;
  readonly aims: readonly AimOfLaw[];
}

/** A block of agents of a species, in the form that a law reads. */
class AgentBlock implements LawBlock {
  readonly farthest: number;
  readonly parameterOf: LawBlock['parameterOf'];
  readonly worldOf: LawBlock['worldOf'];
  /**
   * The largest number of pairs that one search has found. A pair is an agent of this block and one of its neighbors.
   */
  pairs = 0;
  count = 0;
  readonly #world: SharedWorld;
  readonly #shared: Shared;
  readonly #places = new Int32Array(BLOCK);
  /** The aims of the agents of the block, one entry for each aim of the law. */
  readonly #aims: readonly AimOfBlock[];

  constructor(world: SharedWorld, shared: Shared) {
    this.parameterOf = shared.parameterOf;
    this.worldOf = shared.worldOf;
    this.#world = world;
    this.#shared = shared;
    this.#aims = shared.aims.map((law) => {
      const columns: readonly AimColumn[] = law.isOptional
        ? [...law.columns, 'found']
        : law.columns;
      const values = Object.fromEntries(columns.map((column) => [column, new Float64Array(BLOCK)]));
      return { ...law, values };
    });
    this.farthest = farthestReach(world.plan.largestRadius);
  }

  /** If the law acts on the agent at place `i`, adds this agent to the block. */
  take(i: number): void {
    for (const { behavior, band, columns, isOptional, values } of this.#aims) {
      const isFound = aimWithin(aim, this.#world, behavior, i, band);
      if (!isFound && !isOptional) return;
      for (const column of columns) {
        values[column]![this.count] = isFound ? aimColumn(aim, column) : 0;
      }
      if (isOptional) values.found![this.count] = isFound ? 1 : 0;
    }
    this.#places[this.count++] = i;
  }

  clear(): void {
    this.count = 0;
    this.pairs = 0;
  }

  /**
   * If `adds` is true, adds the results of a law to the forces of the agents. Otherwise, the results replace the
   * forces.
   */
  push(vector: readonly Lanes[], adds: boolean): void {
    const { force } = this.#world.scratch;
    (['x', 'y', 'z'] as const).forEach((axis, n) => {
      const { values, mask } = vector[n];
      for (let k = 0; k < this.count; k++) {
        const i = this.#places[k];
        force[axis][i] = adds ? fround(force[axis][i] + values[k & mask]) : values[k & mask];
      }
    });
  }

  /**
   * Stages next values of columns, decisions about lives, and deposits. If a value of an agent is NaN, stages nothing
   * for the agent. Its force then becomes NaN, so that the agent is put into quarantine.
   */
  stage(values: readonly Lanes[], { views, adds }: StagedPlanes): void {
    for (let k = 0; k < this.count; k++) {
      const i = this.#places[k];
      if (values.some(({ values, mask }) => Number.isNaN(values[k & mask]))) {
        this.#world.scratch.force.x[i] = Number.NaN;
        continue;
      }
      views.forEach((staged, n) => {
        const value = values[n].values[k & values[n].mask];
        staged[i] = adds[n] ? fround(staged[i] + value) : value;
      });
    }
  }

  readonly selfOf = (column: SelfColumn | DeclaredColumn): ArrayLike<number> | number => {
    const { front, scratch } = this.#world;
    if (isDeclared(column)) return this.#gather(frontOf(this.#world, column));
    if (column === 'species') return this.#shared.species;
    if (column === 'id' || column === 'birth') return this.#gather(front[column]);
    if (column in SPECIES_SLOTS_OF_LAWS) {
      const slot = SPECIES_SLOTS_OF_LAWS[column as keyof typeof SPECIES_SLOTS_OF_LAWS];
      return front.speciesParameters[this.#shared.species * RECORD + slot];
    }
    const [name, axis] = column.split('.') as [VectorColumn, 'x' | 'y' | 'z'];
    return this.#gather(name === 'force' ? scratch.force[axis] : front[name][axis]);
  };

  readonly aimOf = (column: AimColumn): ArrayLike<number> => this.#aims[0].values[column]!;
  readonly secondOf = (column: AimColumn): ArrayLike<number> => this.#aims[1].values[column]!;
  readonly cellsOf = (field: string): ArrayLike<number> => this.#world.front.fields[field].values;
  readonly live = (): void => this.#world.live();

  readonly pairsWithin = (reach: number): PairColumns => {
    const { velocity, heading, id, species, speciesParameters } = this.#world.front;
    const {
      count,
      pairs: { agent, place, x, y, z },
    } = this.#find(reach);
    this.pairs = Math.max(this.pairs, count);
    // In a crowd, gathering a column takes a while.
    const gather = (name: GatheredColumn, column: ArrayLike<number>) => {
      this.live();
      return gatherInto(gatheredColumn(name, count), column, place, count);
    };
    const ofSpecies = (name: 'mass' | 'radius') => {
      const slot = SPECIES_SLOTS_OF_LAWS[name];
      const values = gather(name, species);
      for (let k = 0; k < count; k++) values[k] = speciesParameters[values[k] * RECORD + slot];
      return values;
    };
    this.live();
    const columns = {
      count,
      agent,
      'offset.x': x,
      'offset.y': y,
      'offset.z': z,
      get 'velocity.x'() {
        return gather('velocity.x', velocity.x);
      },
      get 'velocity.y'() {
        return gather('velocity.y', velocity.y);
      },
      get 'velocity.z'() {
        return gather('velocity.z', velocity.z);
      },
      get 'heading.x'() {
        return gather('heading.x', heading.x);
      },
      get 'heading.y'() {
        return gather('heading.y', heading.y);
      },
      get 'heading.z'() {
        return gather('heading.z', heading.z);
      },
      get mass() {
        return ofSpecies('mass');
      },
      get radius() {
        return ofSpecies('radius');
      },
      get id() {
        return gather('id', id);
      },
      get species() {
        return gather('species', species);
      },
    };
    for (const { name, front } of columnPlanes(this.#world)) {
      const column = `column.${name}` as const;
      Object.defineProperty(columns, column, { get: () => gather(column, front) });
    }
    return columns as PairColumns;
  };

  /** Finds the pairs within `reach` (m), or takes those that another behavior has found. */
  #find(reach: number): Found {
    const { mask, species } = this.#shared;
    // A law with an aim may leave out some agents.
    const key = `${species} ${this.#places[0]} ${this.#places[this.count - 1]} ${this.count} ${reach} ${mask}`;
    const shares = found !== undefined && this.#aims.length === 0;
    const known = shares ? found!.get(key) : undefined;
    if (known !== undefined) return known;
    let count = 0;
    for (let j = 0; j < this.count && reach >= 0; j++) {
      neighborsInCellsInto(around, this.#world, this.#places[j], reach, mask);
      if (count + around.count > pairs.place.length) widenPairs(2 * (count + around.count), count);
      pairs.agent.fill(j, count, count + around.count);
      for (const column of ['place', 'x', 'y', 'z'] as const) {
        pairs[column].set(around[column].subarray(0, around.count), count);
      }
      count += around.count;
    }
    if (!shares || count > MOST_SHARED) return { count, pairs };
    const { agent, place, x, y, z } = pairs;
    const own = {
      ...{ agent: agent.slice(0, count), place: place.slice(0, count) },
      ...{ x: x.slice(0, count), y: y.slice(0, count), z: z.slice(0, count) },
    };
    found!.set(key, { count, pairs: own });
    return { count, pairs: own };
  }

  #gather(column: ArrayLike<number>): Float64Array {
    return gatherInto(new Float64Array(this.count), column, this.#places, this.count);
  }
}

/** Returns a plane of a declared column, from the front state. */
function frontOf(world: SharedWorld, column: DeclaredColumn): ArrayLike<number> {
  return columnPlanes(world).find(({ name }) => `column.${name}` === column)!.front;
}

type GatheredColumn = Exclude<OtherColumn, `offset.${string}`> | DeclaredColumn;

/**
 * Buffers for the columns of the pairs of a block. A buffer is reused, and replaced only when a block has more pairs
 * than fit.
 */
const gathered = new Map<GatheredColumn, Float64Array>();

function gatheredColumn(name: GatheredColumn, count: number): Float64Array {
  const known = gathered.get(name);
  if (known !== undefined && known.length >= count) return known;
  const column = new Float64Array(2 * count);
  gathered.set(name, column);
  return column;
}

function gatherInto(
  values: Float64Array,
  column: ArrayLike<number>,
  places: ArrayLike<number>,
  count: number,
): Float64Array {
  for (let k = 0; k < count; k++) values[k] = column[places[k]];
  return values;
}

const AIM_VALUES = {
  'offset.x': 'x',
  'offset.y': 'y',
  'offset.z': 'z',
  'velocity.x': 'velocityX',
  'velocity.y': 'velocityY',
  'velocity.z': 'velocityZ',
  'acceleration.x': 'accelerationX',
  'acceleration.y': 'accelerationY',
  'acceleration.z': 'accelerationZ',
  radius: 'radius',
  'heading.x': 'headingX',
  'heading.y': 'headingY',
  'heading.z': 'headingZ',
  'up.x': 'upX',
  'up.y': 'upY',
  'up.z': 'upZ',
} as const satisfies Readonly<Record<AimNumber, keyof Aim>>;

/** Returns the value of a column of an agent's aim. */
export function aimColumn(of: Aim, column: AimNumber): number {
  return of[AIM_VALUES[column]];
}

/** Returns the values that are the same for all agents of a law's behavior, at the tick of the front state. */
export function uniformOf(world: SharedWorld, behavior: BehaviorPlan): Uniform {
  const { behaviorParameters } = world.front;
  return {
    parameterOf: (name) =>
      behaviorParameters[behavior.index * RECORD + behavior.slots.indexOf(name)],
    worldOf: worldOf(world, behavior.index),
  };
}

function worldOf({ frontTick, plan }: SharedWorld, behavior: number): Uniform['worldOf'] {
  const { seed, dt, dimensions } = plan;
  const values = { dt, tick: frontTick, seed, dimensions, behavior };
  return (value) => values[value];
}

/**
 * Returns the present reach (m) of a neighbor set in a behavior's law. All neighbors of the set are within this
 * distance. If the set is empty for every agent, returns NaN. `set` is the number of the set's node in the law.
 */
export function reachOfSet(world: SharedWorld, behavior: BehaviorPlan, set: number): number {
  const { laws, largestRadius } = world.plan;
  const { law } = laws[behavior.law];
  return reachOf(law, set, uniformOf(world, behavior), farthestReach(largestRadius));
}
