import type { SharedWorld } from '../../world/world.ts';
import { addHalfSpace, type HalfSpaces } from './half-spaces.ts';

const sqrt = Math.sqrt;

/**
 * The largest overlap (m) that counts as a rounding error of positions. Agents need not undo such an overlap quickly.
 */
const TOUCH = 2e-5;

/**
 * Returns the least allowed velocity (m/s) away from a neighbor or wall at the distance `gap` (m). If `gap` is
 * positive, the result is negative: the gap may shrink by at most the fraction `share` within one tick. If the bodies
 * overlap, the result undoes the fraction `share` of the overlap within one tick. For an overlap that comes from
 * rounding, the result is 0. So if nothing overlaps, the result never forbids standing still.
 */
export function leastAlong(gap: number, share: number, inverseDt: number): number {
  return gap < 0 && gap > -TOUCH ? 0 : -gap * share * inverseDt;
}

/**
 * Appends a firm half space: in this tick, the agent may move toward a neighbor by at most half of the gap. If the
 * neighbor obeys the same rule, the two agents stay apart. If the gap is too wide to be closed in a tick, nothing is
 * appended.
 *
 * @param x, y, z offset to the neighbor (m), not 0
 * @param reach the maximum distance (m) that the agent can move in a tick
 * source: the buffered Voronoi cells of Zhou et al. 2017, Fast, On-line Collision Avoidance for Dynamic Vehicles Using
 * Buffered Voronoi Cells
 */
export function addContact(
  spaces: HalfSpaces,
  x: number,
  y: number,
  z: number,
  radius: number,
  reach: number,
  inverseDt: number,
): void {
  const squared = x * x + y * y + z * z;
  const far = radius + 2 * reach;
  if (squared >= far * far) return;
  const distance = sqrt(squared);
  const inverse = -1 / distance;
  const bound = leastAlong(distance - radius, 0.5, inverseDt);
  addHalfSpace(spaces, x * inverse, y * inverse, z * inverse, bound);
}

/** Appends a half space for each wall that the agent can reach in this tick, if the bounds are of type "contain". */
export function addWalls(
  spaces: HalfSpaces,
  world: SharedWorld,
  i: number,
  reach: number,
  inverseDt: number,
): void {
  const { bounds, dimensions } = world.plan;
  if (bounds.type !== 'contain') return;
  const { x, y, z } = world.front.position;
  for (let axis = 0; axis < dimensions; axis++) {
    const at = (axis === 0 ? x : axis === 1 ? y : z)[i];
    for (let side = -1; side <= 1; side += 2) {
      const wall = Math.fround(side < 0 ? bounds.min[axis] : bounds.max[axis]);
      const gap = side < 0 ? at - wall : wall - at;
      if (gap >= reach) continue;
      const least = leastAlong(gap, 1, inverseDt);
      addHalfSpace(
        spaces,
        axis === 0 ? -side : 0,
        axis === 1 ? -side : 0,
        axis === 2 ? -side : 0,
        least,
      );
    }
  }
}
