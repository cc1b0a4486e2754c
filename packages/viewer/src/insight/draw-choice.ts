import type { OrcaInsight, WeightMap } from '@skein/core/describe';
import { Vector3 } from 'three';
import { INKS } from './colors.ts';
import type { Pen } from './pen.ts';

/**
 * `RAYS_FROM_PX` is the distance from the agent at which the rays of a weight map begin, in CSS pixels. The rays begin
 * at the ring around the agent. `RAY_PX` is the maximum length of a ray, in CSS pixels.
 */
const RAYS_FROM_PX = 20;
const RAY_PX = 62;
/** The radius of the disc of velocities, in CSS pixels. Its edge stands for the maximum speed of the agent. */
const DISC_PX = 84;
/**
 * In three dimensions, the border of a half space is drawn only near the chosen velocity. This is the maximum distance,
 * as a fraction of the maximum speed.
 */
const NEAR = 0.2;

/** The axes of the plane in which agents move that have but two dimensions. */
const EAST = new Vector3(1, 0, 0);
const NORTH = new Vector3(0, 1, 0);

const from = new Vector3();
const to = new Vector3();
const way = new Vector3();
const across = new Vector3();
const foot = new Vector3();

/**
 * Draws the weights of context steering. In each direction, a green ray shows interest, and a red ray shows danger.
 * `size` scales the rays and their distance from the agent.
 */
export function drawWeights(
  pen: Pen,
  { directions, interest, danger, chosen }: Omit<WeightMap, 'velocity'>,
  size = 1,
): void {
  const unit = size * pen.pixel;
  let most = 1e-9;
  for (const value of interest) most = Math.max(most, value);
  for (let slot = 0; slot < interest.length; slot++) {
    way.fromArray(directions, 3 * slot);
    across.crossVectors(way, pen.back).setLength(2.5 * pen.pixel);
    from.copy(pen.origin).addScaledVector(way, RAYS_FROM_PX * unit);
    if (interest[slot] > 0) {
      const length = (RAY_PX * interest[slot]) / most;
      to.copy(from).addScaledVector(way, length * unit);
      if (slot === chosen) pen.arrow(from, to, INKS.interest);
      else pen.thin(from, to, INKS.interest);
    }
    if (danger[slot] > 0) {
      from.add(across);
      to.copy(from).addScaledVector(way, RAY_PX * danger[slot] * unit);
      pen.thick(from, to, INKS.danger);
    }
  }
}

/**
 * Draws how ORCA chose a velocity: a disc of all velocities up to the maximum speed, the border of each half plane, the
 * preferred velocity, and the chosen velocity.
 */
export function drawHalfPlanes(pen: Pen, orca: OrcaInsight, maxSpeed: number, flat: boolean): void {
  if (!(maxSpeed > 0 && maxSpeed < Number.POSITIVE_INFINITY)) return;
  const scale = (DISC_PX * pen.pixel) / maxSpeed;
  const [right, up] = flat ? [EAST, NORTH] : [pen.right, pen.up];
  pen.circle(pen.origin, DISC_PX * pen.pixel, right, up, INKS.neighbor);
  for (const { point, normal, firm } of orca.halfSpaces) {
    foot.fromArray(point);
    const height = foot.length() / maxSpeed;
    if (height >= 1) continue;
    way.fromArray(normal);
    const room = to.fromArray(orca.safe).sub(foot).dot(way);
    if (!flat && room > NEAR * maxSpeed) continue;
    const ink = firm ? INKS.firm : INKS.allowed;
    const reach = Math.sqrt(1 - height * height) * DISC_PX * pen.pixel;
    foot.multiplyScalar(scale).add(pen.origin);
    if (flat) drawBorder(pen, reach, ink);
    else drawPlane(pen, reach, ink);
  }
  to.fromArray(orca.preferred).multiplyScalar(scale).add(pen.origin);
  pen.thin(pen.origin, to, INKS.preferred);
  pen.circle(to, 4 * pen.pixel, pen.right, pen.up, INKS.preferred);
  to.fromArray(orca.safe).multiplyScalar(scale).add(pen.origin);
  pen.arrow(pen.origin, to, INKS.interest);
}

/** Draws the border of a half plane, with short teeth on the forbidden side. */
function drawBorder(pen: Pen, reach: number, ink: typeof INKS.firm): void {
  across.set(-way.y, way.x, 0);
  from.copy(foot).addScaledVector(across, -reach);
  to.copy(foot).addScaledVector(across, reach);
  pen.thin(from, to, ink);
  for (let k = -2; k <= 2; k++) {
    from.copy(foot).addScaledVector(across, (reach * k) / 2.5);
    to.copy(from).addScaledVector(way, -6 * pen.pixel);
    pen.thin(from, to, ink);
  }
}

/**
 * Draws the border of a half space, as the circle in which its plane cuts the sphere of velocities. A short tooth
 * points to the forbidden side.
 */
function drawPlane(pen: Pen, reach: number, ink: typeof INKS.firm): void {
  across.set(way.y, way.z, way.x).cross(way).normalize();
  from.crossVectors(way, across);
  pen.circle(foot, reach, across, from, ink);
  to.copy(foot).addScaledVector(way, -10 * pen.pixel);
  pen.thin(foot, to, ink);
}
