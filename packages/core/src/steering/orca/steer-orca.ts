import { createNearest, type Nearest, nearestNeighborsInto } from '../../grid/nearest.ts';
import { randomInto, STREAM, signed } from '../../math/random.ts';
import { MAX_NEIGHBORS } from '../../schema/limits.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { rolesIn } from '../../world/roles.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Steer } from '../behavior.ts';
import {
  createObstacleList,
  GROUP,
  listForOne,
  listObstaclesNear,
  type Range,
} from '../obstacles/near.ts';
import { addContact, addWalls } from './firm.ts';
import { AHEAD, giveWay, progressOf, RATE, SLOW } from './give-way.ts';
import { addGroundWalls } from './ground-walls.ts';
import {
  addHalfSpace,
  createHalfSpaces,
  createVelocity,
  ontoPlan,
  type Velocity,
} from './half-spaces.ts';
import { addMapWalls } from './map-walls.ts';
import { addNeighborLine } from './neighbor-line.ts';
import { addObstacles } from './obstacles.ts';
import { BODY_RADIUS, type Law, LEAST_GAP, lawOf, type Part, partInto } from './orca-law.ts';
import { addNeighborPlane } from './planes.ts';
import { safeVelocityInto } from './safe-velocity.ts';

const sqrt = Math.sqrt;

/**
 * Each preferred velocity is bent a little at random, so that no situation is perfectly symmetric. No component changes
 * by more than this fraction of the length of the velocity.
 */
const BEND = 1e-3;
/** Agents on the same spot count as displaced by at most this distance (m) along each axis. */
const SPOT = 1e-6;

const nearest = createNearest(MAX_NEIGHBORS);
const touching = createNearest(MAX_NEIGHBORS);
const spaces = createHalfSpaces();
const preferred = createVelocity();
const safe = createVelocity();
/**
 * The last choice of an agent on this thread: half spaces, preferred velocity, and chosen safe velocity. `firm` is the
 * number of firm half spaces, which come first.
 */
export const lastChoice = { spaces, preferred, safe, firm: 0 };
const around = createObstacleList();
const near = createObstacleList();
const bits = new Uint32Array(4);
const own: Part = { share: 1, slack: 1 };

/**
 * Replaces the force of the behaviors before `orca` in the list. The velocity to which that force leads is the
 * preferred velocity. Within this tick, the new force gives the agent the safe velocity nearest to the preferred
 * velocity.
 *
 * A safe velocity obeys every wall, every obstacle and every touching neighbor. It also leads into no neighbor within
 * the time horizon. If no velocity is safe, the agent takes the velocity whose largest violation is smallest. Even
 * then, walls, obstacles and touching neighbors are obeyed first.
 *
 * reads front; scratch.force (N) of the behaviors before `orca`
 * source: van den Berg et al. 2011, Reciprocal n-Body Collision Avoidance
 */
export const steerOrca: Steer = (world, behavior, begin, end) => {
  const { dt, species } = world.plan;
  const { walks, dimensions } = species[behavior.species];
  const { status, velocity } = world.front;
  const roles = rolesIn(world);
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const law = lawOf(world, behavior);
  // If forces are multiplied by 0, no force can help.
  if (law.factor === 0) return;
  const inverseDt = 1 / dt;
  const range = obstacleRange(law);
  listObstaclesNear(around, world, behavior.species, begin, end, range);
  for (let i = begin; i < end; i++) {
    if ((i - begin) % GROUP === 0) {
      const last = Math.min(i + GROUP, end);
      listObstaclesNear(near, world, behavior.species, i, last, range, around);
    }
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    preferInto(preferred, world, law, i, dimensions);
    spaces.count = 0;
    if (walks) addGroundWalls(spaces, world, i, law.body, law.maxSpeed * dt, inverseDt);
    const first = spaces.count;
    addWalls(spaces, world, i, law.maxSpeed * dt, inverseDt);
    addMapWalls(spaces, world, i, law.body, law.maxSpeed * dt, inverseDt);
    const own = listForOne(near, world, behavior.species, i, range);
    addObstacles(spaces, world, own, i, law.body, law.maxSpeed, law.obstacleHorizon, inverseDt);
    if (walks) ontoPlan(spaces, first);
    const firm = addNeighbors(world, behavior, law, i);
    lastChoice.firm = firm;
    giveWay(preferred, world, law, nearest, i);
    const { x, y, z } = preferred;
    safeVelocityInto(safe, spaces, firm, law.maxSpeed, x, y, z, dimensions);
    fx[i] = forceFor(safe.x, velocity.x[i], law, inverseDt);
    fy[i] = forceFor(safe.y, velocity.y[i], law, inverseDt);
    fz[i] = forceFor(safe.z, velocity.z[i], law, inverseDt);
  }
};

