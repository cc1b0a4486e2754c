import { randomDirectionInto, randomPerpendicularInto, type Vector } from '../../math/direction.ts';
import { STREAM } from '../../math/random.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { aimInto, createAim } from '../aim.ts';
import type { Steer } from '../behavior.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const SPEED = slotOf('homing', 'speed');
const CURVATURE_RADIUS = slotOf('homing', 'curvatureRadius');
const SATURATION = slotOf('homing', 'saturation');
const MASS = speciesSlotOf('mass');
const DAMPING = speciesSlotOf('damping');

/** Below this share of the distance a target straight behind has no side: one is drawn. */
export const ANTI_PARALLEL = fround(1e-6);

/** Sine of half the widest turn in one tick, 45 degrees. */
export const SHARPEST = fround(0.3826834323650898);

const direction: Vector = new Float32Array(3);
const aim = createAim();

interface HomingLaw {
  /** 1 / saturation (1/m). */
  readonly perMeter: number;
  /** Forward acceleration that holds the speed against the drag (m/s^2). */
  readonly thrust: number;
  /** Acceleration of the hardest turn (m/s^2). */
  readonly centripetal: number;
  /** Mass (kg). */
  readonly mass: number;
  /** Ticks per second. */
  readonly inverseDt: number;
}

/** Whether the velocity is turned, not added to. */
export function rotates({ settings }: BehaviorPlan): boolean {
  return settings.type === 'homing' && settings.turn === 'rotate';
}

/** The numbers of one homing behavior in this tick, the same for all its agents. */
export function homingLaw(world: SharedWorld, behavior: BehaviorPlan): HomingLaw {
  const { dt } = world.plan;
  const { behaviorParameters, speciesParameters } = world.front;
  const at = behavior.index * RECORD;
  const speed = behaviorParameters[at + SPEED];
  const curvatureRadius = behaviorParameters[at + CURVATURE_RADIUS];
  const perMeter = fround(1 / behaviorParameters[at + SATURATION]);
  const mass = speciesParameters[behavior.species * RECORD + MASS];
  const thrust = fround(speed * speciesParameters[behavior.species * RECORD + DAMPING]);
  const inverseDt = fround(1 / dt);
  const sharpest = fround(speed * inverseDt);
  const wanted = fround(fround(speed * speed) / curvatureRadius);
  const centripetal = wanted < sharpest ? wanted : sharpest;
  return { perMeter, thrust, centripetal, mass, inverseDt };
}

/**
 * Curvature-limited pursuit. With r the way to the target, n the direction of flight and
 * c = r - n (r.n) the lateral miss (m), shortened to at most 1 after division by `saturation`:
 *
 *   acceleration = c speed^2 / curvatureRadius + n speed damping
 *
 * The drag -damping x velocity comes from the species, so that the speed settles at `speed` and the
 * tightest circle has the curvature radius. With `turn: "rotate"` the centripetal part turns the
 * velocity and keeps its length; with "add" it is added as it stands, and the speed grows by about
 * (speed dt / curvatureRadius)^2 / 2 of itself in each tick of a hard turn.
 *
 * What the source leaves open is settled here: a target straight behind is turned to over a side
 * that each agent draws; an agent at rest starts straight at the target; a turn within one tick is
 * not wider than 45 degrees.
 *
 * reads front.position (m), front.velocity (m/s), the aim (m); adds force (N). Without an aim: no force.
 * source: the homing law of the ParticleBeams demo by T. Hirayama, KAYAC Inc., 2019
 */
