import { OBSTACLE } from '../../world/obstacles.ts';
import type { SharedWorld } from '../../world/world.ts';
import { leastAlong } from './firm.ts';
import { addHalfSpace, type HalfSpaces } from './half-spaces.ts';
import { addNeighborLine } from './lines.ts';
import { addChainLines } from './obstacle-lines.ts';
import { addNeighborPlane } from './planes.ts';

const sqrt = Math.sqrt;

/** What an agent is to an obstacle: its radius (m), velocity (m/s), and the times that count (1/s). */
interface Walker {
  radius: number;
  reach: number;
  vx: number;
  vy: number;
  vz: number;
  rate: number;
  inverseDt: number;
}

const walker: Walker = { radius: 0, reach: 0, vx: 0, vy: 0, vz: 0, rate: 0, inverseDt: 0 };

/**
 * Appends the obstacles that the agent at place i can reach within the horizon (s). An obstacle takes no
 * part in the avoiding, and nothing of it is given up.
 *
 * @param radius of the agent (m)
 */
export function addObstacles(
  spaces: HalfSpaces,
  world: SharedWorld,
  i: number,
  radius: number,
  maxSpeed: number,
  horizon: number,
  inverseDt: number,
): void {
  const { plan, constants, front } = world;
  const { obstacles, dimensions } = plan;
  if (obstacles === 0) return;
  walker.radius = radius;
  walker.reach = maxSpeed * horizon;
  walker.vx = front.velocity.x[i];
  walker.vy = front.velocity.y[i];
  walker.vz = front.velocity.z[i];
  walker.rate = 1 / horizon;
  walker.inverseDt = inverseDt;
  const { obstacleKind, obstacleCenter, obstacleExtent, obstacleRadius } = constants;
  for (let o = 0; o < obstacles; o++) {
    // From the agent to the obstacle.
    const x = obstacleCenter.x[o] - front.position.x[i];
    const y = obstacleCenter.y[o] - front.position.y[i];
    const z = obstacleCenter.z[o] - front.position.z[i];
    const ex = obstacleExtent.x[o];
    const ey = obstacleExtent.y[o];
    const ez = obstacleExtent.z[o];
    const kind = obstacleKind[o];
    if (kind === OBSTACLE.plane) addWall(spaces, ex, ey, ez, -(x * ex + y * ey + z * ez));
    else if (kind === OBSTACLE.boxInside) addRoom(spaces, x, y, z, ex, ey, ez, dimensions);
    else if (kind === OBSTACLE.box) addBox(spaces, x, y, z, ex, ey, ez, dimensions);
    else if (kind === OBSTACLE.sphere) addSphere(spaces, x, y, z, obstacleRadius[o], dimensions);
    else addHollow(spaces, x, y, z, obstacleRadius[o]);
  }
}

/** A wall at a distance (m), with a unit normal to the agent's side. */
function addWall(spaces: HalfSpaces, nx: number, ny: number, nz: number, distance: number): void {
  const gap = distance - walker.radius;
  if (gap >= walker.reach) return;
  const bound = gap > 0 ? -gap * walker.rate : leastAlong(gap, 1, walker.inverseDt);
  addHalfSpace(spaces, nx, ny, nz, bound);
}

/** The inside of a box: a wall at each face. */
function addRoom(
  spaces: HalfSpaces,
  x: number,
  y: number,
  z: number,
  ex: number,
  ey: number,
  ez: number,
  dimensions: number,
): void {
  addWall(spaces, 1, 0, 0, ex - x);
  addWall(spaces, -1, 0, 0, ex + x);
  addWall(spaces, 0, 1, 0, ey - y);
  addWall(spaces, 0, -1, 0, ey + y);
  if (dimensions === 2) return;
  addWall(spaces, 0, 0, 1, ez - z);
  addWall(spaces, 0, 0, -1, ez + z);
}

/** The inside of a sphere: a wall at the nearest point of its surface, anew in each tick. */
function addHollow(spaces: HalfSpaces, x: number, y: number, z: number, radius: number): void {
  const distance = sqrt(x * x + y * y + z * z);
  if (distance > 0) {
    addWall(spaces, x / distance, y / distance, z / distance, radius - distance);
  }
}

function addSphere(
  spaces: HalfSpaces,
  x: number,
  y: number,
  z: number,
  sphere: number,
  dimensions: number,
): void {
  const { vx, vy, vz, rate, inverseDt } = walker;
  const radius = sphere + walker.radius;
  const far = radius + walker.reach;
  const squared = x * x + y * y + z * z;
  if (squared >= far * far) return;
  if (squared <= radius * radius) {
    const distance = sqrt(squared);
    // At its very center any way out is as short.
    const inverse = distance > 0 ? -1 / distance : 0;
    const bound = leastAlong(distance - radius, 1, inverseDt);
    addHalfSpace(spaces, distance > 0 ? x * inverse : 1, y * inverse, z * inverse, bound);
  } else if (dimensions === 2) {
    addNeighborLine(spaces, x, y, vx, vy, vx, vy, radius, 1, rate, inverseDt);
  } else {
    addNeighborPlane(spaces, x, y, z, vx, vy, vz, vx, vy, vz, radius, 1, rate, inverseDt);
  }
}

const corners = new Float64Array(8);

/**
 * The outside of a box: in the plane its edges, in space a wall at its nearest point. Who is inside
 * leaves by the nearest face.
 */
function addBox(
  spaces: HalfSpaces,
  x: number,
  y: number,
  z: number,
  ex: number,
  ey: number,
  ez: number,
  dimensions: number,
): void {
  // From the nearest point of the box to the agent.
  const dx = beyond(-x, ex);
  const dy = beyond(-y, ey);
  const dz = dimensions === 2 ? 0 : beyond(-z, ez);
  const squared = dx * dx + dy * dy + dz * dz;
  const far = walker.radius + walker.reach;
  if (squared >= far * far) return;
  if (squared === 0) addWayOut(spaces, x, y, z, ex, ey, ez, dimensions);
  else if (dimensions === 3) {
    const distance = sqrt(squared);
    addWall(spaces, dx / distance, dy / distance, dz / distance, distance);
  } else {
    corners[0] = x - ex;
    corners[1] = y - ey;
    corners[2] = x + ex;
    corners[3] = y - ey;
    corners[4] = x + ex;
    corners[5] = y + ey;
    corners[6] = x - ex;
    corners[7] = y + ey;
    const { vx, vy, radius, rate, inverseDt } = walker;
    addChainLines(spaces, corners, 4, vx, vy, radius, rate, inverseDt);
  }
}

/** How far a coordinate lies outside of an interval [-half, half]. */
function beyond(at: number, half: number): number {
  return at > half ? at - half : at < -half ? at + half : 0;
}

/** Out of a box through the face that is nearest. */
function addWayOut(
  spaces: HalfSpaces,
  x: number,
  y: number,
  z: number,
  ex: number,
  ey: number,
  ez: number,
  dimensions: number,
): void {
  const depthX = ex - Math.abs(x);
  const depthY = ey - Math.abs(y);
  const depthZ = dimensions === 2 ? Number.POSITIVE_INFINITY : ez - Math.abs(z);
  // The agent stands at -x, -y, -z of the box.
  if (depthX <= depthY && depthX <= depthZ) addWall(spaces, x > 0 ? -1 : 1, 0, 0, -depthX);
  else if (depthY <= depthZ) addWall(spaces, 0, y > 0 ? -1 : 1, 0, -depthY);
  else addWall(spaces, 0, 0, z > 0 ? -1 : 1, -depthZ);
}
