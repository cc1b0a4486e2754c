import { MAX_CORNERS } from '../../shapes/polygon.ts';
import type { State } from '../../world/layout.ts';
import { cornersOf, formOf, OBSTACLE } from '../../world/obstacle-kinds.ts';
import type { SharedWorld } from '../../world/world.ts';
import { touch, touchObstacle } from '../obstacles/look.ts';
import { awayFrom, isSeen, type ObstacleList } from '../obstacles/near.ts';
import { type ObstacleTable, obstacleTable } from '../obstacles/obstacle-table.ts';
import { leastAlong } from './firm.ts';
import { addHalfSpace, type HalfSpaces } from './half-spaces.ts';
import { addNeighborLine } from './neighbor-line.ts';
import { addChainLines } from './obstacle-lines.ts';
import { addNeighborPlane } from './planes.ts';

const sqrt = Math.sqrt;

/**
 * An agent that may meet an obstacle: the radius of the agent (m), and its velocity relative to the obstacle (m/s).
 * Within the horizon, the agent and the obstacle can come nearer to each other by `reach` (m). `rate` (1/s) is the
 * inverse of the horizon, and `inverseDt` (1/s) is the inverse of the tick.
 */
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
 * Appends the half spaces of the obstacles in `list` that the agent at place i can reach within the horizon (s). An
 * obstacle does not evade, so the agent alone must avoid the collision. The half spaces are firm. The velocity of a
 * moving obstacle is measured at its point nearest to the agent.
 *
 * @param radius of the agent (m)
 */
export function addObstacles(
  spaces: HalfSpaces,
  world: SharedWorld,
  list: ObstacleList,
  i: number,
  radius: number,
  maxSpeed: number,
  horizon: number,
  inverseDt: number,
): void {
  if (list.count === 0) return;
  const { velocity, position, obstacleKind: kinds } = world.front;
  const [edgeX, edgeY, edgeZ] = world.plan.grid.edge;
  const table = obstacleTable(world);
  walker.radius = radius;
  walker.reach = maxSpeed * horizon;
  walker.vx = velocity.x[i];
  walker.vy = velocity.y[i];
  walker.vz = velocity.z[i];
  walker.rate = 1 / horizon;
  walker.inverseDt = inverseDt;
  for (let k = 0; k < list.count; k++) {
    const o = list.index[k];
    // The offset from the agent to the obstacle.
    const x = awayFrom(kinds[o], list.x[k] - position.x[i], edgeX);
    const y = awayFrom(kinds[o], list.y[k] - position.y[i], edgeY);
    const z = awayFrom(kinds[o], list.z[k] - position.z[i], edgeZ);
    if (!isSeen(list, kinds[o], x, y, z)) continue;
    if (table.moves[o] === 0) {
      addObstacle(spaces, world, table, o, x, y, z);
      continue;
    }
    touchObstacle(world, table, o, -x, -y, -z);
    const { vx, vy, vz } = touch;
    walker.vx = velocity.x[i] - vx;
    walker.vy = velocity.y[i] - vy;
    walker.vz = velocity.z[i] - vz;
    walker.reach = (maxSpeed + sqrt(vx * vx + vy * vy + vz * vz)) * horizon;
    const first = spaces.count;
    addObstacle(spaces, world, table, o, x, y, z);
    for (let one = first; one < spaces.count; one++) {
      spaces.bound[one] += spaces.x[one] * vx + spaces.y[one] * vy + spaces.z[one] * vz;
    }
    walker.vx = velocity.x[i];
    walker.vy = velocity.y[i];
    walker.vz = velocity.z[i];
    walker.reach = maxSpeed * horizon;
  }
}

/**
 * Appends the half spaces of one obstacle, given by its `row`. The center of the obstacle is at (`x`, `y`, `z`),
 * relative to the agent.
 */
