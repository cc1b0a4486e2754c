import type { Plan } from './plan.ts';
import { type Counts, countsOf } from './sizes.ts';

/**
 * Where every byte of a world is. These tables define the typed-array views, the addresses in WebAssembly kernels and
 * the layout hash; no other code knows an offset.
 *
 * A row is [name, type, per, components, unit, doc]. One component gives one array. Three give the planes x, y and z,
 * each contiguous, because a SIMD lane holds one agent. More give records, one after the other. Each plane starts at a
 * multiple of 64 bytes and is padded to 16 elements, so that a kernel may load and store whole vectors at the end. A
 * load at the last agents may reach into the next plane, where its values are ignored; a store never does.
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
 * These columns exist twice: front holds tick t, which all workers read; back holds tick t + 1, which they write.
 * Together with the scenario and the commands, front determines every later tick; it is what a snapshot stores.
 */
export const STATE_ROWS = [
  ['id', 'u32', 'agent', 1, '', 'id of the agent at this place, see ids.ts'],
  ['slot', 'u32', 'agent', 1, '', 'by agent index: the place of the agent'],
  ['species', 'u8', 'agent', 1, '', 'index into scenario.species'],
  ['status', 'u8', 'agent', 1, '', '0 dead, 1 alive, 2 quarantined'],
  ['position', 'f32', 'agent', 3, 'm', 'position'],
  ['velocity', 'f32', 'agent', 3, 'm/s', 'velocity'],
  ['birth', 'u32', 'agent', 1, 'tick', 'first tick of its life'],
  [
    'cellStart',
    'u32',
    'cellEnd',
    1,
    '',
    'by cell: place of its first agent; after the cells, of the dead of each species',
  ],
  ['targetPosition', 'f32', 'target', 3, 'm', 'position of a target'],
  ['targetVelocity', 'f32', 'target', 3, 'm/s', 'velocity of a target'],
  ['targetHome', 'f32', 'target', 3, 'm', 'home of a target, to which a spring pulls it back'],
  ['targetDrift', 'f32', 'target', 3, 'm/s', 'velocity of its home during the step from this tick'],
  ['targetAcceleration', 'f32', 'target', 3, 'm/s^2', 'acceleration of a target in the last step'],
  [
    'obstacleKind',
    'u32',
    'obstacle',
    1,
    '',
    'shape, and side on which agents are kept, see obstacle-kinds.ts; 0: no obstacle',
  ],
  ['obstacleName', 'u32', 'obstacle', 2, '', 'hash of its name; two zeros without a name'],
  ['obstacleCenter', 'f32', 'obstacle', 3, 'm', 'its center; for a plane, a point on it'],
  ['obstacleRadius', 'f32', 'obstacle', 1, 'm', 'radius of a sphere or a capsule'],
  [
    'obstacleExtent',
    'f32',
    'obstacle',
    3,
    'm',
    'half edges of a box, half axis of a capsule, normal of a plane; before rotation',
  ],
  [
    'obstaclePoint',
    'f32',
    'obstaclePointWord',
    1,
    'm',
    'x and y of the corners of a polygon, from its center, before rotation',
  ],
  ['obstacleRotation', 'f32', 'obstacle', 4, '', 'its rotation, a unit quaternion'],
  ['obstacleVelocity', 'f32', 'obstacle', 3, 'm/s', 'velocity of its center during the next step'],
  ['obstacleSpin', 'f32', 'obstacle', 3, 'rad/s', 'angular velocity'],
  ['obstacleVersion', 'u32', 'world', 1, '', '1 + the number of steps in which obstacles changed'],
  ['speciesParameters', 'f32', 'species', RECORD, '', 'in the order of SPECIES_PARAMETERS'],
  ['behaviorParameters', 'f32', 'behavior', RECORD, '', 'in the order of BEHAVIOR_PARAMETERS'],
  ['born', 'u32', 'species', 1, '', 'how many of its agents were born after the start'],
  ['hits', 'u32', 'species', 1, '', 'hits of its agents on targets and agents so far'],
  ['eventCount', 'u32', 'world', 1, '', 'events raised so far'],
  ['nextBirth', 'u32', 'world', 1, '', 'position in the ring of the next particle'],
  ['keptBirths', 'u32', 'world', 1, '', 'particles in the ring, at most its capacity'],
  [
    'choice',
    'u32',
    'choiceAgent',
    1,
    '',
    'last direction of context steering: 0 none, else 1 + its slot',
  ],
  ['waypoint', 'u32', 'waypointAgent', 1, '', 'index of the path point that the agent heads for'],
  ['acceleration', 'f32', 'accelerationAgent', 3, 'm/s^2', 'smoothed over the last steps'],
  ['heading', 'f32', 'headingAgent', 3, '', 'direction that the body faces, a unit vector'],
  ['up', 'f32', 'headingAgent', 3, '', 'up direction of the body, a unit vector normal to heading'],
  ['goal', 'f32', 'goalAgent', 3, 'm', 'point where the agent wants to go'],
  ['mapCost', 'u8', 'mapCell', 1, '', 'cost of a cell of the map; 0 is a wall'],
  ['mapVersion', 'u32', 'world', 1, '', '0 without a map, else 1 + how often the map was changed'],
  ['fieldMap', 'u32', 'field', 1, '', 'flow field: version of the map on which it is based'],
  ['fieldGoal', 'u32', 'field', 1, '', 'flow field: 1 + the goal cell to which it leads'],
  ['fieldMove', 'u8', 'fieldCell', 1, '', 'by flow field and cell: the move toward the goal'],
  ['route', 'u32', 'routeWord', 1, '', 'by agent index: the words of ROUTE, see sizes.ts'],
  ['approach', 'f32', 'orbitAgent', 1, 'm', 'least distance to its target in this flight'],
  ['swept', 'f32', 'orbitAgent', 1, 'rad', 'how far its line of sight has turned since approach'],
  ['reported', 'u32', 'reportedAgent', 1, '', 'bit k is set while report k of its species holds'],
  ['assignedTarget', 'u32', 'assignedTargetAgent', 1, '', '1 + its assigned target; 0 none'],
  ['assignedQuarry', 'u32', 'assignedQuarryAgent', 1, '', '1 + id of its assigned quarry; 0 none'],
  ['struck', 'u32', 'struckAgent', 1, '', '1 + id of the agent that hit it last step; 0 none'],
  ['custom', 'u32', 'customWord', 1, '', 'planes of the declared columns, see columns.ts'],
  ['scalar', 'f32', 'scalarCell', 1, '', 'cell values of the scalar fields, field by field'],
] as const satisfies readonly Row[];

