import { RECORD } from '../world/layout.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { moveExtras } from './extras.ts';
import type { Kernel } from './kernel.ts';
import { INTEGRATION, limitsOf } from './motion-limits.ts';
import { watchOrbits } from './orbits.ts';
import { decideOutcomes } from './outcome.ts';
import { keepOutOfWalls } from './walls.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/**
 * The squared speed (m^2/s^2) up to which an agent counts as at rest. An agent at rest is not sped up to `minSpeed`,
 * because f32 has too few bits left to scale its velocity. The SIMD twin has the same constant.
 */
const AT_REST = fround(1e-30);

/**
 * Moves the agents in places [begin, end) by one step of semi-implicit Euler:
 *
 *   a = limit(force, maxForce) / mass - damping v
 *   v' = limit(v + a dt)
 *   p' = p + v' dt
 *
 * Here p is the position of an agent, v is its velocity, and a is its acceleration. The values after the step are p'
 * and v'. The first `limit` shortens a force that is longer than `maxForce`. The second `limit` keeps the speed between
 * `minSpeed` and `maxSpeed`, but does not speed up an agent at rest.
 *
 * Then the kernel confines p' to the bounds, and decides what happens to each agent.
 *
 * reads the front state and scratch.force of these agents; writes staged position (m), velocity (m/s) and status
 */
export const integrate: Kernel = (world, begin, end, worker) => {
  const { species } = world.front;
  // Runs of agents of one species are moved together, so that the numbers of the species are read once.
  for (let i = begin; i < end; ) {
    const index = species[i];
    let last = i + 1;
    while (last < end && species[last] === index) last++;
    move(world, index, i, last);
    i = last;
  }
  keepOutOfWalls(world, begin, end);
  watchOrbits(world, begin, end);
  decideOutcomes(world, begin, end, worker, true);
  moveExtras(world, begin, end);
};

function move(world: SharedWorld, index: number, begin: number, end: number): void {
  const { dt, bounds, dimensions } = world.plan;
  const { status, speciesParameters } = world.front;
  const { x: px, y: py, z: pz } = world.front.position;
  const { x: vx, y: vy, z: vz } = world.front.velocity;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const { stagedPosition: toPosition, stagedVelocity: toVelocity, stagedStatus } = world.scratch;
  const at = index * RECORD;
  const inverseMass = fround(1 / speciesParameters[at + INTEGRATION.mass]);
  const damping = speciesParameters[at + INTEGRATION.damping];
  const { maxForce, maxSpeed, minSpeed } = limitsOf(world, index);
  const squaredMaxForce = fround(maxForce * maxForce);
  const squaredMaxSpeed = fround(maxSpeed * maxSpeed);
  const squaredMinSpeed = fround(minSpeed * minSpeed);

  const inPlane = dimensions === 2;
  for (let i = begin; i < end; i++) {
    stagedStatus[i] = status[i];
    // In the plane a z can only come from someone who writes to the views of a world. It ends here.
    const z = inPlane ? 0 : pz[i];
    const velocityZ = inPlane ? 0 : vz[i];
    if (status[i] !== STATUS.alive) {
      toPosition.x[i] = px[i];
      toPosition.y[i] = py[i];
      toPosition.z[i] = z;
      toVelocity.x[i] = vx[i];
      toVelocity.y[i] = vy[i];
      toVelocity.z[i] = velocityZ;
      continue;
    }
    const ux = fx[i];
    const uy = fy[i];
    const uz = inPlane ? 0 : fz[i];
    const force = fround(fround(fround(ux * ux) + fround(uy * uy)) + fround(uz * uz));
    let push = inverseMass;
    if (force > squaredMaxForce) {
      push = fround(inverseMass * fround(maxForce / fround(sqrt(force))));
    }
    const ax = fround(fround(ux * push) - fround(damping * vx[i]));
    const ay = fround(fround(uy * push) - fround(damping * vy[i]));
    const az = fround(fround(uz * push) - fround(damping * velocityZ));
    let wx = fround(vx[i] + fround(ax * dt));
    let wy = fround(vy[i] + fround(ay * dt));
    let wz = fround(velocityZ + fround(az * dt));
    const speed = fround(fround(fround(wx * wx) + fround(wy * wy)) + fround(wz * wz));
    if (speed > squaredMaxSpeed) {
      const scale = fround(maxSpeed / fround(sqrt(speed)));
      wx = fround(wx * scale);
      wy = fround(wy * scale);
      wz = fround(wz * scale);
    } else if (speed < squaredMinSpeed && speed > AT_REST) {
      const scale = fround(minSpeed / fround(sqrt(speed)));
      wx = fround(wx * scale);
      wy = fround(wy * scale);
      wz = fround(wz * scale);
    }
    toVelocity.x[i] = wx;
    toVelocity.y[i] = wy;
    toVelocity.z[i] = wz;
    toPosition.x[i] = fround(px[i] + fround(wx * dt));
    toPosition.y[i] = fround(py[i] + fround(wy * dt));
    toPosition.z[i] = fround(z + fround(wz * dt));
  }
  if (bounds.type === 'open') return;
  const planes = [
    [toPosition.x, toVelocity.x],
    [toPosition.y, toVelocity.y],
    [toPosition.z, toVelocity.z],
  ] as const;
  const confine = bounds.type === 'wrap' ? wrapAxis : containAxis;
  for (let axis = 0; axis < dimensions; axis++) {
    const [p, v] = planes[axis];
    confine(status, p, v, fround(bounds.min[axis]), fround(bounds.max[axis]), begin, end);
  }
}

/** Moves agents that are outside of a torus back into it, at the opposite side. */
function wrapAxis(
  status: Uint8Array,
  p: Float32Array,
  _v: Float32Array,
  min: number,
  max: number,
  begin: number,
  end: number,
): void {
  const edge = fround(max - min);
  for (let i = begin; i < end; i++) {
    const value = p[i];
    if (status[i] !== STATUS.alive || (value >= min && value < max)) continue;
    const turns = Math.floor(fround(fround(value - min) / edge));
    const wrapped = fround(value - fround(turns * edge));
    // Rounding may leave it slightly outside.
    p[i] = wrapped < min || wrapped >= max ? min : wrapped;
  }
}

/** Stops agents at a wall: their positions stay inside, and their velocities into the wall become 0. */
function containAxis(
  status: Uint8Array,
  p: Float32Array,
  v: Float32Array,
  min: number,
  max: number,
  begin: number,
  end: number,
): void {
  for (let i = begin; i < end; i++) {
    if (status[i] !== STATUS.alive) continue;
    if (p[i] < min) {
      p[i] = min;
      if (v[i] < 0) v[i] = 0;
    } else if (p[i] > max) {
      p[i] = max;
      if (v[i] > 0) v[i] = 0;
    }
  }
}
