import { createPlace } from '../path/mesh/mesh-place.ts';
import { createWalls, type Walls, wallsAroundInto } from '../path/mesh/walls-around.ts';
import { slotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import { meshIn, standInto } from '../world/mesh.ts';
import { rolesIn } from '../world/roles.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { lookOf } from './avoiding.ts';
import type { Steer } from './behavior.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/** On a course with a smaller cosine to the wall, neither side is nearer. The course then counts as head on. */
const HEAD_ON = 1e-3;

const AVOIDANCE = slotOf('avoidance', 'weight');
const WEIGHT = slotOf('containment', 'weight');
const LOOK_AHEAD = slotOf('containment', 'lookAhead');
const MARGIN = slotOf('containment', 'margin');

const place = createPlace();
const walls = createWalls();

/**
 * Finds the walls within `radius` (m) of the walker at place `i`, as seen from its floor. A walker beside the ground sees
 * none, so that it can come back. The result is valid until the next call.
 */
export function wallsSeenBy(world: SharedWorld, i: number, radius: number): Walls {
  const mesh = meshIn(world);
  standInto(place, world, mesh, i);
  walls.count = 0;
  if (place.distance <= mesh.hair) {
    wallsAroundInto(walls, mesh, place.polygon, place.x, place.y, radius);
  }
  return walls;
}

/**
 * The distance (m) after which a circle that moves from the origin along the unit vector (nx, ny) touches a wall. The wall
 * leads from (ax, ay) to (bx, by). The distance is 0 if the circle touches the wall and moves farther into it, and Infinity
 * if it does not touch it.
 */
export function wayToWall(
  nx: number,
  ny: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  radius: number,
): number {
  const [ex, ey] = [bx - ax, by - ay];
  const length = sqrt(ex * ex + ey * ey);
  const [ux, uy] = [ex / length, ey / length];
  // The floor is to the left of the wall. `off` is the distance from the line of the wall, `into` the pace toward it.
  const off = ay * ux - ax * uy;
  const into = nx * uy - ny * ux;
  let way = Number.POSITIVE_INFINITY;
  if (into > 0) {
    const until = Math.max(0, (off - radius) / into);
    const along = (until * nx - ax) * ux + (until * ny - ay) * uy;
    if (along >= 0 && along <= length) way = until;
  }
  for (const [x, y] of [
    [ax, ay],
    [bx, by],
  ]) {
    const along = x * nx + y * ny;
    const inside = radius * radius - (x * x + y * y - along * along);
    if (along > 0 && inside >= 0) way = Math.min(way, Math.max(0, along - sqrt(inside)));
  }
  return way;
}

/**
 * Steers walkers around the walls of their floor, as the behavior `avoidance` steers around obstacles. The force is added
 * to that of obstacles.
 */
export const avoidGroundWalls: Steer = (world, behavior, begin, end) => {
  const { front, plan, scratch } = world;
  if (!plan.species[behavior.species].walks) return;
  const { status, position, velocity } = front;
  const { x: fx, y: fy } = scratch.force;
  const roles = rolesIn(world);
  const reflects = behavior.settings.type === 'avoidance' && behavior.settings.steer === 'reflect';
  const weight = front.behaviorParameters[behavior.index * RECORD + AVOIDANCE];
  const { lookAhead, clearance } = lookOf(world, behavior);
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const [vx, vy] = [velocity.x[i], velocity.y[i]];
    const speed = sqrt(vx * vx + vy * vy);
    const reach = speed * lookAhead;
    if (!(reach > 0)) continue;
    const { count, ax, ay, bx, by } = wallsSeenBy(world, i, clearance + reach);
    const [x, y, nx, ny] = [position.x[i], position.y[i], vx / speed, vy / speed];
    let nearest = reach;
    let found = -1;
    for (let k = 0; k < count; k++) {
      const way = wayToWall(nx, ny, ax[k] - x, ay[k] - y, bx[k] - x, by[k] - y, clearance);
      if (way >= nearest) continue;
      nearest = way;
      found = k;
    }
    if (found < 0) continue;
    const [ex, ey] = [bx[found] - ax[found], by[found] - ay[found]];
    const length = sqrt(ex * ex + ey * ey);
    const [ux, uy] = [ex / length, ey / length];
    const lean = nx * ux + ny * uy;
    const into = nx * uy - ny * ux;
    const strength = weight * (1 - nearest / reach);
    if (reflects && into * into < 0.5) {
      fx[i] = fround(fx[i] + fround(strength * (nx - 2 * into * uy)));
      fy[i] = fround(fy[i] + fround(strength * (ny + 2 * into * ux)));
      continue;
    }
    // Head on, the side depends on the index of the agent, and is the same in every tick.
    const isLeft = Math.abs(lean) > HEAD_ON ? lean > 0 : (front.id[i] & 1) === 0;
    fx[i] = fround(fx[i] + fround(isLeft ? strength * ux : -strength * ux));
    fy[i] = fround(fy[i] + fround(isLeft ? strength * uy : -strength * uy));
  }
};

/**
 * Pushes walkers back from the walls of their floor, as the behavior `containment` pushes back from the walls of the
 * bounds.
 */
export const containInGround: Steer = (world, behavior, begin, end) => {
  const { front, plan, scratch } = world;
  if (!plan.species[behavior.species].walks) return;
  const { status, position, velocity, behaviorParameters } = front;
  const { x: fx, y: fy } = scratch.force;
  const roles = rolesIn(world);
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT];
  const lookAhead = behaviorParameters[at + LOOK_AHEAD];
  const margin = behaviorParameters[at + MARGIN];
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const [wayX, wayY] = [velocity.x[i] * lookAhead, velocity.y[i] * lookAhead];
    const { count, ax, ay, bx, by } = wallsSeenBy(
      world,
      i,
      margin + sqrt(wayX * wayX + wayY * wayY),
    );
    const [x, y] = [position.x[i] + wayX, position.y[i] + wayY];
    for (let k = 0; k < count; k++) {
      const [ex, ey] = [bx[k] - ax[k], by[k] - ay[k]];
      const squared = ex * ex + ey * ey;
      const along = (x - ax[k]) * ex + (y - ay[k]) * ey;
      // Beside the wall, another wall or nothing is there.
      if (along < 0 || along > squared) continue;
      const length = sqrt(squared);
      const depth = margin - (ex * (y - ay[k]) - ey * (x - ax[k])) / length;
      if (depth <= 0) continue;
      const push = weight * Math.min(1, depth / margin);
      fx[i] = fround(fx[i] - fround((push * ey) / length));
      fy[i] = fround(fy[i] + fround((push * ex) / length));
    }
  }
};
