import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { createRuns, neighborRunsInto } from './neighbor-runs.ts';

const fround = Math.fround;

/** The nearest neighbors of an agent, sorted by distance and then by id. Only the first `count` entries are used. */
export interface Nearest {
  count: number;
  /** The places of the neighbors (indices in the sorted columns). */
  readonly place: Int32Array;
  /** The squared distances from the agent to its neighbors (m^2). */
  readonly squared: Float32Array;
  /** The squared distance in space to the last neighbor (m^2). For walkers it can differ from that in the plan. */
  farthest: number;
  /** The offsets from the agent to its neighbors (m). In a torus, these are the shortest offsets. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
}

/** Creates a list with room for `most` neighbors. */
export function createNearest(most: number): Nearest {
  return {
    count: 0,
    farthest: 0,
    place: new Int32Array(most),
    squared: new Float32Array(most),
    x: new Float32Array(most),
    y: new Float32Array(most),
    z: new Float32Array(most),
  };
}

const runs = createRuns();

/**
 * Writes to `list` the nearest living agents within `radius` (m) of the agent at place `i`, sorted by squared distance
 * and then by id. `mask` has a bit for each species to include. The maximum number of agents is `most`. It must not
 * exceed the room of the list. Other agents at the same position are included, but not the agent itself. A walker sees
 * only agents of about its height, at the offsets and distances of the plan.
 *
 * reads the front state
 */
export function nearestNeighborsInto(
  list: Nearest,
  world: SharedWorld,
  i: number,
  radius: number,
  mask: number,
  most: number,
): void {
  const { species, status, id, position } = world.front;
  const { x: px, y: py, z: pz } = position;
  const { place, squared, x, y, z } = list;
  const { band, dimensions } = world.plan.species[species[i]];
  let count = 0;
  let limit = fround(radius * radius);
  neighborRunsInto(runs, world, px[i], py[i], pz[i], radius);
  for (let run = 0; run < runs.count; run++) {
    const fromX = fround(px[i] - runs.shiftX[run]);
    const fromY = fround(py[i] - runs.shiftY[run]);
    const fromZ = fround(pz[i] - runs.shiftZ[run]);
    const last = runs.end[run];
    for (let j = runs.begin[run]; j < last; j++) {
      const dx = fround(px[j] - fromX);
      const dy = fround(py[j] - fromY);
      const dz = fround(pz[j] - fromZ);
      const distance = fround(fround(fround(dx * dx) + fround(dy * dy)) + fround(dz * dz));
      if (distance > limit || j === i || Math.abs(dz) > band) continue;
      if (((mask >>> species[j]) & 1) === 0 || status[j] !== STATUS.alive) continue;
      if (count === most) {
        // If it is as near as the last one, the lower id stays.
        if (distance === limit && id[j] > id[place[most - 1]]) continue;
        count--;
      }
      let at = count++;
      while (at > 0) {
        const before = squared[at - 1];
        if (before < distance || (before === distance && id[place[at - 1]] < id[j])) break;
        place[at] = place[at - 1];
        squared[at] = before;
        x[at] = x[at - 1];
        y[at] = y[at - 1];
        z[at] = z[at - 1];
        at--;
      }
      place[at] = j;
      squared[at] = distance;
      x[at] = dx;
      y[at] = dy;
      z[at] = dz;
      if (count === most) limit = squared[most - 1];
    }
  }
  list.count = count;
  list.farthest = count > 0 ? squared[count - 1] : 0;
  if (dimensions === 2 && world.plan.dimensions === 3) flatten(list);
}

/** Makes the offsets and distances those in the plan, for agents that walk. The order stays. */
function flatten({ count, squared, x, y, z }: Nearest): void {
  for (let k = 0; k < count; k++) {
    z[k] = 0;
    squared[k] = fround(fround(x[k] * x[k]) + fround(y[k] * y[k]));
  }
}
