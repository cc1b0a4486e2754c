import {
  normalizeInto,
  randomDirectionInto,
  randomPerpendicularInto,
  type Vector,
} from '../math/direction.ts';
import { STREAM } from '../math/random.ts';
import { slotOf, speciesSlotOf } from '../scenario/slots.ts';
import { createSight } from '../shapes/sight.ts';
import { RECORD } from '../world/layout.ts';
import { OBSTACLE } from '../world/obstacle-kinds.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { rolesIn } from '../world/roles.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Steer } from './behavior.ts';
import { lookAtObstacle, touch, touchObstacle } from './obstacles/look.ts';
import {
  awayFrom,
  createObstacleList,
  GROUP,
  isSeen,
  listForOne,
  listObstaclesNear,
  type ObstacleList,
  type Range,
} from './obstacles/near.ts';
import { type ObstacleTable, obstacleTable } from './obstacles/obstacle-table.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const WEIGHT = slotOf('avoidance', 'weight');
const LOOK_AHEAD = slotOf('avoidance', 'lookAhead');
const MARGIN = slotOf('avoidance', 'margin');
const BODY_RADIUS = speciesSlotOf('radius');

/**
 * The limit below which a course counts as head on. On such a course, neither side is nearer, so the agent chooses a
 * side at random. For a sphere, the limit is a distance of the course from the center, as a fraction of the radius. For
 * other shapes, it is the sine of an angle between the course and the normal of the surface.
 */
const HEAD_ON = fround(1e-3);

const direction: Vector = new Float32Array(3);
const sight = createSight();

/**
 * Returns how far ahead a behavior looks (s), and the distance (m) that it keeps between the center of an agent and the
 * surface of an obstacle.
 */
export function lookOf(
  { front }: SharedWorld,
  behavior: BehaviorPlan,
): { readonly lookAhead: number; readonly clearance: number } {
  const at = behavior.index * RECORD;
  const body = front.speciesParameters[behavior.species * RECORD + BODY_RADIUS];
  return {
    lookAhead: front.behaviorParameters[at + LOOK_AHEAD],
    clearance: fround(body + front.behaviorParameters[at + MARGIN]),
  };
}

/**
 * Steers around the nearest obstacle that the body will touch within `lookAhead` (s) on its present course. The nearest
 * obstacle is the one that the body will touch first. The force is weight * (1 - share). Here the share is the distance
 * to the contact, divided by the distance that the body covers in `lookAhead`. An agent inside an obstacle, or outside
 * a hollow one, is pushed straight back through the surface. That push has the whole weight.
 *
 * "around" pushes sideways. At a sphere, it pushes away from the center. At a plane, a box or the inside of a sphere,
 * it pushes along the surface. The push is to the side to which the course already leans.
 *
 * "reflect" pushes in the direction in which the surface would reflect the course. If that direction leads back,
 * "reflect" pushes only sideways. A push back would make the agent brake before a wall, look less and less far ahead,
 * and stall.
 *
 * An agent that heads straight for a face of a box turns to the nearest edge of this face. An agent that heads straight
 * for any other obstacle turns to a random side.
 *
 * For a moving obstacle, the course is the velocity relative to the obstacle's nearest point. If the body is inside
 * several obstacles, obstacles at rest come first.
 *
 * reads front.position (m), front.velocity (m/s), front.obstacle*
 * source: the behavior "obstacle avoidance" in Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const steerAvoidance: Steer = (world, behavior, begin, end) => {
  const range = rangeOf(world, behavior);
  listObstaclesNear(around, world, behavior.species, begin, end, range);
  if (around.count === 0) return;
  for (let first = begin; first < end; first += GROUP) {
    const last = Math.min(first + GROUP, end);
    listObstaclesNear(near, world, behavior.species, first, last, range, around);
    if (near.count > 0) avoidAmong(world, behavior, near, first, last);
  }
};

const around = createObstacleList();
const near = createObstacleList();

/** Returns how far the agents of a behavior see obstacles. */
export function rangeOf(world: SharedWorld, behavior: BehaviorPlan): Range {
  const { lookAhead, clearance } = lookOf(world, behavior);
  return { reach: clearance, ahead: lookAhead, time: lookAhead };
}

