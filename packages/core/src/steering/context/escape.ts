import { shortest } from '../../grid/torus.ts';
import { createPlace, nearestOnMesh } from '../../path/mesh/mesh-place.ts';
import { LIMITS } from '../../schema/limits.ts';
import { centerX, centerY, isWall, mapCellOf } from '../../world/map.ts';
import { meshIn } from '../../world/mesh.ts';
import { isInside, OBSTACLE } from '../../world/obstacle-kinds.ts';
import { openCellsOf } from '../../world/open-cells.ts';
import type { SharedWorld } from '../../world/world.ts';
import { touch, touchObstacle } from '../obstacles/look.ts';
import { createObstacleList, listObstaclesNear, type ObstacleList } from '../obstacles/near.ts';
import { obstacleTable } from '../obstacles/obstacle-table.ts';
import { slotAlong } from './choose.ts';
import type { Directions } from './directions.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/** A ray that leads out of obstacles takes at most this many steps. */
const STEPS = 64;
/** The shortest step of such a ray, as a fraction of the distance that an agent looks ahead. */
const LEAST = 1 / 16;
/** The number of times that the last step of such a ray is halved. */
const HALVES = 16;

const own = createPlace();
const wide = createObstacleList();
const ray = { x: 0, y: 0, z: 0 };
/** Leads from the last point inside an obstacle to the nearest point of the surface. */
const outward = new Float32Array(3);

/**
 * Finds the way out for the agent at place `i` if its center is where no agent can be: in a wall of the map, beside the
 * mesh, or inside an obstacle. Writes the direction to `out` as a unit vector. Out of a wall, the way leads to the
 * nearest open cell. Out of obstacles, it leads in the direction with the shortest way through all obstacles and walls.
 * Of equally short ways, the direction of the last choice is taken, then the direction to the nearest surface.
 *
 * Without a way out, every direction would lead into the next wall or obstacle, and the agent would stay.
 *
 * @param near the obstacles within `reach` (m) of the agent
 * @param navigates whether the agent finds its way over the mesh; other agents may be beside the mesh
 * @param last the slot of the last choice, or -1
 * @returns whether the agent is where it cannot be, and there is a way out
 */
export function escapeInto(
  out: Float32Array,
  world: SharedWorld,
  species: number,
  near: ObstacleList,
  reach: number,
  navigates: boolean,
  directions: Directions,
  i: number,
  last: number,
): boolean {
  const { front, plan } = world;
  const { map } = plan;
  const x = front.position.x[i];
  const y = front.position.y[i];
  if (map !== undefined) {
    const cell = mapCellOf(map, x, y);
    if (isWall(front, cell)) {
      const open = openCellsOf(world, front).near(front, x, y);
      return open >= 0 && headInto(out, centerX(map, open) - x, centerY(map, open) - y);
    }
  }
  if (navigates && plan.mesh !== undefined) {
    const mesh = meshIn(world);
    nearestOnMesh(own, mesh, x, y, front.position.z[i]);
    if (own.distance > mesh.hair) return headInto(out, own.x - x, own.y - y);
  }
  if (near.count === 0) return false;
  const depth = depthIn(world, near, x, y, front.position.z[i]);
  return depth > 0 && outOfObstacles(out, world, species, near, reach, directions, i, last);
}

function headInto(out: Float32Array, x: number, y: number): boolean {
  const length = sqrt(x * x + y * y);
  if (!(length > 0)) return false;
  out[0] = x / length;
  out[1] = y / length;
  out[2] = 0;
  return true;
}

/**
 * Finds the direction of the shortest way out of all obstacles and walls. If this way is longer than `reach`, there may
 * be obstacles on it that are not in the list. Then the search is repeated with the obstacles of a wider range.
 */
function outOfObstacles(
  out: Float32Array,
  world: SharedWorld,
  species: number,
  near: ObstacleList,
  reach: number,
  directions: Directions,
  i: number,
  last: number,
): boolean {
  const { count: all } = obstacleTable(world);
  let list = near;
  let known = reach;
  for (;;) {
    const { slot, way } = shortestWay(world, list, directions, reach * LEAST, i, last);
    if (way <= known || known >= FARTHEST || isWhole(list, all)) {
      if (slot < 0) return false;
      out[0] = directions.x[slot];
      out[1] = directions.y[slot];
      out[2] = directions.z[slot];
      return true;
    }
    known *= 2;
    const range = { reach: known, ahead: 0, time: 0, wraps: true };
    listObstaclesNear(wide, world, species, i, i + 1, range);
    list = wide;
  }
}

/** Whether all obstacles of a world are in a list. On a torus, the images of an obstacle follow one another. */
function isWhole({ count, index }: ObstacleList, all: number): boolean {
  let found = 0;
  for (let k = 0; k < count; k++) if (k === 0 || index[k] !== index[k - 1]) found++;
  return found === all;
}

