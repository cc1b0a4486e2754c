import type { World } from '@skein/core';

/**
 * The positions of agents, and the radius within which other agents are neighbors. `positions` has x, y and z of each
 * agent in turn, in m. In two dimensions, z is 0.
 */
export interface Cloud {
  readonly positions: Float64Array;
  readonly radius: number;
  /** The edge length of the torus around the origin, in m; undefined if agents across a border are not neighbors. */
  readonly edge: number | undefined;
}

/** The number of agents whose neighbors are counted. This sample gives the mean with an error of a few percent. */
const SAMPLE = 400;

/**
 * Computes the mean number of neighbors of an agent within the radius. It compares a sample of agents with all other
 * agents, without a grid.
 */
export function meanNeighbors({ positions, radius, edge }: Cloud): number {
  const agents = positions.length / 3;
  const stride = Math.max(1, Math.floor(agents / SAMPLE));
  const distance = (a: number, b: number) => {
    const straight = Math.abs(positions[a] - positions[b]);
    return edge === undefined ? straight : Math.min(straight, edge - straight);
  };
  let looked = 0;
  let found = 0;
  for (let i = 0; i < agents; i += stride) {
    looked++;
    for (let j = 0; j < agents; j++) {
      if (i === j) continue;
      const x = distance(3 * i, 3 * j);
      const y = distance(3 * i + 1, 3 * j + 1);
      const z = distance(3 * i + 2, 3 * j + 2);
      if (x * x + y * y + z * z <= radius * radius) found++;
    }
  }
  return found / looked;
}

/** Returns the current positions of the agents in a world, and the edge of the torus if the world is a torus. */
export function cloudOf(world: World, radius: number): Cloud {
  const { bounds } = world.scenario;
  const { x, y, z } = world.views.position;
  const positions = new Float64Array(3 * x.length);
  for (let i = 0; i < x.length; i++) positions.set([x[i], y[i], z[i]], 3 * i);
  const edge = bounds.type === 'wrap' ? bounds.max[0] - bounds.min[0] : undefined;
  return { positions, radius, edge };
}