/** These columns are computed again in each tick. Each worker writes its own slice. */
export const SCRATCH_ROWS = [
  ['force', 'f32', 'agent', 3, 'N', 'sum of the steering forces'],
  ['stagedPosition', 'f32', 'agent', 3, 'm', 'position at t + 1, still in the order of t'],
  ['stagedVelocity', 'f32', 'agent', 3, 'm/s', 'velocity at t + 1, still in the order of t'],
  ['stagedStatus', 'u8', 'agent', 1, '', 'status at t + 1; 3 is newborn'],
  ['cell', 'u32', 'agent', 1, '', 'cell at t + 1'],
  ['birthCount', 'u32', 'worker', 1, '', 'number of particles born in its slice'],
  ['happening', 'u32', 'agent', 1, '', 'per slice: what happened at a place, see happening.ts'],
  ['happeningCount', 'u32', 'worker', 1, '', 'number of entries of its slice in happening'],
  ['cellCount', 'u32', 'cellPerWorker', 1, '', 'per slice: agents per cell; later their places'],
  ['rangeCount', 'u32', 'workerPerWorker', 1, '', 'per slice: agents in the cells of each range'],
  ['hashPart', 'u32', 'worker', 4, '', 'partial hash of the front agents, for its slice'],
  ['fieldHash', 'u32', 'worker', 2, '', 'partial hash of the front scalar fields'],
  ['stagedChoice', 'u32', 'choiceAgent', 1, '', 'choice at t + 1, still in the order of t'],
  ['stagedWaypoint', 'u32', 'waypointAgent', 1, '', 'waypoint at t + 1, in the order of t'],
  ['stagedAcceleration', 'f32', 'accelerationAgent', 3, 'm/s^2', 'at t + 1, in the order of t'],
  ['stagedHeading', 'f32', 'headingAgent', 3, '', 'heading at t + 1, in the order of t'],
  ['stagedUp', 'f32', 'headingAgent', 3, '', 'up at t + 1, in the order of t'],
  ['stagedGoal', 'f32', 'goalAgent', 3, 'm', 'goal at t + 1, in the order of t'],
  ['stagedApproach', 'f32', 'orbitAgent', 1, 'm', 'approach at t + 1, in the order of t'],
  ['stagedSwept', 'f32', 'orbitAgent', 1, 'rad', 'swept at t + 1, in the order of t'],
  ['stagedCustom', 'u32', 'stagedCustomWord', 1, '', 'columns that laws write, at t + 1'],
  ['stagedLife', 'u32', 'stagedLifeWord', 1, '', 'births and deaths that laws decide, see life.ts'],
  ['parentPlace', 'u32', 'parentAgent', 1, '', 'per slice: front places of agents that give birth'],
  ['parentCount', 'u32', 'worker', 1, '', 'number of agents of its slice that give birth'],
  ['wanted', 'u32', 'wantedPerWorker', 1, '', 'by species: number of births in its slice'],
  ['parentOf', 'u32', 'parentAgent', 1, '', 'parent of the newborn agent, see kinship.ts'],
  ['stagedReported', 'u32', 'reportedAgent', 1, '', 'reported at t + 1, in the order of t'],
  ['stagedAssignedTarget', 'u32', 'assignedTargetAgent', 1, '', 'at t + 1, in the order of t'],
  ['stagedAssignedQuarry', 'u32', 'assignedQuarryAgent', 1, '', 'at t + 1, in the order of t'],
  [
    'reportPlace',
    'u32',
    'reportAgent',
    1,
    '',
    'per slice: back places of the agents with something to report',
  ],
  ['reportBits', 'u32', 'reportAgent', 1, '', 'per slice: bit k set for report k of that place'],
  ['reportCount', 'u32', 'worker', 1, '', 'number of entries of its slice in reportPlace'],
  ['role', 'u8', 'roleAgent', 1, '', 'by front place: the role of the agent, see roles.ts'],
  ['neighborRoom', 'u32', 'neighborRoomPerWorker', 1, '', 'SIMD: see NEIGHBOR_ROOM in sizes.ts'],
  ['orcaRoom', 'u32', 'orcaRoomPerWorker', 1, '', 'SIMD: see ORCA_ROOM in sizes.ts'],
  [
    'obstacleRoom',
    'f32',
    'obstacleRoomPerWorker',
    1,
    '',
    'SIMD: records of obstacles near a block',
  ],
  ['treePart', 'u32', 'treePartWord', 1, '', 'by part of a tree: agents, first block, first node'],
  ['treeTop', 'f32', 'treeTopWord', 1, 'm', 'nodes whose children are the parts of a tree'],
  ['treeNode', 'f32', 'treeNodeWord', 1, 'm', 'nodes: boxes of their children, see tree-plan.ts'],
  ['treeBlock', 'f32', 'treeBlockWord', 1, 'm', 'positions of the agents of a tree, in its order'],
  ['treePlace', 'u32', 'treeAgent', 1, '', 'places of the agents of a tree, in its order'],
  ['nearest', 'u32', 'nearestPerWorker', 1, '', 'SIMD: see NEAREST_ROOM in sizes.ts'],
  ['treeRoom', 'u32', 'treeRoomPerWorker', 1, '', 'SIMD: see TREE_ROOM in tree-plan.ts'],
  ['lawRoom', 'u32', 'lawRoomPerWorker', 1, '', 'SIMD: see lawRoomOf in sizes.ts'],
  ['neighborSums', 'f32', 'sumPerWorker', 1, '', 'SIMD: planes of NeighborSums, by pass'],
  ['deposit', 'f32', 'depositWord', 1, '', 'by scalar field and place: amount of the deposit'],
  ['depositCell', 'u32', 'depositWord', 1, '', 'by scalar field and place: cell of the deposit'],
  [
    'depositPlace',
    'u32',
    'depositWord',
    1,
    '',
    'by scalar field: places of the agents that deposit, bucket by bucket',
  ],
  ['depositCount', 'u32', 'bucketPerWorker', 1, '', 'per slice: deposits in each bucket'],
  ['depositNext', 'u32', 'bucketPerWorker', 1, '', 'per slice: next deposit of each bucket'],
] as const satisfies readonly Row[];

