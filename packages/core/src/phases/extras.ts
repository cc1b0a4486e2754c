import { AT_REST } from '../math/body-frame.ts';
import { normalizeInto, type Vector } from '../math/direction.ts';
import { arctangent, cosine, sine } from '../math/trigonometry.ts';
import { speciesSlotOf } from '../scenario/slots.ts';
import { type ExtraPlane, extraPlanes, restartedPlanes } from '../world/extra-planes.ts';
import { RECORD } from '../world/layout.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { startNewborn } from './newborn-columns.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const TURN_RATE = speciesSlotOf('turnRate');

/** Copies the extra columns of places [begin, end) to the staged columns, so that behaviors can change them. */
export function stageExtras(world: SharedWorld, begin: number, end: number): void {
  for (const { front, staged } of extraPlanes(world)) {
    if (staged === front) continue;
    staged.set(front.subarray(begin, end) as never, begin);
  }
}

/**
 * Copies the staged extra columns of the agents in places [begin, end) to their new places in the back state. `scatter`
 * has computed the new places.
 *
 * @param put copies one plane; SIMD passes its own function
 */
export function scatterExtras(
  world: SharedWorld,
  begin: number,
  end: number,
  put?: (plane: ExtraPlane) => void,
): void {
  // `cell` now contains the places in back, written by scatter.
  const place = world.scratch.cell;
  for (const plane of extraPlanes(world)) {
    if (put !== undefined) {
      put(plane);
      continue;
    }
    const { back: column, staged } = plane;
    for (let i = begin; i < end; i++) column[place[i]] = staged[i];
  }
  startNewborn(world, begin, end);
  for (const { column, back } of restartedPlanes(world)) {
    for (let i = begin; i < end; i++) back[place[i]] = column.start!;
  }
}

/**
 * Computes the acceleration, heading and up vector of the agents in places [begin, end), after these agents have moved.
 */
export function moveExtras(world: SharedWorld, begin: number, end: number): void {
  const { extras } = world.plan;
  if (extras.acceleration) accelerate(world, begin, end);
  if (extras.heading) turnBodies(world, begin, end);
}

/** The maximum acceleration along one axis (m/s^2). It exists because all values of a state must be finite. */
const MAX_ACCELERATION = fround(1e38);

/**
 * Computes the acceleration: half the old acceleration plus half the acceleration in this step. This smooths out
 * changes that last only a tick.
 */
function accelerate(world: SharedWorld, begin: number, end: number): void {
  const { front, scratch, plan } = world;
  const share = fround(0.5 / plan.dt);
  for (const axis of (['x', 'y', 'z'] as const).slice(0, plan.dimensions)) {
    const before = front.velocity[axis];
    const after = scratch.stagedVelocity[axis];
    const old = front.acceleration[axis];
    const staged = scratch.stagedAcceleration[axis];
    for (let i = begin; i < end; i++) {
      if (front.status[i] !== STATUS.alive) continue;
      const now = fround(fround(0.5 * old[i]) + fround(share * fround(after[i] - before[i])));
      // A velocity can be finite although its change in a short step overflows.
      staged[i] = Math.max(-MAX_ACCELERATION, Math.min(now, MAX_ACCELERATION));
    }
  }
}

/** The squared speed (m^2/s^2) up to which a body that turns by slerp counts as at rest. It corresponds to AT_REST. */
const AT_REST_BY_SLERP = fround(1e-5);
/**
 * If the angle (rad) between heading and velocity is smaller than this, slerp turns the body fully to its velocity.
 * This angle is twice the angle below which `acrossInto` finds no perpendicular.
 */
const FACING = 2e-5;

const vector: Vector = new Float32Array(3);
const other: Vector = new Float32Array(3);

/**
 * Turns each body toward its velocity. Without slerp, a body turns by at most the angle `turnRate * dt`, in rad. With
 * slerp, `turnRate * dt` is a fraction: the body turns by this fraction of the angle between its heading and its
 * velocity.
 *
 * In both cases, the axis of the turn is perpendicular to heading and velocity. If the velocity is straight behind, the
 * axis is the up vector of the body. The up vector turns with the body, without rolling.
 *
 * source: the turn limit is that of m107.hatenadiary.org, 2005-05-05: n' = n cos a + t sin a. Here n is the heading
 * before the turn, n' is the heading after it, and a is the angle of the turn. The unit vector t is perpendicular to n,
 * on the side of the velocity. Slerp is that of Shoemake 1985, Animating Rotation with Quaternion Curves
 */
