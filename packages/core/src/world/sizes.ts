import { FRAME_BYTES, type LawPlan, PAIRS_BYTES } from '../laws/plane-plan.ts';
import { MAX_NEIGHBORS, MAX_SLOTS } from '../schema/limits.ts';
import { MAX_CORNERS } from '../shapes/polygon.ts';
import { columnWords, planesWords } from './column-plan.ts';
import { type EngineCounts, engineCounts } from './engine-columns.ts';
import type { Plan, RolePlan } from './plan.ts';
import { bucketStride, depositsOf, scalarCells } from './scalar-plan.ts';
import {
  BLOCK_WORDS,
  blocksFor,
  FAN,
  LEAF,
  NODE_WORDS,
  nodesFor,
  PART_WORDS,
  TREE_SCRATCH,
} from './tree-plan.ts';

/** The number of words in a row of the table that describes the layers of the grid. */
export const GRID_WORDS = 48;

/** Where the row of a layer begins in that table, in bytes. */
export function layerRow(layer: number): number {
  return 4 * GRID_WORDS * layer;
}

/** The number of ticks for which a world keeps hashes and times. A longer run is divided into segments. */
export const TRACE_TICKS = 4096;
/** The maximum number of commands that may be pending at once, from the scenario and from programs. */
export const MAX_PENDING_COMMANDS = 1_000_000;
/** The maximum number of agents that the commands of one tick may list, or that may get a command of their own. */
const MAX_COMMANDED = 0x20000;
/** The number of commands that fit into one tick of a world with few agents. */
const FEWEST_COMMANDS = 16_000;

/**
 * The capacity of the command window, in commands: one for each agent. The window is in shared memory and contains the
 * commands of the next ticks. The commands of one tick must fit into it.
 */
function commandsOf({ agents }: Pick<Plan, 'agents'>): number {
  return Math.max(FEWEST_COMMANDS, Math.min(agents, MAX_COMMANDED));
}
/**
 * SIMD kernels look up planes by number in tables, one for each state that can be the front state. This is the maximum
 * number of planes in a table. Planes that only some worlds have are not counted.
 */
const ADDRESSES = 304;
/**
 * The byte offset of each list in a worker's memory for the SIMD neighbor search. The lists hold runs of cells, blocks
 * of places, candidates, and pairs. There is room for the candidates of all blocks, and for the pairs of a cluster with
 * 128 candidates. Each list has spare bytes, because whole vectors are written past its end.
 */
export const NEIGHBOR_SCRATCH = {
  runs: 0,
  blocks: 64,
  blocksEnd: 64 + 512 * 8,
  candidates: 64 + 512 * 8 + 64,
  pairs: 64 + 512 * 8 + 64 + 2048 * 4 + 64,
  bytes: 64 + 512 * 8 + 64 + 2048 * 4 + 64 + PAIRS_BYTES,
} as const;
/** The number of obstacles within reach of one agent for which the SIMD twin of ORCA always has room. */
export const ORCA_OBSTACLES = 16;
/**
 * The number of bytes for the half spaces of one agent. There are half spaces for the six walls, for obstacles, for
 * contacts and for neighbors, and room for one more. Each half space has four f64.
 */
const ORCA_ROWS = 32 * (6 + ORCA_OBSTACLES + 2 * MAX_NEIGHBORS + 1);
/** The number of bytes for a list of neighbors, see assembly/nearest.ts. Each neighbor has two words. */
const ORCA_LIST = 2 * (4 * 2 * MAX_NEIGHBORS + 64);
/**
 * The layout of a worker's memory for ORCA in SIMD: byte offsets, and the total size `bytes`. A list begins at each of
 * the offsets, but not at `obstacles`. The list at `rows` has all half spaces of an agent. It begins with the half
 * spaces of walls and of obstacles, which must fit in front of the offset `obstacles`.
 */
