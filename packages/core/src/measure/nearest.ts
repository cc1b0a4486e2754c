import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * A grid of its own over the living, about one to a cell: the grid of the world fits the radius of its
 * neighbors, and has a single cell where nobody has neighbors.
 */
interface Points {
  readonly min: readonly number[];
  /** Edge of the box of all points (m), or of the torus. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  readonly wrap: boolean;
  readonly cellStart: Uint32Array;
  /** Places of the agents, cell after cell. */
  readonly places: Uint32Array;
}

/**
 * The sum over all living agents of the distance (m) to the nearest other one, in f64; in a torus the
 * shortest way round. There must be two at least.
 */
export function sumOfNearestDistances(world: SharedWorld): number {
  const points = gridOf(world);
  let sum = 0;
  for (const place of points.places) sum += nearestDistance(world, points, place);
  return sum;
}

type Axes = readonly [Float32Array, Float32Array, Float32Array];

function axesOf(world: SharedWorld): Axes {
  const { x, y, z } = world.front.position;
  return [x, y, z];
}

function gridOf(world: SharedWorld): Points {
  const { bounds, dimensions, agents } = world.plan;
  const { status } = world.front;
  const axes = axesOf(world);
  const living: number[] = [];
  for (let i = 0; i < agents; i++) if (status[i] === STATUS.alive) living.push(i);
  const wrap = bounds.type === 'wrap';
  const min = [0, 0, 0];
  const edges = [0, 0, 0];
  for (let axis = 0; axis < dimensions; axis++) {
    const [low, high] = wrap ? [0, 0] : spanOf(axes[axis], living);
    min[axis] = wrap ? Math.fround(bounds.min[axis]) : low;
    edges[axis] = wrap ? world.plan.grid.edge[axis] : high - low;
  }
  const counts = countsFor(edges, living.length);
  const cellStart = new Uint32Array(counts[0] * counts[1] * counts[2] + 1);
  const cells = living.map((i) => {
    let cell = 0;
    for (let axis = 2; axis >= 0; axis--) {
      cell = cell * counts[axis] + columnOf(axes[axis][i], min, edges, counts, axis);
    }
    return cell;
  });
  for (const cell of cells) cellStart[cell + 1]++;
  for (let cell = 1; cell < cellStart.length; cell++) cellStart[cell] += cellStart[cell - 1];
  const next = cellStart.slice();
  const places = new Uint32Array(living.length);
  living.forEach((i, index) => {
    places[next[cells[index]]++] = i;
  });
  return { min, edges, counts, wrap, cellStart, places };
}

/**
 * Where all but the outermost hundredth on either side are: one who has flown far off would make all
 * cells wide. Those outside count to the border cells, which brings no two farther apart.
 */
function spanOf(column: Float32Array, living: readonly number[]): [number, number] {
  const sorted = Float32Array.from(living, (i) => column[i]).sort();
  const few = Math.floor(sorted.length / 100);
  return [sorted[few], sorted[sorted.length - 1 - few]];
}

/** Cells along each edge, near to cubes, about as many as there are points. */
function countsFor(edges: readonly number[], points: number): number[] {
  let width = Math.max(...edges);
  if (!(width > 0)) return [1, 1, 1];
  const along = (w: number): number[] =>
    edges.map((edge) => Math.max(1, Math.min(1024, Math.floor(edge / w))));
  for (;;) {
    const finer = along(width * 0.8);
    if (finer[0] * finer[1] * finer[2] > points) return along(width);
    if (finer.every((count, axis) => count === 1024 || edges[axis] === 0)) return finer;
    width *= 0.8;
  }
}

function columnOf(
  value: number,
  min: readonly number[],
  edges: readonly number[],
  counts: readonly number[],
  axis: number,
): number {
  if (!(edges[axis] > 0)) return 0;
  const column = Math.floor(((value - min[axis]) / edges[axis]) * counts[axis]);
  return Math.max(0, Math.min(counts[axis] - 1, column));
}

/** Looks at the cells about the agent's own, ring after ring, until no nearer one can come. */
function nearestDistance(world: SharedWorld, points: Points, i: number): number {
  const { min, edges, counts } = points;
  const axes = axesOf(world);
  const home = axes.map((axis, k) => columnOf(axis[i], min, edges, counts, k));
  const widths = edges.map((edge, axis) => (counts[axis] > 1 ? edge / counts[axis] : Infinity));
  const narrowest = Math.min(...widths);
  const rings = Math.max(...counts);
  let nearest = Number.POSITIVE_INFINITY;
  for (let ring = 0; ring <= rings; ring++) {
    // Who is not in a ring up to this one is at least that far away.
    if (nearest <= (ring - 1) * narrowest) break;
    nearest = Math.min(nearest, nearestInRing(world, points, axes, i, home, ring));
  }
  return nearest;
}

function nearestInRing(
  world: SharedWorld,
  points: Points,
  axes: Axes,
  i: number,
  home: readonly number[],
  ring: number,
): number {
  const { counts, cellStart, places } = points;
  let nearest = Number.POSITIVE_INFINITY;
  const [firstX, lastX] = columns(points, home, 0, ring);
  const [firstY, lastY] = columns(points, home, 1, ring);
  const [firstZ, lastZ] = columns(points, home, 2, ring);
  for (let cz = firstZ; cz <= lastZ; cz++) {
    for (let cy = firstY; cy <= lastY; cy++) {
      const inner = Math.abs(cz - home[2]) < ring && Math.abs(cy - home[1]) < ring;
      for (let cx = firstX; cx <= lastX; cx++) {
        // The inside of the ring was looked at before: on to its far side.
        if (inner && cx > home[0] - ring && cx < home[0] + ring) cx = home[0] + ring;
        if (cx > lastX) break;
        const cell =
          (wrapped(cz, counts[2]) * counts[1] + wrapped(cy, counts[1])) * counts[0] +
          wrapped(cx, counts[0]);
        for (let k = cellStart[cell]; k < cellStart[cell + 1]; k++) {
          const j = places[k];
          if (j !== i) nearest = Math.min(nearest, distance(world, axes, i, j));
          // Of many on one spot the first ends the search: all of them would take a square of their number.
          if (nearest === 0) return 0;
        }
      }
    }
  }
  return nearest;
}

/** First and last column of an axis within `ring` of home: those that exist, in a torus each once. */
function columns(
  { counts, wrap }: Points,
  home: readonly number[],
  axis: number,
  ring: number,
): [number, number] {
  const count = counts[axis];
  let first = home[axis] - ring;
  let last = home[axis] + ring;
  if (!wrap) {
    first = Math.max(first, 0);
    last = Math.min(last, count - 1);
  } else if (last - first >= count) {
    first = home[axis] - Math.floor(count / 2);
    last = first + count - 1;
  }
  return [first, last];
}

function wrapped(column: number, count: number): number {
  return ((column % count) + count) % count;
}

function distance(world: SharedWorld, axes: Axes, i: number, j: number): number {
  const { edge } = world.plan.grid;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    let offset = axes[axis][j] - axes[axis][i];
    const round = edge[axis];
    if (round > 0) offset -= round * Math.floor(offset / round + 0.5);
    squared += offset * offset;
  }
  return Math.sqrt(squared);
}
