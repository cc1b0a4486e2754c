import { RECORD } from '../behaviors/behavior.ts';
import { speciesSlotOf } from '../scenario/schema.ts';
import type { SpeciesPlan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { HAPPENING, note } from './happening.ts';
import type { Kernel } from './kernel.ts';
import { createTargetStep, stepTargetInto } from './target-motion.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const MASS = speciesSlotOf('mass');
const BODY_RADIUS = speciesSlotOf('radius');
const MAX_SPEED = speciesSlotOf('maxSpeed');
const MIN_SPEED = speciesSlotOf('minSpeed');
const MAX_FORCE = speciesSlotOf('maxForce');
const DAMPING = speciesSlotOf('damping');
const LIFETIME = speciesSlotOf('lifetime');

/**
 * Moves the agents in places [begin, end) by one step of semi-implicit Euler:
 *
 *   a = limit(force, maxForce)/mass - damping v;  v' = limit(v + a dt);  p' = p + v' dt
 *
 * then confines p' to the bounds, ends who hits its target on the way or is too old, and quarantines
 * who would no longer be finite.
 *
 * reads front and scratch.force of the slice; writes staged position (m), velocity (m/s), status
 */
export const integrate: Kernel = (world, begin, end, worker) => {
  const { status } = world.front;
  const { species } = world.front;
  world.scratch.happeningCount[worker] = 0;
  // Runs of one species are moved together, so that its numbers are read once.
  for (let i = begin; i < end; ) {
    const index = species[i]!;
    let last = i + 1;
    while (last < end && species[last] === index) last++;
    move(world, index, i, last);
    for (let k = i; k < last; k++) {
      if (status[k] === STATUS.alive) settleAgent(world, index, k, begin, worker);
    }
    i = last;
  }
};

function move(world: SharedWorld, index: number, begin: number, end: number): void {
  const { dt, bounds, dimensions } = world.plan;
  const { status, speciesParameters } = world.front;
  const { x: px, y: py, z: pz } = world.front.position;
  const { x: vx, y: vy, z: vz } = world.front.velocity;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const { stagedPosition: toPosition, stagedVelocity: toVelocity, stagedStatus } = world.scratch;
  const at = index * RECORD;
  const inverseMass = fround(1 / speciesParameters[at + MASS]!);
  const damping = speciesParameters[at + DAMPING]!;
  const maxForce = speciesParameters[at + MAX_FORCE]!;
  const maxSpeed = speciesParameters[at + MAX_SPEED]!;
  // After a `set` the least speed may lie above the largest: the largest holds.
  const minSpeed = Math.min(speciesParameters[at + MIN_SPEED]!, maxSpeed);
  const squaredMaxForce = fround(maxForce * maxForce);
  const squaredMaxSpeed = fround(maxSpeed * maxSpeed);
  const squaredMinSpeed = fround(minSpeed * minSpeed);

  for (let i = begin; i < end; i++) {
    stagedStatus[i] = status[i]!;
    if (status[i] !== STATUS.alive) {
      toPosition.x[i] = px[i]!;
      toPosition.y[i] = py[i]!;
      toPosition.z[i] = pz[i]!;
      toVelocity.x[i] = vx[i]!;
      toVelocity.y[i] = vy[i]!;
      toVelocity.z[i] = vz[i]!;
      continue;
    }
    const ux = fx[i]!;
    const uy = fy[i]!;
    const uz = fz[i]!;
    const force = fround(fround(fround(ux * ux) + fround(uy * uy)) + fround(uz * uz));
    let push = inverseMass;
    if (force > squaredMaxForce) {
      push = fround(inverseMass * fround(maxForce / fround(sqrt(force))));
    }
    const ax = fround(fround(ux * push) - fround(damping * vx[i]!));
    const ay = fround(fround(uy * push) - fround(damping * vy[i]!));
    const az = fround(fround(uz * push) - fround(damping * vz[i]!));
    let wx = fround(vx[i]! + fround(ax * dt));
    let wy = fround(vy[i]! + fround(ay * dt));
    let wz = fround(vz[i]! + fround(az * dt));
    const speed = fround(fround(fround(wx * wx) + fround(wy * wy)) + fround(wz * wz));
    if (speed > squaredMaxSpeed) {
      const scale = fround(maxSpeed / fround(sqrt(speed)));
      wx = fround(wx * scale);
      wy = fround(wy * scale);
      wz = fround(wz * scale);
    } else if (speed < squaredMinSpeed && speed > 0) {
      const scale = fround(minSpeed / fround(sqrt(speed)));
      wx = fround(wx * scale);
      wy = fround(wy * scale);
      wz = fround(wz * scale);
    }
    toVelocity.x[i] = wx;
    toVelocity.y[i] = wy;
    toVelocity.z[i] = wz;
    toPosition.x[i] = fround(px[i]! + fround(wx * dt));
    toPosition.y[i] = fround(py[i]! + fround(wy * dt));
    toPosition.z[i] = fround(pz[i]! + fround(wz * dt));
  }
  if (bounds.type === 'open') return;
  const planes = [
    [toPosition.x, toVelocity.x],
    [toPosition.y, toVelocity.y],
    [toPosition.z, toVelocity.z],
  ] as const;
  const confine = bounds.type === 'wrap' ? wrapAxis : containAxis;
  for (let axis = 0; axis < dimensions; axis++) {
    const [p, v] = planes[axis]!;
    confine(p, v, fround(bounds.min[axis]!), fround(bounds.max[axis]!), begin, end);
  }
}

/** Brings who left a torus on one side in on the other. */
function wrapAxis(
  p: Float32Array,
  _v: Float32Array,
  min: number,
  max: number,
  begin: number,
  end: number,
): void {
  const edge = fround(max - min);
  for (let i = begin; i < end; i++) {
    const value = p[i]!;
    if (value >= min && value < max) continue;
    const turns = Math.floor(fround(fround(value - min) / edge));
    const wrapped = fround(value - fround(turns * edge));
    // Rounding may leave it a hair outside.
    p[i] = wrapped < min || wrapped >= max ? min : wrapped;
  }
}

/** Stops at a wall: the position stays inside, and the velocity into the wall is lost. */
function containAxis(
  p: Float32Array,
  v: Float32Array,
  min: number,
  max: number,
  begin: number,
  end: number,
): void {
  for (let i = begin; i < end; i++) {
    if (p[i]! < min) {
      p[i] = min;
      if (v[i]! < 0) v[i] = 0;
    } else if (p[i]! > max) {
      p[i] = max;
      if (v[i]! > 0) v[i] = 0;
    }
  }
}

/** Decides what becomes of an agent that has moved: it flies on, hits, expires or is quarantined. */
function settleAgent(
  world: SharedWorld,
  index: number,
  i: number,
  sliceBegin: number,
  worker: number,
): void {
  const { stagedPosition: p, stagedVelocity: v, stagedStatus } = world.scratch;
  // NaN and the infinities are the numbers that, times 0, are not 0.
  const sum = (p.x[i]! + p.y[i]! + p.z[i]! + v.x[i]! + v.y[i]! + v.z[i]!) * 0;
  if (sum !== 0) {
    p.x[i] = world.front.position.x[i]!;
    p.y[i] = world.front.position.y[i]!;
    p.z[i] = world.front.position.z[i]!;
    v.x[i] = world.front.velocity.x[i]!;
    v.y[i] = world.front.velocity.y[i]!;
    v.z[i] = world.front.velocity.z[i]!;
    stagedStatus[i] = STATUS.quarantined;
    note(world, sliceBegin, worker, i, HAPPENING.quarantined);
    return;
  }
  const species = world.plan.species[index]!;
  if (species.homing !== undefined && hits(world, species, index, i)) {
    stagedStatus[i] = STATUS.dead;
    note(world, sliceBegin, worker, i, HAPPENING.hit);
    return;
  }
  const lifetime = world.front.speciesParameters[index * RECORD + LIFETIME]!;
  const age = fround((world.frontTick + 1 - world.front.birth[i]!) * world.plan.dt);
  if (age >= lifetime) {
    stagedStatus[i] = STATUS.dead;
    note(world, sliceBegin, worker, i, HAPPENING.expired);
  }
}

const step = createTargetStep();

/**
 * Swept test of the agent against its target while both move through the step: the first time the
 * two spheres touch. On a hit the staged position becomes the agent's at that time (m).
 */
function hits(world: SharedWorld, species: SpeciesPlan, index: number, i: number): boolean {
  const { front, scratch, plan } = world;
  const target = species.homing!.target;
  const { stagedPosition: to } = scratch;
  const body = front.speciesParameters[index * RECORD + BODY_RADIUS]!;
  const reach = fround(fround(plan.targets[target]!.radius) + body);
  stepTargetInto(step, world, target);
  const x = front.position.x[i]!;
  const y = front.position.y[i]!;
  const z = front.position.z[i]!;
  // As seen from the target: from where, and how far in the step.
  const sx = fround(x - front.targetPosition.x[target]!);
  const sy = fround(y - front.targetPosition.y[target]!);
  const sz = fround(z - front.targetPosition.z[target]!);
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  const movedX = shortest(fround(to.x[i]! - x), edgeX);
  const movedY = shortest(fround(to.y[i]! - y), edgeY);
  const movedZ = shortest(fround(to.z[i]! - z), edgeZ);
  const dx = fround(movedX - fround(step.x - front.targetPosition.x[target]!));
  const dy = fround(movedY - fround(step.y - front.targetPosition.y[target]!));
  const dz = fround(movedZ - fround(step.z - front.targetPosition.z[target]!));
  const squaredReach = fround(reach * reach);
  let time = fround(0);
  if (!(squared(sx, sy, sz) <= squaredReach)) {
    const a = squared(dx, dy, dz);
    const b = fround(fround(fround(sx * dx) + fround(sy * dy)) + fround(sz * dz));
    // A step too short for f32 to square goes nowhere.
    if (!(b < 0) || a < 1e-30) return false;
    // By way of the nearest point: b^2 - a (s^2 - reach^2) would cancel when a step is long.
    const nearest = fround(fround(-b) / a);
    const mx = fround(sx + fround(nearest * dx));
    const my = fround(sy + fround(nearest * dy));
    const mz = fround(sz + fround(nearest * dz));
    const left = fround(squaredReach - squared(mx, my, mz));
    if (!(left >= 0)) return false;
    time = fround(nearest - fround(sqrt(fround(left / a))));
    if (time > 1) return false;
    if (time < 0) time = 0;
  }
  to.x[i] = wrapped(fround(x + fround(time * movedX)), plan.grid.min[0], edgeX);
  to.y[i] = wrapped(fround(y + fround(time * movedY)), plan.grid.min[1], edgeY);
  to.z[i] = wrapped(fround(z + fround(time * movedZ)), plan.grid.min[2], edgeZ);
  return true;
}

function squared(x: number, y: number, z: number): number {
  return fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
}

/** The way the agent went, where the torus has taken a whole edge from it; edge 0 is no torus. */
function shortest(moved: number, edge: number): number {
  if (edge === 0) return moved;
  const half = fround(edge * 0.5);
  if (moved > half) return fround(moved - edge);
  return moved < -half ? fround(moved + edge) : moved;
}

function wrapped(value: number, min: number, edge: number): number {
  if (edge === 0) return value;
  if (value < min) return fround(value + edge);
  return value >= fround(min + edge) ? fround(value - edge) : value;
}
