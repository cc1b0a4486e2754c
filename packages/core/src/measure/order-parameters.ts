import { createRuns, neighborRunsInto } from '../grid/neighbors.ts';
import { STATUS } from '../world/status.ts';
import { refresh, type SharedWorld, type World } from '../world/world.ts';

/** How ordered a flock is; of the living agents of all species. */
export interface OrderParameters {
  /** Length of the mean direction of flight: 1 when all fly one way, near 0 when none agree. */
  readonly polarization: number;
  /** Mean distance (m) to the nearest other agent; null with fewer than two. */
  readonly meanNearestNeighborDistance: number | null;
  /** Mean speed (m/s). */
  readonly meanSpeed: number;
}

/** Measures the present state. Between runs only; takes about as long as a tick. */
export function orderParameters(world: World): OrderParameters {
  refresh(world);
  const { status, velocity } = world.front;
  let alive = 0;
  let moving = 0;
  let speeds = 0;
  let distances = 0;
  const heading = [0, 0, 0];
  for (let i = 0; i < world.plan.agents; i++) {
    if (status[i] !== STATUS.alive) continue;
    alive++;
    const x = velocity.x[i]!;
    const y = velocity.y[i]!;
    const z = velocity.z[i]!;
    const speed = Math.sqrt(x * x + y * y + z * z);
    speeds += speed;
    if (speed > 0) {
      moving++;
      heading[0]! += x / speed;
      heading[1]! += y / speed;
      heading[2]! += z / speed;
    }
    distances += nearestDistance(world, i);
  }
  const [x, y, z] = heading as [number, number, number];
  return {
    polarization: moving === 0 ? 0 : Math.sqrt(x * x + y * y + z * z) / moving,
    meanNearestNeighborDistance: alive < 2 ? null : distances / alive,
    meanSpeed: alive === 0 ? 0 : speeds / alive,
  };
}

const runs = createRuns();

/** The distance (m) from agent i to the nearest other living one; infinite when there is none. */
function nearestDistance(world: SharedWorld, i: number): number {
  const { x, y, z } = world.front.position;
  const { grid } = world.plan;
  // From about one cell outward: a radius that found nobody within itself is doubled.
  let radius = grid.inverse[1] > 0 ? 0.5 / grid.inverse[1] : 1;
  const largest = world.plan.largestRadius;
  for (;;) {
    radius = Math.min(radius, largest);
    neighborRunsInto(runs, world, x[i]!, y[i]!, z[i]!, Math.fround(radius));
    const [distance, all] = nearestInRuns(world, i);
    if (distance <= radius || all) return distance;
    if (radius === largest) return nearestOfAll(world, i);
    radius *= 2;
  }
}

/** The nearest agent in `runs`, and whether the runs hold all that are in cells. */
function nearestInRuns(world: SharedWorld, i: number): [number, boolean] {
  const { position, cellStart } = world.front;
  let seen = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs.count; run++) {
    seen += runs.end[run]! - runs.begin[run]!;
    for (let j = runs.begin[run]!; j < runs.end[run]!; j++) {
      if (j === i || world.front.status[j] !== STATUS.alive) continue;
      const dx = position.x[j]! - position.x[i]! + runs.shiftX[run]!;
      const dy = position.y[j]! - position.y[i]! + runs.shiftY[run]!;
      const dz = position.z[j]! - position.z[i]! + runs.shiftZ[run]!;
      nearest = Math.min(nearest, Math.sqrt(dx * dx + dy * dy + dz * dz));
    }
  }
  return [nearest, !world.plan.grid.wrap && seen === cellStart[world.plan.grid.cells]!];
}

/** In a torus the search cannot go beyond a third of its edge: then all are asked. */
function nearestOfAll(world: SharedWorld, i: number): number {
  const { position, status } = world.front;
  const { edge } = world.plan.grid;
  let nearest = Number.POSITIVE_INFINITY;
  for (let j = 0; j < world.plan.agents; j++) {
    if (j === i || status[j] !== STATUS.alive) continue;
    const dx = shortest(position.x[j]! - position.x[i]!, edge[0]);
    const dy = shortest(position.y[j]! - position.y[i]!, edge[1]);
    const dz = shortest(position.z[j]! - position.z[i]!, edge[2]);
    nearest = Math.min(nearest, Math.sqrt(dx * dx + dy * dy + dz * dz));
  }
  return nearest;
}

function shortest(offset: number, edge: number): number {
  if (edge === 0) return offset;
  return offset - edge * Math.floor(offset / edge + 0.5);
}
