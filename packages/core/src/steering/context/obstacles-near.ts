import { LIMITS } from '../../schema/limits.ts';
import type { Grid } from '../../world/grid-plan.ts';
import { OBSTACLE } from '../../world/obstacles.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';

/** Some of the obstacles of a world, by index. */
export interface ObstacleList {
  count: number;
  readonly index: Uint16Array;
}

export function createObstacleList(): ObstacleList {
  return { count: 0, index: new Uint16Array(LIMITS.obstacles) };
}

export function listAllObstacles(list: ObstacleList, { plan }: SharedWorld): void {
  for (let o = 0; o < plan.obstacles; o++) list.index[o] = o;
  list.count = plan.obstacles;
}

/** The square root of 3, and more. */
const SHARP = 1.7321;

const low = new Float64Array(3);
const high = new Float64Array(3);

/**
 * Writes to `list` those of `among` whose surface may come within `range` (m) of some agent of the
 * species in places [begin, end), and a few more: those near the box around these agents. Agents stand
 * in the order of cells, so that the box is small and looking is quick.
 */
export function listObstaclesNear(
  list: ObstacleList,
  among: ObstacleList,
  world: SharedWorld,
  species: number,
  begin: number,
  end: number,
  range: number,
): void {
  const { status, species: speciesOf, position } = world.front;
  const { obstacleKind, obstacleCenter, obstacleExtent, obstacleRadius } = world.constants;
  const { edge } = world.plan.grid;
  low.fill(Number.POSITIVE_INFINITY);
  high.fill(Number.NEGATIVE_INFINITY);
  for (let i = begin; i < end; i++) {
    if (speciesOf[i] !== species || status[i] !== STATUS.alive) continue;
    widen(0, position.x[i]);
    widen(1, position.y[i]);
    widen(2, position.z[i]);
  }
  const pad = roundingOf(world.plan.grid);
  let count = 0;
  for (let k = 0; k < among.count; k++) {
    const o = among.index[k];
    const kind = obstacleKind[o];
    // What is kept inside, or has no end, is near everywhere.
    if (kind === OBSTACLE.sphere || kind === OBSTACLE.box) {
      // Only spheres are seen across the seam of a torus.
      const once = kind === OBSTACLE.box;
      const x = gap(obstacleCenter.x[o], 0, once ? 0 : edge[0]) - obstacleExtent.x[o];
      const y = gap(obstacleCenter.y[o], 1, once ? 0 : edge[1]) - obstacleExtent.y[o];
      const z = gap(obstacleCenter.z[o], 2, once ? 0 : edge[2]) - obstacleExtent.z[o];
      // Room for a body makes a box larger with sharp corners. And more by what f32 rounds when the
      // agents look for themselves.
      const around = once ? range * SHARP : obstacleRadius[o] + range;
      const reach = around * (1 + 1e-5) + pad;
      if (squareOf(x) + squareOf(y) + squareOf(z) > reach * reach) continue;
    }
    list.index[count++] = o;
  }
  list.count = count;
}

/** More than what f32 rounds a coordinate of the box by (m). */
function roundingOf(grid: Grid): number {
  let far = 0;
  for (let axis = 0; axis < 3; axis++) far = Math.max(far, -low[axis], high[axis]);
  return grid.pad + far / 0x80000;
}

/** The square of what is above 0. */
function squareOf(gap: number): number {
  return gap > 0 ? gap * gap : 0;
}

function widen(axis: number, value: number): void {
  if (value < low[axis]) low[axis] = value;
  if (value > high[axis]) high[axis] = value;
}

/** How far a coordinate lies outside the box along an axis (m), the short way around a torus. */
function gap(value: number, axis: number, edge: number): number {
  const straight = Math.max(low[axis] - value, value - high[axis], 0);
  if (edge === 0) return straight;
  return Math.min(straight, low[axis] + edge - value, value + edge - high[axis]);
}
