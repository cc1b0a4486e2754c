import { AFTER_MAP, BEFORE_MAP, BENDS_WORDS, stagedRows, stateRows } from './engine-columns.ts';
import type { Plan } from './plan.ts';
import { type Counts, countsOf } from './sizes.ts';

/**
 * Where every byte of a world is. The tables below define the typed-array views, the addresses in WebAssembly kernels
 * and the layout hash. No other code knows an offset.
 *
 * A row of a table is [name, type, per, components, unit, doc]. With one component, a row is one array. With three
 * components, a row is three planes x, y and z. Each plane is contiguous, because a SIMD lane holds one agent. With
 * more components, a row has records, one after the other.
 *
 * Each plane starts at a multiple of 64 bytes and is padded to 16 elements. So a kernel can store whole vectors, even
 * for the last agents. A load can cover eight agents, and can begin at any agent. So near the end of a plane, a load
 * may reach into the next plane. The kernel ignores the values from there. A store never reaches into the next plane.
 */
export type ElementType = 'f32' | 'u32' | 'i32' | 'u8';
export type Row = readonly [
  name: string,
  type: ElementType,
  per: keyof Counts,
  components: number,
  unit: string,
  doc: string,
];

/** The number of elements in a row of speciesParameters and behaviorParameters. */
export const RECORD = 16;

/**
 * The columns of a state. There are at least two states. All workers read the front state, which holds tick t. The workers write
 * the back state, which holds tick t + 1. Together with the scenario and the commands, the front state determines every
 * later tick. A snapshot stores the front state.
 */
// biome-ignore format: one line for each row.
export const STATE_ROWS = [
  ['id', 'u32', 'agent', 1, '', 'id of the agent at this place, see ids.ts'],
  ['slot', 'u32', 'agent', 1, '', 'for each agent index: the place of the agent'],
  ['species', 'u8', 'agent', 1, '', 'index into scenario.species'],
  ['status', 'u8', 'agent', 1, '', '0 dead, 1 alive, 2 quarantined'],
  ['position', 'f32', 'agent', 3, 'm', 'position'],
  ['velocity', 'f32', 'agent', 3, 'm/s', 'velocity'],
  ['birth', 'u32', 'agent', 1, 'tick', 'first tick of the life of the agent'],
  ['cellStart', 'u32', 'cellEnd', 1, '', 'for each cell: place of its first agent; then for each species: place of its first dead agent'],
  ['targetPosition', 'f32', 'target', 3, 'm', 'position of a target'],
  ['targetVelocity', 'f32', 'target', 3, 'm/s', 'velocity of a target'],
  ['targetHome', 'f32', 'target', 3, 'm', 'home of a target; a spring pulls the target back to its home'],
  ['targetDrift', 'f32', 'target', 3, 'm/s', 'for each target: velocity of its home during the step that begins at this tick'],
  ['targetAcceleration', 'f32', 'target', 3, 'm/s^2', 'acceleration of a target in the last step'],
  ['obstacleKind', 'u32', 'obstacle', 1, '', 'shape of the obstacle and the side on which agents are kept, see obstacle-kinds.ts; 0: no obstacle'],
  ['obstacleName', 'u32', 'obstacle', 2, '', 'hash of the name of the obstacle; 0 without a name'],
  ['obstacleCenter', 'f32', 'obstacle', 3, 'm', 'center of the obstacle; for a plane, a point on it'],
  ['obstacleRadius', 'f32', 'obstacle', 1, 'm', 'radius of a sphere or a capsule'],
  ['obstacleExtent', 'f32', 'obstacle', 3, 'm', 'half edges of a box, half axis of a capsule, or normal of a plane; all before rotation'],
  ['obstaclePoint', 'f32', 'obstaclePointWord', 1, 'm', 'x and y of each corner of a polygon, relative to the center of the polygon and before rotation'],
  ['obstacleRotation', 'f32', 'obstacle', 4, '', 'rotation of the obstacle, a unit quaternion'],
  ['obstacleVelocity', 'f32', 'obstacle', 3, 'm/s', 'velocity of the center during the next step'],
  ['obstacleSpin', 'f32', 'obstacle', 3, 'rad/s', 'angular velocity of the obstacle'],
  ['obstacleVersion', 'u32', 'world', 1, '', '1 + the number of steps in which obstacles changed'],
  ['speciesParameters', 'f32', 'species', RECORD, '', 'parameters of each species, in the order of SPECIES_PARAMETERS'],
  ['behaviorParameters', 'f32', 'behavior', RECORD, '', 'parameters of each behavior, in the order of BEHAVIOR_PARAMETERS'],
  ['born', 'u32', 'species', 1, '', 'for each species: number of agents born after the start'],
  ['hits', 'u32', 'species', 1, '', 'number of hits that agents of the species made so far'],
  ['eventCount', 'u32', 'world', 1, '', 'number of events raised so far'],
  ['nextBirth', 'u32', 'world', 1, '', 'index in the ring at which the next particle is written'],
  ['keptBirths', 'u32', 'world', 1, '', 'number of particles in the ring'],
  ...stateRows(BEFORE_MAP),
  ['mapCost', 'u8', 'mapCell', 1, '', 'cost of a cell of the map; 0 is a wall'],
  ['mapVersion', 'u32', 'world', 1, '', '1 + number of changes of the map, or of the links and costs of the ground; 0 without any'],
  ['fieldMap', 'u32', 'field', 1, '', 'version of the map on which the flow field is based'],
  ['fieldGoal', 'u32', 'field', 1, '', '1 + the goal cell to which the flow field leads'],
  ['fieldMove', 'u8', 'fieldCell', 1, '', 'for each flow field and cell: the move toward the goal'],
  ['linkOpen', 'u8', 'meshLink', 1, '', 'for each link of the ground: 1 if it is open'],
  ['areaCost', 'f32', 'meshAreaOfSpecies', 1, '', 'for each species and each area of the ground, and before them for the rest of the ground: cost of a meter'],
  ...stateRows(AFTER_MAP),
  ['custom', 'u32', 'customWord', 1, '', 'planes of the declared columns, see columns.ts'],
  ['scalar', 'f32', 'scalarCell', 1, '', 'cell values of the scalar fields, field by field'],
] as const satisfies readonly Row[];

