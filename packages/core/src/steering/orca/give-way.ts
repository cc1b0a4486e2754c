import type { Nearest } from '../../grid/nearest.ts';
import { randomInto, STREAM } from '../../math/random.ts';
import type { State } from '../../world/layout.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Velocity } from './half-spaces.ts';
import type { Law } from './orca-law.ts';

const sqrt = Math.sqrt;

/** An agent is slow if it makes less than this fraction of its maximum speed along its preferred velocity. */
export const SLOW = 0.5;
/** A neighbor is ahead if the cosine of the angle between its offset and the preferred velocity exceeds this. */
export const AHEAD = 0.5;
/** The rate (1/s) at which a slow agent restores the gap to a neighbor ahead. */
export const RATE = 1;

/** An agent is held up if its velocity along the preferred one is less than this fraction of it. */
const HELD = 0.1;
/** An agent that is held up steps back only if a neighbor is within this multiple of its body's radius. */
const PRESSED = 3;
/** An agent that steps back has this fraction of its preferred speed. */
const BACK = 0.5;
/** A neighbor is in the lane of the agent if the cosine is at least this. */
const LANE = 0.8;
/** The headway slows an agent down to this fraction of its preferred speed, and no further. */
const CRAWL = 0.1;
/** A neighbor comes toward the agent if it does so with more than this fraction of the agent's preferred speed. */
const TOWARD = 0.1;

const bits = new Uint32Array(4);

/**
 * Returns how much of the maximum speed an agent makes along its preferred velocity, from 0 to 1. A slow agent keeps
 * this fraction of its margin. So an agent that is held up keeps less gap than one that walks.
 *
 * @param vx, vy, vz velocity of the agent (m/s)
 */
export function progressOf(
  preferred: Velocity,
  vx: number,
  vy: number,
  vz: number,
  maxSpeed: number,
): number {
  const { x, y, z } = preferred;
  const along = vx * x + vy * y + vz * z;
  const full = maxSpeed * sqrt(x * x + y * y + z * z);
  if (along >= full) return 1;
  return along > 0 ? along / full : 0;
}

/**
 * Changes the preferred velocity of the agent at place `i`, so that it gives way to its neighbors.
 *
 * If neighbors ahead come toward it, it turns to the right, in the plane. If it is held up and pressed, it may step back
 * and aside for a second, in one of four seconds, which its id draws. Otherwise bodies around a door could form an arch
 * in which each waits for the others. It walks no faster than the gap to the next in its lane allows.
 *
 * source: the side preference of Moussaïd et al. 2009, Proceedings of the Royal Society B 276. The headway is the
 * linear relation between speed and required length. It is from Seyfried et al. 2005, The fundamental diagram of
 * pedestrian movement revisited
 *
 * @param nearest the neighbors, from near to far
 */
export function giveWay(
  preferred: Velocity,
  world: SharedWorld,
  law: Law,
  nearest: Nearest,
  i: number,
): void {
  const speed = lengthOf(preferred);
  if (speed === 0) return;
  const { front, plan } = world;
  const { dimensions } = plan.species[front.species[i]];
  if (law.keepRight > 0 && dimensions === 2 && isFaced(preferred, front, nearest, speed)) {
    const { x, y } = preferred;
    const shrink = 1 / sqrt(1 + law.keepRight * law.keepRight);
    preferred.x = shrink * (x + law.keepRight * y);
    preferred.y = shrink * (y - law.keepRight * x);
  }
  const { velocity } = front;
  const { x, y, z } = preferred;
  const along = velocity.x[i] * x + velocity.y[i] * y + velocity.z[i] * z;
  const near = PRESSED * law.body;
  if (
    along < HELD * (speed * speed) &&
    nearest.count > 0 &&
    nearest.squared[0] < near * near &&
    stepsBack(world, law, i)
  ) {
    // In the plane it also steps aside, so that it does not face the same neighbor again.
    const aside = dimensions === 3 ? 0 : bits[0] & 0x20000000 ? 1 : -1;
    preferred.x = -BACK * (x + aside * y);
    preferred.y = -BACK * (y - aside * x);
    preferred.z = -BACK * z;
  }
  if (law.headway > 0) keepHeadway(preferred, law, nearest);
}

function lengthOf({ x, y, z }: Velocity): number {
  return sqrt(x * x + y * y + z * z);
}

function isFaced(preferred: Velocity, front: State, nearest: Nearest, speed: number): boolean {
  const { x, y } = preferred;
  const { velocity } = front;
  const least = -TOWARD * (speed * speed);
  for (let k = 0; k < nearest.count; k++) {
    if (nearest.x[k] * x + nearest.y[k] * y <= 0) continue;
    const j = nearest.place[k];
    if (velocity.x[j] * x + velocity.y[j] * y < least) return true;
  }
  return false;
}

/** Draws whether the agent at place `i` steps back in this second: in one of four. */
function stepsBack({ front, plan }: SharedWorld, law: Law, i: number): boolean {
  randomInto(bits, plan.seed, law.second, front.id[i], STREAM.orca + 1);
  return bits[0] >>> 30 === 0;
}

function keepHeadway(preferred: Velocity, law: Law, nearest: Nearest): void {
  const { x, y, z } = preferred;
  const speed = lengthOf(preferred);
  let most = speed;
  for (let k = 0; k < nearest.count; k++) {
    const distance = sqrt(nearest.squared[k]);
    const along = nearest.x[k] * x + nearest.y[k] * y + nearest.z[k] * z;
    if (along < LANE * (distance * speed)) continue;
    const gap = (distance - 2 * law.body) / law.headway;
    if (gap < most) most = gap;
  }
  if (most >= speed) return;
  const share = most > CRAWL * speed ? most / speed : CRAWL;
  preferred.x = share * x;
  preferred.y = share * y;
  preferred.z = share * z;
}
