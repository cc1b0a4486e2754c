import { checkAtBoundary } from '../world/hold.ts';
import { STATUS } from '../world/status.ts';
import { refresh, type World } from '../world/world.ts';
import { sumOfNearestDistances } from './nearest.ts';
import { rotationOf } from './rotation.ts';

/** How ordered a flock is; of the living agents of all species. */
export interface OrderParameters {
  /** Length of the mean direction of flight: 1 when all fly one way, near 0 when none agree. */
  readonly polarization: number;
  /**
   * How much they circle about their middle: length of the mean of the cross products of the directions
   * from there and of flight. 1 when all fly along one circle, near 0 when they fly one way or mill about.
   */
  readonly rotation: number;
  /** Mean distance (m) to the nearest other agent; null with fewer than two, or when not asked for. */
  readonly meanNearestNeighborDistance: number | null;
  /** Mean speed (m/s). */
  readonly meanSpeed: number;
}

/**
 * Measures the present state.
 *
 * @param options.nearest whether the distance to the nearest one is asked for, which takes by far the
 * longest: as long as some ticks. Default: true
 * @throws WorldError WORLD_BUSY while workers step it
 */
export function orderParameters(
  world: World,
  { nearest = true }: { readonly nearest?: boolean } = {},
): OrderParameters {
  checkAtBoundary(world, 'orderParameters');
  refresh(world);
  const { status, velocity } = world.front;
  let alive = 0;
  let moving = 0;
  let speeds = 0;
  const heading = [0, 0, 0];
  for (let i = 0; i < world.plan.agents; i++) {
    if (status[i] !== STATUS.alive) continue;
    alive++;
    const x = velocity.x[i];
    const y = velocity.y[i];
    const z = velocity.z[i];
    const speed = Math.sqrt(x * x + y * y + z * z);
    speeds += speed;
    if (speed > 0) {
      moving++;
      heading[0] += x / speed;
      heading[1] += y / speed;
      heading[2] += z / speed;
    }
  }
  const [x, y, z] = heading as [number, number, number];
  return {
    polarization: moving === 0 ? 0 : Math.sqrt(x * x + y * y + z * z) / moving,
    rotation: rotationOf(world),
    meanNearestNeighborDistance:
      alive < 2 || !nearest ? null : sumOfNearestDistances(world) / alive,
    meanSpeed: alive === 0 ? 0 : speeds / alive,
  };
}
