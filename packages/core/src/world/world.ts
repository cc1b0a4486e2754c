import type { Command, Scenario } from '../scenario/schema.ts';
import type { CommandQueue } from './command-queue.ts';
import {
  type ColumnViews,
  columnViewsOf,
  type FieldViews,
  fieldViewsOf,
} from './declared-views.ts';
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
import { indexOfTick } from './ring.ts';
import { countsOf } from './sizes.ts';
import type { TreePlan } from './tree-plan.ts';

/** Everything that a thread needs to attach to a world. It can be sent to the thread by postMessage. */
export interface WorldHandle {
  readonly memory: Memory;
  readonly plan: Plan;
}

/** A state of a world: its built-in columns, and, by name, the columns and scalar fields that the scenario declares. */
export type WorldState = State & Pick<Views, 'columns' | 'fields'>;

/**
 * The memory of a world, and the views of it that kernels use. Each thread has its own `SharedWorld` object over the
 * same bytes.
 */
export interface SharedWorld {
  readonly plan: Plan;
  readonly memory: Memory;
  /** The front state: tick t, which all workers read. */
  front: WorldState;
  /** The back state, which is tick t + 1. Each worker writes its own slice of this state. */
  back: WorldState;
  /** The states that take turns as front and back state, see `indexOfTick`. */
  readonly states: readonly WorldState[];
  readonly scratch: Scratch;
  readonly constants: Constants;
  readonly control: Control;
  readonly particles: Particles;
  /** The tick of the front state, as this thread last saw it. */
  frontTick: number;
  /**
   * The kernels that replace TypeScript kernels in this thread, by the name of the phase. Undefined until this thread
   * steps the world for the first time; see tick/phase-kernels.ts.
   */
  twins: Partial<Record<string, (...parameters: KernelParameters) => void>> | undefined;
  /**
   * The search for the nearest agent of a species. In this thread, it replaces the search in TypeScript. Undefined if
   * nothing replaces the search in TypeScript.
   */
  nearestTwin: NearestSearch | undefined;
  /**
   * The trees contain the agents' positions at this tick, as far as this thread knows. The value -1 means that no trees
   * can be used.
   */
  treeTick: number;
  /**
   * A function that shows that this thread is alive. Kernels call it wherever they may take long, such as in each
   * search.
   */
  live: () => void;
}

/** A search that gives the same results as nearestInTree. */
export type NearestSearch = (
  world: SharedWorld,
  tree: TreePlan,
  i: number,
  sight: number,
) => number;

type KernelParameters = [world: SharedWorld, begin: number, end: number, worker: number];

/**
 * Views of the front state, to draw, print and measure a world. Get them again after each run.
 *
 * `heading` and `up` are empty unless a species:
 *
 * - has a `turnRate`
 * - aligns by heading
 * - turns by quaternion without `level`
 * - has a law that reads them
 *
 * `mapCost` has the cost of each cell, beginning with the lowest x and y. A wall has cost 0. If the scenario has no
 * map, `mapCost` is empty. Without a ground, `polygon` is empty, and without links, `link`. `linkOpen` has 1 for each
 * link of the ground that is open, and 0 for each that is closed. If no behavior is assignable, `assignedTarget` and
 * `assignedQuarry` are empty.
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
  | 'linkOpen'
  | 'heading'
  | 'up'
  | 'polygon'
  | 'link'
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

/** A world as the host sees it: the part that all threads share, and data that only the host keeps. */
export interface World extends SharedWorld {
  /** The last finished tick. It may be later than that of this memory, see `ahead`. */
  readonly tick: number;
  /** How many ticks later the state on a graphics card is than that of this memory; 0 if it is not there alone. */
  ahead: number;
  readonly scenario: Scenario;
  readonly handle: WorldHandle;
  /** Whether threads can share the world. */
  readonly shared: boolean;
  readonly maxWorkers: number;
  /** The kernel that steps the world, in every thread. */
  readonly kernel: KernelName;
  /** The number of rows for agents, including dead agents. */
  readonly count: number;
  /** The size of the world's memory in bytes. */
  readonly bytes: number;
  readonly views: Views;
  /**
   * The commands that programs have given to the world, each with its tick. If `logSince` is 0, only these commands, the
   * scenario and the seed are needed to replay the run.
   */
  readonly log: readonly Command[];
  /** The first tick of which `log` has all commands. */
  readonly logSince: number;
  /** The commands and events that the host keeps; see commands.ts and events.ts. */
  readonly host: HostQueues;
  /** Says whether a team holds the world. This decides which code may step the world now. Teams set this value. */
  hold: Hold;
}

