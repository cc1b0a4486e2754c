import { type CellGrid, cellCommands } from './cell-boxes.ts';
import type { Edit } from './edit.ts';

/** Gives a cost to all cells of a stroke. Undo restores the earlier cost of each cell. */
export class CellsEdit implements Edit {
  readonly name: string;
  readonly cost: number;
  readonly #grid: CellGrid;
  readonly #before = new Map<number, number>();

  constructor(grid: CellGrid, cost: number) {
    this.#grid = grid;
    this.cost = cost;
    this.name = cost === 0 ? 'Walls drawn' : 'Ground drawn';
  }

  get size(): number {
    return this.#before.size;
  }

  get cells(): Iterable<number> {
    return this.#before.keys();
  }

  /** Adds cells to the stroke. Returns the cells that were not in the stroke before and whose cost changes. */
  add(cells: readonly number[], costs: Uint8Array): number[] {
    const fresh = cells.filter((cell) => costs[cell] !== this.cost && !this.#before.has(cell));
    for (const cell of fresh) this.#before.set(cell, costs[cell]);
    return fresh;
  }

  redo() {
    return this.commands([...this.#before.keys()]);
  }

  undo() {
    return cellCommands(this.#grid, this.#before);
  }

  /** Returns the commands that give `cells` the cost of the stroke. */
  commands(cells: readonly number[]) {
    return cellCommands(this.#grid, new Map(cells.map((cell) => [cell, this.cost])));
  }
}
