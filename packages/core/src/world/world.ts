import type { Command, Scenario } from '../scenario/schema.ts';
import type { NearestQueryTwin } from '../simd/nearest-query-twin.ts';
import { type ColumnViews, columnViewsOf } from './columns.ts';
import type { CommandQueue } from './command-queue.ts';
import type { WorldEvent } from './events.ts';
import type { Hold } from './hold.ts';
import {
  CONSTANT_ROWS,
  CONTROL_ROWS,
  type Constants,
  type Control,
  layoutOf,
  PARTICLE_ROWS,
  type Particles,
  SCRATCH_ROWS,
  type Scratch,
  STATE_ROWS,
  type State,
  viewsOf,
  WORD,
} from './layout.ts';
import type { Memory } from './memory.ts';
import type { KernelName, Plan } from './plan.ts';
import { type FieldViews, fieldViewsOf } from './scalar-fields.ts';
import { countsOf } from './sizes.ts';
import type { TreePlan } from './tree-plan.ts';

/** What a thread needs to attach to a world; can be posted to it. */
export interface WorldHandle {
  readonly memory: Memory;
  readonly plan: Plan;
  /** The SIMD kernels, compiled once for all threads; undefined when TypeScript steps the world. */
  readonly module: WebAssembly.Module | undefined;
  /** The laws of its scenario, compiled for the same kernels; undefined where there are none. */
  readonly lawModule: WebAssembly.Module | undefined;
}

/** A state, with the columns that species and laws declare, and the scalar fields, by name. */
export type WorldState = State & Pick<Views, 'columns' | 'fields'>;

/**
 * One memory and the views of it that kernels use. Each thread has its own `SharedWorld` object over
 * the same bytes.
 */
export interface SharedWorld {
  readonly plan: Plan;
  /** Tick t, which everybody reads. */
  front: WorldState;
  /** Tick t + 1, which workers write in their own slices. */
  back: WorldState;
  /** The two that take turns as front and back: front is the one at tick & 1. */
  readonly states: readonly [WorldState, WorldState];
  readonly scratch: Scratch;
  readonly constants: Constants;
  readonly control: Control;
  readonly particles: Particles;
  /** The tick of front, as this thread last saw it. */
  frontTick: number;
  /** Kernels by phase that take the place of the TypeScript ones in this thread. */
  twins: Partial<Record<string, (...parameters: KernelParameters) => void>>;
  /** What takes the place of the TypeScript kernel of particles in this thread. */
  particleTwin: ParticleKernel | undefined;
  /** What takes the place of the TypeScript search for the nearest of a species in this thread. */
  nearestTwin: NearestSearch | undefined;
  /** What takes the place of the TypeScript search for the nearest to points in this thread. */
  nearestQueries: NearestQueryTwin | undefined;
  /** The tick whose positions the trees are over, as far as this thread knows; -1 for none. */
  treeTick: number;
  /** To be called where a kernel may take long, as in each search: shows that this thread lives. */
  live: () => void;
}

/**
 * Evaluates the births from place `from` of the ring on into the rows [begin, end), all of one tick,
 * with the factors of the worker.
 */
export type ParticleKernel = (
  world: SharedWorld,
  from: number,
  begin: number,
  end: number,
  worker: number,
) => void;

/** Finds what nearestInTree finds. */
export type NearestSearch = (
  world: SharedWorld,
  tree: TreePlan,
  i: number,
  sight: number,
) => number;

type KernelParameters = [world: SharedWorld, begin: number, end: number, worker: number];

/**
 * What is drawn, printed and measured; of the front state. Take it again after each run. `heading` and
 * `up` are empty unless a species has a turnRate, aligns by heading, turns by quaternion without
 * `level`, or has a law that reads them. `mapCost`, by cell from the least x and y on, 0 for a wall, is empty unless the
 * scenario has a map; `assignedTarget` and `assignedQuarry` are unless a behavior is assignable.
 */
