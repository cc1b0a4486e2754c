import type { LawPlan } from '../laws/plane-plan.ts';
import { MAX_NEIGHBORS } from '../schema/limits.ts';
import { MAX_CORNERS } from '../shapes/polygon.ts';
import { columnWords, planesWords } from './columns.ts';
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
  TREE_ROOM,
} from './tree-plan.ts';

/** The number of ticks whose hash and time a world keeps. A longer run is cut into segments. */
export const TRACE_TICKS = 4096;
/** The most commands that may be pending at once, from the scenario and from outside. */
export const MAX_PENDING_COMMANDS = 1_000_000;
/** The most commands of one tick, and of the window of ticks in shared memory. */
export const MAX_COMMANDS = 16_000;
/** The most agents that the commands of one tick may name, beyond a fixed number for each command. */
const MAX_COMMANDED = 0x20000;
/** The most planes of memory that SIMD kernels look up by number, in every world and for one parity of ticks. */
const ADDRESSES = 272;
/**
 * A worker's space for the neighbor search: the byte offset of each list. The lists are runs of cells, blocks of
 * places, candidates (as many as the blocks hold), and pairs of 128 candidates and a cluster. Each list has spare
 * bytes, because whole vectors are written past its end.
 */
export const NEIGHBOR_ROOM = {
  runs: 0,
  blocks: 64,
  blocksEnd: 64 + 512 * 8,
  candidates: 64 + 512 * 8 + 64,
  pairs: 64 + 512 * 8 + 64 + 2048 * 4 + 64,
  bytes: 64 + 512 * 8 + 64 + 2048 * 4 + 64 + 128 * 96,
} as const;
/** The most obstacles around one agent that the SIMD twin of ORCA can handle. */
const ORCA_OBSTACLES = 16;
/** Bytes of the half planes for one agent: 4 walls, obstacles, contacts and neighbors, with three f64 each. */
const ORCA_LINES = 24 * (4 + ORCA_OBSTACLES + 2 * MAX_NEIGHBORS + 4);
/** A worker's space for ORCA: the byte offset of each list. The list of obstacles ends at `obstacles`. */
export const ORCA_ROOM = {
  keys: 0,
  lines: 8 * MAX_NEIGHBORS,
  obstacles: 8 * MAX_NEIGHBORS + 24 * (4 + ORCA_OBSTACLES),
  bisectors: 8 * MAX_NEIGHBORS + ORCA_LINES,
  bytes: 64 * Math.ceil((8 * MAX_NEIGHBORS + 2 * ORCA_LINES) / 64),
} as const;
/**
 * The number of agents for which SIMD finds the nearest agent ahead, for behaviors that ask for one agent at a time.
 */
export const NEAREST_AHEAD = 64;
/** The number of agents that are steered together, few enough for intermediate results to stay in the L1 cache. */
export const BLOCK = 256;
/**
 * A worker's space for nearest-agent searches, in words: results found ahead, results for a block, and the group of
 * agents being searched for.
 */
export const NEAREST_ROOM = {
  ahead: 0,
  block: NEAREST_AHEAD,
  group: NEAREST_AHEAD + BLOCK,
  words: NEAREST_AHEAD + BLOCK + 8 * 16,
} as const;
/** Elements of a plane of neighbor sums: one block, plus the spare lanes of its last cluster. */
export const SUM_STRIDE = BLOCK + 16;
/** The planes of neighbor sums: offset, velocity and its count, away and coincident, and the count of offset. */
export const SUM_PLANES = 12;
/** The plane with the number of coincident neighbors. */
export const COINCIDENT_PLANE = 10;
/**
 * The words of an agent's route: 1 + its goal cell (0: no route), the version of its map, the number of cells that
 * follow, 1 when the route reaches the end of the path, and the cells. A longer path is found piece by piece.
 */
export const ROUTE = { goal: 0, map: 1, count: 2, whole: 3, first: 4, words: 32 } as const;
/** The most quarantine events of one tick. The status column shows all quarantined agents. */
export const MAX_QUARANTINE_EVENTS = 64;

/** Numbers per obstacle in the list of obstacles near a block of agents: form, center, extent and radius. */
export const OBSTACLE_RECORD = 8;

