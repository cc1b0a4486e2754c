import { createAround, neighborsAroundInto } from '../../grid/around.ts';
import { normalizeInto, randomDirectionInto, type Vector } from '../../math/direction.ts';
import { STREAM } from '../../math/random.ts';
import { dot, length } from '../../math/vector.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Steer } from '../behavior.ts';
import { createFrame, uprightInto } from './leader-frame.ts';

const fround = Math.fround;

const WEIGHT = slotOf('collisionAvoidance', 'weight');
const RADIUS = slotOf('collisionAvoidance', 'radius');
const HORIZON = slotOf('collisionAvoidance', 'horizon');
const MARGIN = slotOf('collisionAvoidance', 'margin');
const BODY_RADIUS = speciesSlotOf('radius');

/** Cosine of the angle between two courses up to which they count as parallel, 45 degrees. */
const PARALLEL = fround(0.707);
/** Below this share of the distance kept, the way past the other has no side. */
const HEAD_ON = fround(1e-3);

const around = createAround();
const direction: Vector = new Float32Array(3);
const frame = createFrame();

/** Whom one agent must avoid: its entry in `around`, or -1, and when they are nearest (s). */
const threat = { entry: -1, time: 0, reach: 0, touches: false };

/**
 * Unaligned collision avoidance: of the neighbors that come nearer than both bodies and `margin` (m)
 * within `horizon` (s) if all go straight on, the first to do so is avoided, with the whole weight.
 *
 * - A neighbor that touches already comes before all others: straight away from it, on one spot in a
 *   direction of its own.
 * - On courses that are opposed or parallel (45 degrees), or when one of the two is at rest: sideways,
 *   away from where the other will be then. Where that has no side both keep right, and of two in one
 *   line the one behind goes right and the one before left.
 * - On courses that cross only the slower yields, and passes behind: against the other's course. Of two
 *   equally fast ones that with the lower id is the slower.
 *
 * reads front position (m), velocity (m/s), ids; equal times are settled by the lower id
 * source: Reynolds 1999, unaligned collision avoidance, and steerToAvoidNeighbors of OpenSteer,
 * SteerLibrary.h, where the faster yields although its comment says the slower
 */
export const steerCollisionAvoidance: Steer = (world, behavior, begin, end) => {
  const { status, species, velocity, behaviorParameters } = world.front;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const weight = behaviorParameters[behavior.index * RECORD + WEIGHT];
  const radius = behaviorParameters[behavior.index * RECORD + RADIUS];
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    neighborsAroundInto(around, world, i, radius, behavior.mask);
    findThreat(world, behavior, i);
    if (threat.entry < 0) continue;
    if (threat.touches) {
      partInto(direction, world, i, threat.entry);
    } else {
      const speed = length(velocity.x[i], velocity.y[i], velocity.z[i]);
      if (!evadeInto(direction, world, i, speed)) continue;
    }
    fx[i] = fround(fx[i] + fround(direction[0] * weight));
    fy[i] = fround(fy[i] + fround(direction[1] * weight));
    fz[i] = fround(fz[i] + fround(direction[2] * weight));
  }
};

/** Finds the nearest neighbor that touches agent i, else the first to come too near. */
function findThreat({ front }: SharedWorld, behavior: BehaviorPlan, i: number): void {
  const { species, id, velocity, behaviorParameters, speciesParameters } = front;
  const horizon = behaviorParameters[behavior.index * RECORD + HORIZON];
  const margin = behaviorParameters[behavior.index * RECORD + MARGIN];
  const body = speciesParameters[behavior.species * RECORD + BODY_RADIUS];
  threat.entry = -1;
  threat.touches = false;
  for (let k = 0; k < around.count; k++) {
    const j = around.place[k];
    const squared = around.squared[k];
    const bodies = fround(body + speciesParameters[species[j] * RECORD + BODY_RADIUS]);
    const touches = squared < fround(bodies * bodies) || squared === 0;
    if (threat.touches && !touches) continue;
    const dx = around.x[k];
    const dy = around.y[k];
    const dz = around.z[k];
    const vx = fround(velocity.x[j] - velocity.x[i]);
    const vy = fround(velocity.y[j] - velocity.y[i]);
    const vz = fround(velocity.z[j] - velocity.z[i]);
    // Of those that touch the nearest counts, of the others the first.
    let time = squared;
    const reach = fround(bodies + margin);
    if (!touches) {
      time = nearestTime(dx, dy, dz, vx, vy, vz);
      if (time < 0 || time >= horizon) continue;
      const x = fround(dx + fround(vx * time));
      const y = fround(dy + fround(vy * time));
      const z = fround(dz + fround(vz * time));
      if (!(dot(x, y, z, x, y, z) < fround(reach * reach))) continue;
    }
    const first = threat.entry < 0 || (touches && !threat.touches);
    if (!first) {
      if (time > threat.time) continue;
      if (time === threat.time && id[j] > id[around.place[threat.entry]]) continue;
    }
    threat.entry = k;
    threat.time = time;
    threat.reach = reach;
    threat.touches = touches;
  }
}