/** The columns that are computed again in each tick. Each worker writes its own slice of them. */
// biome-ignore format: one line for each row.
export const SCRATCH_ROWS = [
  ['force', 'f32', 'agent', 3, 'N', 'sum of the steering forces'],
  ['stagedPosition', 'f32', 'agent', 3, 'm', 'position at tick t + 1, indexed by the place at tick t'],
  ['stagedVelocity', 'f32', 'agent', 3, 'm/s', 'velocity at tick t + 1, indexed by the place at tick t'],
  ['stagedStatus', 'u8', 'agent', 1, '', 'status at tick t + 1; the value 3 means newborn'],
  ['cell', 'u32', 'agent', 1, '', 'cell of the agent at tick t + 1'],
  ['birthCount', 'u32', 'worker', 1, '', 'number of particles born in the slice of the worker'],
  ['happening', 'u32', 'agent', 1, '', 'for each slice: notes on what happened, see happening.ts'],
  ['happeningCount', 'u32', 'worker', 1, '', 'number of notes that the worker has written in "happening"'],
  ['cellCount', 'u32', 'cellPerWorker', 1, '', 'for each slice: number of agents in each cell; after prefixSum, the place of the next agent in each cell'],
  ['rangeCount', 'u32', 'workerPerWorker', 1, '', 'for each slice: number of agents in each range of cells'],
  ['hashPart', 'u32', 'worker', 4, '', 'partial hash of the agents in the slice of the worker'],
  ['fieldHash', 'u32', 'worker', 2, '', 'partial hash of the scalar fields'],
  ...stagedRows(),
  ['stagedCustom', 'u32', 'stagedCustomWord', 1, '', 'for the columns that laws write: values at tick t + 1'],
  ['stagedLife', 'u32', 'stagedLifeWord', 1, '', 'births and deaths that laws decide, see life.ts'],
  ['parentPlace', 'u32', 'parentAgent', 1, '', 'for each slice: places of the agents that give birth'],
  ['parentCount', 'u32', 'worker', 1, '', 'for each slice: number of agents that give birth'],
  ['wanted', 'u32', 'wantedPerWorker', 1, '', 'for each species: number of births that laws request in the slice'],
  ['parentOf', 'u32', 'parentAgent', 1, '', 'parent of the newborn agent, see kinship.ts'],
  ['reportPlace', 'u32', 'reportAgent', 1, '', 'for each slice: places, at tick t + 1, of the agents that have something to report'],
  ['reportBits', 'u32', 'reportAgent', 1, '', 'bit k is set if the agent in the same entry of "reportPlace" raises report k'],
  ['reportCount', 'u32', 'worker', 1, '', 'for each slice: number of its entries in "reportPlace"'],
  ['role', 'u8', 'roleAgent', 1, '', 'role of the agent, see roles.ts'],
  ['bends', 'u32', 'bendsIndex', BENDS_WORDS, '', 'for each agent index: the bends ahead of it on the mesh, see kept-bends.ts'],
  ['neighborScratch', 'u32', 'neighborScratchPerWorker', 1, '', 'SIMD: see NEIGHBOR_SCRATCH in sizes.ts'],
  ['limit', 'f32', 'limitPerWorker', 1, '', 'SIMD: limits of motion, see LIMIT_SCRATCH in sizes.ts'],
  ['orcaScratch', 'u32', 'orcaScratchPerWorker', 1, '', 'SIMD: see ORCA_SCRATCH in sizes.ts'],
  ['contextScratch', 'f32', 'contextScratchPerWorker', 1, '', 'SIMD: see CONTEXT_SCRATCH in sizes.ts'],
  ['obstacleScratch', 'f32', 'obstacleScratchPerWorker', 1, '', 'SIMD: records of obstacles near a block'],
  ['treePart', 'u32', 'treePartWord', 1, '', 'for each part of a tree: number of agents, first block, first node'],
  ['treeTop', 'f32', 'treeTopWord', 1, 'm', 'for each tree: boxes of its parts, see tree-plan.ts'],
  ['treeNode', 'f32', 'treeNodeWord', 1, 'm', 'for each node: boxes of its children, see tree-plan.ts'],
  ['treeBlock', 'f32', 'treeBlockWord', 1, 'm', 'positions of the agents, in the order of the tree'],
  ['treePlace', 'u32', 'treeAgent', 1, '', 'places of the agents, in the order of the tree'],
  ['nearest', 'u32', 'nearestPerWorker', 1, '', 'SIMD: see NEAREST_SCRATCH in sizes.ts'],
  ['treeScratch', 'u32', 'treeScratchPerWorker', 1, '', 'SIMD: see TREE_SCRATCH in tree-plan.ts'],
  ['lawScratch', 'u32', 'lawScratchPerWorker', 1, '', 'SIMD: see lawScratchOf in sizes.ts'],
  ['deposit', 'f32', 'depositWord', 1, '', 'for each scalar field and each agent: amount of the deposit'],
  ['depositCell', 'u32', 'depositWord', 1, '', 'for each scalar field and each agent: cell in which the agent deposits'],
  ['depositPlace', 'u32', 'depositWord', 1, '', 'for each scalar field: places of the agents that deposit, sorted by bucket'],
  ['depositCount', 'u32', 'bucketPerWorker', 1, '', 'for each slice: number of deposits in each bucket'],
  ['depositNext', 'u32', 'bucketPerWorker', 1, '', 'for each slice: index at which the next deposit of each bucket is stored'],
] as const satisfies readonly Row[];

