import { OpenList } from './open-list.ts';

/** Stamps are u32, two to a query. */
const MAX_QUERIES = 0x7ffffffe;

/**
 * What a search knows of the cells of a map: 15 bytes each, and a queue. It is kept from query to
 * query and never cleared; instead each query has its own stamps.
 */
export class SearchMemory {
  readonly open = new OpenList();
  /** Cost of the best way found to a cell, as octile.ts counts it. Without this query's stamp: none. */
  readonly g: Float64Array;
  /** The last move of that way, and how often it was made in a row since the cell before. */
  readonly move: Uint8Array;
  readonly run: Uint16Array;
  /** `opened` once there is a way to a cell, `closed` when the cheapest way is known and was followed. */
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
   * Forgets all ways, and begins at `start`.
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

/** How a search ended, and at which cell. */
export interface Outcome {
  readonly status: 'found' | 'unreachable' | 'budget';
  /** The goal, or the nearest to it of the cells that were expanded. */
  readonly end: number;
  readonly expanded: number;
}
