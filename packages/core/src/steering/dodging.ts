import { createRuns, neighborRunsInto } from '../grid/neighbors.ts';
import { randomDirectionInto, randomPerpendicularInto } from '../math/direction.ts';
import { randomInto, STREAM, unit } from '../math/random.ts';
import { slotOf, speciesSlotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { type Aim, aimInto, createAim } from './aim.ts';
import type { Steer } from './behavior.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const WEIGHT = slotOf('dodge', 'weight');
const COMMANDED = slotOf('dodge', 'commanded');
const COMMANDED_RANGE = slotOf('dodge', 'commandedRange');
const FREE_RANGE = slotOf('dodge', 'freeRange');
const HORIZON = slotOf('dodge', 'horizon');
const AVOID = slotOf('dodge', 'avoid');
const PULL = slotOf('dodge', 'pull');
const CHANCE = slotOf('dodge', 'chance');
const BRAKING_DISTANCE = slotOf('dodge', 'brakingDistance');
const MAX_SPEED = speciesSlotOf('maxSpeed');

/** Squared distance (m^2) below which two stand on one spot. */
const COINCIDENT = fround(1e-24);
/** Below this share of the squared distance a way past another has no side: one is drawn. */
const HEAD_ON = fround(1e-10);
/** A sum of pushes this much shorter than their lengths together has no direction left. */
const CANCELED = fround(1e-5);

const aim: Aim = createAim();
const runs = createRuns();
const bits = new Uint32Array(4);
const direction = new Float32Array(3);
/** The way that dodging leads, a unit vector, or 0 with nobody on the radar. */
const dodge = new Float32Array(3);

/**
 * Dodges all that the radar shows, and now and then goes to its aim. The desired velocity is maxSpeed
 * along
 *
 *   avoid x dodge + pull x unit(way to the aim) x min(1, distance / brakingDistance)
 *
 * or the share of maxSpeed that its length is when below 1. With `beyond: "growing"` the pull is
 * distance / brakingDistance however far the aim is. It is felt while commanded, from twice the radar
 * range on, and in seconds that are drawn: each agent draws every second with the chance given, at any
 * dt. The force is weight x (desired velocity - velocity); the species' maxForce limits the
 * acceleration.
 *
 * source: the bees of a public article on dodging bullets. Its numbers are push "equal", avoid 0.6,
 * pull 1, beyond "growing"; there the order of the neighbors decided as well
 */
export const steerDodge: Steer = (world, behavior, begin, end) => {
  const { status, species, velocity, behaviorParameters, speciesParameters } = world.front;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT];
  const commanded = behaviorParameters[at + COMMANDED] > 0;
  const range = behaviorParameters[at + (commanded ? COMMANDED_RANGE : FREE_RANGE)];
  const horizon = behaviorParameters[at + HORIZON];
  const avoid = behaviorParameters[at + AVOID];
  const pull = behaviorParameters[at + PULL];
  const chance = behaviorParameters[at + CHANCE];
  const braking = behaviorParameters[at + BRAKING_DISTANCE];
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  const far = fround(2 * range);
  const { settings } = behavior;
  const equal = settings.type === 'dodge' && settings.push === 'equal';
  const growing = settings.type === 'dodge' && settings.beyond === 'growing';

  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    radarInto(dodge, world, i, range, horizon, behavior.mask, equal);
    let x = fround(dodge[0] * avoid);
    let y = fround(dodge[1] * avoid);
    let z = fround(dodge[2] * avoid);
    if (aimInto(aim, world, behavior, i)) {
      const { x: ax, y: ay, z: az } = aim;
      const distance = fround(
        sqrt(fround(fround(fround(ax * ax) + fround(ay * ay)) + fround(az * az))),
      );
      if (distance > 0 && (commanded || distance > far || drawn(world, i, chance))) {
        const share = fround(pull / (growing || distance < braking ? braking : distance));
        x = fround(x + fround(ax * share));
        y = fround(y + fround(ay * share));
        z = fround(z + fround(az * share));
      }
    }
    const length = fround(sqrt(fround(fround(fround(x * x) + fround(y * y)) + fround(z * z))));
    const speed = length > 1 ? fround(maxSpeed / length) : maxSpeed;
    fx[i] = fround(fx[i] + fround(weight * fround(fround(x * speed) - velocity.x[i])));
    fy[i] = fround(fy[i] + fround(weight * fround(fround(y * speed) - velocity.y[i])));
    fz[i] = fround(fz[i] + fround(weight * fround(fround(z * speed) - velocity.z[i])));
  }
};

