import { steer } from '../../src/phases/steer.ts';
import type { World } from '../../src/world/world.ts';
import type { Triple } from './scenes.ts';

/** The steering forces (N) of the present state, by id. */
export function forcesOf(world: World): Triple[] {
  steer(world, 0, world.count, 0);
  const { x, y, z } = world.scratch.force;
  return Array.from(world.views.slot, (at): Triple => [x[at], y[at], z[at]]);
}
