import type { Plan } from './plan.ts';
import { type Counts, countsOf } from './sizes.ts';

/**
 * Where every byte of a world lives. These tables feed the typed-array views, the WebAssembly
 * kernels, docs/memory.md and the layout hash; nothing else knows an offset.
 *
 * A row is [name, type, per, components, unit, doc]. One component gives one array; three give the
 * planes x, y and z, each contiguous, because a SIMD lane holds one agent; more give records, one
 * after the other. Each plane starts at a multiple of 64 bytes and is padded to 16 elements, so that
 * a kernel may load and store a whole vector at the tail. What it loads from the last agents on may reach
 * into the next plane, where it counts for nothing; never what it stores.
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

/** Numbers in a row of speciesParameters and behaviorParameters. */
export const RECORD = 16;

/**
 * Kept twice: front is tick t, which all workers read; back is tick t + 1, which they write. Front is all
 * that the next ticks depend on, beside the scenario and the commands, and what is counted: what a snapshot
 * keeps.
 */
export const STATE_ROWS = [
  ['id', 'u32', 'agent', 1, '', 'which agent stands at this place of the sorted order, see ids.ts'],
  ['slot', 'u32', 'agent', 1, '', 'by index: its place in the sorted order'],
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
    'by cell: place of its first agent; then the dead by species',
  ],
  ['targetPosition', 'f32', 'target', 3, 'm', 'position of a target'],
  ['targetVelocity', 'f32', 'target', 3, 'm/s', 'velocity of a target'],
  ['targetHome', 'f32', 'target', 3, 'm', 'where a target springs back to'],
  ['targetDrift', 'f32', 'target', 3, 'm/s', 'velocity of its home in the step from this tick'],
  ['targetAcceleration', 'f32', 'target', 3, 'm/s^2', 'how its velocity changed in the last step'],
  [
    'obstacleKind',
    'u32',
    'obstacle',
    1,
    '',
    'what and on which side, see obstacle-kinds.ts; 0 none',
  ],
  ['obstacleName', 'u32', 'obstacle', 2, '', 'hash of its name; 0 and 0 without one'],
  ['obstacleCenter', 'f32', 'obstacle', 3, 'm', 'its center; a point of a plane'],
  ['obstacleRadius', 'f32', 'obstacle', 1, 'm', 'radius of a sphere or a capsule'],
  [
    'obstacleExtent',
    'f32',
    'obstacle',
    3,
    'm',
    'half edges of a box, half axis; normal of a plane',
  ],
  [
    'obstaclePoint',
    'f32',
    'obstaclePointWord',
    1,
    'm',
    'x and y of corners from the center, unturned',
  ],
  ['obstacleRotation', 'f32', 'obstacle', 4, '', 'how it is turned: a unit quaternion'],
  ['obstacleVelocity', 'f32', 'obstacle', 3, 'm/s', 'of its center, in the step from this tick'],
  ['obstacleSpin', 'f32', 'obstacle', 3, 'rad/s', 'angular velocity'],
  ['obstacleVersion', 'u32', 'world', 1, '', '1 and in how many steps obstacles changed'],
  ['speciesParameters', 'f32', 'species', RECORD, '', 'in the order of SPECIES_PARAMETERS'],
  ['behaviorParameters', 'f32', 'behavior', RECORD, '', 'in the order of BEHAVIOR_PARAMETERS'],
  ['born', 'u32', 'species', 1, '', 'how many of its agents were born after the start'],
  ['hits', 'u32', 'species', 1, '', 'hits of its agents on targets and agents so far'],
  ['eventCount', 'u32', 'world', 1, '', 'events raised so far'],
  ['nextBirth', 'u32', 'world', 1, '', 'where in the ring the next particle goes'],
  ['keptBirths', 'u32', 'world', 1, '', 'particles in the ring, at most its capacity'],
  [
    'choice',
    'u32',
    'choiceAgent',
    1,
    '',
    'context steering: last direction; 0 none, else 1 + slot',
  ],
  ['waypoint', 'u32', 'waypointAgent', 1, '', 'which point of its path an agent heads for'],
  ['acceleration', 'f32', 'accelerationAgent', 3, 'm/s^2', 'smoothed over the last steps'],
  ['heading', 'f32', 'headingAgent', 3, '', 'where the body faces, a unit vector'],
  ['up', 'f32', 'headingAgent', 3, '', "the body's up, a unit vector across the heading"],
  ['goal', 'f32', 'goalAgent', 3, 'm', 'where it wants to go'],
  ['mapCost', 'u8', 'mapCell', 1, '', 'cost of a cell of the map; 0 is a wall'],
  ['mapVersion', 'u32', 'world', 1, '', '1 and how often the map was changed; 0: none yet'],
  ['fieldMap', 'u32', 'field', 1, '', 'the version of the map that the field is for'],
  ['fieldGoal', 'u32', 'field', 1, '', '1 + the cell that the field of a target leads to'],
  ['fieldMove', 'u8', 'fieldCell', 1, '', 'by field and cell: the move toward the goal'],
  ['route', 'u32', 'routeWord', 1, '', 'by index: what ROUTE says, then cells to go to in turn'],
  ['approach', 'f32', 'orbitAgent', 1, 'm', 'least distance to its target in this flight'],
  ['swept', 'f32', 'orbitAgent', 1, 'rad', 'how far its line of sight has turned since'],
  ['reported', 'u32', 'reportedAgent', 1, '', 'by bit: which reports of its species hold now'],
  ['assignedTarget', 'u32', 'assignedTargetAgent', 1, '', '1 + the target it was given; 0 none'],
  ['assignedQuarry', 'u32', 'assignedQuarryAgent', 1, '', '1 + the id it was given; 0 none'],
  ['struck', 'u32', 'struckAgent', 1, '', 'what hit it in the last step; 0 nothing, else 1 + id'],
  ['custom', 'u32', 'customWord', 1, '', 'planes of the declared columns, see columns.ts'],
  ['scalar', 'f32', 'scalarCell', 1, '', 'scalar fields, one after the other: values of the cells'],
] as const satisfies readonly Row[];