/** The columns that are written only between runs. */
// biome-ignore format: one line for each row.
export const CONSTANT_ROWS = [
  ['address', 'u32', 'address', 1, 'byte', 'SIMD: address of each plane, for each state as the front state'],
  ['grid', 'f32', 'gridNumber', 1, '', 'SIMD: the numbers of plan.grid, see tables.ts'],
  ['lanePack', 'u32', 'lanePack', 1, 'byte', 'SIMD: for each mask of 4 lanes, offsets of the lanes whose bits are set'],
  ['pathPoint', 'f32', 'pathPoint', 3, 'm', 'points of all paths, path after path'],
  ['pathHeading', 'f32', 'pathPoint', 3, '', 'unit vector from each path point to the next'],
  ['pathReach', 'f32', 'pathPoint', 1, 'm', 'the extent of stretches of paths, see path-stretches.ts'],
  ['height', 'f32', 'heightPoint', 1, 'm', 'heights of the ground, see heights.ts'],
  ['meshFirst', 'u32', 'meshPolygonEnd', 1, '', 'for each polygon of the mesh: its first corner'],
  ['meshPart', 'u32', 'meshPolygon', 1, '', 'for each polygon of the mesh: index of the connected part that contains it'],
  ['meshX', 'f32', 'meshCorner', 1, 'm', 'for each corner: x'],
  ['meshY', 'f32', 'meshCorner', 1, 'm', 'for each corner: y'],
  ['meshZ', 'f32', 'meshCorner', 1, 'm', 'for each corner: height'],
  ['meshVertex', 'u32', 'meshCorner', 1, '', 'for each corner: its vertex'],
  ['meshNext', 'i32', 'meshCorner', 1, '', 'for each corner: polygon across the edge that begins at the corner, or -1 if this edge is a wall'],
  ['meshWall', 'u8', 'meshCorner', 1, '', 'for each corner: 1 if a wall begins or ends there'],
  ['meshArea', 'u8', 'meshPolygon', 1, '', 'for each polygon: 1 + its area; 0 for none'],
  ['linkIndex', 'u32', 'meshLinkWay', 1, '', 'for each link, once for each direction: its index in the scenario'],
  ['linkFrom', 'u32', 'meshLinkWay', 1, '', 'for each link: the polygon where it begins'],
  ['linkTo', 'u32', 'meshLinkWay', 1, '', 'for each link: the polygon where it ends'],
  ['linkFromX', 'f32', 'meshLinkWay', 1, 'm', 'for each link: x of its beginning'],
  ['linkFromY', 'f32', 'meshLinkWay', 1, 'm', 'for each link: y of its beginning'],
  ['linkToX', 'f32', 'meshLinkWay', 1, 'm', 'for each link: x of its end'],
  ['linkToY', 'f32', 'meshLinkWay', 1, 'm', 'for each link: y of its end'],
  ['linkCost', 'f32', 'meshLinkWay', 1, 'm', 'for each link: what its use costs'],
  ['meshBinFirst', 'u32', 'meshBinEnd', 1, '', 'for each square over the mesh: its first entry in "meshBinPolygon"'],
  ['meshBinPolygon', 'u32', 'meshBinEntry', 1, '', 'for each square over the mesh: the polygons that touch it'],
  ['commandTick', 'u32', 'command', 1, 'tick', 'tick of each command in the window, ascending'],
  ['commandKind', 'u32', 'command', 1, '', 'kind of the command, see COMMAND'],
  ['commandPlaceEnd', 'u32', 'command', 1, '', 'for each command: where its numbers in "commandPlace" end'],
  ['commandValueEnd', 'u32', 'command', 1, '', 'for each command: where its numbers in "commandValue" end'],
  ['commandPlace', 'u32', 'commandPlaceWord', 1, '', 'ids and indices in the commands, see core/src/commands'],
  ['commandValue', 'f32', 'commandValueWord', 1, '', 'values in the commands, see core/src/commands'],
] as const satisfies readonly Row[];