function addObstacle(
  spaces: HalfSpaces,
  world: SharedWorld,
  table: ObstacleTable,
  row: number,
  x: number,
  y: number,
  z: number,
): void {
  const { front, plan } = world;
  const { dimensions } = plan;
  const kind = formOf(front.obstacleKind[row]);
  const radius = front.obstacleRadius[row];
  const ex = front.obstacleExtent.x[row];
  const ey = front.obstacleExtent.y[row];
  const ez = front.obstacleExtent.z[row];
  const isTurned = table.turned[row] !== 0;
  if (kind === OBSTACLE.plane) addWall(spaces, ex, ey, ez, -(x * ex + y * ey + z * ez));
  else if (kind === OBSTACLE.sphere) addSphere(spaces, x, y, z, radius, dimensions);
  else if (kind === OBSTACLE.sphereInside) addHollow(spaces, x, y, z, radius);
  else if (kind === OBSTACLE.box && !isTurned) {
    addBox(spaces, x, y, z, ex, ey, ez, dimensions);
  } else if (kind === OBSTACLE.boxInside) {
    if (isTurned) addTurnedInnerBox(spaces, table, row, x, y, z, ex, ey, ez, dimensions);
    else addInnerBox(spaces, x, y, z, ex, ey, ez, dimensions);
  } else if (kind === OBSTACLE.polygonInside) {
    addInnerPolygon(spaces, world, table, row, x, y);
  } else addSurface(spaces, world, table, row, x, y, z);
}

/**
 * Appends an obstacle for which `addObstacle` has no special rule. In space, or if the agent is inside the obstacle,
 * the obstacle becomes a wall at the nearest point of its surface. In the plane, an agent outside of the obstacle
 * avoids a chain of edges. The chain is the edges of a turned box or of a polygon, or the axis of a capsule. The radius
 * of a capsule is added to the agent's radius.
 */
function addSurface(
  spaces: HalfSpaces,
  world: SharedWorld,
  table: ObstacleTable,
  row: number,
  x: number,
  y: number,
  z: number,
): void {
  const { front, plan } = world;
  const form = formOf(front.obstacleKind[row]);
  touchObstacle(world, table, row, -x, -y, -z);
  const { distance, nx, ny, nz } = touch;
  if (form === OBSTACLE.capsuleInside) {
    addWall(spaces, -nx, -ny, -nz, -distance);
    return;
  }
  if (plan.dimensions === 3 || distance <= 0) {
    addWall(spaces, nx, ny, nz, distance);
    return;
  }
  if (distance - walker.radius >= walker.reach) return;
  const { vx, vy, rate, inverseDt } = walker;
  const thickness = form === OBSTACLE.capsule ? front.obstacleRadius[row] : 0;
  const count = chainOf(front, table, row, x, y);
  const radius = walker.radius + thickness;
  if (form === OBSTACLE.capsule && chain[0] * chain[3] === chain[1] * chain[2]) {
    // Exactly on the axis of a capsule, the near end hides the rest.
    const near =
      chain[0] * chain[0] + chain[1] * chain[1] < chain[2] * chain[2] + chain[3] * chain[3] ? 0 : 2;
    addSphere(spaces, chain[near], chain[near + 1], 0, thickness, 2);
    return;
  }
  addChainLines(spaces, chain, count, vx, vy, radius, rate, inverseDt);
}

const chain = new Float64Array(2 * MAX_CORNERS);

/**
 * Writes the corners of an obstacle to `chain`, counterclockwise, as offsets from the agent. Returns the number of
 * corners.
 */
function chainOf(front: State, table: ObstacleTable, row: number, x: number, y: number): number {
  const kind = front.obstacleKind[row];
  const form = formOf(kind);
  const { x: ex, y: ey } = front.obstacleExtent;
  if (form === OBSTACLE.box || form === OBSTACLE.boxInside) {
    for (let k = 0; k < 4; k++) {
      put(k, k === 0 || k === 3 ? -ex[row] : ex[row], k < 2 ? -ey[row] : ey[row]);
    }
    return placed(table, row, x, y, 4);
  }
  if (form === OBSTACLE.capsule) {
    put(0, -ex[row], -ey[row]);
    put(1, ex[row], ey[row]);
    return placed(table, row, x, y, 2);
  }
  const first = 2 * MAX_CORNERS * row;
  for (let k = 0; k < cornersOf(kind); k++) {
    put(k, front.obstaclePoint[first + 2 * k], front.obstaclePoint[first + 2 * k + 1]);
  }
  return placed(table, row, x, y, cornersOf(kind));
}

function put(k: number, x: number, y: number): void {
  chain[2 * k] = x;
  chain[2 * k + 1] = y;
}

/**
 * Turns the corners in `chain` by the rotation of the obstacle, and moves them to the position of the obstacle. Returns
 * `count`.
 */
