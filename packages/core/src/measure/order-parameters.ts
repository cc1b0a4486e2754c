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
   * The degree to which agents circle around their center. For each agent, take the cross product of its direction from
   * the center and its direction of motion. The rotation is the length of the mean of all cross products. It is 1 if
   * all agents move the same way around a circle. It is near 0 if they move in one direction or at random.
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
 * Measures the current state of a world. If no agent is alive, or none moves, `polarization`, `rotation` and
 * `meanSpeed` are 0.
 *
 * @param options.nearest whether to measure the distance to the nearest agent. Default: true. This measure takes by far
 * the most time, as much as several ticks
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