function shortestWay(
  world: SharedWorld,
  list: ObstacleList,
  directions: Directions,
  least: number,
  i: number,
  last: number,
): { readonly slot: number; readonly way: number } {
  const { count, x: dx, y: dy, z: dz } = directions;
  const { x, y, z } = world.front.position;
  depthIn(world, list, x[i], y[i], z[i]);
  const toward = slotAlong(directions, outward);
  let slot = -1;
  let way = FARTHEST;
  // A short way first ends the search along most directions after a step or two.
  for (let k = -2; k < count; k++) {
    const at = k === -2 ? toward : k === -1 ? last : k;
    if (at < 0) continue;
    // Among a thousand obstacles, each direction takes milliseconds.
    world.live();
    ray.x = dx[at];
    ray.y = dy[at];
    ray.z = dz[at];
    const most = k === -1 ? way * ABOVE : way;
    const found = wayOut(world, list, x[i], y[i], z[i], least, most);
    if (found < most) {
      way = found;
      slot = at;
    }
  }
  return slot < 0 ? { slot, way: Number.POSITIVE_INFINITY } : { slot, way };
}

/** A ray of this length (m) has left every world: nothing that it could meet is so far. */
const FARTHEST = 10 * LIMITS.coordinate;

/** Ways count as equally long up to this factor. */
const ABOVE = 1.0002;

/**
 * Returns the distance (m) at which the ray leaves all obstacles and walls, if it is less than `most`. A point at depth
 * d inside an obstacle is at least d away from the surface, so the ray can continue by d at once.
 */
function wayOut(
  world: SharedWorld,
  list: ObstacleList,
  x: number,
  y: number,
  z: number,
  least: number,
  most: number,
): number {
  let way = 0;
  // The ray leaves the obstacles between here and `way`.
  let inside = 0;
  let isOut = false;
  for (let step = 0; step < STEPS && inside < most && !isOut; step++) {
    const depth = depthAlong(world, list, x, y, z, way);
    // On the face between two boxes, a point is inside neither.
    const next = depth > 0 ? way + Math.max(depth, least) : way + 0.25 * least;
    if (depth > 0) inside = way + depth;
    else isOut = depthAlong(world, list, x, y, z, next) <= 0;
    if (!isOut) way = next;
  }
  if (!isOut) return Number.POSITIVE_INFINITY;
  // A long step may have gone too far.
  for (let half = 0; half < HALVES && inside < most; half++) {
    const middle = 0.5 * (inside + way);
    if (depthAlong(world, list, x, y, z, middle) > 0) inside = middle;
    else way = middle;
  }
  return inside < most ? way : Number.POSITIVE_INFINITY;
}

/** Returns how deep (m) the point of the ray at the distance `way` is in obstacles, and more than 0 in a wall. */
function depthAlong(
  world: SharedWorld,
  list: ObstacleList,
  x: number,
  y: number,
  z: number,
  way: number,
): number {
  const { map } = world.plan;
  const px = x + way * ray.x;
  const py = y + way * ray.y;
  const depth = depthIn(world, list, px, py, z + way * ray.z);
  const isInWall = map !== undefined && isWall(world.front, mapCellOf(map, px, py));
  return isInWall ? Math.max(depth, A_WALL) : depth;
}

/** The depth (m) of a point in a wall of the map. Rays step through walls with the shortest steps. */
const A_WALL = 1e-9;

/**
 * Returns how deep (m) a point is inside the obstacles of a list, or 0 if it is outside of all. Inside, writes the way
 * to the nearest point of the surface of the deepest obstacle to `outward`.
 */
function depthIn(world: SharedWorld, list: ObstacleList, x: number, y: number, z: number): number {
  const { front, plan } = world;
  const { edge } = plan.grid;
  const { x: cx, y: cy, z: cz } = front.obstacleCenter;
  const table = obstacleTable(world);
  let depth = 0;
  for (let k = 0; k < list.count; k++) {
    const o = list.index[k];
    // Of all images of an obstacle, the nearest counts.
    if (k > 0 && o === list.index[k - 1]) continue;
    let px = fround(x - cx[o]);
    let py = fround(y - cy[o]);
    let pz = fround(z - cz[o]);
    if (front.obstacleKind[o] !== OBSTACLE.plane) {
      px = shortest(px, edge[0]);
      py = shortest(py, edge[1]);
      pz = shortest(pz, edge[2]);
    }
    touchObstacle(world, table, o, px, py, pz);
    const inside = isInside(front.obstacleKind[o]) ? touch.distance : -touch.distance;
    if (inside <= depth) continue;
    depth = inside;
    outward[0] = touch.x - px;
    outward[1] = touch.y - py;
    outward[2] = touch.z - pz;
  }
  return depth;
}
