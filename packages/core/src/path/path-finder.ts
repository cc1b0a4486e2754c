import { checkOptionNames, show } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import { aStar } from './a-star.ts';
import { componentsOf, nearestOf } from './components.ts';
import { jumpPointSearch } from './jump-point-search.ts';
import { jumpTable } from './jump-table.ts';
import { type Landmarks, landmarksOf, NO_LANDMARKS } from './landmarks.ts';
import { type Live, UNWATCHED } from './live.ts';
import type { GridMap } from './map.ts';
import type { Neighbors } from './octile.ts';
import { checkCell, PathError } from './path-error.ts';
import { type Outcome, SearchMemory } from './search-memory.ts';
import { pairCost } from './step-cost.ts';

/**
 * The maximum number of cells of a map for which a jump table is computed. The table takes 16 bytes per cell, so 64 MiB
 * at most.
 */
const MAX_TABLE_CELLS = 0x40_0000;

/**
 * If a goal is unreachable, the nearest reachable cells are tried one by one as ends of the path. If more than MAX_ENDS
 * cells are equally near, all reachable cells are expanded instead, which is faster. With 8 neighbors per cell, at most
 * 8 cells are equally near.
 */
const MAX_ENDS = 8;

/**
 * The maximum number of unreachable goals whose nearest cells are kept. A goal counts once for each component from
 * which it was searched.
 */
const MAX_KEPT_ENDS = 64;

export interface Path {
  /**
   * The outcome of the search:
   *
   * - `found`: the cells lead from start to goal at the lowest cost.
   * - `unreachable`: there is no path to the goal. The cells lead to the reachable cell nearest to the goal.
   * - `budget`: the budget was spent before the search ended. The cells lead to the expanded cell nearest to the goal.
   *   If the goal is unreachable, the nearest reachable cell counts as the goal. Up to 8 equally near cells are
   *   searched for in turn. Of these, the cell whose search spent the budget counts. If more than 8 cells are equally
   *   near, the goal itself counts.
   *
   * The distance to the nearest cell is measured as if there were no walls. Of equally near cells, the cell with the
   * cheapest path is chosen. If the costs are equal too, the cell with the lowest number is chosen.
   */
  readonly status: Outcome['status'];
  /**
   * The path as a list of cell numbers, including its start and its end. Each cell is a neighbor of the cell before it.
   */
  readonly cells: Int32Array;
  /**
   * The cost of the path, which is the sum of the costs of all steps. A step costs its length times the mean
   * cost of its two cells, times the factor of the slope.
   */
  readonly cost: number;
  /** The length of the path in cells: 1 for a straight step, the square root of 2 for a diagonal step. */
  readonly length: number;
  /** The number of cells, or jump points, that the search expanded. */
  readonly expanded: number;
}

export interface PathFinderOptions {
  /** The number of neighbors of a cell. 8 also allows diagonal steps, except past the corner of a wall. Default: 8. */
  readonly neighbors?: Neighbors;
  /**
   * The number of landmarks, 0 to 16. Default: 0. A landmark is a cell from which the costs of all paths are computed
   * in advance. Each landmark takes 8 bytes per cell of the map. Computing a landmark takes as long as computing a flow
   * field.
   *
   * Six landmarks make a query twice as fast on cluttered ground, and 7 times as fast if cells differ in cost. If
   * several paths have the same cost, landmarks can change which path is found.
   */
  readonly landmarks?: number;
  /** Called every few thousand cells, to show that a long search makes progress. */
  readonly live?: () => void;
}

const OPTIONS = ['neighbors', 'landmarks', 'live'] as const satisfies (keyof PathFinderOptions)[];

/**
 * Checks options.
 *
 * @throws PathError OPTION_INVALID if the options are not an object, or if an option is unknown
 */
function checkOptions(options: PathFinderOptions): void {
  checkOptionNames(options, OPTIONS, (option = 'options', found, expected) => {
    return new PathError('OPTION_INVALID', `${option}: found ${found}, expected ${expected}`);
  });
}

/**
 * Finds cheapest paths on a map. If the ground is level and all open cells cost the same, uses jump point search.
 * Otherwise uses A*.
 *
 * A finder reuses its memory, but earlier queries do not affect later paths. A path depends only on map, options,
 * start, goal and budget.
 */
export class PathFinder {
  readonly map: GridMap;
  readonly neighbors: Neighbors;
  readonly live: Live;
  readonly #memory: SearchMemory;
  readonly #components: Int32Array;
  readonly #landmarks: Landmarks;
  readonly #table: Int16Array | undefined;
  /** For a component and a goal outside of it: the cells of the component that are nearest to the goal. */
  readonly #ends = new Map<number, readonly number[]>();

  /** @throws PathError if an option is unknown or out of range; WorldError NO_MEMORY */
  constructor(map: GridMap, options: PathFinderOptions = {}) {
    checkOptions(options);
    const { neighbors = 8, landmarks = 0, live = UNWATCHED } = options;
    if (neighbors !== 4 && neighbors !== 8) {
      const found = show(neighbors);
      throw new PathError('NEIGHBORS_INVALID', `neighbors: found ${found}, expected 4 or 8`);
    }
    if (!(Number.isInteger(landmarks) && landmarks >= 0 && landmarks <= 16)) {
      const found = show(landmarks);
      throw new PathError('LANDMARKS_INVALID', `landmarks: found ${found}, expected 0 to 16`);
    }
    this.map = map;
    this.neighbors = neighbors;
    this.live = live;
    const cells = map.cost.length;
    const isUniform = map.cheapest === map.dearest && map.slope === undefined;
    const jumps = isUniform && cells <= MAX_TABLE_CELLS;
    const known = withMemory('make a path finder', () => ({
      marks: landmarks === 0 ? NO_LANDMARKS : landmarksOf(map, neighbors, landmarks, live),
      table: jumps ? jumpTable(map, neighbors, live) : undefined,
      components: componentsOf(map, live),
      memory: new SearchMemory(cells),
    }));
    this.#landmarks = known.marks;
    this.#table = known.table;
    this.#components = known.components;
    this.#memory = known.memory;
  }

