import { createNearest, type Nearest, nearestNeighborsInto } from '../../grid/nearest.ts';
import { randomInto, STREAM, signed } from '../../math/random.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { MAX_NEIGHBORS } from '../../schema/limits.ts';
import { RECORD, type State } from '../../world/layout.ts';
import type { BehaviorPlan, Plan } from '../../world/plan.ts';
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
import { AHEAD, giveWay, progressOf, RATE, ROOM, SLOW } from './give-way.ts';
import { addHalfSpace, createHalfSpaces, createVelocity, type Velocity } from './half-spaces.ts';
import { addNeighborLine } from './lines.ts';
import { addMapWalls } from './map-walls.ts';
import { addObstacles } from './obstacles.ts';
import { addNeighborPlane } from './planes.ts';
import { safeVelocityInto } from './safe-velocity.ts';

const sqrt = Math.sqrt;

const MASS = speciesSlotOf('mass');
const DAMPING = speciesSlotOf('damping');
export const BODY_RADIUS = speciesSlotOf('radius');
const MAX_SPEED = speciesSlotOf('maxSpeed');
const MAX_FORCE = speciesSlotOf('maxForce');
const FORCE_FACTOR = speciesSlotOf('forceFactor');
const RADIUS = slotOf('orca', 'radius');
const NEIGHBORS = slotOf('orca', 'maxNeighbors');
const MARGIN = slotOf('orca', 'margin');
const HORIZON = slotOf('orca', 'timeHorizon');
const OBSTACLE_HORIZON = slotOf('orca', 'timeHorizonObstacles');
const HEADWAY = slotOf('orca', 'headway');
const KEEP_RIGHT = slotOf('orca', 'keepRight');

/**
 * Each preferred velocity is bent a little at random, so that no situation is perfectly symmetric. No component changes
 * by more than this fraction of the length of the velocity.
 */
const BEND = 1e-3;
/** Agents on the same spot count as displaced by at most this distance (m) along each axis. */
const SPOT = 1e-6;

/** The values that `steerOrca` reads from a behavior and from its species. */
export interface Law {
  readonly mass: number;
  readonly damping: number;
  readonly body: number;
  readonly maxSpeed: number;
  readonly maxForce: number;
  readonly factor: number;
  readonly radius: number;
  readonly neighbors: number;
  readonly margin: number;
  readonly horizon: number;
  readonly obstacleHorizon: number;
  readonly headway: number;
  readonly keepRight: number;
  /**
   * Whether slow agents keep room only from neighbors ahead. A wide margin leaves room enough without that, and parts
   * crowds that meet in the open sooner.
   */
  readonly yields: boolean;
  /** The number of whole seconds before the present tick. */
  readonly second: number;
  /** A bit for each species s. Bit s is set if the agents of s also avoid the agents that this law steers. */
  readonly reciprocal: number;
  /** The distance (m) below which a neighbor could touch the agent within one tick. */
  readonly touch: number;
}

export function lawOf({ front, frontTick, plan }: SharedWorld, behavior: BehaviorPlan): Law {
  const species = (slot: number): number =>
    front.speciesParameters[behavior.species * RECORD + slot];
  const reciprocal = reciprocalTo(plan, behavior.species);
  const own = (slot: number): number => front.behaviorParameters[behavior.index * RECORD + slot];
  return {
    mass: species(MASS),
    damping: species(DAMPING),
    body: species(BODY_RADIUS),
    maxSpeed: species(MAX_SPEED),
    maxForce: species(MAX_FORCE),
    factor: species(FORCE_FACTOR),
    radius: own(RADIUS),
    // The command `set` may give a number that is not whole.
    neighbors: Math.floor(own(NEIGHBORS)),
    margin: own(MARGIN),
    horizon: own(HORIZON),
    obstacleHorizon: own(OBSTACLE_HORIZON),
    headway: own(HEADWAY),
    keepRight: own(KEEP_RIGHT),
    yields: own(HEADWAY) > 0 || own(KEEP_RIGHT) > 0 || own(MARGIN) < ROOM * species(BODY_RADIUS),
    second: Math.floor(frontTick * plan.dt),
    reciprocal,
    touch: species(BODY_RADIUS) + widestOf(front, reciprocal) + 2 * species(MAX_SPEED) * plan.dt,
  };
}