function turnBodies(world: SharedWorld, begin: number, end: number): void {
  const { front, scratch, plan } = world;
  const { dt, dimensions } = plan;
  const { status, species, heading, up, speciesParameters } = front;
  const { stagedVelocity: v, stagedHeading, stagedUp } = scratch;
  let index = -1;
  let slerp = false;
  let share = 0;
  let cosineOfTurn = 0;
  let sineOfTurn = 0;
  for (let i = begin; i < end; i++) {
    if (status[i] !== STATUS.alive) continue;
    if (species[i] !== index) {
      index = species[i];
      slerp = plan.species[index].slerp;
      share = speciesParameters[index * RECORD + TURN_RATE] * dt;
      const turn = Math.min(share, Math.PI);
      cosineOfTurn = fround(cosine(turn));
      sineOfTurn = fround(sine(turn));
    }
    const vx = v.x[i];
    const vy = v.y[i];
    const vz = v.z[i];
    const squared = fround(fround(fround(vx * vx) + fround(vy * vy)) + fround(vz * vz));
    // Beyond 1e19 m/s the square overflows, and no longer gives the direction of flight.
    if (!(squared > (slerp ? AT_REST_BY_SLERP : AT_REST) && squared < Number.POSITIVE_INFINITY))
      continue;
    const hx = heading.x[i];
    const hy = heading.y[i];
    const hz = heading.z[i];
    const along = fround(fround(fround(vx * hx) + fround(vy * hy)) + fround(vz * hz));
    let faces: boolean;
    if (slerp) {
      const angle = angleBetween(hx, hy, hz, vx, vy, vz);
      faces = share >= 1 || angle < FACING;
      cosineOfTurn = fround(cosine(share * angle));
      sineOfTurn = fround(sine(share * angle));
    } else {
      faces = along >= fround(fround(sqrt(squared)) * cosineOfTurn);
    }
    if (faces) {
      normalizeInto(vector, vx, vy, vz);
    } else {
      acrossInto(other, hx, hy, hz, vx, vy, vz, up.x[i], up.y[i], up.z[i], dimensions);
      normalizeInto(
        vector,
        fround(fround(hx * cosineOfTurn) + fround(other[0] * sineOfTurn)),
        fround(fround(hy * cosineOfTurn) + fround(other[1] * sineOfTurn)),
        fround(fround(hz * cosineOfTurn) + fround(other[2] * sineOfTurn)),
      );
    }
    stagedHeading.x[i] = vector[0];
    stagedHeading.y[i] = vector[1];
    stagedHeading.z[i] = vector[2];
    carryUp(vector, hx, hy, hz, up.x[i], up.y[i], up.z[i]);
    stagedUp.x[i] = other[0];
    stagedUp.y[i] = other[1];
    stagedUp.z[i] = other[2];
  }
}

/** The angle (rad) between two vectors of any length, in f64. */
function angleBetween(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): number {
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  return arctangent(sqrt(x * x + y * y + z * z), ax * bx + ay * by + az * bz);
}

/**
 * Writes the unit vector that is perpendicular to the heading h and points toward v. If v is parallel to h, writes a
 * unit vector that points to the side of the body.
 */
function acrossInto(
  out: Vector,
  hx: number,
  hy: number,
  hz: number,
  vx: number,
  vy: number,
  vz: number,
  ux: number,
  uy: number,
  uz: number,
  dimensions: number,
): void {
  const along = fround(fround(fround(vx * hx) + fround(vy * hy)) + fround(vz * hz));
  const x = fround(vx - fround(hx * along));
  const y = fround(vy - fround(hy * along));
  const z = fround(vz - fround(hz * along));
  const squared = fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
  if (squared > fround(1e-10 * fround(along * along))) {
    normalizeInto(out, x, y, dimensions === 2 ? 0 : z);
    return;
  }
  // up x heading
  normalizeInto(
    out,
    fround(fround(uy * hz) - fround(uz * hy)),
    fround(fround(uz * hx) - fround(ux * hz)),
    fround(fround(ux * hy) - fround(uy * hx)),
  );
}

/**
 * Turns the up vector by the shortest turn from the heading h to the heading n. For a half turn, the up vector stays as
 * it is. Let u be the up vector after this turn. It is made exactly perpendicular to n: u' = u - dot(u, n) * n. Then u'
 * is scaled to length 1, and written to `other`.
 */
function carryUp(
  n: Vector,
  hx: number,
  hy: number,
  hz: number,
  ux: number,
  uy: number,
  uz: number,
): void {
  const [nx, ny, nz] = n as unknown as [number, number, number];
  // About the axis between h and n: u - (h + n) (u.n) / (1 + h.n), which leaves u perpendicular to n.
  const sum = fround(1 + fround(fround(fround(hx * nx) + fround(hy * ny)) + fround(hz * nz)));
  const dot = fround(fround(fround(ux * nx) + fround(uy * ny)) + fround(uz * nz));
  const share = sum > 1e-6 ? fround(dot / sum) : 0;
  const x = fround(ux - fround(share * fround(hx + nx)));
  const y = fround(uy - fround(share * fround(hy + ny)));
  const z = fround(uz - fround(share * fround(hz + nz)));
  // A remainder along n from rounding would grow from tick to tick.
  const rest = fround(fround(fround(x * nx) + fround(y * ny)) + fround(z * nz));
  normalizeInto(
    other,
    fround(x - fround(rest * nx)),
    fround(y - fround(rest * ny)),
    fround(z - fround(rest * nz)),
  );
}
