import { capacityOf } from '../scenario/capacity-of.ts';
import type { Scenario, Species } from '../scenario/schema.ts';
import { startsOf } from './extent.ts';
import { planLayers } from './layers.ts';
import { treesOf } from './sought.ts';

type Triple = readonly [number, number, number];

/** What all layers of a grid share. */
export interface Frame {
  readonly min: Triple;
  readonly wrap: boolean;
  /** The edge lengths of the torus (m), as f32; 0 along an axis that does not wrap. */
  readonly edge: Triple;
  /**
   * A distance (m) that is added to a search radius. It is needed because shifting a position by an edge length of the
   * torus rounds the position.
   */
  readonly slack: number;
  /** An upper bound of the rounding error (m) of a coordinate within the bounds, as f32; 0 if the bounds are open. */
  readonly pad: number;
}

/**
 * A uniform grid of cells. Cell (x, y, z) has the row `(x + stride[0] y + stride[1] z) & mask` in a table of `cells`
 * rows. Cells that follow each other along x have adjacent rows.
 *
 * If the bounds are small, each cell has its own row. If the bounds are wide or open, space is folded onto the table:
 * cells far apart share a row. A search then distinguishes their agents by distance. Because rows are shared, cells can
 * be as wide as the search radius wherever the agents are. The table grows only with the number of agents.
 */
export interface Cells extends Frame {
  /** The number of cells per meter along each axis, as f32. */
  readonly inverse: Triple;
  /** The indices of the first and the last cell along each axis. An agent off the grid belongs to the nearest cell. */
  readonly first: Triple;
  readonly last: Triple;
  /** The number of table rows from a cell to the next cell along y, and to the next cell along z. */
  readonly stride: readonly [number, number];
  /** For each axis, a maximum width in cells. In a window that is at most this wide, no two cells share a table row. */
  readonly fold: Triple;
  /** The number of rows in the table. */
  readonly cells: number;
  /** The bit mask `cells - 1` if space is folded onto the table; otherwise -1. */
  readonly mask: number;
}

/** A layer: some species, in cells made for the behaviors that look for these species. */
export interface Layer extends Cells {
  /** The species of the layer: bit s stands for species s. */
  readonly species: number;
  /** The row of the layer's first cell, in the table of the whole grid. The tables of the layers follow each other. */
  readonly start: number;
}

/**
 * Where agents are stored: by layer, then by cell, then in the order of the tick before. A search visits the layers
 * whose species it looks for, in ascending order.
 */
export interface Grid extends Frame {
  readonly layers: readonly Layer[];
  /** For each species, the index of its layer. */
  readonly layerOf: readonly number[];
  /** The number of rows in the tables of all layers. */
  readonly cells: number;
}

/**
 * The number of cells along x per search radius. With narrower cells, a row of cells includes fewer agents beyond the
 * radius.
 */
const CELLS_PER_RADIUS = 2;
/** The maximum number of cells per agent. With more, the prefix sum over the cells costs more than the search saves. */
const CELLS_PER_AGENT = 2;
const MIN_CELLS = 64;
/** The factor by which cells are wider than the search radius. It exceeds the factor for rounding in neighbors.ts. */
const WIDER = 1.0005;
/**
 * The planned minimum width of a cell along y and z, as a multiple of the sum of the radius and the slack. Because of
 * rounding, neighbors.ts searches slightly farther than this sum. This factor more than covers the difference.
 */
const BEYOND = 1 + 1 / 0x40000;
/** The maximum number of cells along one edge of a torus. f32 cannot distinguish more positions than this. */
const MAX_AROUND = 0x400000;
/**
 * The number of cells from the origin to the border of an open grid. It fits in an i32. Agents beyond the border are
 * put into the last cell.
 */
const FARTHEST_CELL = 0x40000000;
const MAX_F32 = 3.4028234663852886e38;
/**
 * The minimum width of a grid cell, in worlds where no behavior and no report needs the grid. The unit is the width of
 * a cell of the finest scalar field.
 */
const FIELD_TILE = 32;
/** The planned number of agents per cell, in worlds whose searches use trees instead of cells. */
const CROWD = 8;
/**
 * The binary logarithms of the minimum numbers of cells along the x, y and z edges of a fold. Even a minimum fold is at
 * least as wide as a search at the planned radius.
 */
const MIN_FOLD_BITS = [4, 2, 2] as const;

export function planGrid(scenario: Scenario): Grid {
  const layers: Layer[] = [];
  let start = 0;
  for (const { species, radius } of planLayers(scenario)) {
    const cells = planCells(scenario, species, radius);
    layers.push({ ...cells, species: maskOfSpecies(species), start });
    start += cells.cells;
  }
  return {
    ...frameOf(scenario),
    layers,
    layerOf: scenario.species.map((_, index) =>
      layers.findIndex(({ species }) => ((species >>> index) & 1) === 1),
    ),
    cells: start,
  };
}

