import { dot, length } from '../../math/vector.ts';
import { createSight } from '../../shapes/sight.ts';
import { OBSTACLE } from '../../world/obstacle-kinds.ts';
import type { SharedWorld } from '../../world/world.ts';
import { lookAtObstacle, touch, touchObstacle } from '../obstacles/look.ts';
import { awayFrom, isSeen, type ObstacleList } from '../obstacles/near.ts';
import { type ObstacleTable, obstacleTable } from '../obstacles/obstacle-table.ts';
import type { Directions } from './directions.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const sight = createSight();

/** The parameters with which an agent looks for dangers along a direction. */
export interface Cast {
  /** Radius of the free space that the body needs (m). */
  radius: number;
  /** Distance within which an obstacle is dangerous (m). */
  range: number;
  /** The speed (m/s) that the agent is assumed to have in each direction. */
  speed: number;
  /** Unit vector to the aim; 0 if the agent has no aim. */
  aimX: number;
  aimY: number;
  aimZ: number;
  /** Distance to the aim (m). Things behind the aim are no danger on the way to it. */
  reach: number;
  /** Whether the free space that the body needs overlaps an obstacle or a wall. */
  touches: boolean;
  /** Whether corners of obstacles are round to the body. Otherwise they stay sharp, which takes less time. */
  isRound: boolean;
}

/**
 * Writes the danger of every slot (direction). For each slot, a sphere of radius `cast.radius` is cast from (x, y, z)
 * in the direction of the slot. The danger is 1 - (way to the first contact) / range: 1 in contact, and 0 at the range.
 * Inside an obstacle, all inward directions have danger 1. If the map already has a higher danger for a slot, the
 * higher danger stays.
 *
 * reads front.obstacle*, and the walls of bounds of type "contain"
 * source: the casts are those of mojopon 2024, SteeringBehaviour. There, a cast is binary. Here, the danger is graded
 */
export function castDanger(
  danger: Float32Array,
  row: number,
  world: SharedWorld,
  near: ObstacleList,
  directions: Directions,
  cast: Cast,
  x: number,
  y: number,
  z: number,
): void {
  const { bounds, grid } = world.plan;
  const { obstacleRadius: radii, obstacleKind: kinds } = world.front;
  const { edge } = grid;
  const table = near.count === 0 ? undefined : obstacleTable(world);
  for (let k = 0; k < near.count; k++) {
    const o = near.index[k];
    const isMoving = table!.moves[o] !== 0 && cast.speed > 0;
    if (isMoving || kinds[o] !== OBSTACLE.sphere) {
      const px = awayFrom(kinds[o], fround(x - near.x[k]), edge[0]);
      const py = awayFrom(kinds[o], fround(y - near.y[k]), edge[1]);
      const pz = awayFrom(kinds[o], fround(z - near.z[k]), edge[2]);
      if (!isSeen(near, kinds[o], px, py, pz)) continue;
      const onto = isMoving ? castOntoMoving : castOntoSurface;
      onto(danger, row, world, table!, o, directions, cast, px, py, pz);
      continue;
    }
    const cx = fround(near.x[k] - x);
    const cy = fround(near.y[k] - y);
    const cz = fround(near.z[k] - z);
    if (!isSeen(near, kinds[o], cx, cy, cz)) continue;
    const squared = fround(fround(fround(cx * cx) + fround(cy * cy)) + fround(cz * cz));
    const radius = fround(radii[o] + cast.radius);
    const reach = fround(radius + cast.range);
    if (squared >= fround(reach * reach)) continue;
    castOnto(danger, row, directions, cast, cx, cy, cz, squared, radius);
  }
  if (bounds.type === 'contain') castOntoWalls(danger, row, world, directions, cast, x, y, z);
}

/**
 * Casts a ray in each direction, and raises the danger of the directions whose rays hit a sphere. The center of the
 * sphere is at (cx, cy, cz) relative to the agent. `radius` is the radius of the sphere plus `cast.radius`.
 */
