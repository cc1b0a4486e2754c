import { shortest } from '../../grid/torus.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { Grid } from '../../world/grid-plan.ts';
import { isInside, OBSTACLE } from '../../world/obstacle-kinds.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { createSeeker, findBoxes, isNear, type Seeker } from './box-tree.ts';
import { type ObstacleTable, obstacleTable } from './obstacle-table.ts';

/**
 * A list of obstacles of a world: their rows (indices), in ascending order, and where their centers are (m).
 *
 * On a torus, an obstacle has images, one edge length apart. Each image that may be near is listed, in the order of z,
 * then y, then x. So behaviors see obstacles across the seams as they see them elsewhere. There are two exceptions. An
 * obstacle that keeps agents inside is listed once, because an agent is kept in one image only: the one nearest to the
 * agent, see `awayFrom`. A plane has no images, because it extends without end.
 */
export interface ObstacleList {
  count: number;
  index: Uint16Array;
  x: Float32Array;
  y: Float32Array;
  z: Float32Array;
  /**
   * For each axis, the offset (m) from an agent at which the center of an image is too far away to be seen; Infinity
   * along an axis that does not wrap.
   */
  readonly horizon: Float32Array;
  /**
   * An upper bound of the f32 rounding error (m) in the coordinates of the agents that look at the listed obstacles.
   */
  pad: number;
}

export function createObstacleList(): ObstacleList {
  return { count: 0, horizon: new Float32Array(3), pad: 0, ...columnsFor(64) };
}

function columnsFor(entries: number): Pick<ObstacleList, 'index' | 'x' | 'y' | 'z'> {
  return {
    index: new Uint16Array(entries),
    x: new Float32Array(entries),
    y: new Float32Array(entries),
    z: new Float32Array(entries),
  };
}

/**
 * How far agents look around a torus. Along each axis, they see the images whose centers are less than this many edge
 * lengths away.
 */
export const TURNS = 2;

/**
 * Whether an agent sees a listed obstacle. (x, y, z) is the offset (m) between the agent and the listed center. A list
 * may contain a few images that are too far around a torus.
 */
export function isSeen(
  { horizon: [farX, farY, farZ] }: ObstacleList,
  kind: number,
  x: number,
  y: number,
  z: number,
): boolean {
  return (
    (Math.abs(x) < farX && Math.abs(y) < farY && Math.abs(z) < farZ) || kind === OBSTACLE.plane
  );
}

/**
 * Returns the offset (m) along an axis from an obstacle to an agent. `offset` is the offset from the listed center. If
 * the obstacle keeps agents inside, the result is the offset from its image that is nearest to the agent.
 *
 * @param kind the value of the obstacle in `obstacleKind`
 * @param edge the edge length of the torus (m), or 0
 */
export function awayFrom(kind: number, offset: number, edge: number): number {
  return edge > 0 && isInside(kind) ? shortest(offset, edge) : offset;
}

/**
 * The distance up to which agents look for obstacles. It is `reach`, plus the distance that the agent covers in `ahead`
 * seconds, plus the distance that the obstacle covers in `time` seconds.
 */
export interface Range {
  /**
   * The part of the range that does not depend on motion: a distance from the agent to the surface of an obstacle (m).
   */
  readonly reach: number;
  /** The time (s) for which the agent may move. The distance that it covers in this time is added to `reach`. */
  readonly ahead: number;
  /** The time (s) for which the obstacle may move. The distance that it covers in this time is added to `reach`. */
  readonly time: number;
}

/** Number of agents that search for near obstacles together. */
export const GROUP = 16;

/**
 * A little more than the square root of 3. When a box is enlarged to leave room for a body, its corners stay sharp. The
 * corners move at most this many times as far as the faces.
 */
const SHARP = 1.7321;

const seeker: Seeker = createSeeker();

/**
 * Lists the obstacles near the agents of one species that are in places [begin, end). An obstacle is near if its
 * surface may come within the range of an agent. The search uses one box around all these agents, so `list` may contain
 * a few more obstacles. Agents are in the order of cells, so the box is small and the search is fast.
 *
 * If `among` is given, only the obstacles in `among` are searched.
 *
 * @param list gets the obstacles
 * @param among default: all obstacles
 * @param around finds the box around the agents
 */