/** Worked out again in each tick. A worker writes its own slice of it. */
export const SCRATCH_ROWS = [
  ['force', 'f32', 'agent', 3, 'N', 'sum of the steering forces'],
  ['stagedPosition', 'f32', 'agent', 3, 'm', 'position at t + 1, still in the order of t'],
  ['stagedVelocity', 'f32', 'agent', 3, 'm/s', 'velocity at t + 1, still in the order of t'],
  ['stagedStatus', 'u8', 'agent', 1, '', 'status at t + 1; 3 is newborn'],
  ['cell', 'u32', 'agent', 1, '', 'cell at t + 1'],
  ['birthCount', 'u32', 'worker', 1, '', 'particles born in its slice'],
  ['happening', 'u32', 'agent', 1, '', 'per slice: what happened at which place, see happening.ts'],
  ['happeningCount', 'u32', 'worker', 1, '', 'how many happenings its slice has'],
  ['cellCount', 'u32', 'cellPerWorker', 1, '', 'per slice: agents in each cell, then places'],
  ['rangeCount', 'u32', 'workerPerWorker', 1, '', 'per slice: agents in the cells of each range'],
  ['hashPart', 'u32', 'worker', 4, '', 'hash of the front agents of its slice'],
  ['fieldHash', 'u32', 'worker', 2, '', 'hash of the scalar fields in front, of its buckets'],
  ['stagedChoice', 'u32', 'choiceAgent', 1, '', 'choice at t + 1, still in the order of t'],
  ['stagedWaypoint', 'u32', 'waypointAgent', 1, '', 'waypoint at t + 1, in the order of t'],
  ['stagedAcceleration', 'f32', 'accelerationAgent', 3, 'm/s^2', 'at t + 1, in the order of t'],
  ['stagedHeading', 'f32', 'headingAgent', 3, '', 'heading at t + 1, in the order of t'],
  ['stagedUp', 'f32', 'headingAgent', 3, '', 'up at t + 1, in the order of t'],
  ['stagedGoal', 'f32', 'goalAgent', 3, 'm', 'goal at t + 1, in the order of t'],
  ['stagedApproach', 'f32', 'orbitAgent', 1, 'm', 'approach at t + 1, in the order of t'],
  ['stagedSwept', 'f32', 'orbitAgent', 1, 'rad', 'swept at t + 1, in the order of t'],
  ['stagedCustom', 'u32', 'stagedCustomWord', 1, '', 'of those that laws write: at t + 1'],
  ['stagedLife', 'u32', 'stagedLifeWord', 1, '', 'what laws decide of lives, see life.ts'],
  ['parentPlace', 'u32', 'parentAgent', 1, '', 'per slice: places of front that give birth'],
  ['parentCount', 'u32', 'worker', 1, '', 'how many of its slice give birth'],
  ['wanted', 'u32', 'wantedPerWorker', 1, '', 'by species: how many are born of its slice'],
  [
    'parentOf',
    'u32',
    'parentAgent',
    1,
    '',
    'of which agent the newborn is a child, see kinship.ts',
  ],
  ['stagedReported', 'u32', 'reportedAgent', 1, '', 'reported at t + 1, in the order of t'],
  ['stagedAssignedTarget', 'u32', 'assignedTargetAgent', 1, '', 'at t + 1, in the order of t'],
  ['stagedAssignedQuarry', 'u32', 'assignedQuarryAgent', 1, '', 'at t + 1, in the order of t'],
  [
    'reportPlace',
    'u32',
    'reportAgent',
    1,
    '',
    'per slice: places of back with something to report',
  ],
  ['reportBits', 'u32', 'reportAgent', 1, '', 'per slice: by bit, which reports these are'],
  ['reportCount', 'u32', 'worker', 1, '', 'how many places its slice has to report'],
  ['role', 'u8', 'roleAgent', 1, '', 'by place of front: which behaviors it has, see roles.ts'],
  ['neighborRoom', 'u32', 'neighborRoomPerWorker', 1, '', 'SIMD: lists of NEIGHBOR_ROOM'],
  ['orcaRoom', 'u32', 'orcaRoomPerWorker', 1, '', 'SIMD: lists of ORCA_ROOM'],
  [
    'obstacleRoom',
    'f32',
    'obstacleRoomPerWorker',
    1,
    '',
    'SIMD: records of obstacles near a block',
  ],
  ['treePart', 'u32', 'treePartWord', 1, '', 'parts of trees: agents, first block, first node'],
  ['treeTop', 'f32', 'treeTopWord', 1, 'm', 'nodes whose children are the parts of a tree'],
  ['treeNode', 'f32', 'treeNodeWord', 1, 'm', 'nodes: boxes of their children, see tree-plan.ts'],
  ['treeBlock', 'f32', 'treeBlockWord', 1, 'm', 'positions of the agents of a tree, in its order'],
  ['treePlace', 'u32', 'treeAgent', 1, '', 'their places in the sorted order'],
  ['nearest', 'u32', 'nearestPerWorker', 1, '', 'SIMD: places found for agents that follow'],
  ['treeRoom', 'u32', 'treeRoomPerWorker', 1, '', 'SIMD: lists of TREE_ROOM'],
  ['lawRoom', 'u32', 'lawRoomPerWorker', 1, '', 'SIMD: lists of lawRoomOf'],
  ['neighborSums', 'f32', 'sumPerWorker', 1, '', 'SIMD: planes of NeighborSums, by pass'],
  ['deposit', 'f32', 'depositWord', 1, '', 'by scalar field and place: what the agent deposits'],
  ['depositCell', 'u32', 'depositWord', 1, '', 'by scalar field and place: the cell it goes to'],
  [
    'depositPlace',
    'u32',
    'depositWord',
    1,
    '',
    'by scalar field: which agents deposit, bucket by bucket',
  ],
  ['depositCount', 'u32', 'bucketPerWorker', 1, '', 'per slice: deposits in each bucket'],
  ['depositNext', 'u32', 'bucketPerWorker', 1, '', 'per slice: where the next of a bucket goes'],
] as const satisfies readonly Row[];