/**
 * Returns the range within which an agent considers obstacles. An obstacle is in range if it and the agent can meet
 * within the horizon.
 */
export function obstacleRange({ body, maxSpeed, obstacleHorizon }: Law): Range {
  const reach = body + maxSpeed * obstacleHorizon;
  return { reach, ahead: 0, time: obstacleHorizon };
}

/**
 * Returns the force (N) that brings one component of the velocity to the wanted value within a tick, despite the
 * damping.
 */
function forceFor(wanted: number, now: number, law: Law, inverseDt: number): number {
  return (law.mass * ((wanted - now) * inverseDt + law.damping * now)) / law.factor;
}

/**
 * Writes the preferred velocity: the velocity that the present force gives the agent. This velocity is bent slightly to
 * a side that depends on the id of the agent.
 */
function preferInto(
  out: Velocity,
  world: SharedWorld,
  law: Law,
  i: number,
  dimensions: number,
): void {
  const { seed, dt } = world.plan;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const { x: vx, y: vy, z: vz } = world.front.velocity;
  const x = fx[i] * law.factor;
  const y = fy[i] * law.factor;
  const z = fz[i] * law.factor;
  const force = sqrt(x * x + y * y + z * z);
  const push = ((force > law.maxForce ? law.maxForce / force : 1) / law.mass) * dt;
  const rest = 1 - law.damping * dt;
  out.x = vx[i] * rest + x * push;
  out.y = vy[i] * rest + y * push;
  out.z = vz[i] * rest + z * push;
  const bend = BEND * sqrt(out.x * out.x + out.y * out.y + out.z * out.z);
  randomInto(bits, seed, 0, world.front.id[i], STREAM.orca);
  out.x += bend * signed(bits[0]);
  out.y += bend * signed(bits[1]);
  if (dimensions === 3) out.z += bend * signed(bits[2]);
}

/**
 * Appends the half spaces for the neighbors of the agent at place `i`. First come the firm half spaces, which keep
 * touching agents apart. Then come the half spaces of ORCA.
 *
 * A slow agent keeps less margin. From a neighbor that is too near, but does not overlap, it keeps gap only if the
 * neighbor is ahead, and restores it slowly. Those behind keep away from the agent. So an agent that has to step back
 * finds gap to do it.
 *
 * @returns the number of firm half spaces
 */
