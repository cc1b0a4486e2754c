import { withMemory } from '../no-memory.ts';
import { flowFieldInto, NO_MOVE } from './flow-field.ts';
import { OpenList } from './open-list.ts';
import type { PathFinder } from './path-finder.ts';

/** The flow fields that are kept have at most this many cells together. One field is kept in any case. */
const KEPT_CELLS = 0x40_0000;

/**
 * Finds cheapest paths to goals that many agents share. One search gives the paths from all cells to a goal, and is kept
 * for later queries.
 *
 * A path has the same cost as the path of a `PathFinder`, but can go through other cells. It depends only on the map, the
 * neighbors, the start and the goal.
 */
export class SharedPaths {
  readonly #finder: Pick<PathFinder, 'map' | 'neighbors' | 'live'>;
  readonly #most: number;
  readonly #open = new OpenList();
  #cost: Float64Array | undefined;
  /** The moves toward each goal. The fields that were computed first are the first to be dropped. */
  readonly #moves = new Map<number, Uint8Array>();

  /** @param kept maximum number of cells of all flow fields that are kept */
  constructor(finder: Pick<PathFinder, 'map' | 'neighbors' | 'live'>, kept = KEPT_CELLS) {
    this.#finder = finder;
    this.#most = Math.max(1, Math.floor(kept / finder.map.cost.length));
  }

  /**
   * The cells of the cheapest path; undefined if there is no path.
   *
   * @throws WorldError NO_MEMORY
   */
  find(start: number, goal: number): number[] | undefined {
    const move = this.#moves.get(goal) ?? this.#search(goal);
    const { offset } = this.#finder.map;
    const cells = [start];
    let cell = start;
    for (; move[cell] !== NO_MOVE; cells.push(cell)) cell += offset[move[cell]];
    return cell === goal ? cells : undefined;
  }

  #search(goal: number): Uint8Array {
    const { map, neighbors, live } = this.#finder;
    const cells = map.cost.length;
    return withMemory('find paths to one goal', () => {
      const [oldest] = this.#moves.keys();
      if (this.#moves.size === this.#most) this.#moves.delete(oldest);
      this.#cost ??= new Float64Array(cells);
      const move = new Uint8Array(cells);
      flowFieldInto({ move, cost: this.#cost }, this.#open, map, goal, neighbors, live);
      this.#moves.set(goal, move);
      return move;
    });
  }
}
