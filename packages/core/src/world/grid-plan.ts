import { neighborRangesOf } from '../scenario/neighbor-ranges.ts';
import type { Scenario } from '../scenario/schema.ts';

/**
 * A uniform grid of cells, x fastest. Agents beyond it count to its border cells, which keeps the
 * neighbor search right and only makes it slower, so that open worlds need no limits.
 */
export interface Grid {
  readonly min: readonly [number, number, number];
  /** Cells per meter along each axis, f32. */
  readonly inverse: readonly [number, number, number];
  readonly counts: readonly [number, number, number];
  readonly cells: number;
  readonly wrap: boolean;
  /** Edges of a torus (m), f32; 0 along an axis that does not wrap. */
  readonly edge: readonly [number, number, number];
  /** Added to a search radius (m) for the rounding of a shift by a whole edge. */
  readonly slack: number;
  /** More than the rounding error of any coordinate of a cell's wall (m), f32. */
  readonly pad: number;
}

/** Cells along x per search radius: a run of neighbors is cut closer the more there are. */
const CELLS_PER_RADIUS = 2;
/** More cells than this many per agent cost more to sum than they save. */
const CELLS_PER_AGENT = 2;
const LEAST_CELLS = 64;
/** Cells are wider than the radius by more than f32 rounding, see neighbors.ts. */
const WIDER = 1.0005;

export function planGrid(scenario: Scenario, agents: number): Grid {
  const { dimensions } = scenario;
  const wrap = scenario.bounds.type === 'wrap';
  const [min, max] = extentOf(scenario);
  const radius = searchRadius(scenario);
  const edges = [0, 1, 2].map((axis) => Math.fround(max[axis]) - Math.fround(min[axis]));
  if (radius === 0) return gridOf(min, edges, [1, 1, 1], wrap, dimensions);
  const limit = Math.max(LEAST_CELLS, CELLS_PER_AGENT * agents);
  for (let width = radius * WIDER; ; width *= 1.1) {
    const counts = [0, 1, 2].map((axis) => {
      if (axis >= dimensions) return 1;
      const along = axis === 0 ? width / CELLS_PER_RADIUS : width;
      const cells = Math.floor(edges[axis] / along);
      return Math.min(Math.max(cells, wrap ? 3 : 1), 1 << 20);
    }) as [number, number, number];
    const cells = counts[0] * counts[1] * counts[2];
    // A torus needs three cells along each edge, however few agents there are.
    const least = wrap ? (dimensions === 2 ? 9 : 27) : 1;
    if (cells <= limit || cells <= least) return gridOf(min, edges, counts, wrap, dimensions);
  }
}

function gridOf(
  min: readonly number[],
  edges: readonly number[],
  counts: readonly [number, number, number],
  wrap: boolean,
  dimensions: 2 | 3,
): Grid {
  const vector = (of: (axis: number) => number): [number, number, number] => [of(0), of(1), of(2)];
  const edge = vector((axis) => (wrap && axis < dimensions ? Math.fround(edges[axis]) : 0));
  // What a coordinate may be before and after a shift; half a unit in its last place is the error.
  const largest = Math.max(...edges.map((along, axis) => Math.abs(min[axis]) + 2 * along));
  return {
    min: vector((axis) => Math.fround(min[axis])),
    inverse: vector((axis) => (edges[axis] > 0 ? Math.fround(counts[axis] / edges[axis]) : 0)),
    counts: [...counts],
    cells: counts[0] * counts[1] * counts[2],
    wrap,
    edge,
    pad: Math.fround(largest / 0x40000),
    slack: wrap ? Math.fround(largest / 0x100000) : 0,
  };
}

/** The largest radius at which any behavior looks for neighbors (m); 0 when none does. */
function searchRadius(scenario: Scenario): number {
  let radius = 0;
  for (const species of scenario.species) {
    for (const behavior of species.behaviors) {
      for (const [, range] of neighborRangesOf(behavior)) radius = Math.max(radius, range);
    }
  }
  return radius;
}

/** The bounds, or for an open world the box of what it starts with. */
function extentOf(scenario: Scenario): [number[], number[]] {
  const { bounds } = scenario;
  if (bounds.type !== 'open') return [[...bounds.min], [...bounds.max]];
  if (scenario.map !== undefined) {
    const { rows, cellSize, origin } = scenario.map;
    const [x, y] = origin;
    return [
      [x, y, 0],
      [x + rows[0].length * cellSize, y + rows.length * cellSize, 0],
    ];
  }
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = min.map((v) => -v);
  const include = (point: readonly number[], margin: number): void => {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], point[axis] - margin);
      max[axis] = Math.max(max[axis], point[axis] + margin);
    }
  };
  for (const { spawn } of scenario.species) {
    if (spawn.type === 'box') {
      include(spawn.min, 0);
      include(spawn.max, 0);
    } else if ('center' in spawn) include(spawn.center, spawn.radius);
    else if (spawn.type === 'points') for (const position of spawn.positions) include(position, 0);
  }
  for (const target of scenario.targets) include(target.position, target.radius);
  for (const launcher of scenario.launchers) include(launcher.position, 0);
  if (min[0] === Number.POSITIVE_INFINITY) include([0, 0, 0], 1);
  return [min, max];
}