/**
 * The number of words from one worker's record to the next. A record takes one cache line, so that no two workers write
 * to the same line.
 */
export const WORKER_STRIDE = 16;

/**
 * The rows of the ring of particle births. The births are in the order of ticks. Particles do not act on agents, so the
 * state hash does not cover them. A snapshot stores the births, and `worldDigest` covers them.
 */
// biome-ignore format: one line for each row.
export const BIRTH_ROWS = [
  ['bornPosition', 'f32', 'particle', 3, 'm', 'position at which the particle is born'],
  ['bornVelocity', 'f32', 'particle', 3, 'm/s', 'velocity of the particle at birth'],
  ['bornTick', 'u32', 'particle', 1, 'tick', 'first tick at which the particle exists'],
  ['bornKey', 'u32', 'particle', 1, '', 'random bits that determine the drift of the particle'],
  ['bornKind', 'u8', 'particle', 1, '', '2 * index of the species, plus 1 for a spark'],
  ['bornLast', 'u32', 'world', 2, '', 'last tick whose births were written, and its birth count'],
] as const satisfies readonly Row[];

/** The rows of the particle births, and of the living particles as they were last evaluated. */
// biome-ignore format: one line for each row.
export const PARTICLE_ROWS = [
  ...BIRTH_ROWS,
  ['particleFactor', 'f32', 'factorPerWorker', 1, '', 'for each worker and kind of particle: factors in the order of FACTOR, see particles.ts'],
  ['particle', 'f32', 'particle', 4, 'm', 'for each living particle: x, y, z and radius at its last evaluation'],
  ['particleKind', 'u8', 'particle', 1, '', 'for each living particle: its "bornKind"'],
] as const satisfies readonly Row[];