/** The obstacle that an agent avoids, which is the nearest one found so far. */
interface Danger {
  row: number;
  inside: boolean;
  /**
   * The distance to the contact with the obstacle, as a fraction of the distance that the body covers in `lookAhead`.
   */
  share: number;
  /**
   * The vector (sideX, sideY, sideZ) points to the side to which the agent turns. If the vector is shorter than
   * `least`, the agent chooses a side at random.
   */
  sideX: number;
  sideY: number;
  sideZ: number;
  least: number;
  /** Sine of the angle between the normal of the surface and the direction opposite to the course. */
  sine: number;
  /** The course on which the body meets the obstacle: a unit vector along the velocity relative to the obstacle. */
  nx: number;
  ny: number;
  nz: number;
}

const danger: Danger = {
  row: -1,
  inside: false,
  share: 0,
  sideX: 0,
  sideY: 0,
  sideZ: 0,
  least: 0,
  sine: 0,
  nx: 0,
  ny: 0,
  nz: 0,
};

/** Steers the agents in places [begin, end) around the obstacles of a list. */
export function avoidAmong(
  world: SharedWorld,
  behavior: BehaviorPlan,
  list: ObstacleList,
  begin: number,
  end: number,
): void {
  const { status, id, behaviorParameters } = world.front;
  const roles = rolesIn(world);
  const { seed, species } = world.plan;
  const { dimensions } = species[behavior.species];
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const reflects = behavior.settings.type === 'avoidance' && behavior.settings.steer === 'reflect';
  const weight = behaviorParameters[behavior.index * RECORD + WEIGHT];
  const { lookAhead, clearance } = lookOf(world, behavior);
  const table = obstacleTable(world);
  const range = rangeOf(world, behavior);

  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const own = listForOne(list, world, behavior.species, i, range);
    danger.row = -1;
    danger.inside = false;
    const some = lookAtResting(world, table, own, i, lookAhead, clearance);
    if (some && !danger.inside) lookAtMoving(world, table, own, i, lookAhead, clearance);
    if (danger.row < 0) continue;
    const { inside, sine, least, nx, ny, nz } = danger;
    let { sideX, sideY, sideZ } = danger;
    const side = fround(
      fround(fround(sideX * sideX) + fround(sideY * sideY)) + fround(sideZ * sideZ),
    );
    let strength = weight;
    if (!inside) strength = fround(weight * fround(1 - danger.share));
    if (reflects && !inside && fround(sine * sine) > 0.5) {
      reflectInto(direction, sideX, sideY, sideZ, nx, ny, nz, sine);
      sideX = direction[0];
      sideY = direction[1];
      sideZ = direction[2];
    } else if (side > fround(least * least)) {
      strength = fround(strength / fround(sqrt(side)));
    } else {
      // The side is the same in every tick. Otherwise an agent on a head-on course would only tremble.
      if (inside) {
        randomDirectionInto(direction, seed, 0, id[i], STREAM.avoidance, dimensions);
      } else {
        const { avoidance } = STREAM;
        randomPerpendicularInto(direction, nx, ny, nz, seed, 0, id[i], avoidance, dimensions);
      }
      sideX = direction[0];
      sideY = direction[1];
      sideZ = direction[2];
    }
    fx[i] = fround(fx[i] + fround(sideX * strength));
    fy[i] = fround(fy[i] + fround(sideY * strength));
    if (dimensions === world.plan.dimensions) fz[i] = fround(fz[i] + fround(sideZ * strength));
  }
}

/**
 * Searches a list of obstacles for the nearest resting obstacle, as seen by the agent at place `i`.
 *
 * @returns whether some obstacles in the list move
 */
