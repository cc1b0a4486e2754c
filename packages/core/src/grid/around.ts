import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { createRuns, neighborRunsInto } from './neighbor-runs.ts';

const fround = Math.fround;

/**
 * All neighbors of an agent, in the order of their places. The arrays have room for more neighbors; only the first
 * `count` entries are used.
 */
export interface Around {
  count: number;
  /** The places of the neighbors (indices in the sorted columns). */
  place: Int32Array;
  /** The offsets from the agent to its neighbors (m), by the shortest way around a torus. */
  x: Float32Array;
  y: Float32Array;
  z: Float32Array;
  /** The squared distances from the agent to its neighbors (m^2). */
  squared: Float32Array;
}

export function createAround(): Around {
  return { count: 0, ...columnsFor(64) };
}

function columnsFor(most: number): Omit<Around, 'count'> {
  return {
    place: new Int32Array(most),
    x: new Float32Array(most),
    y: new Float32Array(most),
    z: new Float32Array(most),
    squared: new Float32Array(most),
  };
}

const runs = createRuns();

/**
 * Writes to `list` the living agents within `radius` (m) of the agent at place `i`, but not that agent itself. Other
 * agents at the same position are included. `mask` has a bit for each species to include. The order is that of
 * `neighborRunsInto`.
 */
export function neighborsAroundInto(
  list: Around,
  world: SharedWorld,
  i: number,
  radius: number,
  mask: number,
): void {
  const { x, y, z } = world.front.position;
  neighborRunsInto(runs, world, x[i], y[i], z[i], radius, mask);
  listRuns(list, world, i, radius, mask, false);
}

/**
 * Like neighborsAroundInto, but also includes quarantined agents, because they are stored in cells too. The flocking
 * sums and the SIMD code also include quarantined agents.
 */
export function neighborsInCellsInto(
  list: Around,
  world: SharedWorld,
  i: number,
  radius: number,
  mask: number,
): void {
  const { x, y, z } = world.front.position;
  neighborRunsInto(runs, world, x[i], y[i], z[i], radius);
  listRuns(list, world, i, radius, mask, true);
}

function listRuns(
  list: Around,
  world: SharedWorld,
  i: number,
  radius: number,
  mask: number,
  quarantined: boolean,
): void {
  const { species, status, position } = world.front;
  const { x: px, y: py, z: pz } = position;
  const squaredRadius = fround(radius * radius);
  const { band } = world.plan.species[species[i]];
  list.count = 0;
  for (let run = 0; run < runs.count; run++) {
    const fromX = fround(px[i] - runs.shiftX[run]);
    const fromY = fround(py[i] - runs.shiftY[run]);
    const fromZ = fround(pz[i] - runs.shiftZ[run]);
    const last = runs.end[run];
    for (let j = runs.begin[run]; j < last; j++) {
      const dx = fround(px[j] - fromX);
      const dy = fround(py[j] - fromY);
      const dz = fround(pz[j] - fromZ);
      const squared = fround(fround(fround(dx * dx) + fround(dy * dy)) + fround(dz * dz));
      if (squared > squaredRadius || j === i || Math.abs(dz) > band) continue;
      if (((mask >>> species[j]) & 1) === 0) continue;
      if (!quarantined && status[j] !== STATUS.alive) continue;
      if (list.count === list.place.length) widen(list);
      const at = list.count++;
      list.place[at] = j;
      list.x[at] = dx;
      list.y[at] = dy;
      list.z[at] = dz;
      list.squared[at] = squared;
    }
  }
}

function widen(list: Around): void {
  const wider = columnsFor(2 * list.place.length);
  for (const key of ['place', 'x', 'y', 'z', 'squared'] as const) wider[key].set(list[key]);
  Object.assign(list, wider);
}