function maskOfSpecies(species: readonly number[]): number {
  return species.reduce((mask, index) => mask | (1 << index), 0) >>> 0;
}

/** Plans the cells of some species, which are looked for within `radius` (m); 0 if no behavior searches their cells. */
function planCells(scenario: Scenario, species: readonly number[], radius: number): Cells {
  const { bounds, dimensions } = scenario;
  const members = species.map((index) => scenario.species[index]);
  const agents = members.reduce((sum, species) => sum + capacityOf(species), 0);
  if (radius === 0 && treesOf(scenario).length === 0) {
    return denseCells(scenario, tilesOf(scenario, agents));
  }
  // When no behavior searches cells, their order still helps the trees: consecutive agents search nearby parts of a
  // tree. On a torus that is wide for its radius, the slack of a search exceeds the radius. With cells as wide as the
  // radius alone, the window of a search would hold all agents.
  const { slack } = frameOf(scenario);
  const width =
    radius > 0
      ? Math.max(radius * WIDER, (radius + slack) * BEYOND)
      : edgeOfCrowd(members, dimensions);
  const widths = triple((axis) => (axis === 0 ? width / CELLS_PER_RADIUS : width));
  if (bounds.type !== 'open') {
    const wrap = bounds.type === 'wrap';
    const counts = countsOf(bounds, widths, dimensions);
    const cells = counts[0] * counts[1] * counts[2];
    // A torus needs three cells along each edge, even with few agents.
    const enough = Math.max(wrap ? 27 : 1, MIN_CELLS, CELLS_PER_AGENT * agents);
    if (cells <= enough) return denseCells(scenario, counts);
  }
  return foldedCells(scenario, members, widths, agents);
}

/**
 * The numbers of cells along each axis, if no behavior needs cells. Without fields, there is one cell. Otherwise the
 * cells match square tiles of the finest scalar field, so that consecutive agents access the same part of memory.
 *
 * With a million agents and a million field cells, the tiles reduce the time of a tick to a third.
 */
function tilesOf({ fields = [], bounds, dimensions }: Scenario, agents: number): Triple {
  const least = bounds.type === 'wrap' ? 3 : 1;
  for (let tile = FIELD_TILE; ; tile *= 2) {
    const counts = triple((axis) => {
      const finest = Math.max(0, ...fields.map(({ cells }) => cells[axis] ?? 0));
      const tiles = Math.floor(finest / tile);
      return axis < dimensions && tiles >= least ? tiles : 1;
    });
    if (counts[0] * counts[1] * counts[2] <= Math.max(MIN_CELLS, CELLS_PER_AGENT * agents)) {
      return counts;
    }
  }
}

/** Plans cells that cover the bounds. Its table has one row for each cell. */
function denseCells(scenario: Scenario, counts: Triple): Cells {
  const edges = edgesOf(scenario.bounds);
  return {
    ...frameOf(scenario),
    inverse: triple((axis) => (edges[axis] > 0 ? perMeter(counts[axis], edges[axis]) : 0)),
    first: [0, 0, 0],
    last: triple((axis) => counts[axis] - 1),
    stride: [counts[0], counts[0] * counts[1]],
    fold: counts,
    cells: counts[0] * counts[1] * counts[2],
    mask: -1,
  };
}

/**
 * Plans cells that are folded onto a table: many cells share a row of the table. They are endless, or
 * cover a large torus. The table has one to two rows per agent.
 *
 * Two cells share a row if their difference (x, y, z) solves x + P y + Q z = 0 modulo the table size. A window has P by
 * floor(Q / P) by floor(table / Q) cells. Each cell of a window has its own row. If the cells of a window are sorted by
 * z, then y, then x, their rows are in ascending order. P and Q are odd, so every line of cells along an axis runs
 * through the whole table.
 */
function foldedCells(
  scenario: Scenario,
  members: readonly Species[],
  widths: Triple,
  agents: number,
): Cells {
  const { dimensions, bounds } = scenario;
  const wrap = bounds.type === 'wrap';
  const edges = edgesOf(bounds);
  const around = countsOf(bounds, widths, dimensions);
  const [bitsX, bitsY, bitsZ] = foldBits(members, dimensions, widths, agents);
  const cells = 1 << (bitsX + bitsY + bitsZ);
  const rows = (1 << bitsX) + 1;
  const layers = dimensions === 2 ? cells : rows * (1 << bitsY) + 1;
  const flat = (axis: number): boolean => axis >= dimensions;
  return {
    ...frameOf(scenario),
    inverse: triple((axis) => {
      if (flat(axis)) return 0;
      return wrap ? perMeter(around[axis], edges[axis]) : perMeter(1, widths[axis]);
    }),
    first: triple((axis) => (wrap || flat(axis) ? 0 : -FARTHEST_CELL)),
    last: triple((axis) => (flat(axis) ? 0 : wrap ? around[axis] - 1 : FARTHEST_CELL)),
    stride: [rows, layers],
    fold: [rows, Math.floor(layers / rows), Math.floor(cells / layers)],
    cells,
    mask: cells - 1,
  };
}