/** The columns of the event ring, which holds the events that the host has not taken yet. */
// biome-ignore format: one line for each row.
export const EVENT_ROWS = [
  ['eventTick', 'u32', 'event', 1, 'tick', 'ring of events: the tick of the event'],
  ['eventKind', 'u32', 'event', 1, '', 'kind of the event, see EVENT'],
  ['eventAgent', 'u32', 'event', 1, '', 'id of the agent; for some kinds of events, how many agents'],
  ['eventOther', 'u32', 'event', 1, '', 'a number whose meaning depends on the kind of the event, see raise() in event-ring.ts'],
  ['eventSpecies', 'u32', 'event', 1, '', 'index of the species; for the event "fired", index of the launcher'],
  ['eventPosition', 'f32', 'event', 3, 'm', 'position; for the events "fired" and "spawned", x is the number of refused births'],
] as const satisfies readonly Row[];

/** The rows of the memory through which threads communicate with each other and with the host. */
// biome-ignore format: one line for each row.
export const CONTROL_ROWS = [
  ['word', 'i32', 'word', 1, '', 'shared words, such as the barrier, the tick and the end of the run; see WORD'],
  ['cut', 'i32', 'workerEnd', 1, '', "first place of each worker's slice"],
  ['progress', 'i32', 'worker', WORKER_STRIDE, '', 'PROGRESS of each worker; each worker has its own cache line'],
  ['workerTime', 'f32', 'worker', WORKER_STRIDE, 'ms', 'TIME of each worker; each worker has its own cache line'],
  ['traceHash', 'u32', 'trace', 2, '', 'for each tick: state hash, as low and high half'],
  ['traceMs', 'f32', 'trace', 1, 'ms', 'for each tick: duration of the step that ends at the tick'],
  ...EVENT_ROWS,
] as const satisfies readonly Row[];

/** The index of each word in control.word. The two words of the barrier are on cache lines of their own. */
export const WORD = {
  barrier: 0,
  arrived: 16,
  tick: 32,
  until: 33,
  interrupt: 34,
  workers: 35,
  hashing: 36,
  eventsTaken: 37,
  commandCount: 38,
  layoutHash: 39,
  /** The oldest tick whose state is in the memory, if no later tick has replaced it. */
  oldest: 40,
  /** The number of times that the world has gone back to an earlier tick. */
  rewinds: 41,
} as const;

/** The index of each word in a worker's record in control.progress. */
export const PROGRESS = { beat: 0, tick: 1, phase: 2, waiting: 3 } as const;

/**
 * The index of each number in a worker's record in control.workerTime: work and wait of the last tick, work and wait of
 * the run, and the work of the tick before the last.
 */
export const TIME = { tickWork: 0, tickWait: 1, runWork: 2, runWait: 3, workBefore: 4 } as const;

interface ArrayOf {
  f32: Float32Array;
  u32: Uint32Array;
  i32: Int32Array;
  u8: Uint8Array;
}

/** A column with three components, as three planes. */
export interface Planes<A> {
  readonly x: A;
  readonly y: A;
  readonly z: A;
}

/**
 * The typed-array views of a table, by the names of its rows. A row has one array, or three planes if it holds vectors.
 */
export type ViewsOf<Rows extends readonly Row[]> = {
  readonly [R in Rows[number] as R[0]]: R[3] extends 3 ? Planes<ArrayOf[R[1]]> : ArrayOf[R[1]];
};

export type State = ViewsOf<typeof STATE_ROWS>;
export type Scratch = ViewsOf<typeof SCRATCH_ROWS>;
export type Constants = ViewsOf<typeof CONSTANT_ROWS>;
export type Particles = ViewsOf<typeof PARTICLE_ROWS>;
export type Births = ViewsOf<typeof BIRTH_ROWS>;
export type EventRecords = ViewsOf<typeof EVENT_ROWS>;
export type Control = ViewsOf<typeof CONTROL_ROWS>;

const SIZE = { f32: 4, u32: 4, i32: 4, u8: 1 } as const;
const ALIGNMENT = 64;
const PADDING = 16;

