import { leastAlong } from './firm.ts';
import { addHalfSpace, type HalfSpaces } from './half-spaces.ts';

const sqrt = Math.sqrt;

/**
 * The tolerance for rounding (m/s). A half plane that misses an edge by at most this much still counts as covering it.
 */
const COVERED = 1e-9;

/**
 * An edge in a chain of edges, seen from an agent at the origin. Two directions, the left leg and the right leg,
 * enclose all directions that lead into the edge.
 */
interface Edge {
  /**
   * The left end (ax, ay) and the right end (bx, by) of the edge (m), and the unit vector (ex, ey) from left to right.
   */
  ax: number;
  ay: number;
  bx: number;
  by: number;
  ex: number;
  ey: number;
  leftX: number;
  leftY: number;
  rightX: number;
  rightY: number;
  /**
   * `leftForeign` tells whether the left leg belongs to a neighboring edge. `rightForeign` tells the same of the right
   * leg. An edge appends half planes only for its own legs.
   */
  leftForeign: boolean;
  rightForeign: boolean;
}

const edge: Edge = {
  ax: 0,
  ay: 0,
  bx: 0,
  by: 0,
  ex: 0,
  ey: 0,
  leftX: 0,
  leftY: 0,
  rightX: 0,
  rightY: 0,
  leftForeign: false,
  rightForeign: false,
};

/**
 * Appends the half planes of the edges of a closed chain. The chain need not be convex. The agent is on the right of
 * the chain: outside a counterclockwise chain, or inside a clockwise chain. The agent does all of the avoiding. Unless
 * the agent overlaps the chain, the half planes allow the agent to stand still. An overlap is undone in one tick.
 *
 * @param points x and y of each corner in turn, as offsets from the agent (m)
 * @param vx, vy velocity of the agent (m/s)
 * @param radius of the agent (m)
 * @param inverseHorizon 1 / the time for which contact is avoided (1/s)
 * @param inverseDt 1 / the length of a tick (1/s)
 * source: van den Berg et al. 2011, Reciprocal n-Body Collision Avoidance, section 5.4. The code distinguishes the same
 * cases as RVO2
 */
export function addChainLines(
  lines: HalfSpaces,
  points: Float64Array,
  count: number,
  vx: number,
  vy: number,
  radius: number,
  inverseHorizon: number,
  inverseDt: number,
): void {
  const first = lines.count;
  for (let k = 0; k < count; k++) {
    const before = 2 * (k === 0 ? count - 1 : k - 1);
    const after = 2 * ((k + 1) % count);
    const beyond = 2 * ((k + 2) % count);
    edge.ax = points[2 * k];
    edge.ay = points[2 * k + 1];
    edge.bx = points[after];
    edge.by = points[after + 1];
    const x = edge.bx - edge.ax;
    const y = edge.by - edge.ay;
    const length = sqrt(x * x + y * y);
    // Skips edges of length 0, and edges that the agent is on the left of.
    if (!(length > 0) || edge.ax * y - edge.ay * x >= 0) continue;
    edge.ex = x / length;
    edge.ey = y / length;
    const backX = edge.ax - points[before];
    const backY = edge.ay - points[before + 1];
    const onX = points[beyond] - edge.bx;
    const onY = points[beyond + 1] - edge.by;
    if (covered(lines, first, radius, inverseHorizon)) continue;
    addEdge(lines, backX, backY, onX, onY, length, vx, vy, radius, inverseHorizon, inverseDt);
  }
}

/**
 * Returns whether a half plane of an earlier edge already excludes all velocities that the current edge would exclude.
 * The half planes of the earlier edges begin at index `first` of `lines`. The current edge is in the variable `edge`.
 */
function covered(lines: HalfSpaces, first: number, radius: number, rate: number): boolean {
  for (let k = first; k < lines.count; k++) {
    const x = lines.x[k];
    const y = lines.y[k];
    const bound = lines.bound[k] - radius * rate + COVERED;
    if (x * edge.ax * rate + y * edge.ay * rate > bound) continue;
    if (x * edge.bx * rate + y * edge.by * rate <= bound) return true;
  }
  return false;
}