function placed({ axes }: ObstacleTable, row: number, x: number, y: number, count: number): number {
  const [ax, ay, , bx, by] = axes.subarray(9 * row, 9 * row + 5);
  for (let k = 0; k < count; k++) {
    const alongX = chain[2 * k];
    const alongY = chain[2 * k + 1];
    put(k, x + alongX * ax + alongY * bx, y + alongX * ay + alongY * by);
  }
  return count;
}

/** Appends a wall at each edge of a polygon that keeps agents inside. */
function addInnerPolygon(
  spaces: HalfSpaces,
  { front }: SharedWorld,
  table: ObstacleTable,
  row: number,
  x: number,
  y: number,
): void {
  const count = chainOf(front, table, row, x, y);
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    const alongX = chain[2 * next] - chain[2 * k];
    const alongY = chain[2 * next + 1] - chain[2 * k + 1];
    const length = sqrt(alongX * alongX + alongY * alongY);
    const nx = -alongY / length;
    const ny = alongX / length;
    addWall(spaces, nx, ny, 0, -(nx * chain[2 * k] + ny * chain[2 * k + 1]));
  }
}

/** Appends a wall at each face of a turned box that keeps agents inside. */
function addTurnedInnerBox(
  spaces: HalfSpaces,
  { axes }: ObstacleTable,
  row: number,
  x: number,
  y: number,
  z: number,
  ex: number,
  ey: number,
  ez: number,
  dimensions: number,
): void {
  for (let axis = 0; axis < dimensions; axis++) {
    const [nx, ny, nz] = axes.subarray(9 * row + 3 * axis, 9 * row + 3 * axis + 3);
    const half = axis === 0 ? ex : axis === 1 ? ey : ez;
    const at = x * nx + y * ny + z * nz;
    addWall(spaces, nx, ny, nz, half - at);
    addWall(spaces, -nx, -ny, -nz, half + at);
  }
}

/** Appends a wall at a distance (m) from the agent. Its unit normal points toward the agent. */
function addWall(spaces: HalfSpaces, nx: number, ny: number, nz: number, distance: number): void {
  const gap = distance - walker.radius;
  if (gap >= walker.reach) return;
  const bound = gap > 0 ? -gap * walker.rate : leastAlong(gap, 1, walker.inverseDt);
  addHalfSpace(spaces, nx, ny, nz, bound);
}

/** Appends a wall at each face of a box that keeps agents inside. */
function addInnerBox(
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

/**
 * Appends a wall for a sphere that keeps agents inside. The wall is at the nearest point of the sphere's surface. This
 * point is found again in each tick.
 */
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
    // Exactly at its center all ways out have the same length.
    const inverse = distance > 0 ? -1 / distance : 0;
    const bound = leastAlong(distance - radius, 1, inverseDt);
    addHalfSpace(spaces, distance > 0 ? x * inverse : 1, y * inverse, z * inverse, bound);
  } else if (dimensions === 2) {
    addNeighborLine(spaces, x, y, vx, vy, vx, vy, radius, 1, 1, rate, inverseDt);
  } else {
    addNeighborPlane(spaces, x, y, z, vx, vy, vz, vx, vy, vz, radius, 1, 1, rate, inverseDt);
  }
}

const corners = new Float64Array(8);

/**
 * Appends the half spaces of a box that keeps agents outside. In two dimensions, they come from the edges of the box.
 * In three dimensions, they come from a wall at the point of the box nearest to the agent. An agent inside the box
 * leaves through the nearest face.
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
  // The offset from the nearest point of the box to the agent.
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

/**
 * Returns how far a coordinate is outside of the interval [-half, half]. The result is negative below the interval, and
 * 0 inside.
 */
function beyond(at: number, half: number): number {
  return at > half ? at - half : at < -half ? at + half : 0;
}

/** Appends the half space of the velocities that lead out of a box through the nearest face. */
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
  // The agent is at (-x, -y, -z) relative to the box.
  if (depthX <= depthY && depthX <= depthZ) addWall(spaces, x > 0 ? -1 : 1, 0, 0, -depthX);
  else if (depthY <= depthZ) addWall(spaces, 0, y > 0 ? -1 : 1, 0, -depthY);
  else addWall(spaces, 0, 0, z > 0 ? -1 : 1, -depthZ);
}