/** Written only between runs. */
export const CONSTANT_ROWS = [
  ['address', 'u32', 'address', 1, 'byte', 'SIMD: address of each plane, for even and odd ticks'],
  ['grid', 'f32', 'gridNumber', 1, '', 'SIMD: the numbers of plan.grid, see tables.ts'],
  ['lanePack', 'u32', 'lanePack', 1, 'byte', 'SIMD: by mask of 4 lanes, offsets of the set lanes'],
  ['pathPoint', 'f32', 'pathPoint', 3, 'm', 'points of all paths, one path after the other'],
  ['pathHeading', 'f32', 'pathPoint', 3, '', 'unit vector from each point toward the next'],
  ['height', 'f32', 'heightPoint', 1, 'm', 'heights of the ground, see heights.ts'],
  ['meshFirst', 'u32', 'meshPolygonEnd', 1, '', 'by polygon of the mesh: its first corner'],
  ['meshPart', 'u32', 'meshPolygon', 1, '', 'by polygon: its part; paths stay within a part'],
  ['meshX', 'f32', 'meshCorner', 1, 'm', 'by corner: x'],
  ['meshY', 'f32', 'meshCorner', 1, 'm', 'by corner: y'],
  ['meshVertex', 'u32', 'meshCorner', 1, '', 'by corner: its vertex'],
  [
    'meshNext',
    'i32',
    'meshCorner',
    1,
    '',
    'by corner: polygon across the edge that begins at it; -1: a wall',
  ],
  ['meshWall', 'u8', 'meshCorner', 1, '', 'by corner: 1 where a wall begins or ends'],
  ['meshBinFirst', 'u32', 'meshBinEnd', 1, '', 'by square over the mesh: first of meshBinPolygon'],
  ['meshBinPolygon', 'u32', 'meshBinEntry', 1, '', 'polygons that touch the square'],
  ['commandTick', 'u32', 'command', 1, 'tick', 'tick of each command in the window, ascending'],
  ['commandKind', 'u32', 'command', 1, '', 'COMMAND'],
  ['commandPlaceEnd', 'u32', 'command', 1, '', 'where its part of commandPlace ends'],
  ['commandValueEnd', 'u32', 'command', 1, '', 'where its part of commandValue ends'],
  ['commandPlace', 'u32', 'commandPlaceWord', 1, '', 'ids and indices, see core/src/commands'],
  ['commandValue', 'f32', 'commandValueWord', 1, '', 'numbers, see core/src/commands'],
] as const satisfies readonly Row[];

