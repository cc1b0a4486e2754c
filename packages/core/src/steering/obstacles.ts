import { dot } from '../math/vector.ts';
import { OBSTACLE } from '../world/obstacles.ts';
import type { SharedWorld } from '../world/world.ts';
import { lookAtBox, lookInBox } from './box-sight.ts';
import { ahead, nothing, outward, type Sight } from './sight.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/**
 * Looks at obstacle `o`, which is no sphere that keeps agents outside, from (x, y, z) along the unit
 * course (nx, ny, nz), which is 0 at rest, for a body that keeps `room` (m) from the surface. True when
 * it is there inside, or touches nearer than `nearest` (m).
 */
export function lookAtObstacle(
  sight: Sight,
  { constants }: SharedWorld,
  o: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
  room: number,
  nearest: number,
): boolean {
  const { obstacleKind, obstacleCenter, obstacleExtent, obstacleRadius } = constants;
  // From the obstacle to the agent.
  const px = fround(x - obstacleCenter.x[o]);
  const py = fround(y - obstacleCenter.y[o]);
  const pz = fround(z - obstacleCenter.z[o]);
  const ex = obstacleExtent.x[o];
  const ey = obstacleExtent.y[o];
  const ez = obstacleExtent.z[o];
  const kind = obstacleKind[o];
  if (kind === OBSTACLE.plane) {
    lookAtPlane(sight, px, py, pz, nx, ny, nz, ex, ey, ez, room);
  } else if (kind === OBSTACLE.box) {
    const hx = fround(ex + room);
    const hy = fround(ey + room);
    const hz = fround(ez + room);
    lookAtBox(sight, px, py, pz, nx, ny, nz, hx, hy, hz);
  } else if (kind === OBSTACLE.boxInside) {
    const hx = Math.max(0, fround(ex - room));
    const hy = Math.max(0, fround(ey - room));
    const hz = Math.max(0, fround(ez - room));
    lookInBox(sight, px, py, pz, nx, ny, nz, hx, hy, hz);
  } else {
    lookInSphere(sight, px, py, pz, nx, ny, nz, Math.max(0, fround(obstacleRadius[o] - room)));
  }
  return sight.inside || sight.distance < nearest;
}

/** A half space: agents are kept on the side of the unit normal e. */
function lookAtPlane(
  sight: Sight,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  ex: number,
  ey: number,
  ez: number,
  room: number,
): void {
  const height = fround(dot(px, py, pz, ex, ey, ez) - room);
  if (height < 0) {
    outward(sight, ex, ey, ez);
    return;
  }
  const closing = fround(-dot(nx, ny, nz, ex, ey, ez));
  if (!(closing > 0)) {
    nothing(sight);
    return;
  }
  ahead(sight, fround(height / closing), nx, ny, nz, ex, ey, ez);
}

/** The inside of a sphere. */
function lookInSphere(
  sight: Sight,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  radius: number,
): void {
  const squared = dot(px, py, pz, px, py, pz);
  const rest = fround(fround(radius * radius) - squared);
  if (rest < 0) {
    outward(sight, -px, -py, -pz);
    return;
  }
  const along = dot(px, py, pz, nx, ny, nz);
  // p + n distance lies on the sphere.
  const distance = fround(fround(sqrt(fround(fround(along * along) + rest))) - along);
  const scale = radius > 0 ? fround(-1 / radius) : 0;
  const x = fround(fround(px + fround(nx * distance)) * scale);
  const y = fround(fround(py + fround(ny * distance)) * scale);
  const z = fround(fround(pz + fround(nz * distance)) * scale);
  ahead(sight, distance, nx, ny, nz, x, y, z);
}