function lookAtResting(
  world: SharedWorld,
  table: ObstacleTable,
  list: ObstacleList,
  i: number,
  lookAhead: number,
  clearance: number,
): boolean {
  const { position, velocity, obstacleRadius: radii, obstacleKind: kinds } = world.front;
  const [edgeX, edgeY, edgeZ] = world.plan.grid.edge;
  const x = position.x[i];
  const y = position.y[i];
  const z = position.z[i];
  const vx = velocity.x[i];
  const vy = velocity.y[i];
  const vz = velocity.z[i];
  const speed = fround(sqrt(fround(fround(fround(vx * vx) + fround(vy * vy)) + fround(vz * vz))));
  const inverse = speed > 0 ? fround(1 / speed) : 0;
  const nx = fround(vx * inverse);
  const ny = fround(vy * inverse);
  const nz = fround(vz * inverse);
  const length = fround(speed * lookAhead);
  let moving = false;
  let nearest = length;
  let found = -1;
  let inside = false;
  let sideX = fround(0);
  let sideY = fround(0);
  let sideZ = fround(0);
  for (let k = 0; k < list.count; k++) {
    const o = list.index[k];
    if (table.moves[o] !== 0) {
      moving = true;
      continue;
    }
    if (kinds[o] !== OBSTACLE.sphere) {
      const px = awayFrom(kinds[o], fround(x - list.x[k]), edgeX);
      const py = awayFrom(kinds[o], fround(y - list.y[k]), edgeY);
      const pz = awayFrom(kinds[o], fround(z - list.z[k]), edgeZ);
      if (!isSeen(list, kinds[o], px, py, pz)) continue;
      if (!lookAtObstacle(sight, world, table, o, px, py, pz, nx, ny, nz, clearance, nearest))
        continue;
      found = o;
      inside = sight.inside;
      sideX = sight.sideX;
      sideY = sight.sideY;
      sideZ = sight.sideZ;
      if (inside) break;
      nearest = sight.distance;
      continue;
    }
    const cx = fround(list.x[k] - x);
    const cy = fround(list.y[k] - y);
    const cz = fround(list.z[k] - z);
    if (!isSeen(list, kinds[o], cx, cy, cz)) continue;
    const squared = fround(fround(fround(cx * cx) + fround(cy * cy)) + fround(cz * cz));
    const radius = fround(radii[o] + clearance);
    const reach = fround(radius + nearest);
    if (squared > fround(reach * reach)) continue;
    if (squared < fround(radius * radius)) {
      // The agent must first leave the obstacle that it is in, whatever is ahead.
      inside = true;
      found = o;
      sideX = fround(-cx);
      sideY = fround(-cy);
      sideZ = fround(-cz);
      break;
    }
    const along = fround(fround(fround(cx * nx) + fround(cy * ny)) + fround(cz * nz));
    if (along <= 0) continue;
    const lx = fround(fround(along * nx) - cx);
    const ly = fround(fround(along * ny) - cy);
    const lz = fround(fround(along * nz) - cz);
    const lateral = fround(fround(fround(lx * lx) + fround(ly * ly)) + fround(lz * lz));
    const inside2 = fround(fround(radius * radius) - lateral);
    if (inside2 <= 0) continue;
    const distance = fround(along - fround(sqrt(inside2)));
    if (distance >= nearest) continue;
    nearest = distance;
    found = o;
    sideX = lx;
    sideY = ly;
    sideZ = lz;
  }
  danger.share = 1;
  if (found < 0) return moving;
  const isBall = kinds[found] === OBSTACLE.sphere;
  const side = fround(
    fround(fround(sideX * sideX) + fround(sideY * sideY)) + fround(sideZ * sideZ),
  );
  danger.row = found;
  danger.inside = inside;
  danger.share = fround(nearest / length);
  danger.sideX = sideX;
  danger.sideY = sideY;
  danger.sideZ = sideZ;
  danger.least = isBall ? fround(HEAD_ON * radii[found]) : HEAD_ON;
  danger.sine = isBall
    ? fround(fround(sqrt(side)) / fround(radii[found] + clearance))
    : fround(sqrt(side));
  danger.nx = nx;
  danger.ny = ny;
  danger.nz = nz;
  return moving;
}