function addNeighbors(world: SharedWorld, behavior: BehaviorPlan, law: Law, i: number): number {
  const { plan, front } = world;
  const { species, velocity, speciesParameters } = front;
  const { dimensions } = plan.species[behavior.species];
  const inverseDt = 1 / plan.dt;
  const inverseHorizon = 1 / law.horizon;
  nearestNeighborsInto(nearest, world, i, law.radius, behavior.mask, law.neighbors);
  const { count, place, squared, farthest, x, y, z } = nearest;
  // If the agent could touch even neighbors that were left out, all that it can touch are searched again.
  const crowded = count === law.neighbors && farthest < law.touch * law.touch;
  if (crowded) {
    const radius = Math.min(law.radius, law.touch);
    nearestNeighborsInto(touching, world, i, radius, behavior.mask, MAX_NEIGHBORS);
  }
  addContacts(world, law, i, crowded ? touching : nearest);
  const firm = spaces.count;
  const vx = velocity.x[i];
  const vy = velocity.y[i];
  const vz = velocity.z[i];
  const { x: px, y: py, z: pz } = preferred;
  const speed = sqrt(px * px + py * py + pz * pz);
  const progress = progressOf(preferred, vx, vy, vz, law.maxSpeed);
  const slow = law.yields && progress < SLOW;
  const margin = slow ? law.margin * progress : law.margin;
  const least = LEAST_GAP * law.body;
  const gap = Math.max(margin, least);
  for (let k = 0; k < count; k++) {
    const j = place[k];
    const kind = species[j];
    const bodies = law.body + speciesParameters[kind * RECORD + BODY_RADIUS];
    let radius = bodies + margin;
    partInto(own, law, world, kind);
    const { share, slack } = own;
    if (squared[k] === 0) part(world, nearest, i, k);
    const dx = x[k];
    const dy = y[k];
    const dz = z[k];
    const ux = vx - velocity.x[j];
    const uy = vy - velocity.y[j];
    const uz = vz - velocity.z[j];
    const apart = dx * dx + dy * dy + dz * dz;
    if (slow && apart > bodies * bodies && apart < (bodies + gap) * (bodies + gap)) {
      const distance = sqrt(apart);
      if (dx * px + dy * py + dz * pz > AHEAD * (distance * speed)) {
        const nx = -dx / distance;
        const ny = -dy / distance;
        const nz = -dz / distance;
        const change = (bodies + gap - distance) * RATE - (nx * ux + ny * uy + nz * uz);
        addHalfSpace(
          spaces,
          nx,
          ny,
          nz,
          nx * vx + ny * vy + nz * vz + (change > 0 ? share : slack) * change,
        );
        continue;
      }
      radius = bodies;
    }
    if (dimensions === 2) {
      addNeighborLine(
        spaces,
        dx,
        dy,
        ux,
        uy,
        vx,
        vy,
        radius,
        share,
        slack,
        inverseHorizon,
        inverseDt,
      );
    } else {
      addNeighborPlane(
        spaces,
        dx,
        dy,
        dz,
        ux,
        uy,
        uz,
        vx,
        vy,
        vz,
        radius,
        share,
        slack,
        inverseHorizon,
        inverseDt,
      );
    }
  }
  return firm;
}

/**
 * Appends a half space for each reciprocal neighbor in `list` that the agent at place `i` could touch in this tick. If
 * the neighbor also keeps to its half space, the two stay apart.
 */
function addContacts(world: SharedWorld, law: Law, i: number, list: Nearest): void {
  const { species, speciesParameters } = world.front;
  const { dt } = world.plan;
  for (let k = 0; k < list.count; k++) {
    const kind = species[list.place[k]];
    if (((law.reciprocal >>> kind) & 1) === 0) continue;
    const radius = law.body + speciesParameters[kind * RECORD + BODY_RADIUS];
    if (list.squared[k] === 0) part(world, list, i, k);
    const { x, y, z } = list;
    addContact(spaces, x[k], y[k], z[k], radius, law.maxSpeed * dt, 1 / dt);
  }
}

/**
 * For two agents on the same spot, replaces the offset of zero with a tiny one. Each agent counts as displaced from the
 * spot by a vector that depends only on its id. So the offsets of all pairs fit together, as if the agents had been
 * spread a little, and those at the edge find a way out, however many they are.
 */
function part({ plan, front }: SharedWorld, list: Nearest, i: number, k: number): void {
  const mine = front.id[i];
  const theirs = front.id[list.place[k]];
  const { seed } = plan;
  const { dimensions } = plan.species[front.species[i]];
  randomInto(bits, seed, 0, theirs, STREAM.orcaSpot);
  const x = signed(bits[0]);
  const y = signed(bits[1]);
  const z = dimensions === 3 ? signed(bits[2]) : 0;
  randomInto(bits, seed, 0, mine, STREAM.orcaSpot);
  list.x[k] = (x - signed(bits[0])) * SPOT;
  list.y[k] = (y - signed(bits[1])) * SPOT;
  if (dimensions === 3) list.z[k] = (z - signed(bits[2])) * SPOT;
  // The same draw twice is rare, but an offset of zero has no direction.
  if (list.x[k] === 0 && list.y[k] === 0 && list.z[k] === 0) {
    list.x[k] = mine < theirs ? SPOT : -SPOT;
  }
}
