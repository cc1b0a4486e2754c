import {
  normalizeInto,
  randomDirectionInto,
  randomPerpendicularInto,
  type Vector,
} from '../math/direction.ts';
import { STREAM } from '../math/random.ts';
import { slotOf, speciesSlotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import { OBSTACLE } from '../world/obstacles.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Steer } from './behavior.ts';
import { lookAtObstacle } from './obstacles.ts';
import { createSight } from './sight.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const WEIGHT = slotOf('avoidance', 'weight');
const LOOK_AHEAD = slotOf('avoidance', 'lookAhead');
const MARGIN = slotOf('avoidance', 'margin');
const BODY_RADIUS = speciesSlotOf('radius');

/** Below this share of the obstacle's radius the way past its center has no side: one is drawn. */
const HEAD_ON = fround(1e-3);

const direction: Vector = new Float32Array(3);
const sight = createSight();

/** How far a behavior looks (s), and how much room (m) it keeps from the surface of a sphere. */
export function lookOf(
  { front }: SharedWorld,
  behavior: BehaviorPlan,
): { readonly lookAhead: number; readonly room: number } {
  const at = behavior.index * RECORD;
  const body = front.speciesParameters[behavior.species * RECORD + BODY_RADIUS];
  return {
    lookAhead: front.behaviorParameters[at + LOOK_AHEAD],
    room: fround(body + front.behaviorParameters[at + MARGIN]),
  };
}

/**
 * Steers around the nearest obstacle that the body would touch within `lookAhead` (s) on its present
 * course, with weight x (1 - distance/length of the look). Who is where an obstacle keeps nobody is
 * pushed straight out of it with the whole weight, whatever lies ahead.
 *
 * "around" pushes sideways: away from the center of a sphere, and along the surface of a plane, a box
 * or the inside of a sphere, to the side to which the course leans already. "reflect" pushes along the
 * course as the surface would reflect it; where that would lead back, only sideways, because who brakes
 * before a wall looks less and less far ahead, and stalls. Head on, where there is no side, the way is
 * to the nearer edge of a box, else each agent draws its own.
 *
 * Obstacles stand once: on a torus nobody sees them across a seam.
 * reads front.position (m), front.velocity (m/s), constants.obstacle*
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters, obstacle avoidance
 */
export const steerAvoidance: Steer = (world, behavior, begin, end) => {
  const { seed, dimensions, obstacles } = world.plan;
  const { status, species, id, position, velocity, behaviorParameters } = world.front;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const { x: ox, y: oy, z: oz } = world.constants.obstacleCenter;
  const { obstacleRadius: radii, obstacleKind: kinds } = world.constants;
  const reflects = behavior.settings.type === 'avoidance' && behavior.settings.steer === 'reflect';
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT];
  const { lookAhead, room } = lookOf(world, behavior);

  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
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
    let nearest = length;
    let found = -1;
    let inside = false;
    let sideX = fround(0);
    let sideY = fround(0);
    let sideZ = fround(0);
    for (let o = 0; o < obstacles; o++) {
      const cx = fround(ox[o] - x);
      const cy = fround(oy[o] - y);
      const cz = fround(oz[o] - z);
      const squared = fround(fround(fround(cx * cx) + fround(cy * cy)) + fround(cz * cz));
      const kind = kinds[o];
      if (kind !== OBSTACLE.sphere) {
        // With the room the corners of a box are less than two rooms farther from its center.
        const around = fround(fround(radii[o] + fround(2 * room)) + nearest);
        if (kind === OBSTACLE.box && squared > fround(around * around)) continue;
        if (!lookAtObstacle(sight, world, o, x, y, z, nx, ny, nz, room, nearest)) continue;
        found = o;
        inside = sight.inside;
        sideX = sight.sideX;
        sideY = sight.sideY;
        sideZ = sight.sideZ;
        if (inside) break;
        nearest = sight.distance;
        continue;
      }
      const radius = fround(radii[o] + room);
      const reach = fround(radius + nearest);
      if (squared > fround(reach * reach)) continue;
      if (squared < fround(radius * radius)) {
        // Out of the one it is in first, whatever lies ahead.
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
      const room2 = fround(fround(radius * radius) - lateral);
      if (room2 <= 0) continue;
      const distance = fround(along - fround(sqrt(room2)));
      if (distance >= nearest) continue;
      nearest = distance;
      found = o;
      sideX = lx;
      sideY = ly;
      sideZ = lz;
    }
    if (found < 0) continue;
    const side = fround(
      fround(fround(sideX * sideX) + fround(sideY * sideY)) + fround(sideZ * sideZ),
    );
    const ball = kinds[found] === OBSTACLE.sphere;
    const least = ball ? fround(HEAD_ON * radii[found]) : HEAD_ON;
    const sine = ball
      ? fround(fround(sqrt(side)) / fround(radii[found] + room))
      : fround(sqrt(side));
    let strength = weight;
    if (!inside) strength = fround(weight * fround(1 - fround(nearest / length)));
    if (reflects && !inside && fround(sine * sine) > 0.5) {
      reflectInto(direction, sideX, sideY, sideZ, nx, ny, nz, sine);
      sideX = direction[0];
      sideY = direction[1];
      sideZ = direction[2];
    } else if (side > fround(least * least)) {
      strength = fround(strength / fround(sqrt(side)));
    } else {
      // The same side in every tick, or a head-on course would only tremble.
      if (inside) {
        randomDirectionInto(direction, seed, 0, id[i], STREAM.avoidance, dimensions);
      } else {
        randomPerpendicularInto(
          direction,
          nx,
          ny,
          nz,
          seed,
          0,
          id[i],
          STREAM.avoidance,
          dimensions,
        );
      }
      sideX = direction[0];
      sideY = direction[1];
      sideZ = direction[2];
    }
    fx[i] = fround(fx[i] + fround(sideX * strength));
    fy[i] = fround(fy[i] + fround(sideY * strength));
    fz[i] = fround(fz[i] + fround(sideZ * strength));
  }
};

/**
 * Writes the unit course (nx, ny, nz) as a surface reflects it whose normal leans from the way back by
 * an angle with that sine; the side is the way across the course to which it leans, of any length.
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