export const ORCA_SCRATCH = {
  found: 0,
  sorted: ORCA_LIST,
  rows: 2 * ORCA_LIST,
  obstacles: 2 * ORCA_LIST + 32 * (6 + ORCA_OBSTACLES),
  bisectors: 2 * ORCA_LIST + ORCA_ROWS,
  cut: 2 * ORCA_LIST + 2 * ORCA_ROWS,
  bytes: 64 * Math.ceil((2 * ORCA_LIST + 3 * ORCA_ROWS) / 64),
} as const;
/**
 * The number of agents for which SIMD finds the nearest agents in advance. Used for behaviors that request one nearest
 * agent at a time.
 */
export const NEAREST_AHEAD = 64;
/**
 * The number of agents that are steered together, and of buckets that are stepped together. It is small enough for intermediate results to stay in the L1 cache.
 */
export const BLOCK = 256;
/**
 * The layout of a worker's memory for nearest-agent searches in SIMD, in words: the offset of each list, and the total
 * size. `ahead` is the list of results that were found in advance. `block` is the list of results for a block. `group`
 * is the group of agents for which a search is in progress.
 */
export const NEAREST_SCRATCH = {
  ahead: 0,
  block: NEAREST_AHEAD,
  group: NEAREST_AHEAD + BLOCK,
  words: NEAREST_AHEAD + BLOCK + 8 * 16,
} as const;
/** The number of elements of a plane of a law: one block, plus the spare lanes of its last cluster. */
export const PLANE = BLOCK + 16;
/** Maximum number of slots adjacent to one slot. */
export const NEXT = 6;
/**
 * The layout of a worker's memory for context steering in SIMD, in bytes. `cluster` and `call` are those of walks over
 * neighbors, see assembly/candidates.ts. `away` are the sums over neighbors, and `linear`, `kept`, `limit` and `aim` are
 * those of src/steering/context; all of them have a number for each agent of a block. `slot`, `fit` and `next` describe
 * the directions. `interest` and `danger` are the maps of four agents.
 */
// biome-ignore format: several in each line.
export const CONTEXT_SCRATCH = listsOf({
  cluster: 64,
  call: 8,
  awayX: 4 * PLANE, awayY: 4 * PLANE, awayZ: 4 * PLANE,
  linear: 16 * BLOCK, kept: 4 * BLOCK, limit: 4 * BLOCK,
  aimX: 4 * BLOCK, aimY: 4 * BLOCK, aimZ: 4 * BLOCK,
  slotX: 4 * MAX_SLOTS, slotY: 4 * MAX_SLOTS, slotZ: 4 * MAX_SLOTS,
  fitX: 4 * MAX_SLOTS * NEXT, fitY: 4 * MAX_SLOTS * NEXT, fitZ: 4 * MAX_SLOTS * NEXT,
  next: 4 * MAX_SLOTS * NEXT,
  interest: 16 * MAX_SLOTS, danger: 16 * MAX_SLOTS,
  lanes: 64,
});

/** Returns where each list of a scratch memory begins, and where the last one ends. All numbers are in bytes. */
function listsOf<Name extends string>(lists: Readonly<Record<Name, number>>) {
  let bytes = 0;
  const starts = {} as Record<Name, number>;
  for (const name of Object.keys(lists) as Name[]) {
    starts[name] = bytes;
    bytes += 64 * Math.ceil(lists[name] / 64);
  }
  return { ...starts, bytes };
}

/**
 * The maximum number of quarantine events in one tick. Further quarantined agents raise no event, but the status column
 * shows them, too.
 */
export const MAX_QUARANTINE_EVENTS = 64;

/**
 * The number of values per obstacle in the list of obstacles near a block of agents: form, center, extent and radius.
 */
export const OBSTACLE_RECORD = 8;

/**
 * The number of obstacle records for which each worker has room. On a torus, an agent can see several images of each
 * obstacle. If there are more than this, TypeScript looks at them instead of SIMD.
 */
export function recordsOf({ obstacles, grid, dimensions }: Plan): number {
  return obstacles.capacity * (grid.wrap ? 1 << dimensions : 1);
}