export function listObstaclesNear(
  list: ObstacleList,
  world: SharedWorld,
  species: number,
  begin: number,
  end: number,
  range: Range,
  among?: ObstacleList,
  around: Surround = surround,
): void {
  list.count = 0;
  if (among?.count === 0 || world.plan.obstacles.capacity === 0) return;
  const table = obstacleTable(world);
  if (table.count === 0 || !around(world, species, begin, end, range.ahead)) return;
  seeker.reach = range.reach * SHARP + seeker.reach;
  seeker.time = range.time;
  for (let axis = 0; axis < 3; axis++) seeker.edge[axis] = world.plan.grid.edge[axis];
  list.pad = paddingOf(world);
  setHorizon(list, world);
  seeker.reach = seeker.reach * (1 + 1e-5) + list.pad;
  if (among === undefined) {
    const count = findBoxes(table.boxes, seeker, rows);
    for (let k = 0; k < count; k++) addImages(list, world, table, rows[k]);
    return;
  }
  for (let k = 0; k < among.count; k++) {
    const row = among.index[k];
    // The images of an obstacle follow one another.
    if (k > 0 && among.index[k - 1] === row) continue;
    if (isNear(seeker, table.boxes, row)) addImages(list, world, table, row);
  }
}

const rows = new Uint16Array(LIMITS.obstacles);

function setHorizon({ horizon }: ObstacleList, { plan }: SharedWorld): void {
  for (let axis = 0; axis < 3; axis++) {
    const edge = plan.grid.edge[axis];
    horizon[axis] = edge > 0 ? TURNS * edge : Number.POSITIVE_INFINITY;
  }
}

/** Appends an obstacle to a list. On a torus, appends the images of the obstacle that may be near the seeker. */
function addImages(
  list: ObstacleList,
  { front, plan }: SharedWorld,
  { boxes }: ObstacleTable,
  row: number,
): void {
  const { x, y, z } = front.obstacleCenter;
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  const kind = front.obstacleKind[row];
  if (!plan.grid.wrap || kind === OBSTACLE.plane || isInside(kind)) {
    add(list, row, x[row], y[row], z[row]);
    return;
  }
  turnsInto(turnsX, plan.grid, boxes, row, 0, x[row]);
  turnsInto(turnsY, plan.grid, boxes, row, 1, y[row]);
  turnsInto(turnsZ, plan.grid, boxes, row, 2, z[row]);
  for (let turnZ = turnsZ.first; turnZ <= turnsZ.last; turnZ++) {
    for (let turnY = turnsY.first; turnY <= turnsY.last; turnY++) {
      for (let turnX = turnsX.first; turnX <= turnsX.last; turnX++) {
        add(list, row, x[row] + turnX * edgeX, y[row] + turnY * edgeY, z[row] + turnZ * edgeZ);
      }
    }
  }
}

function add(list: ObstacleList, row: number, x: number, y: number, z: number): void {
  if (list.count === list.index.length) {
    const before = { ...list };
    Object.assign(list, columnsFor(2 * before.count));
    list.index.set(before.index);
    for (const axis of ['x', 'y', 'z'] as const) list[axis].set(before[axis]);
  }
  const at = list.count++;
  list.index[at] = row;
  list.x[at] = x;
  list.y[at] = y;
  list.z[at] = z;
}

/** The images of an obstacle along an axis: how many edge lengths the first and the last are moved. */
interface Turns {
  first: number;
  last: number;
}

const turnsX: Turns = { first: 0, last: 0 };
const turnsY: Turns = { first: 0, last: 0 };
const turnsZ: Turns = { first: 0, last: 0 };

/**
 * Finds the images of an obstacle along an axis that may come within the reach of the seeker. `center` is where the
 * center of the obstacle is.
 */
function turnsInto(
  turns: Turns,
  { min, edge }: Grid,
  { low, high, speed }: ObstacleTable['boxes'],
  row: number,
  axis: number,
  center: number,
): void {
  turns.first = 0;
  turns.last = 0;
  const along = edge[axis];
  if (along === 0) return;
  const far = seeker.reach + speed[row] * seeker.time;
  const home = -Math.floor((center - min[axis]) / along);
  const first = (seeker.low[axis] - far - high[3 * row + axis]) / along;
  const last = (seeker.high[axis] + far - low[3 * row + axis]) / along;
  turns.first = Math.max(home - TURNS, Math.ceil(first));
  turns.last = Math.min(home + TURNS, Math.floor(last));
}

