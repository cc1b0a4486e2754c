import { LIMITS } from '../../schema/limits.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { createSeeker, findBoxes, isNear, type Seeker } from './box-tree.ts';
import { type ObstacleTable, obstacleTable } from './table.ts';

/** A list of obstacles of a world: their rows (indices), in ascending order. */
export interface ObstacleList {
  count: number;
  readonly index: Uint16Array;
  /**
   * An upper bound of the f32 rounding error (m) in the coordinates of the agents that look at the listed obstacles.
   */
  pad: number;
}

export function createObstacleList(): ObstacleList {
  return { count: 0, index: new Uint16Array(LIMITS.obstacles), pad: 0 };
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
  /** Whether agents see spheres across the seam of a torus. */
  readonly wraps: boolean;
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
 * @param list gets the rows of the obstacles
 * @param among default: all obstacles
 */
export function listObstaclesNear(
  list: ObstacleList,
  world: SharedWorld,
  species: number,
  begin: number,
  end: number,
  range: Range,
  among?: ObstacleList,
): void {
  list.count = 0;
  if (among?.count === 0 || world.plan.obstacles.room === 0) return;
  const table = obstacleTable(world);
  if (table.count === 0 || !surround(world, species, begin, end, range)) return;
  list.pad = paddingOf(world);
  seeker.reach = seeker.reach * (1 + 1e-5) + list.pad;
  if (among === undefined) list.count = findBoxes(table.boxes, seeker, list.index);
  else list.count = listAmong(list.index, table, among);
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
 * faster than searching for the near obstacles.
 *
 * @returns whether `list` was written
 */
export function listFew(list: ObstacleList, world: SharedWorld): boolean {
  if (world.plan.obstacles.room === 0) {
    list.count = 0;
    return true;
  }
  const { plain, count, rows } = obstacleTable(world);
  if (!plain || count > FEW) return false;
  list.count = count;
  for (let k = 0; k < count; k++) list.index[k] = rows[k];
  return true;
}

/**
 * The maximum number of spheres that `listFew` lists without a search. Checking this many spheres in four SIMD lanes
 * takes as long as finding the box around 32 agents.
 */
const FEW = 12;

function listAmong(out: Uint16Array, { boxes }: ObstacleTable, among: ObstacleList): number {
  let count = 0;
  for (let k = 0; k < among.count; k++) {
    const row = among.index[k];
    if (isNear(seeker, boxes, row, boxes.once[row] === 0)) out[count++] = row;
  }
  return count;
}

/**
 * Finds the box around the living agents of a species, and how far these agents look. Writes both to `seeker`. Returns
 * false if there are no such agents.
 */
function surround(
  { front, plan }: SharedWorld,
  species: number,
  begin: number,
  end: number,
  { reach, ahead, time, wraps }: Range,
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
  seeker.low[0] = lowX;
  seeker.low[1] = lowY;
  seeker.low[2] = lowZ;
  seeker.high[0] = highX;
  seeker.high[1] = highY;
  seeker.high[2] = highZ;
  seeker.reach = reach * SHARP + Math.sqrt(fastest) * ahead;
  seeker.time = time;
  for (let axis = 0; axis < 3; axis++) seeker.edge[axis] = wraps ? plan.grid.edge[axis] : 0;
  return lowX <= highX;
}

/** Returns an upper bound of the f32 rounding error (m) when a single agent searches for obstacles. */
function paddingOf({ plan }: SharedWorld): number {
  let far = 0;
  for (let axis = 0; axis < 3; axis++) {
    far = Math.max(far, -seeker.low[axis], seeker.high[axis]);
  }
  return plan.grid.pad + far / 0x80000;
}