/** For each kind of column, its number of elements. */
export interface Counts extends EngineCounts {
  agent: number;
  species: number;
  behavior: number;
  target: number;
  obstacle: number;
  obstaclePointWord: number;
  obstacleScratchPerWorker: number;
  command: number;
  commandPlaceWord: number;
  commandValueWord: number;
  cellEnd: number;
  cellPerWorker: number;
  worker: number;
  workerEnd: number;
  workerPerWorker: number;
  trace: number;
  event: number;
  word: number;
  world: number;
  address: number;
  gridNumber: number;
  lanePack: number;
  neighborScratchPerWorker: number;
  limitPerWorker: number;
  lawScratchPerWorker: number;
  particle: number;
  factorPerWorker: number;
  pathPoint: number;
  reportAgent: number;
  roleAgent: number;
  bendsIndex: number;
  mapCell: number;
  heightPoint: number;
  meshPolygon: number;
  meshPolygonEnd: number;
  meshCorner: number;
  meshLink: number;
  meshLinkWay: number;
  meshAreaOfSpecies: number;
  meshBinEnd: number;
  meshBinEntry: number;
  field: number;
  fieldCell: number;
  customWord: number;
  stagedCustomWord: number;
  stagedLifeWord: number;
  parentAgent: number;
  wantedPerWorker: number;
  orcaScratchPerWorker: number;
  contextScratchPerWorker: number;
  treePartWord: number;
  treeTopWord: number;
  treeNodeWord: number;
  treeBlockWord: number;
  treeAgent: number;
  treeScratchPerWorker: number;
  nearestPerWorker: number;
  scalarCell: number;
  depositWord: number;
  bucketPerWorker: number;
}

/**
 * The number of addresses in a table of planes. SIMD kernels look up planes of memory in it. There is a table for each
 * state that can be the front state.
 */
export function addressesPerTable({
  columns,
  lifePlanes,
  scalars,
}: Pick<Plan, 'columns' | 'lifePlanes' | 'scalars'>): number {
  const declared = columns.reduce((sum, { planes }) => sum + planes.length, 0);
  return ADDRESSES + 2 * declared + lifePlanes.length + scalars.length + depositsOf(scalars);
}

export function countsOf(plan: Plan): Counts {
  let behaviors = 0;
  for (const species of plan.species) behaviors += species.behaviors.length;
  const last = plan.paths.at(-1);
  const { map } = plan;
  const cells = map === undefined ? 0 : map.width * map.height;
  const fields = map?.fields.length ?? 0;
  return {
    agent: plan.agents,
    species: plan.species.length,
    behavior: Math.max(1, behaviors),
    target: Math.max(1, plan.targets.length),
    obstacle: Math.max(1, plan.obstacles.capacity),
    obstaclePointWord: plan.obstacles.polygons ? 2 * MAX_CORNERS * plan.obstacles.capacity : 0,
    obstacleScratchPerWorker: OBSTACLE_RECORD * recordsOf(plan) * plan.maxWorkers,
    command: commandsOf(plan),
    // As many as a `go` for one agent has. In a world with many agents, there is room for longer commands.
    commandPlaceWord: 4 * commandsOf(plan) + Math.min(plan.agents, MAX_COMMANDED),
    commandValueWord: 9 * commandsOf(plan) + 3 * Math.min(plan.agents, MAX_COMMANDED),
    cellEnd: binsOf(plan) + 1,
    cellPerWorker: cellStride(plan) * plan.maxWorkers,
    worker: plan.maxWorkers,
    workerEnd: plan.maxWorkers + 1,
    workerPerWorker: plan.maxWorkers * plan.maxWorkers,
    trace: TRACE_TICKS,
    event: eventCapacity(plan),
    word: 64,
    world: 1,
    address: plan.ring * addressesPerTable(plan),
    gridNumber: GRID_WORDS * plan.grid.layers.length + plan.species.length,
    lanePack: 64,
    neighborScratchPerWorker: (NEIGHBOR_SCRATCH.bytes / 4) * plan.maxWorkers,
    limitPerWorker: LIMIT_SCRATCH.words * plan.maxWorkers,
    lawScratchPerWorker: lawScratchWords(plan) * plan.maxWorkers,
    particle: plan.particles,
    factorPerWorker: plan.particles > 0 ? factorStride(plan) * plan.maxWorkers : 0,
    pathPoint: last === undefined ? 0 : last.first + last.count,
    ...engineCounts(plan.extras, plan.agents),
    reportAgent: plan.reports > 0 ? plan.agents : 0,
    roleAgent: plan.writesRoles ? plan.agents : 0,
    bendsIndex: plan.extras.route && plan.extras.polygon ? plan.agents : 0,
    mapCell: cells,
    heightPoint: plan.heights === undefined ? 0 : plan.heights.columns * plan.heights.rows,
    ...meshCounts(plan),
    field: fields,
    fieldCell: fields * cells,
    ...columnWords(plan.columns, plan.agents),
    stagedLifeWord: planesWords(plan.lifePlanes.length, plan.agents),
    parentAgent: plan.births ? plan.agents : 0,
    wantedPerWorker: plan.births ? plan.species.length * plan.maxWorkers : 0,
    orcaScratchPerWorker: plan.species.some(({ safe }) => safe)
      ? (ORCA_SCRATCH.bytes / 4) * plan.maxWorkers
      : 0,
    contextScratchPerWorker: plan.extras.choice ? (CONTEXT_SCRATCH.bytes / 4) * plan.maxWorkers : 0,
    ...treeCounts(plan),
    nearestPerWorker: plan.trees.length > 0 ? NEAREST_SCRATCH.words * plan.maxWorkers : 0,
    scalarCell: scalarCells(plan.scalars),
    depositWord: planesWords(depositsOf(plan.scalars), plan.agents),
    bucketPerWorker: bucketStride(plan.scalars) * plan.maxWorkers,
  };
}

