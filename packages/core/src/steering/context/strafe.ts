import { lawStream, randomInto } from '../../math/random.ts';
import { slotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { rolesIn } from '../../world/roles.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { bandOf } from '../find-aim.ts';
import { aimsOf } from './block-aims.ts';
import { directionsOf } from './directions.ts';
import { mergeInto, type WriteInterest } from './maps.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const WEIGHT = slotOf('strafe', 'weight');

/**
 * If the horizontal part of the unit vector to the aim has at most this squared length, the line to the aim counts as
 * vertical. A vertical line has no left side.
 */
const UPRIGHT = fround(1e-6);

/** Two unit vectors: `toward` points to the aim, and `left` points to the left of `toward`. */
const toward = new Float32Array(3);
const left = new Float32Array(3);
const bits = new Uint32Array(4);

/**
 * Writes an interest for each slot, which is a direction. Let c be the cosine of the angle between a slot and the line
 * to the aim. Then the interest of the slot is `weight * (1 + c) / 2 * (1 - (c + 1/4)^2)`. The highest interest is
 * `0.483 * weight`, at 82.6 degrees. Straight toward the aim, the interest is `-0.5625 * weight`. Straight away from
 * the aim, the interest is 0.
 *
 * If the agent circles to one side, slots of the other side get no interest above 0. In space, an interest above 0 is
 * then also multiplied by the result of `shareOf`.
 */
export const wantStrafe: WriteInterest = (world, behavior, maps, merge, begin, end) => {
  const { dimensions } = world.plan.species[behavior.species];
  const flat = dimensions === 2;
  const { status, behaviorParameters } = world.front;
  const roles = rolesIn(world);
  const directions = directionsOf(dimensions);
  const { count, x: dx, y: dy, z: dz } = directions;
  const half = count >> 1;
  const weight = behaviorParameters[behavior.index * RECORD + WEIGHT];
  const { from, to } = bandOf(behaviorParameters, behavior);
  const aims = aimsOf(world, behavior, begin, end);
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const k = i - begin;
    const distance = aims.distance[k];
    if (!(distance > 0) || distance < from || distance > to) continue;
    const ux = aims.x[k];
    const uy = aims.y[k];
    const uz = aims.z[k];
    face(ux, uy, uz, dimensions);
    const turn = turnOf(world, behavior, i);
    const sideX = fround(left[0] * turn);
    const sideY = fround(left[1] * turn);
    const sideZ = fround(left[2] * turn);
    const row = k * count;
    for (let slot = 0; slot < half; slot++) {
      const x = dx[slot];
      const y = dy[slot];
      const z = dz[slot];
      const c = fround(fround(fround(x * ux) + fround(y * uy)) + fround(z * uz));
      let side = fround(0);
      if (turn !== 0) {
        side = fround(fround(fround(x * sideX) + fround(y * sideY)) + fround(z * sideZ));
      }
      const at = row + slot;
      const there = fround(weight * shapeOf(c, side, turn, flat));
      const opposite = fround(weight * shapeOf(fround(-c), fround(-side), turn, flat));
      mergeInto(maps.interest, at, there, merge);
      mergeInto(maps.interest, at + half, opposite, merge);
    }
  }
};

/**
 * Returns the interest of a slot for a weight of 1.
 *
 * @param c the cosine of the angle between the slot and the line to the aim
 * @param side the cosine of the angle between the slot and the sideways direction; not used if `turn` is 0
 * @param turn the direction in which the agent circles: 1 is left, -1 is right, 0 is either direction
 */
function shapeOf(c: number, side: number, turn: number, flat: boolean): number {
  const off = fround(c + 0.25);
  const value = fround(fround(fround(c + 1) * 0.5) * fround(1 - fround(off * off)));
  if (turn === 0 || value <= 0) return value;
  if (side <= 0) return 0;
  return flat ? value : fround(value * shareOf(side, c));
}

/**
 * Projects a slot onto the plane perpendicular to the line to the aim; used only in space. Returns the cosine of the
 * angle between the projection and the sideways direction.
 *
 * @param side the cosine of the angle between the slot itself and the sideways direction
 * @param along the cosine of the angle between the slot and the line to the aim
 */
function shareOf(side: number, along: number): number {
  const across = fround(1 - fround(along * along));
  const share = across > 0 ? fround(side / fround(sqrt(across))) : 1;
  return share < 1 ? share : 1;
}

/**
 * Stores the unit vector to the aim and the unit vector to its left. In three dimensions, the left vector is
 * horizontal; y is up.
 */
function face(x: number, y: number, z: number, dimensions: number): void {
  toward[0] = x;
  toward[1] = y;
  toward[2] = z;
  if (dimensions === 2) {
    left[0] = -y;
    left[1] = x;
    left[2] = 0;
    return;
  }
  const level = fround(fround(x * x) + fround(z * z));
  const length = fround(sqrt(level));
  left[0] = level > UPRIGHT ? z / length : 1;
  left[1] = 0;
  left[2] = level > UPRIGHT ? -x / length : 0;
}

/**
 * Returns the side to which an agent circles while it faces its aim: 1 for left, -1 for right, and 0 for either side.
 */
function turnOf(
  { plan, front }: SharedWorld,
  { settings, index }: BehaviorPlan,
  i: number,
): number {
  if (settings.type !== 'strafe' || settings.hand === 'none') return 0;
  if (settings.hand !== 'own') return settings.hand === 'left' ? 1 : -1;
  // The law of the behavior's force draws the same number.
  randomInto(bits, plan.seed, 0, front.id[i], lawStream(index));
  return bits[0] >>> 31 === 0 ? 1 : -1;
}
