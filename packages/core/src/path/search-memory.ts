import { OpenList } from './open-list.ts';

/** The maximum number of queries before stamps must be cleared. Stamps are u32, and each query uses two. */
const MAX_QUERIES = 0x7ffffffe;

/**
 * The state of a search for each cell of a map: 15 bytes per cell, and a queue. Each query marks cells with its own
 * stamps, so the memory need not be cleared between queries.
 */
export class SearchMemory {
  readonly open = new OpenList();
  /**
   * For each cell, the cost of the cheapest path found so far, in the unit of octile.ts. Valid only if `seen` has a
   * stamp of this query for the cell.
   */
  readonly g: Float64Array;
  /**
   * For each cell, `move` has the last move of the cheapest path to the cell. `run` has the number of times that the
   * search repeated this move, beginning at an expanded cell.
   */
  readonly move: Uint8Array;
  readonly run: Uint16Array;
  /**
   * For each cell, a stamp: `opened` if a path to the cell was found, `closed` if its cheapest path is known and the
   * cell was expanded.
   */
  readonly seen: Uint32Array;
  opened = 0;
  closed = 1;

  constructor(cells: number) {
    this.g = new Float64Array(cells);
    this.move = new Uint8Array(cells);
    this.run = new Uint16Array(cells);
    this.seen = new Uint32Array(cells);
  }

  /**
   * Forgets all paths, and begins a new search at `start`.
   *
   * @param step cost of the cheapest straight step
   */
  begin(start: number, h: number, step: number): void {
    if (this.opened === 2 * MAX_QUERIES) {
      this.seen.fill(0);
      this.opened = 0;
    }
    this.opened += 2;
    this.closed = this.opened + 1;
    this.open.begin(step, h);
    this.g[start] = 0;
    this.seen[start] = this.opened;
    this.open.push(h, h, start);
  }
}

/** The end of a search: its outcome, and the cell at which it ended. */
export interface Outcome {
  readonly status: 'found' | 'unreachable' | 'budget';
  /** The goal if it was found, otherwise the expanded cell nearest to the goal. */
  readonly end: number;
  readonly expanded: number;
}