type MeshCounts = Pick<Counts, Extract<keyof Counts, `mesh${string}`>>;

function meshCounts({ mesh, species }: Plan): MeshCounts {
  if (mesh === undefined) {
    return {
      ...{ meshPolygon: 0, meshPolygonEnd: 0, meshCorner: 0, meshBinEnd: 0, meshBinEntry: 0 },
      ...{ meshLink: 0, meshLinkWay: 0, meshAreaOfSpecies: 0 },
    };
  }
  const { polygons, corners, columns, rows, entries, links, linkWays, changes, areas } = mesh;
  return {
    meshPolygon: polygons,
    meshPolygonEnd: polygons + 1,
    meshCorner: corners,
    meshBinEnd: columns * rows + 1,
    meshBinEntry: entries,
    meshLink: links.length,
    meshLinkWay: linkWays,
    meshAreaOfSpecies: changes ? species.length * (areas.length + 1) : 0,
  };
}

type TreeCounts = Pick<Counts, Extract<keyof Counts, `tree${string}`>>;

function treeCounts({ trees, species, maxWorkers }: Plan): TreeCounts {
  let parts = 0;
  let tops = 0;
  let nodes = 0;
  let blocks = 0;
  for (const tree of trees) {
    const { count } = species[tree.species];
    parts += tree.parts;
    tops += Math.ceil(tree.parts / FAN);
    nodes += nodesFor(count, tree.parts);
    blocks += blocksFor(count, tree.parts);
  }
  return {
    treePartWord: PART_WORDS * parts,
    treeTopWord: NODE_WORDS * tops,
    treeNodeWord: NODE_WORDS * nodes,
    treeBlockWord: BLOCK_WORDS * blocks,
    treeAgent: LEAF * blocks,
    treeScratchPerWorker: trees.length > 0 ? TREE_SCRATCH.words * maxWorkers : 0,
  };
}

/** The layout of a worker's memory for laws in SIMD: the byte offset of each list. */
export interface LawScratchPlan {
  /** The byte offset of the cluster whose candidates are being processed. */
  readonly cluster: number;
  /**
   * The byte offset of the list of calls. There is a call for each walk over a layer. A call consists of the index of a
   * function that processes candidates, and the address of the frames of the walk.
   */
  readonly calls: number;
  /** The byte offset of the frames. There is a frame for each pass of a law over a layer. */
  readonly frames: number;
  /** The byte offset of the planes that the laws of one role use. Each plane has PLANE words. */
  readonly planes: number;
}