function castOnto(
  danger: Float32Array,
  row: number,
  { count, x: dx, y: dy, z: dz }: Directions,
  cast: Cast,
  cx: number,
  cy: number,
  cz: number,
  squared: number,
  radius: number,
): void {
  const inside = squared < fround(radius * radius);
  const beside = fround(squared - fround(radius * radius));
  const half = count >> 1;
  for (let slot = 0; slot < half; slot++) {
    const x = dx[slot];
    const y = dy[slot];
    const z = dz[slot];
    const cosine = fround(fround(fround(cx * x) + fround(cy * y)) + fround(cz * z));
    if (cosine === 0) continue;
    // Only one of a direction and its opposite leads to the sphere.
    const along = cosine > 0 ? cosine : fround(-cosine);
    let way = fround(0);
    if (!inside) {
      const depth = fround(fround(along * along) - beside);
      if (depth <= 0) continue;
      way = fround(along - fround(sqrt(depth)));
    }
    if (cosine > 0) raise(danger, row + slot, cast, x, y, z, way);
    else raise(danger, row + slot + half, cast, fround(-x), fround(-y), fround(-z), way);
  }
}

/**
 * Casts a ray in each direction, and raises the danger of the directions whose rays hit an obstacle. The obstacle is at
 * rest, and is not a solid sphere. (px, py, pz) is the position of the agent relative to the center of the obstacle.
 */
function castOntoSurface(
  danger: Float32Array,
  row: number,
  world: SharedWorld,
  table: ObstacleTable,
  o: number,
  { count, x: dx, y: dy, z: dz }: Directions,
  cast: Cast,
  px: number,
  py: number,
  pz: number,
): void {
  for (let slot = 0; slot < count; slot++) {
    const nx = dx[slot];
    const ny = dy[slot];
    const nz = dz[slot];
    const { radius, range } = cast;
    if (!lookAtObstacle(sight, world, table, o, px, py, pz, nx, ny, nz, radius, range)) continue;
    if (cast.isRound) {
      const start = sight.inside ? 0 : sight.distance;
      const way = roundWay(world, table, o, cast, px, py, pz, nx, ny, nz, start);
      if (way > 0 || !sight.inside) {
        raise(danger, row + slot, cast, nx, ny, nz, way);
        continue;
      }
    }
    if (!sight.inside) raise(danger, row + slot, cast, nx, ny, nz, sight.distance);
    else if (dot(nx, ny, nz, sight.sideX, sight.sideY, sight.sideZ) < 0) {
      raise(danger, row + slot, cast, nx, ny, nz, 0);
    }
  }
}

/** A way to a round corner takes at most this many steps; each is at least `HAIR` (m) long. */
const STEPS = 256;
const HAIR = 1e-4;

/**
 * Returns the distance (m) along a course at which a body touches an obstacle; Infinity if it does not. `start` is the
 * distance at which the body touches the obstacle with sharp corners, so it touches nothing before.
 */