/** Written between runs only. */
export const CONSTANT_ROWS = [
  ['address', 'u32', 'address', 1, 'byte', 'SIMD: of each plane, for even and for odd ticks'],
  ['grid', 'f32', 'gridNumber', 1, '', 'SIMD: the numbers of plan.grid, see tables.ts'],
  ['lanePack', 'u32', 'lanePack', 1, 'byte', 'SIMD: by mask of 4 lanes, where the set ones stand'],
  ['pathPoint', 'f32', 'pathPoint', 3, 'm', 'points of all paths, one path after the other'],
  ['pathHeading', 'f32', 'pathPoint', 3, '', 'where the path leads on from each point'],
  ['height', 'f32', 'heightPoint', 1, 'm', 'heights of the ground, see heights.ts'],
  ['meshFirst', 'u32', 'meshPolygonEnd', 1, '', 'by polygon of the mesh: where its corners begin'],
  ['meshPart', 'u32', 'meshPolygon', 1, '', 'by polygon: ways lead between those of the same part'],
  ['meshX', 'f32', 'meshCorner', 1, 'm', 'by corner: x'],
  ['meshY', 'f32', 'meshCorner', 1, 'm', 'by corner: y'],
  ['meshVertex', 'u32', 'meshCorner', 1, '', 'by corner: its vertex'],
  [
    'meshNext',
    'i32',
    'meshCorner',
    1,
    '',
    'by corner: the polygon across the edge from it; -1 wall',
  ],
  ['meshWall', 'u8', 'meshCorner', 1, '', 'by corner: 1 where a wall begins or ends'],
  ['meshBinFirst', 'u32', 'meshBinEnd', 1, '', 'by square over the mesh: where its polygons begin'],
  ['meshBinPolygon', 'u32', 'meshBinEntry', 1, '', 'polygons that touch the square'],
  ['commandTick', 'u32', 'command', 1, 'tick', 'commands of the next ticks, by tick'],
  ['commandKind', 'u32', 'command', 1, '', 'COMMAND'],
  ['commandPlaceEnd', 'u32', 'command', 1, '', 'where its places end; those of the next begin'],
  ['commandValueEnd', 'u32', 'command', 1, '', 'where its values end; those of the next begin'],
  ['commandPlace', 'u32', 'commandPlaceWord', 1, '', 'ids and indices, see core/src/commands'],
  ['commandValue', 'f32', 'commandValueWord', 1, '', 'numbers, see core/src/commands'],
] as const satisfies readonly Row[];