/** When two at offset (x, y, z) that part at (vx, vy, vz) are nearest (s); 0 when that never changes. */
function nearestTime(x: number, y: number, z: number, vx: number, vy: number, vz: number): number {
  const squared = dot(vx, vy, vz, vx, vy, vz);
  if (!(squared > 0)) return 0;
  return fround(-fround(dot(x, y, z, vx, vy, vz) / squared));
}

/** Writes the unit vector away from a neighbor; a direction of its own on one spot. */
function partInto(out: Vector, world: SharedWorld, i: number, k: number): void {
  const { seed, dimensions } = world.plan;
  if (around.squared[k] > 0) {
    normalizeInto(out, -around.x[k], -around.y[k], -around.z[k]);
  } else {
    randomDirectionInto(out, seed, 0, world.front.id[i], STREAM.steering, dimensions);
  }
}

/** Writes the unit vector out of the threat's way; false when it is the other that yields. */
function evadeInto(out: Vector, world: SharedWorld, i: number, speed: number): boolean {
  const { id, velocity } = world.front;
  const k = threat.entry;
  const j = around.place[k];
  const vx = velocity.x[i];
  const vy = velocity.y[i];
  const vz = velocity.z[i];
  const wx = velocity.x[j];
  const wy = velocity.y[j];
  const wz = velocity.z[j];
  const theirs = length(wx, wy, wz);
  if (speed === 0 && theirs === 0) {
    partInto(out, world, i, k);
    return true;
  }
  // From here the course of one at rest is the way the other comes from.
  const inverse = speed > 0 ? fround(1 / speed) : fround(-1 / theirs);
  const nx = fround((speed > 0 ? vx : wx) * inverse);
  const ny = fround((speed > 0 ? vy : wy) * inverse);
  const nz = fround((speed > 0 ? vz : wz) * inverse);
  const along = fround(dot(vx, vy, vz, wx, wy, wz) / fround(speed * theirs));
  if (speed > 0 && theirs > 0 && Math.abs(along) < PARALLEL) {
    if (speed > theirs || (speed === theirs && id[i] > id[j])) return false;
    acrossInto(out, -wx, -wy, -wz, nx, ny, nz);
    return true;
  }
  const x = fround(around.x[k] + fround(fround(wx - vx) * threat.time));
  const y = fround(around.y[k] + fround(fround(wy - vy) * threat.time));
  const z = fround(around.z[k] + fround(fround(wz - vz) * threat.time));
  const aside = acrossInto(out, -x, -y, -z, nx, ny, nz);
  if (aside >= fround(HEAD_ON * threat.reach)) return true;
  normalizeInto(frame.forward, nx, ny, nz);
  uprightInto(frame, world.plan.dimensions);
  const ahead = dot(around.x[k], around.y[k], around.z[k], nx, ny, nz) > 0 ? 1 : -1;
  for (let axis = 0; axis < 3; axis++) out[axis] = ahead * frame.right[axis];
  return true;
}

/** Writes the direction of the part of (x, y, z) across the unit vector n; returns its length. */
function acrossInto(
  out: Vector,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): number {
  const along = dot(x, y, z, nx, ny, nz);
  const ax = fround(x - fround(along * nx));
  const ay = fround(y - fround(along * ny));
  const az = fround(z - fround(along * nz));
  normalizeInto(out, ax, ay, az);
  return length(ax, ay, az);
}
