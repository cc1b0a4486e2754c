import type { Flight } from './flight.ts';
import { headFor, type Miss } from './turning.ts';

/** Attitude of a level body as a unit quaternion: +z forward, +y up, +x to the right. */
interface Quaternion {
  w: number;
  x: number;
  y: number;
  z: number;
}

const from: Quaternion = { w: 1, x: 0, y: 0, z: 0 };
const to: Quaternion = { w: 1, x: 0, y: 0, z: 0 };

/**
 * Turns the flight as a body that keeps its wings level: its attitude goes toward that which faces the
 * target, over the shortest rotation, by at most the angle whose half has the given cosine and sine:
 * slerp(q, q*, min(1, rate dt / angle)). The direction of flight turns by that or less, since rolling
 * back to level is a part of the rotation; near straight up and down that part is large.
 *
 * A target straight behind is turned to about the body's up, over the side that `miss` has.
 *
 * source: Shoemake 1985, Animating Rotation with Quaternion Curves; Yuka 0.7.8 Quaternion.rotateTo
 */
export function turnLevel(
  flight: Flight,
  dt: number,
  miss: Miss,
  cosineOfHalf: number,
  sineOfHalf: number,
): void {
  const { aim, distance, nx, ny, nz } = flight;
  const dx = aim.x / distance;
  const dy = aim.y / distance;
  const dz = aim.z / distance;
  levelInto(from, nx, ny, nz);
  levelInto(to, dx, dy, dz);
  const dot = from.w * to.w + from.x * to.x + from.y * to.y + from.z * to.z;
  // q and -q are one attitude, reached over two sides.
  const turned = miss.distance === Number.POSITIVE_INFINITY ? towardSide(flight, miss) : dot >= 0;
  const sign = turned ? 1 : -1;
  const near = sign * dot;
  if (near >= cosineOfHalf) {
    headFor(flight, dt, dx, dy, dz);
    return;
  }
  const share = sineOfHalf / Math.sqrt(1 - near * near);
  const w = from.w * cosineOfHalf + (sign * to.w - from.w * near) * share;
  const x = from.x * cosineOfHalf + (sign * to.x - from.x * near) * share;
  const y = from.y * cosineOfHalf + (sign * to.y - from.y * near) * share;
  const z = from.z * cosineOfHalf + (sign * to.z - from.z * near) * share;
  headFor(flight, dt, 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y));
}

/** Whether the rotation from `from` to `to` as they stand goes to the side of the miss. */
function towardSide({ nx, nz }: Flight, miss: Miss): boolean {
  const aboutUp = from.w * to.y + from.x * to.z - from.y * to.w - from.z * to.x;
  const right = miss.x * nz - miss.z * nx;
  return aboutUp >= 0 === right >= 0;
}

/** Writes the attitude of a body that faces the unit vector d and is level: yaw, then pitch. */
function levelInto(q: Quaternion, dx: number, dy: number, dz: number): void {
  const flat = Math.sqrt(dx * dx + dz * dz);
  const cosineOfYaw = flat > 0 ? dz / flat : 1;
  const sineOfYaw = flat > 0 ? dx / flat : 0;
  // Of the two halves the larger comes by the root, the other from sin = 2 sin(half) cos(half).
  let cosineY: number;
  let sineY: number;
  if (cosineOfYaw >= 0) {
    cosineY = Math.sqrt(0.5 + 0.5 * cosineOfYaw);
    sineY = (0.5 * sineOfYaw) / cosineY;
  } else {
    sineY = Math.sqrt(0.5 - 0.5 * cosineOfYaw) * (sineOfYaw < 0 ? -1 : 1);
    cosineY = (0.5 * sineOfYaw) / sineY;
  }
  const cosineP = Math.sqrt(0.5 + 0.5 * Math.min(flat, 1));
  const sineP = (0.5 * dy) / cosineP;
  q.w = cosineY * cosineP;
  q.x = -cosineY * sineP;
  q.y = sineY * cosineP;
  q.z = sineY * sineP;
}
