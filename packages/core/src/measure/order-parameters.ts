import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import type { Measure, MeasureKind } from './measure.ts';
import { measure } from './measure-world.ts';

/** Order parameters of a flock. They cover the living agents of all species. */
export interface OrderParameters {
  /**
   * Length of the mean direction of motion: 1 when all agents move in one direction, near 0 when directions are random.
   */
  readonly polarization: number;
  /**
   * The degree to which agents circle around their center: the length of the mean cross product of the direction from
   * the center and the direction of motion. 1 when all move along one circle, near 0 when they move in one direction or
   * at random.
   */
  readonly rotation: number;
  /**
   * Mean distance from an agent to the nearest other agent (m); null with fewer than two agents, or if it was not
   * requested.
   */
  readonly meanNearestNeighborDistance: number | null;
  /** Mean speed (m/s). */
  readonly meanSpeed: number;
}

/**
 * Measures the current state of a world. If no agent moves or none is alive, all values are 0, except those that are
 * null.
 *
 * @param options.nearest whether to measure the distance to the nearest agent. It takes by far the most time: as long
 * as several ticks. Default: true
 * @throws WorldError WORLD_BUSY while workers step the world
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
