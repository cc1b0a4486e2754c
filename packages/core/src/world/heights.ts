import type { HeightsInput } from '../scenario/schema.ts';
import { f32ListOf } from '../schema/packed-lists.ts';
import type { HeightsPlan } from './heights-plan.ts';
import { checkAtBoundary } from './hold.ts';
import { innerOf, type World } from './public-world.ts';
import { refresh, type SharedWorld } from './world.ts';

/** What the height of the ground is read from. */
type Ground = Pick<SharedWorld, 'plan' | 'constants'>;

/**
 * The height (m) of the ground at a point of the plane (m): bilinear between the four points of the
 * height map around it, and beyond the map as at its edge. 0 in a world without a height map; NaN where
 * x or y is.
 */
export function heightAt(world: World, x: number, y: number): number {
  return groundAt(innerOf(world), x, y);
}

/** What `heightAt` finds. */
export function groundAt({ plan, constants }: Ground, x: number, y: number): number {
  return plan.heights === undefined ? 0 : bilinear(plan.heights, constants.height, x, y);
}

/**
 * The heights (m) of the ground under all agents, by place as in `views`; 0 in a world without a height
 * map. Of the dead, the height where they lie.
 *
 * @param heights of at least as many elements as there are agents; a new one when left out
 * @throws WorldError WORLD_BUSY while workers step it
 */
export function heightsUnder(
  world: World,
  heights: Float32Array = new Float32Array(world.count),
): Float32Array {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'heightsUnder');
  refresh(inner);
  const { plan, constants, front } = inner;
  const { x, y } = front.position;
  if (plan.heights === undefined) return heights.fill(0, 0, plan.agents);
  for (let i = 0; i < plan.agents; i++) {
    heights[i] = bilinear(plan.heights, constants.height, x[i], y[i]);
  }
  return heights;
}

/** Writes the heights of a scenario. */
export function writeHeights(world: SharedWorld, heights: HeightsInput | undefined): void {
  if (heights !== undefined) world.constants.height.set(f32ListOf(heights.values));
}

/** In f64, whose sums and products are the same in every engine. */
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