export type Views = Pick<
  State,
  | 'id'
  | 'slot'
  | 'species'
  | 'status'
  | 'position'
  | 'velocity'
  | 'birth'
  | 'targetPosition'
  | 'targetVelocity'
  | 'targetDrift'
  | 'mapCost'
  | 'mapVersion'
  | 'heading'
  | 'up'
  | 'assignedTarget'
  | 'assignedQuarry'
  | 'obstacleKind'
  | 'obstacleCenter'
  | 'obstacleRadius'
  | 'obstacleExtent'
  | 'obstaclePoint'
  | 'obstacleRotation'
  | 'obstacleVelocity'
  | 'obstacleSpin'
  | 'obstacleVersion'
> & {
  /** The columns that species and laws declare, by name. */
  readonly columns: ColumnViews;
  /** The scalar fields of the scenario, by name. */
  readonly fields: FieldViews;
};

/** A world as the host holds it: the shared part, and what only the host keeps. */
export interface World extends SharedWorld {
  /** Steps taken so far, by whichever thread. */
  readonly tick: number;
  readonly scenario: Scenario;
  readonly handle: WorldHandle;
  /** True when threads can share it. */
  readonly shared: boolean;
  readonly maxWorkers: number;
  /** How it is stepped, in every thread. */
  readonly kernel: KernelName;
  /** Agents, living and dead. */
  readonly count: number;
  /** Size of its memory. */
  readonly bytes: number;
  readonly views: Views;
  /** The commands that came from outside, stamped: with scenario and seed they replay the run. */
  readonly log: readonly Command[];
  /** What waits for the host; see commands.ts and events.ts. */
  readonly host: HostQueues;
  /** What may step it now; set by teams. */
  hold: Hold;
}

/** Kept by the host, outside the shared memory. */
export interface HostQueues {
  readonly log: Command[];
  /** Those whose step is still to come. */
  readonly commands: CommandQueue;
  /** Events that were read from the ring and have not been taken. */
  events: WorldEvent[];
}

/** Takes up the tick that other threads have reached; for host functions that read the front. */
export function refresh(world: SharedWorld): void {
  turnTo(world, Atomics.load(world.control.word, WORD.tick));
  // Positions may have been written by hand since.
  world.treeTick = -1;
}

/** Makes `tick` the front tick of this thread's view of the world. */
export function turnTo(world: SharedWorld, tick: number): void {
  world.frontTick = tick;
  world.front = world.states[(tick & 1) as 0 | 1];
  world.back = world.states[((tick + 1) & 1) as 0 | 1];
}

/** What a host knows of a world besides its memory. */
export type WorldFacts = Omit<
  World,
  keyof SharedWorld | 'tick' | 'views' | 'log' | 'count' | 'shared'
>;

/** A world as a host holds it, over the views of its memory. */
export function worldOver(attached: SharedWorld, facts: WorldFacts): World {
  return {
    ...attached,
    ...facts,
    log: facts.host.log,
    count: attached.plan.agents,
    shared: facts.handle.memory.shared,
    get tick() {
      return Atomics.load(this.control.word, WORD.tick);
    },
    get views() {
      return this.states[(this.tick & 1) as 0 | 1];
    },
  };
}

/** Makes the views of a memory, as of tick 0. */
export function attachViews({ memory, plan }: WorldHandle): SharedWorld {
  const counts = countsOf(plan);
  const layout = layoutOf(plan);
  const { buffer } = memory;
  const stateAt = (at: number): WorldState => {
    const state = viewsOf(STATE_ROWS, counts, buffer, at);
    const columns = columnViewsOf(plan.columns, plan.agents, state);
    return { ...state, columns, fields: fieldViewsOf(plan.scalars, state) };
  };
  const states = [stateAt(layout.states[0]), stateAt(layout.states[1])] as const;
  return {
    plan,
    front: states[0],
    back: states[1],
    states,
    scratch: viewsOf(SCRATCH_ROWS, counts, buffer, layout.scratch),
    constants: viewsOf(CONSTANT_ROWS, counts, buffer, layout.constants),
    control: viewsOf(CONTROL_ROWS, counts, buffer, layout.control),
    particles: viewsOf(PARTICLE_ROWS, counts, buffer, layout.particles),
    frontTick: 0,
    twins: {},
    particleTwin: undefined,
    nearestTwin: undefined,
    nearestQueries: undefined,
    treeTick: -1,
    live: () => {},
  };
}
