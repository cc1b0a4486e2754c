import { withMemory } from '../no-memory.ts';
import { LIVE_MASK } from '../path/live.ts';
import { createMap, type GridMap } from '../path/map.ts';
import type { Ground, Slope } from '../path/slope.ts';
import { groundAt } from './heights.ts';
import type { State } from './layout.ts';
import { centerX, centerY } from './map.ts';
import type { SharedWorld } from './world.ts';

/**
 * Creates a copy of the map of a state, for path finding. The world must have a map. A path finder keeps data derived
 * from its map until the map version changes. The finder needs a copy, because the map must not change under this data.
 * The heights of a map with slopes are not copied: they are views of the constants of the world.
 */
export function gridMapIn(world: SharedWorld, { mapCost }: State): GridMap {
  const { width, height } = world.plan.map!;
  return createMap(width, height, mapCost, world.live, slopeIn(world));
}

/** The height map of a world, relative to the cells of its map. The world must have both. */
function groundOf({ plan, constants }: SharedWorld): Ground {
  const map = plan.map!;
  const { columns, rows, cellSize, origin } = plan.heights!;
  return {
    columns,
    rows,
    spacing: cellSize / map.cellSize,
    left: (origin[0] - centerX(map, 0)) / map.cellSize,
    low: (origin[1] - centerY(map, 0)) / map.cellSize,
    height: constants.height,
    scale: 1 / map.cellSize,
  };
}

/** The cost of slopes on the map of a world, with the heights of the cell centers. Undefined if slopes cost nothing. */
function slopeIn(world: SharedWorld): Slope | undefined {
  const { map } = world.plan;
  if (map?.slope === undefined) return undefined;
  const height = withMemory('make a map', () => new Float64Array(map.width * map.height));
  for (let cell = 0; cell < height.length; cell++) {
    if ((cell & LIVE_MASK) === 0) world.live();
    height[cell] = groundAt(world, centerX(map, cell), centerY(map, cell)) / map.cellSize;
  }
  return { ...map.slope, height, ground: groundOf(world) };
}
