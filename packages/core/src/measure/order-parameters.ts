import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import type { Measure, MeasureKind } from './measure.ts';
import { measure } from './measure-world.ts';

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
 * Measures the present state. Where none moves, or none is alive, what is not null is 0.
 *
 * @param options.nearest whether the distance to the nearest one is asked for, which takes by far the
 * longest: as long as some ticks. Default: true
 * @throws WorldError WORLD_BUSY while workers step it
 */
export function orderParameters(
  world: World,
  { nearest = true }: { readonly nearest?: boolean } = {},
): OrderParameters {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'orderParameters');
  const [polarization, rotation, meanSpeed, distance] = measure(
    inner,
    nearest ? [...ALWAYS, ofAll('nearest')] : ALWAYS,
  );
  return {
    polarization: polarization || 0,
    rotation: rotation || 0,
    meanNearestNeighborDistance: nearest && !Number.isNaN(distance) ? distance : null,
    meanSpeed: meanSpeed || 0,
  };
}

const ALWAYS = [ofAll('polarization'), ofAll('rotation'), ofAll('speed')];

function ofAll(kind: MeasureKind): Measure {
  return { name: kind, kind, species: -1, unit: '' };
}