/** Words from one worker's record to the next: a cache line, so that no two workers write to the same line. */
export const WORKER_STRIDE = 16;

/**
 * A ring of the births of particles, in the order of ticks. Particles do not act on agents, so the state hash does not
 * cover them. A snapshot stores them and the digest covers them.
 */
export const BIRTH_ROWS = [
  ['bornPosition', 'f32', 'particle', 3, 'm', 'position at which the particle is born'],
  ['bornVelocity', 'f32', 'particle', 3, 'm/s', 'its velocity at birth'],
  ['bornTick', 'u32', 'particle', 1, 'tick', 'first tick at which it exists'],
  ['bornKey', 'u32', 'particle', 1, '', 'random bits that determine its drift'],
  ['bornKind', 'u8', 'particle', 1, '', '2 x species, plus 1 for a spark'],
  ['bornLast', 'u32', 'world', 2, '', 'the births written last: their tick and their number'],
] as const satisfies readonly Row[];

/** The births, and the particles that were last evaluated from them. */
export const PARTICLE_ROWS = [
  ...BIRTH_ROWS,
  ['particleFactor', 'f32', 'factorPerWorker', 1, '', 'by worker and kind: in the order of FACTOR'],
  ['particle', 'f32', 'particle', 4, 'm', 'evaluated: x, y, z and radius of the living particles'],
  ['particleKind', 'u8', 'particle', 1, '', 'evaluated: bornKind of the living particles'],
] as const satisfies readonly Row[];