  /**
   * Finds the cheapest path from one cell to another. No path leaves or enters a wall. From an open cell to itself, the
   * path is that cell.
   *
   * @param budget maximum number of cells, or jump points, to expand. Default: no limit
   * @throws PathError if `start` or `goal` is not a cell of the map, or the budget is negative; WorldError NO_MEMORY
   */
  find(start: number, goal: number, budget = Number.POSITIVE_INFINITY): Path {
    checkCell(this.map, 'start', start);
    checkCell(this.map, 'goal', goal);
    if (!(budget >= 0)) {
      throw new PathError('BUDGET_INVALID', `budget: found ${show(budget)}, expected at least 0`);
    }
    return withMemory('find a path', () => this.#find(start, goal, budget));
  }

  #find(start: number, goal: number, budget: number): Path {
    const components = this.#components;
    const component = components[start];
    if (component === 0)
      return this.#path(start, { status: 'unreachable', end: start, expanded: 0 });
    if (components[goal] === component) return this.#path(start, this.#search(start, goal, budget));
    return this.#findNearest(start, goal, budget);
  }

  /**
   * Whether a path leads from cell `start` to cell `goal`. No search is needed to find out.
   *
   * @throws PathError if `start` or `goal` is not a cell of the map
   */
  reaches(start: number, goal: number): boolean {
    checkCell(this.map, 'start', start);
    checkCell(this.map, 'goal', goal);
    const component = this.#components[start];
    return component !== 0 && component === this.#components[goal];
  }

  #search(start: number, goal: number, budget: number): Outcome {
    const { map, neighbors, live } = this;
    const table = this.#table;
    const landmarks = this.#landmarks;
    const memory = this.#memory;
    return table === undefined
      ? aStar(map, neighbors, landmarks, memory, start, goal, budget, live)
      : jumpPointSearch(map, neighbors, table, landmarks, memory, start, goal, budget, live);
  }

  /**
   * For an unreachable goal, finds the cheapest path to one of the nearest reachable cells. If these cells are few,
   * searches for a path to each of them, instead of expanding all reachable cells.
   */
  #findNearest(start: number, goal: number, budget: number): Path {
    const { map, neighbors, live } = this;
    const ends = this.#endsFor(this.#components[start], goal);
    if (ends.length > MAX_ENDS) {
      // Landmarks give no bounds for goals that cannot be reached.
      const outcome = aStar(map, neighbors, NO_LANDMARKS, this.#memory, start, goal, budget, live);
      return this.#path(start, outcome);
    }
    let best: Path | undefined;
    let expanded = 0;
    for (const end of ends) {
      const path = this.#path(start, this.#search(start, end, budget - expanded));
      expanded += path.expanded;
      if (path.status === 'budget') return { ...path, expanded };
      if (best === undefined || path.cost < best.cost) best = path;
    }
    return { ...best!, status: 'unreachable', expanded };
  }

  /**
   * The cells of a component that are nearest to a goal. These cells are stored, so that later queries do not search
   * the map again.
   */
  #endsFor(component: number, goal: number): readonly number[] {
    const key = component * this.map.cost.length + goal;
    let ends = this.#ends.get(key);
    if (ends === undefined) {
      ends = nearestOf(this.map, this.neighbors, this.#components, component, goal, this.live);
      if (this.#ends.size === MAX_KEPT_ENDS) this.#ends.clear();
      this.#ends.set(key, ends);
    }
    return ends;
  }

  /** Returns the path that a search stored in the memory. The memory is read backward, from the end of the path. */
  #path(start: number, { status, end, expanded }: Outcome): Path {
    const { move, run } = this.#memory;
    const { cost, slope, offset } = this.map;
    let count = 1;
    for (let cell = end; cell !== start; cell -= run[cell] * offset[move[cell]]) {
      count += run[cell];
    }
    const cells = new Int32Array(count);
    // Straight and diagonal steps are summed separately, so that each sum is a whole number.
    let straightSteps = 0;
    let straightPairs = 0;
    let diagonalPairs = 0;
    let at = count;
    cells[--at] = end;
    for (let cell = end; cell !== start; ) {
      const lastMove = move[cell];
      const back = offset[lastMove];
      for (let left = run[cell]; left > 0; left--) {
        const before = cell - back;
        if (lastMove < 4) {
          straightSteps++;
          straightPairs += pairCost(cost, slope, before, cell, lastMove);
        } else {
          diagonalPairs += pairCost(cost, slope, before, cell, lastMove);
        }
        cells[--at] = before;
        cell = before;
      }
    }
    return {
      status,
      cells,
      cost: (straightPairs + diagonalPairs * Math.SQRT2) / 2,
      length: straightSteps + (count - 1 - straightSteps) * Math.SQRT2,
      expanded,
    };
  }
}