/** Whether the agent is pulled in this second of its own; seconds begin at different ticks. */
function drawn({ plan, front, frontTick }: SharedWorld, i: number, chance: number): boolean {
  const id = front.id[i];
  const ticks = Math.max(1, Math.floor(1 / plan.dt + 0.5));
  const second = Math.floor((frontTick + (id % ticks)) / ticks);
  randomInto(bits, plan.seed, second, id, STREAM.dodge);
  return unit(bits[0]) < chance;
}

/**
 * Sums unit vectors away from all within `range` (m) of the agent at place `i`, each times
 * 1 - distance/range, and writes the direction of the sum to `out`; 0 with nobody there. With a
 * `horizon` (s) others count where they will be nearest within it, at time t, times
 * horizon / (horizon + t): one that flies straight at the agent is dodged sideways. `equal` leaves the
 * directions, and takes all of them times 1.
 *
 * What has no direction gets one that each agent draws for itself: others on the same spot, and pushes
 * that cancel one another.
 *
 * reads front.position (m), front.velocity (m/s); sums in the order of `neighborRunsInto`
 */
function radarInto(
  out: Float32Array,
  world: SharedWorld,
  i: number,
  range: number,
  horizon: number,
  mask: number,
  equal: boolean,
): void {
  const { front, frontTick, plan } = world;
  const { seed, dimensions } = plan;
  const { id, species, status } = front;
  const { x: px, y: py, z: pz } = front.position;
  const { x: vx, y: vy, z: vz } = front.velocity;
  const squaredRange = fround(range * range);
  let sumX = fround(0);
  let sumY = fround(0);
  let sumZ = fround(0);
  let total = fround(0);
  neighborRunsInto(runs, world, px[i], py[i], pz[i], range, mask);
  for (let run = 0; run < runs.count; run++) {
    const fromX = fround(px[i] - runs.shiftX[run]);
    const fromY = fround(py[i] - runs.shiftY[run]);
    const fromZ = fround(pz[i] - runs.shiftZ[run]);
    const last = runs.end[run];
    for (let j = runs.begin[run]; j < last; j++) {
      if (j === i || ((mask >>> species[j]) & 1) === 0 || status[j] !== STATUS.alive) continue;
      let x = fround(fromX - px[j]);
      let y = fround(fromY - py[j]);
      let z = fround(fromZ - pz[j]);
      let squared = fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
      if (squared >= squaredRange) continue;
      let urgency = fround(1);
      if (horizon > 0) {
        const wx = fround(vx[i] - vx[j]);
        const wy = fround(vy[i] - vy[j]);
        const wz = fround(vz[i] - vz[j]);
        const closing = fround(-fround(fround(fround(x * wx) + fround(y * wy)) + fround(z * wz)));
        if (closing > 0) {
          const speed2 = fround(fround(fround(wx * wx) + fround(wy * wy)) + fround(wz * wz));
          const soonest = fround(closing / speed2);
          const time = soonest < horizon ? soonest : horizon;
          x = fround(x + fround(wx * time));
          y = fround(y + fround(wy * time));
          z = fround(z + fround(wz * time));
          const nearest = fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
          if (!equal) urgency = fround(horizon / fround(horizon + time));
          if (nearest < fround(HEAD_ON * squared)) {
            const length = fround(sqrt(speed2));
            randomPerpendicularInto(
              direction,
              fround(wx / length),
              fround(wy / length),
              fround(wz / length),
              seed,
              0,
              id[i],
              STREAM.dodge + 0x100,
              dimensions,
            );
            sumX = fround(sumX + fround(direction[0] * urgency));
            sumY = fround(sumY + fround(direction[1] * urgency));
            sumZ = fround(sumZ + fround(direction[2] * urgency));
            total = fround(total + urgency);
            continue;
          }
          squared = nearest;
        }
      }
      if (squared < COINCIDENT) {
        randomDirectionInto(direction, seed, frontTick, id[i], STREAM.dodge + 0x200, dimensions);
        sumX = fround(sumX + direction[0]);
        sumY = fround(sumY + direction[1]);
        sumZ = fround(sumZ + direction[2]);
        total = fround(total + 1);
        continue;
      }
      const distance = fround(sqrt(squared));
      const push = equal ? fround(1) : fround(urgency * fround(1 - fround(distance / range)));
      const share = fround(push / distance);
      sumX = fround(sumX + fround(x * share));
      sumY = fround(sumY + fround(y * share));
      sumZ = fround(sumZ + fround(z * share));
      total = fround(total + push);
    }
  }
  const length = fround(
    sqrt(fround(fround(fround(sumX * sumX) + fround(sumY * sumY)) + fround(sumZ * sumZ))),
  );
  if (length > fround(CANCELED * total)) {
    out[0] = sumX / length;
    out[1] = sumY / length;
    out[2] = sumZ / length;
  } else if (total > 0) {
    randomDirectionInto(out, seed, 0, id[i], STREAM.dodge + 0x300, dimensions);
  } else {
    out.fill(0);
  }
}
