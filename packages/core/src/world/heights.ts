import type { HeightsInput } from '../scenario/schema.ts';
import { f32ListOf } from '../schema/packed-lists.ts';
import type { HeightsPlan } from './heights-plan.ts';
import { checkAtBoundary } from './hold.ts';
import { innerOf, type World } from './public-world.ts';
import { refresh, type SharedWorld } from './world.ts';

/** The parts of a world that contain the heights of the ground. */
type Ground = Pick<SharedWorld, 'plan' | 'constants'>;

/**
 * The height of the ground (m) at the point (x, y) (m). Between the points of the height map, it is interpolated
 * bilinearly. Beyond the height map, the result is the height at the edge. The result is 0 in a world without a height
 * map, and NaN if x or y is NaN.
 */
export function heightAt(world: World, x: number, y: number): number {
  return groundAt(innerOf(world), x, y);
}

/** Like `heightAt`, but takes the internal parts of a world. */
export function groundAt({ plan, constants }: Ground, x: number, y: number): number {
  return plan.heights === undefined ? 0 : bilinear(plan.heights, constants.height, x, y);
}

/**
 * Computes the height of the ground under each agent (m), indexed by place as in `views`. In a world without a height
 * map, all heights are 0. A dead agent gets the height at the position that its row still has.
 *
 * @param given array for the heights, with at least `world.count` elements; a new array by default
 * @throws WorldError WORLD_BUSY while workers step the world
 */
export function heightsUnder(world: World, given?: Float32Array): Float32Array {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'heightsUnder');
  refresh(inner);
  const { plan, constants, front, count } = inner;
  const heights = given ?? new Float32Array(count);
  const { x, y } = front.position;
  if (plan.heights === undefined) return heights.fill(0, 0, plan.agents);
  for (let i = 0; i < plan.agents; i++) {
    heights[i] = bilinear(plan.heights, constants.height, x[i], y[i]);
  }
  return heights;
}

/** Writes the height map of a scenario to shared memory. */
export function writeHeights(world: SharedWorld, heights: HeightsInput | undefined): void {
  if (heights !== undefined) world.constants.height.set(f32ListOf(heights.values));
}

/** Interpolates a height bilinearly. Computes in f64, whose sums and products are the same in every engine. */
function bilinear(
  { columns, rows, cellSize, origin }: HeightsPlan,
  height: Float32Array,
  x: number,
  y: number,
): number {
  const gx = within((x - origin[0]) / cellSize, columns - 1);
  const gy = within((y - origin[1]) / cellSize, rows - 1);
  const left = Math.floor(gx);
  const low = Math.floor(gy);
  const right = left + 1 < columns ? left + 1 : left;
  const high = low + 1 < rows ? low + 1 : low;
  const shareX = gx - left;
  const below = mix(height[low * columns + left], height[low * columns + right], shareX);
  const above = mix(height[high * columns + left], height[high * columns + right], shareX);
  return mix(below, above, gy - low);
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function within(value: number, last: number): number {
  if (value < 0) return 0;
  return value > last ? last : value;
}
