import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * Length of the mean, over the living that move, of direction from the middle x direction of flight. The
 * middle is the mean place; on a torus that of the images nearest to the first of them, which is where
 * they are as long as they keep together within half of it.
 */
export function rotationOf(world: SharedWorld): number {
  const { status, position, velocity } = world.front;
  const { edge } = world.plan.grid;
  const first = status.indexOf(STATUS.alive);
  if (first < 0) return 0;
  const offset = (column: Float32Array, i: number, axis: number): number => {
    const away = column[i] - column[first];
    const round = edge[axis];
    return round > 0 ? away - round * Math.floor(away / round + 0.5) : away;
  };
  let alive = 0;
  let middleX = 0;
  let middleY = 0;
  let middleZ = 0;
  for (let i = 0; i < world.plan.agents; i++) {
    if (status[i] !== STATUS.alive) continue;
    alive++;
    middleX += offset(position.x, i, 0);
    middleY += offset(position.y, i, 1);
    middleZ += offset(position.z, i, 2);
  }
  let moving = 0;
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  for (let i = 0; i < world.plan.agents; i++) {
    if (status[i] !== STATUS.alive) continue;
    const x = offset(position.x, i, 0) - middleX / alive;
    const y = offset(position.y, i, 1) - middleY / alive;
    const z = offset(position.z, i, 2) - middleZ / alive;
    const vx = velocity.x[i];
    const vy = velocity.y[i];
    const vz = velocity.z[i];
    const lengths = Math.sqrt((x * x + y * y + z * z) * (vx * vx + vy * vy + vz * vz));
    if (!(lengths > 0)) continue;
    moving++;
    sumX += (y * vz - z * vy) / lengths;
    sumY += (z * vx - x * vz) / lengths;
    sumZ += (x * vy - y * vx) / lengths;
  }
  return moving === 0 ? 0 : Math.sqrt(sumX * sumX + sumY * sumY + sumZ * sumZ) / moving;
}