/** Words from one worker's record to the next: a cache line, so that no two write the same. */
export const WORKER_STRIDE = 16;

/**
 * A ring of the births of particles, in the order of ticks. Nothing here acts on an agent, so it is no
 * part of the state hash; a snapshot keeps it, as it keeps the state, and the digest covers it.
 */
export const BIRTH_ROWS = [
  ['bornPosition', 'f32', 'particle', 3, 'm', 'where it is born'],
  ['bornVelocity', 'f32', 'particle', 3, 'm/s', 'its velocity then'],
  ['bornTick', 'u32', 'particle', 1, 'tick', 'first tick at which it is there'],
  ['bornKey', 'u32', 'particle', 1, '', 'random bits that its drift is made from'],
  ['bornKind', 'u8', 'particle', 1, '', '2 x species, and 1 more for a spark'],
  ['bornLast', 'u32', 'world', 2, '', 'births that were last written: their tick, how many'],
] as const satisfies readonly Row[];

/** The births, and what was last evaluated from them. */
export const PARTICLE_ROWS = [
  ...BIRTH_ROWS,
  ['particleFactor', 'f32', 'factorPerWorker', 1, '', 'by worker and kind: in the order of FACTOR'],
  ['particle', 'f32', 'particle', 4, 'm', 'evaluated: x, y, z and radius of the living'],
  ['particleKind', 'u8', 'particle', 1, '', 'evaluated: bornKind of the living'],
] as const satisfies readonly Row[];

/** The ring of events that have not been taken yet. */
export const EVENT_ROWS = [
  ['eventTick', 'u32', 'event', 1, 'tick', 'ring of events: when'],
  ['eventKind', 'u32', 'event', 1, '', 'EVENT'],
  ['eventAgent', 'u32', 'event', 1, '', 'id, or how many were born'],
  ['eventOther', 'u32', 'event', 1, '', 'what it is about, see raise'],
  ['eventSpecies', 'u32', 'event', 1, '', 'index of the species; the launcher when fired'],
  ['eventPosition', 'f32', 'event', 3, 'm', 'where; x: how many births were refused'],
] as const satisfies readonly Row[];

/** What threads tell each other and the host. */
export const CONTROL_ROWS = [
  ['word', 'i32', 'word', 1, '', 'WORD: the barrier, the tick, where a run ends'],
  ['cut', 'i32', 'workerEnd', 1, '', 'where the slice of each worker begins, in sorted order'],
  ['progress', 'i32', 'worker', WORKER_STRIDE, '', 'PROGRESS of each worker, a cache line each'],
  ['workerTime', 'f32', 'worker', WORKER_STRIDE, 'ms', 'TIME of each worker, a cache line each'],
  ['traceHash', 'u32', 'trace', 2, '', 'by tick: state hash, low and high half'],
  ['traceMs', 'f32', 'trace', 1, 'ms', 'by tick: how long the step to it took'],
  ...EVENT_ROWS,
] as const satisfies readonly Row[];

/** Words of control.word. The barrier's two lie on cache lines of their own. */
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

/** Words of a worker's record in control.progress. */
export const PROGRESS = { beat: 0, tick: 1, phase: 2, waiting: 3 } as const;

/**
 * Numbers of a worker's record in control.workerTime: of the last tick, of the run, and the work of
 * the tick before the last.
 */
export const TIME = { tickWork: 0, tickWait: 1, runWork: 2, runWait: 3, workBefore: 4 } as const;

interface ArrayOf {
  f32: Float32Array;
  u32: Uint32Array;
  i32: Int32Array;
  u8: Uint8Array;
}

/** The planes of a column of three components. */
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

/** Where the sections of a world begin, and its size; all in bytes. */
export interface Layout {
  readonly control: number;
  readonly constants: number;
  readonly states: readonly [number, number];
  readonly scratch: number;
  readonly particles: number;
  readonly bytes: number;
}

/** The first bytes stay free, so that no view begins at address 0. */
const RESERVED = 1024;

/** Lays a world out without allocating anything. */
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

/** A plane of a row: a column of one component, or one of the three of a vector. */
export interface Plane {
  /** The row's name, and the component for one of three: "positionX". */
  readonly name: string;
  readonly at: number;
}

/** Where the planes of a table that begins at `offset` lie, in bytes. */
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

/** Makes the views of a table that begins at `offset`. */
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

/** A number that changes when any row changes; a world is only attached to by code that agrees. */
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
