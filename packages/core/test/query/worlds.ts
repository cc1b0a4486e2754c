import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { boundsOf, LOPSIDED, randomPoints } from '../helpers/flocks.ts';
import { randomOf } from '../helpers/random-of.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';

/** Worlds for queries: lopsided, with two species, many agents on one spot or on a lattice, and some dead. */

export const WORLDS = [
  ['open', 3],
  ['open', 2],
  ['contain', 3],
  ['contain', 2],
  ['wrap', 2],
  ['wrap', 3],
] as const;

export interface CrowdOptions {
  readonly kernel?: 'ts' | 'simd';
  readonly more?: Readonly<Record<string, unknown>>;
}

export function crowd(
  count: number,
  bounds: string,
  dimensions: number,
  seed: number,
  { kernel = 'ts', more = {} }: CrowdOptions = {},
): World {
  const points = randomPoints(count, LOPSIDED, dimensions, seed);
  for (let k = 0; k + 20 < count && k < 40; k++) {
    points[k] = k < 25 ? [0, 110, -40] : [k % 4, 100 + (k % 3), -49];
    if (dimensions === 2) points[k][2] = 0;
  }
  const first = Math.floor(count / 3);
  const world = worldOf(
    {
      dimensions,
      bounds: boundsOf(bounds, LOPSIDED),
      species: [
        { name: 'a', radius: 0.4, ...pointsOf(points.slice(0, first)) },
        { name: 'b', radius: 0.1, ...pointsOf(points.slice(first)) },
      ],
      ...more,
    },
    { kernel },
  );
  for (let id = 3; id < count; id += 7) {
    world.views.status[world.views.slot[id]] = id % 2 === 0 ? STATUS.dead : STATUS.quarantined;
  }
  return world;
}

/** Points about the world, three numbers each: inside, on agents, at the bounds, and far outside. */
export function placesAbout(world: World, count: number, seed: number): Float32Array {
  const random = randomOf(seed);
  const { x, y, z } = world.views.position;
  const places = new Float32Array(3 * count);
  for (let q = 0; q < count; q++) {
    const kind = q % 5;
    const at = Math.floor(random() * world.count);
    for (let axis = 0; axis < 3; axis++) {
      const [low, high] = [LOPSIDED.min[axis], LOPSIDED.max[axis]];
      const inside = low + random() * (high - low);
      const far = (random() - 0.5) * (q % 2 === 0 ? 500 : 1e7);
      const edge = random() < 0.5 ? low : high;
      const own = [x, y, z][axis][at];
      places[3 * q + axis] = [inside, own, inside, random() < 0.5 ? edge : inside, far][kind];
    }
  }
  return places;
}