function planeBytes(row: Row, counts: Counts): number {
  const [, type, per, components] = row;
  const elements = components === 3 ? counts[per] : counts[per] * components;
  const padded = Math.ceil(elements / PADDING) * PADDING;
  return Math.ceil((padded * SIZE[type]) / ALIGNMENT) * ALIGNMENT;
}

function tableBytes(rows: readonly Row[], counts: Counts): number {
  let bytes = 0;
  for (const row of rows) bytes += planeBytes(row, counts) * (row[3] === 3 ? 3 : 1);
  return bytes;
}

/**
 * The offsets of the sections of a world's memory, and the size of that memory, all in bytes. The memory for commands,
 * from `commands` on, is the end of the constants.
 */
export interface Layout {
  readonly control: number;
  readonly constants: number;
  readonly commands: number;
  readonly states: readonly number[];
  readonly scratch: number;
  readonly particles: number;
  readonly bytes: number;
}

/** The number of bytes that stay unused at the beginning of memory, so that no view begins at address 0. */
const RESERVED = 1024;

const layouts = new WeakMap<Plan, Layout>();

/** Returns the layout of a world, which is computed once for each plan. Allocates no memory for the world. */
export function layoutOf(plan: Plan): Layout {
  const known = layouts.get(plan);
  if (known !== undefined) return known;
  const counts = countsOf(plan);
  const control = RESERVED;
  const constants = control + tableBytes(CONTROL_ROWS, counts);
  const first = constants + tableBytes(CONSTANT_ROWS, counts);
  const planes = planesOf(CONSTANT_ROWS, counts, constants);
  const commands = planes.find(({ name }) => name === 'commandTick')!.at;
  const stateBytes = tableBytes(STATE_ROWS, counts);
  const states = Array.from({ length: plan.ring }, (_, k) => first + k * stateBytes);
  const scratch = first + plan.ring * stateBytes;
  const particles = scratch + tableBytes(SCRATCH_ROWS, counts);
  const bytes = particles + tableBytes(PARTICLE_ROWS, counts);
  const layout = { control, constants, commands, states, scratch, particles, bytes };
  layouts.set(plan, layout);
  return layout;
}

/** A plane in memory: a column of one component, or one of the three components of a vector. */
export interface Plane {
  /** The name of the plane: the name of the row, followed by the component for a vector, as in "positionX". */
  readonly name: string;
  readonly at: number;
}

/** Computes the byte offsets of the planes of a table that begins at `offset`. */
export function planesOf(rows: readonly Row[], counts: Counts, offset: number): Plane[] {
  const planes: Plane[] = [];
  let at = offset;
  for (const row of rows) {
    for (const component of row[3] === 3 ? ['X', 'Y', 'Z'] : ['']) {
      planes.push({ name: row[0] + component, at });
      at += planeBytes(row, counts);
    }
  }
  return planes;
}

/** Creates the views of a table that begins at `offset`. */
export function viewsOf<Rows extends readonly Row[]>(
  rows: Rows,
  counts: Counts,
  buffer: ArrayBufferLike,
  offset: number,
): ViewsOf<Rows> {
  const views: Record<string, unknown> = {};
  const planes = planesOf(rows, counts, offset);
  let next = 0;
  for (const [name, type, per, components] of rows) {
    const plane = (elements: number): unknown => viewOf(type, buffer, planes[next++].at, elements);
    if (components === 3) {
      views[name] = { x: plane(counts[per]), y: plane(counts[per]), z: plane(counts[per]) };
    } else {
      views[name] = plane(counts[per] * components);
    }
  }
  return views as ViewsOf<Rows>;
}

function viewOf(type: ElementType, buffer: ArrayBufferLike, at: number, length: number): unknown {
  if (type === 'f32') return new Float32Array(buffer, at, length);
  if (type === 'u32') return new Uint32Array(buffer, at, length);
  if (type === 'i32') return new Int32Array(buffer, at, length);
  return new Uint8Array(buffer, at, length);
}

/**
 * A hash of the rows of all tables, and of the counts of the plan. A thread may attach to a world only if the thread
 * computes the same hash that the world contains.
 */
export function layoutHash(plan: Plan): number {
  const text = JSON.stringify([
    STATE_ROWS,
    SCRATCH_ROWS,
    CONSTANT_ROWS,
    CONTROL_ROWS,
    PARTICLE_ROWS,
    countsOf(plan),
  ]);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