/**
 * Looks for moving obstacles that agent `i` would touch earlier than the obstacle already found. Uses the velocity of
 * the agent relative to the nearest point of the moving obstacle.
 */
function lookAtMoving(
  world: SharedWorld,
  table: ObstacleTable,
  list: ObstacleList,
  i: number,
  lookAhead: number,
  clearance: number,
): void {
  const { position, velocity, obstacleKind: kinds } = world.front;
  const [edgeX, edgeY, edgeZ] = world.plan.grid.edge;
  for (let k = 0; k < list.count; k++) {
    const o = list.index[k];
    if (table.moves[o] === 0) continue;
    const px = awayFrom(kinds[o], fround(position.x[i] - list.x[k]), edgeX);
    const py = awayFrom(kinds[o], fround(position.y[i] - list.y[k]), edgeY);
    const pz = awayFrom(kinds[o], fround(position.z[i] - list.z[k]), edgeZ);
    if (!isSeen(list, kinds[o], px, py, pz)) continue;
    touchObstacle(world, table, o, px, py, pz);
    const ux = fround(velocity.x[i] - fround(touch.vx));
    const uy = fround(velocity.y[i] - fround(touch.vy));
    const uz = fround(velocity.z[i] - fround(touch.vz));
    const speed = fround(sqrt(fround(fround(fround(ux * ux) + fround(uy * uy)) + fround(uz * uz))));
    const inverse = speed > 0 ? fround(1 / speed) : 0;
    const nx = fround(ux * inverse);
    const ny = fround(uy * inverse);
    const nz = fround(uz * inverse);
    const length = fround(speed * lookAhead);
    if (!lookAtObstacle(sight, world, table, o, px, py, pz, nx, ny, nz, clearance, length))
      continue;
    const share = sight.inside ? 0 : fround(sight.distance / length);
    if (!sight.inside && share >= danger.share) continue;
    const { sideX, sideY, sideZ } = sight;
    danger.row = o;
    danger.inside = sight.inside;
    danger.share = share;
    danger.sideX = sideX;
    danger.sideY = sideY;
    danger.sideZ = sideZ;
    danger.least = HEAD_ON;
    danger.sine = fround(
      sqrt(fround(fround(fround(sideX * sideX) + fround(sideY * sideY)) + fround(sideZ * sideZ))),
    );
    danger.nx = nx;
    danger.ny = ny;
    danger.nz = nz;
    if (sight.inside) return;
  }
}

/**
 * Reflects a course from a surface. (nx, ny, nz) is the direction of the course. Writes the new direction as a unit
 * vector. `sine` is the sine of the angle between the surface normal and the reversed course. (sideX, sideY, sideZ) is
 * perpendicular to the course, and points to the side to which the normal leans. Its length does not matter.
 */
function reflectInto(
  out: Vector,
  sideX: number,
  sideY: number,
  sideZ: number,
  nx: number,
  ny: number,
  nz: number,
  sine: number,
): void {
  const square = fround(sine * sine);
  const ahead = fround(fround(2 * square) - 1);
  const cosine = fround(sqrt(Math.max(0, fround(1 - square))));
  const across = fround(fround(2 * sine) * cosine);
  normalizeInto(out, sideX, sideY, sideZ);
  out[0] = fround(fround(out[0] * across) + fround(nx * ahead));
  out[1] = fround(fround(out[1] * across) + fround(ny * ahead));
  out[2] = fround(fround(out[2] * across) + fround(nz * ahead));
}