function addEdge(
  lines: HalfSpaces,
  backX: number,
  backY: number,
  onX: number,
  onY: number,
  length: number,
  vx: number,
  vy: number,
  radius: number,
  rate: number,
  inverseDt: number,
): void {
  const { ax, ay, bx, by, ex, ey } = edge;
  const convexA = backX * ey - backY * ex >= 0;
  const convexB = ex * onY - ey * onX >= 0;
  const squaredA = ax * ax + ay * ay;
  const squaredB = bx * bx + by * by;
  // The agent's position along the edge from its left end, and off the edge.
  const along = -(ax * ex + ay * ey);
  const off = ay * ex - ax * ey;
  if (along < 0 && squaredA <= radius * radius) {
    if (convexA) addAway(lines, ax, ay, radius, inverseDt);
    return;
  }
  if (along > length && squaredB <= radius * radius) {
    // Otherwise the edge that begins there appends the half plane.
    if (convexB && bx * onY - by * onX >= 0) addAway(lines, bx, by, radius, inverseDt);
    return;
  }
  if (along >= 0 && along <= length && off <= radius) {
    addHalfSpace(lines, ey, -ex, 0, leastAlong(off - radius, 1, inverseDt));
    return;
  }
  // At this angle one end hides the other.
  const only = off > radius ? 0 : along < 0 ? -1 : along > length ? 1 : 0;
  if ((only < 0 && !convexA) || (only > 0 && !convexB)) return;
  setLegs(only, convexA, convexB, squaredA, squaredB, radius);
  if (convexA || only > 0) joinLeft(only > 0 ? ex : backX, only > 0 ? ey : backY);
  if (convexB || only < 0) joinRight(only < 0 ? ex : onX, only < 0 ? ey : onY);
  project(lines, only, vx, vy, radius, rate);
}

/**
 * Appends a half plane for a corner that the body overlaps. The velocities in this half plane lead away from the
 * corner.
 */
function addAway(lines: HalfSpaces, x: number, y: number, radius: number, inverseDt: number): void {
  const distance = sqrt(x * x + y * y);
  const bound = leastAlong(distance - radius, 1, inverseDt);
  addHalfSpace(lines, -x / distance, -y / distance, 0, bound);
}

/**
 * Sets both legs. They are unit vectors in the outermost directions in which the agent would hit the edge. If one
 * corner of the edge hides the rest, the legs are the outermost directions in which the agent would hit this corner.
 */
function setLegs(
  only: number,
  convexA: boolean,
  convexB: boolean,
  squaredA: number,
  squaredB: number,
  radius: number,
): void {
  const { ex, ey } = edge;
  const leftAtB = only > 0;
  const rightAtA = only < 0;
  if (only > 0 || convexA) {
    const x = leftAtB ? edge.bx : edge.ax;
    const y = leftAtB ? edge.by : edge.ay;
    const squared = leftAtB ? squaredB : squaredA;
    const leg = sqrt(squared - radius * radius);
    edge.leftX = (x * leg - y * radius) / squared;
    edge.leftY = (x * radius + y * leg) / squared;
  } else {
    edge.leftX = -ex;
    edge.leftY = -ey;
  }
  if (only < 0 || convexB) {
    const x = rightAtA ? edge.ax : edge.bx;
    const y = rightAtA ? edge.ay : edge.by;
    const squared = rightAtA ? squaredA : squaredB;
    const leg = sqrt(squared - radius * radius);
    edge.rightX = (x * leg + y * radius) / squared;
    edge.rightY = (-x * radius + y * leg) / squared;
  } else {
    edge.rightX = ex;
    edge.rightY = ey;
  }
  edge.leftForeign = false;
  edge.rightForeign = false;
}