function roundWay(
  world: SharedWorld,
  table: ObstacleTable,
  o: number,
  { radius, range }: Cast,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  start: number,
): number {
  let way = start;
  let last = Number.POSITIVE_INFINITY;
  for (let step = 0; step < STEPS && way < range; step++) {
    touchObstacle(world, table, o, px + way * nx, py + way * ny, pz + way * nz);
    // The sharp corners were found with f32 numbers.
    const gap = touch.distance - radius;
    if (gap <= 1e-6) return way;
    if (gap > last) break;
    last = gap;
    way += Math.max(gap, HAIR);
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * Raises the danger of the directions in which the agent would hit a moving obstacle. For each direction, the agent is
 * assumed to move at `cast.speed`. (px, py, pz) is the position of the agent relative to the center of the obstacle.
 */
function castOntoMoving(
  danger: Float32Array,
  row: number,
  world: SharedWorld,
  table: ObstacleTable,
  o: number,
  { count, x: dx, y: dy, z: dz }: Directions,
  cast: Cast,
  px: number,
  py: number,
  pz: number,
): void {
  const { radius, speed } = cast;
  touchObstacle(world, table, o, px, py, pz);
  const vx = fround(touch.vx);
  const vy = fround(touch.vy);
  const vz = fround(touch.vz);
  for (let slot = 0; slot < count; slot++) {
    const x = dx[slot];
    const y = dy[slot];
    const z = dz[slot];
    const ux = fround(fround(speed * x) - vx);
    const uy = fround(fround(speed * y) - vy);
    const uz = fround(fround(speed * z) - vz);
    const relative = length(ux, uy, uz);
    const inverse = relative > 0 ? fround(1 / relative) : 0;
    const nx = fround(ux * inverse);
    const ny = fround(uy * inverse);
    const nz = fround(uz * inverse);
    const far = Number.POSITIVE_INFINITY;
    if (!lookAtObstacle(sight, world, table, o, px, py, pz, nx, ny, nz, radius, far)) continue;
    if (!sight.inside) {
      // The way that the agent itself has gone until the contact.
      raise(danger, row + slot, cast, x, y, z, fround(fround(sight.distance * inverse) * speed));
    } else if (dot(x, y, z, sight.sideX, sight.sideY, sight.sideZ) < 0) {
      raise(danger, row + slot, cast, x, y, z, 0);
    }
  }
}

function castOntoWalls(
  danger: Float32Array,
  row: number,
  world: SharedWorld,
  { count, x: dx, y: dy, z: dz }: Directions,
  cast: Cast,
  px: number,
  py: number,
  pz: number,
): void {
  const { bounds, dimensions } = world.plan;
  if (bounds.type !== 'contain') return;
  for (let axis = 0; axis < dimensions; axis++) {
    const place = axis === 0 ? px : axis === 1 ? py : pz;
    const along = axis === 0 ? dx : axis === 1 ? dy : dz;
    const low = fround(fround(place - fround(bounds.min[axis])) - cast.radius);
    const high = fround(fround(fround(bounds.max[axis]) - place) - cast.radius);
    if (low >= cast.range && high >= cast.range) continue;
    for (let slot = 0; slot < count; slot++) {
      const share = along[slot];
      if (share === 0) continue;
      const bound = share < 0 ? low : high;
      const way = bound > 0 ? fround(bound / (share < 0 ? fround(-share) : share)) : 0;
      raise(danger, row + slot, cast, dx[slot], dy[slot], dz[slot], way);
    }
  }
}

/**
 * Raises the danger of a slot because of a thing at the distance `way` (m) in the direction (x, y, z). Does nothing if
 * the thing is out of range or behind the aim.
 */
export function raise(
  danger: Float32Array,
  at: number,
  cast: Cast,
  x: number,
  y: number,
  z: number,
  way: number,
): void {
  if (way >= cast.range) return;
  if (way <= 0) cast.touches = true;
  const toAim = fround(
    fround(fround(x * cast.aimX) + fround(y * cast.aimY)) + fround(z * cast.aimZ),
  );
  if (toAim > 0 && way >= cast.reach) return;
  const value = fround(1 - fround(way / cast.range));
  if (value > danger[at]) danger[at] = value;
}

/**
 * Writes the danger of running into neighbors, before any other danger is written. (x, y, z) points away from the
 * neighbors, and the opposite direction points toward them. The danger of a slot is `crowding` (0 to 1) * cos(angle
 * between the slot and the direction toward the neighbors). Only slots toward the neighbors get this danger.
 */
export function crowdDanger(
  danger: Float32Array,
  row: number,
  { count, x: dx, y: dy, z: dz }: Directions,
  x: number,
  y: number,
  z: number,
  crowding: number,
): void {
  const half = count >> 1;
  for (let slot = 0; slot < half; slot++) {
    const along = fround(
      fround(fround(dx[slot] * x) + fround(dy[slot] * y)) + fround(dz[slot] * z),
    );
    const at = along < 0 ? row + slot : row + slot + half;
    danger[at] = fround((along < 0 ? fround(-along) : along) * crowding);
  }
}