/** The queues that the host keeps outside the shared memory. */
export interface HostQueues {
  readonly log: Command[];
  /** The first tick of which `log` has all commands. */
  logSince: number;
  /** How often `load` has put another state in the place of the world's own. */
  loads: number;
  /** The commands that no step has executed yet. */
  readonly commands: CommandQueue;
  /** The events that were read from the ring, but that no program has taken yet. */
  events: WorldEvent[];
  /** The latest tick of which a program has taken an event; -1 for none. */
  eventsTaken: number;
}

/**
 * Updates this thread's view of the world to the tick that other threads have reached. Host functions call it before
 * they read the front state.
 */
export function refresh(world: SharedWorld): void {
  turnTo(world, Atomics.load(world.control.word, WORD.tick));
  // The caller may have written positions since the trees were built.
  world.treeTick = -1;
}

/** Makes `tick` the front tick of this thread's view of the world. */
export function turnTo(world: SharedWorld, tick: number): void {
  world.frontTick = tick;
  world.front = world.states[indexOfTick(world.plan, tick)];
  world.back = world.states[indexOfTick(world.plan, tick + 1)];
}

/** What a host knows about a world in addition to its memory. */
export type WorldFacts = Omit<
  World,
  keyof SharedWorld | 'tick' | 'views' | 'log' | 'logSince' | 'count' | 'shared'
>;

/** Creates the host's world object from `facts` and from the views of the world's memory. */
export function worldOver(attached: SharedWorld, facts: WorldFacts): World {
  return {
    ...attached,
    ...facts,
    log: facts.host.log,
    count: attached.plan.agents,
    shared: facts.handle.memory.shared,
    get tick() {
      return Atomics.load(this.control.word, WORD.tick) + this.ahead;
    },
    get logSince() {
      return this.host.logSince;
    },
    get views() {
      return this.states[indexOfTick(this.plan, Atomics.load(this.control.word, WORD.tick))];
    },
  };
}

/** Creates the views of a world's memory, set to tick 0. Call `refresh` to set them to the current tick. */
export function attachViews({ memory, plan }: WorldHandle): SharedWorld {
  const counts = countsOf(plan);
  const layout = layoutOf(plan);
  const { buffer } = memory;
  const stateAt = (at: number): WorldState => {
    const state = viewsOf(STATE_ROWS, counts, buffer, at);
    const columns = columnViewsOf(plan.columns, plan.agents, state);
    return { ...state, columns, fields: fieldViewsOf(plan.scalars, state) };
  };
  const states = layout.states.map(stateAt);
  return {
    plan,
    memory,
    front: states[0],
    back: states[1],
    states,
    scratch: viewsOf(SCRATCH_ROWS, counts, buffer, layout.scratch),
    constants: viewsOf(CONSTANT_ROWS, counts, buffer, layout.constants),
    control: viewsOf(CONTROL_ROWS, counts, buffer, layout.control),
    particles: viewsOf(PARTICLE_ROWS, counts, buffer, layout.particles),
    frontTick: 0,
    twins: undefined,
    nearestTwin: undefined,
    treeTick: -1,
    live: () => {},
  };
}