/** The ring of events that the host has not taken yet. */
export const EVENT_ROWS = [
  ['eventTick', 'u32', 'event', 1, 'tick', 'ring of events: the tick of the event'],
  ['eventKind', 'u32', 'event', 1, '', 'EVENT'],
  ['eventAgent', 'u32', 'event', 1, '', 'id of the agent, or a number of agents'],
  ['eventOther', 'u32', 'event', 1, '', 'depends on the kind, see raise'],
  ['eventSpecies', 'u32', 'event', 1, '', 'index of the species; for fired, of the launcher'],
  ['eventPosition', 'f32', 'event', 3, 'm', 'position; x can be a number of births, see raise'],
] as const satisfies readonly Row[];

/** Memory through which threads communicate with each other and with the host. */
export const CONTROL_ROWS = [
  ['word', 'i32', 'word', 1, '', 'the words of WORD: barrier, tick, end of the run and others'],
  ['cut', 'i32', 'workerEnd', 1, '', "first place of each worker's slice"],
  ['progress', 'i32', 'worker', WORKER_STRIDE, '', 'PROGRESS of each worker, a cache line each'],
  ['workerTime', 'f32', 'worker', WORKER_STRIDE, 'ms', 'TIME of each worker, a cache line each'],
  ['traceHash', 'u32', 'trace', 2, '', 'by tick: state hash, low and high half'],
  ['traceMs', 'f32', 'trace', 1, 'ms', 'by tick: how long the step to this tick took'],
  ...EVENT_ROWS,
] as const satisfies readonly Row[];

/** The words of control.word. The two words of the barrier are on cache lines of their own. */
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
} as const;

/** The words of a worker's record in control.progress. */
export const PROGRESS = { beat: 0, tick: 1, phase: 2, waiting: 3 } as const;

/**
 * The numbers of a worker's record in control.workerTime: work and wait of the last tick, work and wait of the run, and
 * the work of the tick before the last.
 */
export const TIME = { tickWork: 0, tickWait: 1, runWork: 2, runWait: 3, workBefore: 4 } as const;

interface ArrayOf {
  f32: Float32Array;
  u32: Uint32Array;
  i32: Int32Array;
  u8: Uint8Array;
}

/** The three planes of a column with three components. */
export interface Planes<A> {
  readonly x: A;
  readonly y: A;
  readonly z: A;
}

/** The typed-array views of a table: one array, or three planes, per row. */
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

/** The offsets of the sections of a world, and its size, all in bytes. */
export interface Layout {
  readonly control: number;
  readonly constants: number;
  readonly states: readonly [number, number];
  readonly scratch: number;
  readonly particles: number;
  readonly bytes: number;
}

/** The first bytes stay unused, so that no view begins at address 0. */
const RESERVED = 1024;

/** Computes the layout of a world without allocating anything. */
export function layoutOf(plan: Plan): Layout {
  const counts = countsOf(plan);
  const control = RESERVED;
  const constants = control + tableBytes(CONTROL_ROWS, counts);
  const first = constants + tableBytes(CONSTANT_ROWS, counts);
  const stateBytes = tableBytes(STATE_ROWS, counts);
  const second = first + stateBytes;
  const scratch = second + stateBytes;
  const particles = scratch + tableBytes(SCRATCH_ROWS, counts);
  const bytes = particles + tableBytes(PARTICLE_ROWS, counts);
  return { control, constants, states: [first, second], scratch, particles, bytes };
}

/** A plane of a row: a column of one component, or one of the three components of a vector. */
export interface Plane {
  /** The name of the row, with the component for a vector: "positionX". */
  readonly name: string;
  readonly at: number;
}

/** The byte offsets of the planes of a table that begins at `offset`. */
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

/** A number that changes when any row changes. Only code with the same number may attach to a world. */
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