/**
 * Shortens a long list of obstacles near some agents for one of these agents. The agents of a list can be far apart,
 * because agents are in the order of cells only if some behavior looks for neighbors.
 *
 * @returns a list of the obstacles near the agent at place `i`, valid until the next call; `list` itself if it is short
 */
export function listForOne(
  list: ObstacleList,
  world: SharedWorld,
  species: number,
  i: number,
  range: Range,
): ObstacleList {
  if (list.count <= LONG) return list;
  listObstaclesNear(one, world, species, i, i + 1, range);
  return one;
}

const one = createObstacleList();

/** The maximum length of a list that `listForOne` does not shorten. Looking at so few obstacles takes less time. */
const LONG = 32;

/**
 * If all obstacles are spheres at rest, and there are few, writes all obstacles to `list`. Looking at few obstacles is
 * faster than searching for the near obstacles. On a torus, where obstacles have images, they are always searched.
 *
 * @returns whether `list` was written
 */
export function listFew(list: ObstacleList, world: SharedWorld): boolean {
  if (world.plan.obstacles.capacity === 0) {
    list.count = 0;
    return true;
  }
  const { plain, count, rows } = obstacleTable(world);
  if (!plain || count > FEW || world.plan.grid.wrap) return false;
  const { x, y, z } = world.front.obstacleCenter;
  list.count = 0;
  setHorizon(list, world);
  for (let k = 0; k < count; k++) add(list, rows[k], x[rows[k]], y[rows[k]], z[rows[k]]);
  return true;
}

/**
 * The maximum number of spheres that `listFew` lists without a search. Checking this many spheres in four SIMD lanes
 * takes as long as finding the box around 32 agents.
 */
const FEW = 12;

/**
 * Finds the box around the living agents of a species in places [begin, end), and the distance (m) that the fastest of
 * them covers in `ahead` seconds. Stores both with `seek`. Returns false if there are no such agents.
 */
export type Surround = (
  world: SharedWorld,
  species: number,
  begin: number,
  end: number,
  ahead: number,
) => boolean;

/** Stores what `Surround` has found: the corners of the box, and the squared speed (m^2/s^2) of the fastest agent. */
export function seek(
  lowX: number,
  lowY: number,
  lowZ: number,
  highX: number,
  highY: number,
  highZ: number,
  fastest: number,
  ahead: number,
): boolean {
  seeker.low[0] = lowX;
  seeker.low[1] = lowY;
  seeker.low[2] = lowZ;
  seeker.high[0] = highX;
  seeker.high[1] = highY;
  seeker.high[2] = highZ;
  seeker.reach = ahead > 0 ? Math.sqrt(fastest) * ahead : 0;
  return lowX <= highX;
}

function surround(
  { front }: SharedWorld,
  species: number,
  begin: number,
  end: number,
  ahead: number,
): boolean {
  const { status, species: speciesOf, position, velocity } = front;
  let [lowX, lowY, lowZ] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  let [highX, highY, highZ] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  lowZ = lowX;
  highZ = highX;
  let fastest = 0;
  for (let i = begin; i < end; i++) {
    if (speciesOf[i] !== species || status[i] !== STATUS.alive) continue;
    const x = position.x[i];
    const y = position.y[i];
    const z = position.z[i];
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
    if (ahead === 0) continue;
    const vx = velocity.x[i];
    const vy = velocity.y[i];
    const vz = velocity.z[i];
    const squared = vx * vx + vy * vy + vz * vz;
    if (squared > fastest) fastest = squared;
  }
  return seek(lowX, lowY, lowZ, highX, highY, highZ, fastest, ahead);
}

/** Returns an upper bound of the f32 rounding error (m) when a single agent searches for obstacles. */
function paddingOf({ plan }: SharedWorld): number {
  let far = 0;
  for (let axis = 0; axis < 3; axis++) {
    far = Math.max(far, -seeker.low[axis], seeker.high[axis]);
  }
  return plan.grid.pad + far / 0x80000;
}