/** If the left leg leads into the previous edge, puts the leg along this edge. The direction of the edge is (x, y). */
function joinLeft(x: number, y: number): void {
  if (edge.leftY * x - edge.leftX * y < 0) return;
  const length = sqrt(x * x + y * y);
  edge.leftX = -x / length;
  edge.leftY = -y / length;
  edge.leftForeign = true;
}

/** If the right leg leads into the next edge, puts the leg along this edge. The direction of the edge is (x, y). */
function joinRight(x: number, y: number): void {
  if (edge.rightX * y - edge.rightY * x > 0) return;
  const length = sqrt(x * x + y * y);
  edge.rightX = x / length;
  edge.rightY = y / length;
  edge.rightForeign = true;
}

/**
 * Appends the half plane that touches the region of forbidden velocities. Of all border points of the region, the half
 * plane touches the one nearest to the velocity (`vx`, `vy`).
 */
function project(
  lines: HalfSpaces,
  only: number,
  vx: number,
  vy: number,
  radius: number,
  rate: number,
): void {
  const { ex, ey } = edge;
  const leftX = (only > 0 ? edge.bx : edge.ax) * rate;
  const leftY = (only > 0 ? edge.by : edge.ay) * rate;
  const rightX = (only < 0 ? edge.ax : edge.bx) * rate;
  const rightY = (only < 0 ? edge.ay : edge.by) * rate;
  const width = (rightX - leftX) * ex + (rightY - leftY) * ey;
  const t = only === 0 ? (vx - leftX) * ex + (vy - leftY) * ey : width / 2;
  const alongLeft = (vx - leftX) * edge.leftX + (vy - leftY) * edge.leftY;
  const alongRight = (vx - rightX) * edge.rightX + (vy - rightY) * edge.rightY;
  const beforeLeft = only === 0 ? t < 0 && alongLeft < 0 : alongLeft < 0 && alongRight < 0;
  if (beforeLeft) {
    addRound(lines, leftX, leftY, vx, vy, radius * rate);
    return;
  }
  if (only === 0 && t > width && alongRight < 0) {
    addRound(lines, rightX, rightY, vx, vy, radius * rate);
    return;
  }
  const front = only !== 0 || t < 0 || t > width;
  const infinite = Number.POSITIVE_INFINITY;
  const toFront = front ? infinite : Math.abs((vx - leftX) * ey - (vy - leftY) * ex);
  const toLeft =
    alongLeft < 0 ? infinite : Math.abs((vx - leftX) * edge.leftY - (vy - leftY) * edge.leftX);
  const toRight =
    alongRight < 0 ? infinite : Math.abs((vx - rightX) * edge.rightY - (vy - rightY) * edge.rightX);
  if (toFront <= toLeft && toFront <= toRight) {
    addTangent(lines, ey, -ex, leftX, leftY, radius * rate);
  } else if (toLeft <= toRight) {
    if (!edge.leftForeign) {
      addTangent(lines, -edge.leftY, edge.leftX, leftX, leftY, radius * rate);
    }
  } else if (!edge.rightForeign) {
    addTangent(lines, edge.rightY, -edge.rightX, rightX, rightY, radius * rate);
  }
}

/** Appends the half plane that has the normal (nx, ny) and touches a circle around (x, y). */
function addTangent(
  lines: HalfSpaces,
  nx: number,
  ny: number,
  x: number,
  y: number,
  radius: number,
): void {
  addHalfSpace(lines, nx, ny, 0, nx * x + ny * y + radius);
}

/**
 * Appends the half plane that touches the circle around (x, y). It touches the circle at the point nearest to the
 * velocity (`vx`, `vy`).
 */
function addRound(
  lines: HalfSpaces,
  x: number,
  y: number,
  vx: number,
  vy: number,
  radius: number,
): void {
  const wx = vx - x;
  const wy = vy - y;
  const length = sqrt(wx * wx + wy * wy);
  addTangent(lines, wx / length, wy / length, x, y, radius);
}
