import { randomInto, STREAM } from '../../math/random.ts';
import { NEXT } from '../../world/sizes.ts';
import type { Directions } from './directions.ts';
import type { ContextMaps, Merge } from './maps.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const bits = new Uint32Array(4);

/**
 * Returns the lowest danger of an agent. The row of the agent begins at index `row`, and has one value for each slot
 * (direction).
 */
export function lowestDanger(danger: Float32Array, { count }: Directions, row: number): number {
  let lowest = danger[row];
  for (let slot = 1; slot < count; slot++) {
    if (danger[row + slot] < lowest) lowest = danger[row + slot];
  }
  return lowest;
}

/**
 * Returns the slot (direction) that an agent chooses, or -1 if it has no interest in any direction. Of the slots with a
 * danger of at most `allowed`, it chooses the slot with the highest interest above 0. Of slots with equal interest, it
 * chooses the slot nearest to the last choice. If several slots are equally near, it chooses the first, counted from a
 * random slot. Each agent has its own random slot, so no direction of the world is favored.
 *
 * @param last the slot of the last choice, or -1
 */
export function chooseSlot(
  { interest, danger }: ContextMaps,
  directions: Directions,
  row: number,
  allowed: number,
  last: number,
  seed: number,
  id: number,
): number {
  const { count } = directions;
  let best = -1;
  let highest = 0;
  let ties = false;
  for (let slot = 0; slot < count; slot++) {
    if (danger[row + slot] > allowed) continue;
    const value = interest[row + slot];
    if (value > highest) {
      highest = value;
      best = slot;
      ties = false;
    } else if (value === highest && best >= 0) {
      ties = true;
    }
  }
  return ties
    ? breakTie(interest, danger, directions, row, highest, allowed, last, seed, id)
    : best;
}

/** Returns the slot nearest to a direction, which is a unit vector. */
export function slotAlong({ count, x, y, z }: Directions, direction: Float32Array): number {
  let best = 0;
  let nearest = -2;
  for (let slot = 0; slot < count; slot++) {
    const near = x[slot] * direction[0] + y[slot] * direction[1] + z[slot] * direction[2];
    if (near > nearest) {
      nearest = near;
      best = slot;
    }
  }
  return best;
}

/**
 * Two directions lead apart if the cosine of the angle between them is below this value: the first where there is room
 * to go around, the second where there is none.
 */
const APART = { open: -0.1, narrow: 0.4 } as const;

/**
 * Returns whether the choice of `slot` would only make the agent tremble. That is so if the agent wants another
 * direction more, but this direction is more dangerous than allowed, and
 *
 * - no direction is free of danger, so that there is no way around, or
 * - `slot` leads away from the wanted direction, and the agent would turn back as soon as the wanted direction is less
 *   dangerous. The `bias` toward `slot` is then not enough to keep the agent on its way. Where no two adjacent
 *   directions are free of danger, there is no room to go around, and a way to the side is in vain, too.
 *
 * @param last the slot of the last choice; -1 for none, then the agent may step back once
 * @param bias the interest in the last choice
 * @param touches whether the agent touches something; it must get away from that, unless that is all around
 */
export function isInVain(
  { interest, danger }: ContextMaps,
  directions: Directions,
  row: number,
  allowed: number,
  slot: number,
  last: number,
  bias: number,
  merge: Merge,
  touches: boolean,
): boolean {
  const { count, x, y, z } = directions;
  let most = slot;
  let lowest = danger[row];
  for (let other = 0; other < count; other++) {
    if (interest[row + other] > interest[row + most]) most = other;
    if (danger[row + other] < lowest) lowest = danger[row + other];
  }
  if (lowest >= 1) return true;
  if (danger[row + most] <= allowed) return false;
  if (lowest > 0) return true;
  if (touches || last < 0) return false;
  const cosine = (one: number, other: number): number =>
    x[one] * x[other] + y[one] * y[other] + z[one] * z[other];
  const apart = isOpen(danger, directions, row) ? APART.open : APART.narrow;
  if (cosine(most, slot) >= apart) return false;
  if (merge === 'max') return interest[row + most] > bias;
  const share = (of: number, to: number): number => (bias * (1 + cosine(of, to))) / 2;
  const wish = interest[row + most] - share(most, last) + share(most, slot);
  return wish > interest[row + slot] - share(slot, last) + bias;
}