/** Returns which species use ORCA to avoid the species at `index`. Bit s stands for species s. */
function reciprocalTo(plan: Plan, index: number): number {
  let mask = 0;
  plan.species.forEach(({ behaviors }, other) => {
    if (behaviors.some(({ type, mask: sees }) => type === 'orca' && (sees >>> index) & 1)) {
      mask |= 1 << other;
    }
  });
  return mask;
}

/** Returns the largest body radius (m) among some species, which are given as bits. */
function widestOf({ speciesParameters }: State, mask: number): number {
  let widest = 0;
  for (let index = 0; mask >>> index !== 0; index++) {
    const radius = speciesParameters[index * RECORD + BODY_RADIUS];
    if ((mask >>> index) & 1) widest = Math.max(widest, radius);
  }
  return widest;
}

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
  const { dt, dimensions } = world.plan;
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
    preferInto(preferred, world, law, i);
    spaces.count = 0;
    addWalls(spaces, world, i, law.maxSpeed * dt, inverseDt);
    addMapWalls(spaces, world, i, law.body, law.maxSpeed * dt, inverseDt);
    const own = listForOne(near, world, behavior.species, i, range);
    addObstacles(spaces, world, own, i, law.body, law.maxSpeed, law.obstacleHorizon, inverseDt);
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
function preferInto(out: Velocity, world: SharedWorld, law: Law, i: number): void {
  const { seed, dt, dimensions } = world.plan;
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
 * A slow agent keeps less margin. From a neighbor that is too near, but does not overlap, it keeps room only if the
 * neighbor is ahead, and restores it slowly. Those behind keep away from the agent. So an agent that has to step back
 * finds room to do it.
 *
 * @returns the number of firm half spaces
 */
function addNeighbors(world: SharedWorld, behavior: BehaviorPlan, law: Law, i: number): number {
  const { plan, front } = world;
  const { species, velocity, speciesParameters } = front;
  const inverseDt = 1 / plan.dt;
  const inverseHorizon = 1 / law.horizon;
  nearestNeighborsInto(nearest, world, i, law.radius, behavior.mask, law.neighbors);
  const { count, place, squared, x, y, z } = nearest;
  // If the agent could touch even neighbors that were left out, all that it can touch are searched again.
  const crowded = count === law.neighbors && squared[count - 1] < law.touch * law.touch;
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
  const least = ROOM * law.body;
  const room = Math.max(margin, least);
  for (let k = 0; k < count; k++) {
    const j = place[k];
    const kind = species[j];
    const bodies = law.body + speciesParameters[kind * RECORD + BODY_RADIUS];
    let radius = bodies + margin;
    const share = ((law.reciprocal >>> kind) & 1) === 1 ? 0.5 : 1;
    if (squared[k] === 0) part(world, nearest, i, k);
    const dx = x[k];
    const dy = y[k];
    const dz = z[k];
    const ux = vx - velocity.x[j];
    const uy = vy - velocity.y[j];
    const uz = vz - velocity.z[j];
    const apart = dx * dx + dy * dy + dz * dz;
    if (slow && apart > bodies * bodies && apart < (bodies + room) * (bodies + room)) {
      const distance = sqrt(apart);
      if (dx * px + dy * py + dz * pz > AHEAD * (distance * speed)) {
        const nx = -dx / distance;
        const ny = -dy / distance;
        const nz = -dz / distance;
        const change = (bodies + room - distance) * RATE - (nx * ux + ny * uy + nz * uz);
        addHalfSpace(spaces, nx, ny, nz, nx * vx + ny * vy + nz * vz + share * change);
        continue;
      }
      radius = bodies;
    }
    if (plan.dimensions === 2) {
      addNeighborLine(spaces, dx, dy, ux, uy, vx, vy, radius, share, inverseHorizon, inverseDt);
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
  const { dimensions, seed } = plan;
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