/**
 * Plans a worker's memory for laws. A law may pass over one set of neighbors many times. For each behavior that uses
 * the law, each pass has its own frame in each layer, and at most its own call.
 */
export function lawScratchOf(plan: Plan): LawScratchPlan {
  const passes = plan.roles
    .flatMap((role) => lawsOf(plan, role))
    .reduce(
      (sum, { levels }) => sum + levels.reduce((own, { passes }) => own + passes.length, 0),
      0,
    );
  const walks = passes * plan.grid.layers.length;
  const calls = 64;
  const frames = calls + 64 * Math.ceil((8 * walks) / 64);
  return { cluster: 0, calls, frames, planes: frames + FRAME_BYTES * walks };
}

/** The number of words of a worker's memory for laws, enough for the role that needs the most; 0 without laws. */
export function lawScratchWords(plan: Plan): number {
  if (plan.laws.length === 0 || plan.kernel !== 'simd') return 0;
  const planes = plan.roles.map((role) =>
    lawsOf(plan, role).reduce((sum, law) => sum + planesOfLaw(law), 0),
  );
  return lawScratchOf(plan).planes / 4 + PLANE * Math.max(...planes);
}

/**
 * Returns the laws that the behaviors of a role evaluate. A behavior that wants a direction has a law for this
 * direction. Any other behavior may have a law for its force. In both cases, a behavior may also have a law for its
 * staged results.
 */
function lawsOf({ laws }: Plan, { behaviors }: RolePlan): LawPlan[] {
  return behaviors
    .flatMap((behavior) => [(behavior.wanting ?? behavior).law, behavior.staging?.law ?? -1])
    .flatMap((law) => (law < 0 ? [] : [laws[law]]));
}

/** The number of planes that a law and its aims have together. */
export function planesOfLaw({ planes, aims }: LawPlan): number {
  return aims.reduce((sum, aim) => sum + aim.planes, planes);
}

/** The number of words that the column `particleFactor` has for each kind of particle. */
export const FACTORS = 8;

/**
 * The number of words that each worker has in the column `particleFactor`. Each species has two kinds of particles,
 * with FACTORS words each.
 */
export function factorStride(plan: Plan): number {
  return 2 * FACTORS * plan.species.length;
}

/**
 * The layout of a worker's memory for what limits the motion of agents, see assembly/integrate.ts: the number of words
 * for each species, and for all species that a world can have.
 */
export const LIMIT_SCRATCH = { row: 8, words: 8 * 32 } as const;

/**
 * The number of bins into which agents are sorted. There is one bin for each cell, one for the dead agents of each
 * species, and one for the dead agents whose index has no life left.
 */
export function binsOf({ grid, species }: Pick<Plan, 'grid' | 'species'>): number {
  return grid.cells + species.length + 1;
}

/** Each slice has its own list of counts per bin. This is the number of words from one list to the next. */
export function cellStride(plan: Pick<Plan, 'grid' | 'species'>): number {
  return Math.ceil(binsOf(plan) / 16) * 16;
}

/** The maximum number of events that one tick can raise. Each command raises at most one. */
export function eventsPerTick(plan: Plan): number {
  const full = plan.births ? plan.species.length : 0;
  return plan.mortals + plan.reports + MAX_QUARANTINE_EVENTS + commandsOf(plan) + full;
}

/**
 * The capacity of the event ring: the events of one tick, and of one more that has few commands. It is a power of two,
 * so that the ring index may wrap around with the 32-bit counter.
 */
function eventCapacity(plan: Plan): number {
  const more = FEWEST_COMMANDS - commandsOf(plan);
  let capacity = 1024;
  while (capacity < 2 * eventsPerTick(plan) + more) capacity *= 2;
  return capacity;
}