/** The number of rows of each kind of column. */
export interface Counts {
  agent: number;
  species: number;
  behavior: number;
  target: number;
  obstacle: number;
  obstaclePointWord: number;
  obstacleRoomPerWorker: number;
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
  neighborRoomPerWorker: number;
  sumPerWorker: number;
  lawRoomPerWorker: number;
  particle: number;
  factorPerWorker: number;
  pathPoint: number;
  choiceAgent: number;
  waypointAgent: number;
  accelerationAgent: number;
  headingAgent: number;
  orbitAgent: number;
  struckAgent: number;
  reportedAgent: number;
  assignedTargetAgent: number;
  assignedQuarryAgent: number;
  reportAgent: number;
  roleAgent: number;
  mapCell: number;
  heightPoint: number;
  meshPolygon: number;
  meshPolygonEnd: number;
  meshCorner: number;
  meshBinEnd: number;
  meshBinEntry: number;
  field: number;
  fieldCell: number;
  routeWord: number;
  goalAgent: number;
  customWord: number;
  stagedCustomWord: number;
  stagedLifeWord: number;
  parentAgent: number;
  wantedPerWorker: number;
  orcaRoomPerWorker: number;
  treePartWord: number;
  treeTopWord: number;
  treeNodeWord: number;
  treeBlockWord: number;
  treeAgent: number;
  treeRoomPerWorker: number;
  nearestPerWorker: number;
  scalarCell: number;
  depositWord: number;
  bucketPerWorker: number;
}