/**
 * Divides the bits of a row number in the table among the axes. Chooses the division for which the fewest cells of the
 * start regions share a row. Let x, y and z be the numbers of bits for the axes. If several divisions are equally good,
 * chooses the one with the smallest maximum of x - 1, y and z.
 */
function foldBits(
  members: readonly Species[],
  dimensions: 2 | 3,
  widths: Triple,
  agents: number,
): Triple {
  const spans = startsOf({ species: members }).map(({ min, max }) =>
    triple((axis) => (axis < dimensions ? (max[axis] - min[axis]) / widths[axis] + 1 : 1)),
  );
  const [minX, minY, minZ] = dimensions === 2 ? [4, 2, 0] : MIN_FOLD_BITS;
  let bits = minX + minY + minZ;
  while (1 << bits < agents) bits++;
  let best: Triple = [minX, minY, minZ];
  let least: readonly [number, number] = [Infinity, Infinity];
  for (let z = minZ; z <= (dimensions === 2 ? 0 : bits - minX - minY); z++) {
    for (let y = minY; y <= bits - minX - z; y++) {
      const x = bits - y - z;
      const fold = [1 << x, 1 << y, 1 << z];
      let shared = 0;
      for (const span of spans) {
        let load = 1;
        for (let axis = 0; axis < 3; axis++) load *= Math.max(span[axis], fold[axis]) / fold[axis];
        shared += load * span[0] * span[1] * span[2];
      }
      const longest = Math.max(x - 1, y, z);
      if (shared < least[0] || (shared === least[0] && longest < least[1])) {
        least = [shared, longest];
        best = [x, y, z];
      }
    }
  }
  return best;
}

function frameOf({ bounds, dimensions }: Scenario): Frame {
  const wrap = bounds.type === 'wrap';
  const edges = edgesOf(bounds);
  const min = triple((axis) => (bounds.type === 'open' ? 0 : Math.fround(bounds.min[axis])));
  // The largest coordinate before or after a shift. Its rounding error is half a unit in the last place.
  const largest = Math.max(...edges.map((along, axis) => Math.abs(min[axis]) + 2 * along));
  return {
    min,
    wrap,
    edge: triple((axis) => (wrap && axis < dimensions ? Math.fround(edges[axis]) : 0)),
    slack: wrap ? Math.fround(largest / 0x100000) : 0,
    pad: Math.fround(largest / 0x40000),
  };
}

/**
 * The number of cells along each axis of the bounds, if each cell must be at least `widths` wide (m). In two dimensions
 * there is one layer along z.
 */
function countsOf(bounds: Scenario['bounds'], widths: Triple, dimensions: 2 | 3): Triple {
  const edges = edgesOf(bounds);
  const least = bounds.type === 'wrap' ? 3 : 1;
  return triple((axis) => {
    if (axis >= dimensions) return 1;
    return Math.min(Math.max(Math.floor(edges[axis] / widths[axis]), least), MAX_AROUND);
  });
}

/**
 * The number of cells per meter, as f32. It is always finite, because infinity times 0 would be NaN instead of a cell.
 */
function perMeter(cells: number, along: number): number {
  return Math.min(Math.fround(cells / along), MAX_F32);
}

/** The edge lengths of the bounds (m); 0 if the bounds are open. */
function edgesOf(bounds: Scenario['bounds']): Triple {
  if (bounds.type === 'open') return [0, 0, 0];
  return triple((axis) => Math.fround(bounds.max[axis]) - Math.fround(bounds.min[axis]));
}

function triple(of: (axis: number) => number): Triple {
  return [of(0), of(1), of(2)];
}

/** The edge length (m) of a cell in which about CROWD agents start. Computed from the largest start region. */
function edgeOfCrowd(members: readonly Species[], dimensions: 2 | 3): number {
  let longest = 0;
  for (const { min, max } of startsOf({ species: members })) {
    for (let axis = 0; axis < dimensions; axis++) {
      longest = Math.max(longest, max[axis] - min[axis]);
    }
  }
  let along = 1;
  const agents = members.reduce((sum, species) => sum + capacityOf(species), 0);
  while ((along + 1) * (along + 1) * (dimensions === 2 ? 1 : along + 1) * CROWD <= agents) along++;
  return longest > 0 ? longest / along : 1;
}