export const steerHoming: Steer = (world, behavior, begin, end) => {
  const { seed, dimensions, dt } = world.plan;
  const { status, species, id, velocity } = world.front;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const { perMeter, thrust, centripetal, mass, inverseDt } = homingLaw(world, behavior);
  const rotate = rotates(behavior);

  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    if (!aimInto(aim, world, behavior, i)) continue;
    const rx = aim.x;
    const ry = aim.y;
    const rz = aim.z;
    const vx = velocity.x[i];
    const vy = velocity.y[i];
    const vz = velocity.z[i];
    const squaredDistance = fround(fround(fround(rx * rx) + fround(ry * ry)) + fround(rz * rz));
    const squaredSpeed = fround(fround(fround(vx * vx) + fround(vy * vy)) + fround(vz * vz));
    const flying = squaredSpeed > 0;
    let nx = vx;
    let ny = vy;
    let nz = vz;
    let length = fround(sqrt(squaredSpeed));
    if (!flying) {
      nx = rx;
      ny = ry;
      nz = rz;
      length = fround(sqrt(squaredDistance));
    }
    if (length > 0) {
      const inverse = fround(1 / length);
      nx = fround(nx * inverse);
      ny = fround(ny * inverse);
      nz = fround(nz * inverse);
    } else {
      // At rest on the target: any direction is as good as another.
      randomDirectionInto(direction, seed, 0, id[i], STREAM.homing, dimensions);
      nx = direction[0];
      ny = direction[1];
      nz = direction[2];
    }
    const along = fround(fround(fround(rx * nx) + fround(ry * ny)) + fround(rz * nz));
    let cx = fround(rx - fround(nx * along));
    let cy = fround(ry - fround(ny * along));
    let cz = fround(rz - fround(nz * along));
    // n is a unit vector but for rounding: far from the target what it leaves along n would thrust.
    const rest = fround(fround(fround(cx * nx) + fround(cy * ny)) + fround(cz * nz));
    cx = fround(fround(cx - fround(nx * rest)) * perMeter);
    cy = fround(fround(cy - fround(ny * rest)) * perMeter);
    cz = fround(fround(cz - fround(nz * rest)) * perMeter);
    const miss = fround(fround(fround(cx * cx) + fround(cy * cy)) + fround(cz * cz));
    const squaredMiss = fround(miss / fround(perMeter * perMeter));
    if (along < 0 && squaredMiss < fround(ANTI_PARALLEL * squaredDistance)) {
      randomPerpendicularInto(direction, nx, ny, nz, seed, 0, id[i], STREAM.homing, dimensions);
      cx = direction[0];
      cy = direction[1];
      cz = direction[2];
    } else if (miss > 1) {
      const inverse = fround(1 / fround(sqrt(miss)));
      cx = fround(cx * inverse);
      cy = fround(cy * inverse);
      cz = fround(cz * inverse);
    }
    let ax = fround(cx * centripetal);
    let ay = fround(cy * centripetal);
    let az = fround(cz * centripetal);
    if (rotate && flying) {
      // The chord of a step spans an angle whose half has the sine a dt / (2 |v|): the velocity turns
      // by that angle, so that the path lies on the circle at any dt.
      const a = fround(sqrt(fround(fround(fround(ax * ax) + fround(ay * ay)) + fround(az * az))));
      if (a > 0) {
        const chord = fround(fround(a * dt) / fround(2 * length));
        const half = chord < SHARPEST ? chord : SHARPEST;
        const square = fround(half * half);
        const back = fround(2 * square);
        const across = fround(fround(2 * half) * fround(sqrt(fround(1 - square))));
        const side = fround(fround(fround(across * length) / a) * inverseDt);
        const brake = fround(back * inverseDt);
        ax = fround(fround(ax * side) - fround(vx * brake));
        ay = fround(fround(ay * side) - fround(vy * brake));
        az = fround(fround(az * side) - fround(vz * brake));
      }
    }
    fx[i] = fround(fx[i] + fround(mass * fround(ax + fround(nx * thrust))));
    fy[i] = fround(fy[i] + fround(mass * fround(ay + fround(ny * thrust))));
    fz[i] = fround(fz[i] + fround(mass * fround(az + fround(nz * thrust))));
  }
};