/** The most planes of memory that SIMD kernels look up by number, for one parity of ticks. */
export function addressesPerParity({
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
  const { extras } = plan;
  const last = plan.paths.at(-1);
  const { map } = plan;
  const cells = map === undefined ? 0 : map.width * map.height;
  const fields = map?.fields.length ?? 0;
  return {
    agent: plan.agents,
    species: plan.species.length,
    behavior: Math.max(1, behaviors),
    target: Math.max(1, plan.targets.length),
    obstacle: Math.max(1, plan.obstacles.room),
    obstaclePointWord: plan.obstacles.polygons ? 2 * MAX_CORNERS * plan.obstacles.room : 0,
    obstacleRoomPerWorker: OBSTACLE_RECORD * plan.obstacles.room * plan.maxWorkers,
    command: MAX_COMMANDS,
    commandPlaceWord: 4 * MAX_COMMANDS + Math.min(plan.agents, MAX_COMMANDED),
    commandValueWord: 4 * MAX_COMMANDS + 3 * Math.min(plan.agents, MAX_COMMANDED),
    cellEnd: binsOf(plan) + 1,
    cellPerWorker: cellStride(plan) * plan.maxWorkers,
    worker: plan.maxWorkers,
    workerEnd: plan.maxWorkers + 1,
    workerPerWorker: plan.maxWorkers * plan.maxWorkers,
    trace: TRACE_TICKS,
    event: eventCapacity(plan),
    word: 64,
    world: 1,
    address: 2 * addressesPerParity(plan),
    gridNumber: 48,
    lanePack: 64,
    neighborRoomPerWorker: (NEIGHBOR_ROOM.bytes / 4) * plan.maxWorkers,
    sumPerWorker: sumWords(plan) * plan.maxWorkers,
    lawRoomPerWorker: lawRoomWords(plan) * plan.maxWorkers,
    particle: plan.particles,
    factorPerWorker: plan.particles > 0 ? factorStride(plan) * plan.maxWorkers : 0,
    pathPoint: last === undefined ? 0 : last.first + last.count,
    choiceAgent: extras.choice ? plan.agents : 0,
    waypointAgent: extras.waypoint ? plan.agents : 0,
    accelerationAgent: extras.acceleration ? plan.agents : 0,
    headingAgent: extras.heading ? plan.agents : 0,
    orbitAgent: extras.orbit ? plan.agents : 0,
    struckAgent: extras.struck ? plan.agents : 0,
    reportedAgent: extras.reported ? plan.agents : 0,
    assignedTargetAgent: extras.assignedTarget ? plan.agents : 0,
    assignedQuarryAgent: extras.assignedQuarry ? plan.agents : 0,
    reportAgent: plan.reports > 0 ? plan.agents : 0,
    roleAgent: plan.hasStates ? plan.agents : 0,
    mapCell: cells,
    heightPoint: plan.heights === undefined ? 0 : plan.heights.columns * plan.heights.rows,
    ...meshCounts(plan),
    field: fields,
    fieldCell: fields * cells,
    routeWord: extras.route ? plan.agents * ROUTE.words : 0,
    goalAgent: extras.goal ? plan.agents : 0,
    ...columnWords(plan.columns, plan.agents),
    stagedLifeWord: planesWords(plan.lifePlanes.length, plan.agents),
    parentAgent: plan.births ? plan.agents : 0,
    wantedPerWorker: plan.births ? plan.species.length * plan.maxWorkers : 0,
    orcaRoomPerWorker: plan.species.some(({ safe }) => safe)
      ? (ORCA_ROOM.bytes / 4) * plan.maxWorkers
      : 0,
    ...treeCounts(plan),
    nearestPerWorker: plan.trees.length > 0 ? NEAREST_ROOM.words * plan.maxWorkers : 0,
    scalarCell: scalarCells(plan.scalars),
    depositWord: planesWords(depositsOf(plan.scalars), plan.agents),
    bucketPerWorker: bucketStride(plan.scalars) * plan.maxWorkers,
  };
}

type MeshCounts = Pick<Counts, Extract<keyof Counts, `mesh${string}`>>;

function meshCounts({ mesh }: Plan): MeshCounts {
  if (mesh === undefined) {
    return { meshPolygon: 0, meshPolygonEnd: 0, meshCorner: 0, meshBinEnd: 0, meshBinEntry: 0 };
  }
  const { polygons, corners, columns, rows, entries } = mesh;
  return {
    meshPolygon: polygons,
    meshPolygonEnd: polygons + 1,
    meshCorner: corners,
    meshBinEnd: columns * rows + 1,
    meshBinEntry: entries,
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
    treeRoomPerWorker: trees.length > 0 ? TREE_ROOM.words * maxWorkers : 0,
  };
}

/** Words of a worker's space for neighbor sums: one set for each pass of the role with the most passes. */
export function sumWords(plan: Plan): number {
  const passes = Math.max(1, ...plan.roles.map((role) => role.passes.length));
  return SUM_PLANES * SUM_STRIDE * passes;
}

/** A worker's space for laws: the byte offset of each list. */
export interface LawRoomPlan {
  /** The cluster whose candidates are being processed. */
  readonly cluster: number;
  /** The calls that process the candidates: for each walk, a function and the address of its frame. */
  readonly calls: number;
  /** A frame for each walk. */
  readonly frames: number;
  /** The planes of the laws of one role, with SUM_STRIDE words each. */
  readonly planes: number;
}

/** There is a call and a frame for each walk of each behavior, because a law may walk one set many times. */
export function lawRoomOf(plan: Plan): LawRoomPlan {
  const walks = plan.roles
    .flatMap((role) => lawsOf(plan, role))
    .reduce(
      (sum, { levels }) => sum + levels.reduce((own, { passes }) => own + passes.length, 0),
      0,
    );
  const calls = 64;
  const frames = calls + 64 * Math.ceil((8 * walks) / 64);
  return { cluster: 0, calls, frames, planes: frames + 64 * walks };
}

/** Words of a worker's space for laws, enough for the role that needs the most; 0 without laws. */
export function lawRoomWords(plan: Plan): number {
  if (plan.laws.length === 0 || plan.kernel !== 'simd') return 0;
  const planes = plan.roles.map((role) =>
    lawsOf(plan, role).reduce((sum, law) => sum + planesOfLaw(law), 0),
  );
  return lawRoomOf(plan).planes / 4 + SUM_STRIDE * Math.max(...planes);
}

/** The laws that a role's behaviors evaluate: for the force or what they want, and for staging. */
function lawsOf({ laws }: Plan, { behaviors }: RolePlan): LawPlan[] {
  return behaviors
    .flatMap((behavior) => [(behavior.wanting ?? behavior).law, behavior.staging?.law ?? -1])
    .flatMap((law) => (law < 0 ? [] : [laws[law]]));
}

/** The number of planes of a law and of its aims. */
export function planesOfLaw({ planes, aims }: LawPlan): number {
  return aims.reduce((sum, aim) => sum + aim.planes, planes);
}

/** Words for one kind of particle in particleFactor. */
export const FACTORS = 8;

/** Words from one worker's factors to the next worker's. Each species has two kinds of particles. */
export function factorStride(plan: Plan): number {
  return 2 * FACTORS * plan.species.length;
}

/**
 * The number of bins into which agents are sorted: one for each cell, one for the dead of each species, and one for the
 * dead whose index has no life left.
 */
export function binsOf({ grid, species }: Pick<Plan, 'grid' | 'species'>): number {
  return grid.cells + species.length + 1;
}

/** Words from the bin counts of one slice to those of the next. */
export function cellStride(plan: Pick<Plan, 'grid' | 'species'>): number {
  return Math.ceil(binsOf(plan) / 16) * 16;
}

/** The most events that one tick can raise. */
export function eventsPerTick(plan: Plan): number {
  const full = plan.births ? plan.species.length : 0;
  return plan.mortals + plan.reports + MAX_QUARANTINE_EVENTS + MAX_COMMANDS + full;
}

/** The capacity of the event ring: a power of two, so that the ring index may wrap with the 32-bit counter. */
function eventCapacity(plan: Plan): number {
  let capacity = 1024;
  while (capacity < 2 * eventsPerTick(plan)) capacity *= 2;
  return capacity;
}