/** Returns whether two adjacent slots have no danger. */
function isOpen(danger: Float32Array, { count, next }: Directions, row: number): boolean {
  for (let slot = 0; slot < count; slot++) {
    if (danger[row + slot] !== 0) continue;
    for (let at = slot * NEXT; at < (slot + 1) * NEXT && next[at] >= 0; at++) {
      if (danger[row + next[at]] === 0) return true;
    }
  }
  return false;
}

function breakTie(
  interest: Float32Array,
  danger: Float32Array,
  { count, x, y, z }: Directions,
  row: number,
  highest: number,
  allowed: number,
  last: number,
  seed: number,
  id: number,
): number {
  randomInto(bits, seed, 0, id, STREAM.context);
  const first = (bits[0] >>> 8) % count;
  let best = -1;
  let nearest = -2;
  for (let step = 0; step < count; step++) {
    const slot = (first + step) % count;
    if (interest[row + slot] !== highest || danger[row + slot] > allowed) continue;
    let near = fround(0);
    if (last >= 0) {
      const across = fround(fround(x[slot] * x[last]) + fround(y[slot] * y[last]));
      near = fround(across + fround(z[slot] * z[last]));
    }
    if (near > nearest) {
      nearest = near;
      best = slot;
    }
  }
  return best;
}

/**
 * Refines the direction of the chosen slot, and writes the result to `out` as a unit vector. A linear function is
 * fitted to the interests of the slot and its adjacent slots. The result is the direction in which this function grows
 * fastest. The result is limited to directions that are nearer to the chosen slot than to other slots. If the interest
 * in each direction d is `(1 + dot(u, d)) / 2` for some unit vector u, the result is u itself. If an adjacent slot has
 * more danger than allowed, the result is the middle of the chosen slot, because the middle is known to be free.
 *
 * source: the sub-slot direction of Fray 2015, which uses two slopes. Here, a least-squares plane replaces the slopes,
 * so that the method works on the sphere
 */
export function subSlotInto(
  out: Float32Array,
  { interest, danger }: ContextMaps,
  directions: Directions,
  row: number,
  slot: number,
  allowed: number,
): void {
  const { x, y, z, next, fitX, fitY, fitZ, lean } = directions;
  const nx = x[slot];
  const ny = y[slot];
  const nz = z[slot];
  out[0] = nx;
  out[1] = ny;
  out[2] = nz;
  const here = interest[row + slot];
  let gx = fround(0);
  let gy = fround(0);
  let gz = fround(0);
  for (let at = slot * NEXT; at < (slot + 1) * NEXT; at++) {
    const beside = next[at];
    if (beside < 0) break;
    if (danger[row + beside] > allowed) return;
    const rise = fround(interest[row + beside] - here);
    gx = fround(gx + fround(rise * fitX[at]));
    gy = fround(gy + fround(rise * fitY[at]));
    gz = fround(gz + fround(rise * fitZ[at]));
  }
  const along = fround(fround(fround(gx * nx) + fround(gy * ny)) + fround(gz * nz));
  if (!(along > 0)) return;
  const inverse = fround(1 / along);
  let tx = fround(fround(gx * inverse) - nx);
  let ty = fround(fround(gy * inverse) - ny);
  let tz = fround(fround(gz * inverse) - nz);
  const tangent = fround(fround(fround(tx * tx) + fround(ty * ty)) + fround(tz * tz));
  if (tangent > fround(lean * lean)) {
    const scale = fround(lean / fround(sqrt(tangent)));
    tx = fround(tx * scale);
    ty = fround(ty * scale);
    tz = fround(tz * scale);
  }
  const ux = fround(nx + tx);
  const uy = fround(ny + ty);
  const uz = fround(nz + tz);
  const length = fround(sqrt(fround(fround(fround(ux * ux) + fround(uy * uy)) + fround(uz * uz))));
  out[0] = fround(ux / length);
  out[1] = fround(uy / length);
  out[2] = fround(uz / length);
}
