import type { Bench } from '../bench.ts';
import { type CellGrid, cellGrid, sweptCells } from '../cell-boxes.ts';
import { CellsEdit } from '../cells-edit.ts';
import type { Triple } from '../edit.ts';
import { makeChoice, makeSlider } from '../fields.ts';
import type { Marks } from '../marks.ts';
import { Stroke } from '../stroke.ts';
import type { Spot, Tool } from '../tool.ts';

const COSTS = { Wall: '0', 'Open ground': '1', 'Slow ground': '5' };
const MAX_SIZE = 9;

interface Drawing {
  readonly edit: CellsEdit;
  readonly stroke: Stroke;
  /** The cells that were drawn since the latest commands were given. */
  readonly fresh: number[];
}

/** Draws walls and ground on the map, cell by cell. */
export class WallTool implements Tool {
  readonly hint = 'Draw on the map. Agents find their way around the walls.';
  readonly #bench: Bench;
  readonly #grid: CellGrid;
  #cost = 0;
  #size = 1;
  #last: Triple | undefined;
  #drawing: Drawing | undefined;

  constructor(bench: Bench) {
    this.#bench = bench;
    this.#grid = cellGrid(bench.scenario!)!;
  }

  get options(): HTMLElement[] {
    return [
      makeChoice('Draw', COSTS, String(this.#cost), (value) => {
        this.#cost = Number(value);
      }),
      makeSlider('Cells wide', { min: 1, max: MAX_SIZE }, this.#size, (value) => {
        this.#size = value;
      }),
    ];
  }

  press(spot: Spot): boolean {
    const edit = new CellsEdit(this.#grid, this.#cost);
    const fresh: number[] = [];
    const stroke = new Stroke(this.#bench, edit, () => edit.commands(fresh.splice(0)));
    this.#drawing = { edit, stroke, fresh };
    this.#last = spot.at;
    this.drag(spot);
    return true;
  }

  drag({ at }: Spot): void {
    const { session } = this.#bench;
    if (this.#drawing === undefined || session === undefined) return;
    const { edit, fresh } = this.#drawing;
    const cells = sweptCells(this.#grid, this.#last ?? at, at, this.#size);
    fresh.push(...edit.add(cells, session.state.mapCost));
    this.#last = at;
  }

  release(): void {
    void this.#drawing?.stroke.end();
    this.#drawing = undefined;
  }

  cancel(): void {
    void this.#drawing?.stroke.cancel();
    this.#drawing = undefined;
  }

  frame(): void {
    this.#drawing?.stroke.frame();
  }

  marks(spot: Spot | undefined): Marks {
    const { sight } = this.#bench;
    if (sight === undefined || spot === undefined) return {};
    const { cellSize, origin } = this.#grid;
    const corner = [0, 1].map(
      (axis) =>
        origin[axis] +
        cellSize * Math.floor((spot.at[axis] - origin[axis]) / cellSize - (this.#size - 1) / 2),
    );
    const square = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].flatMap(([x, y]) => {
      const edge = this.#size * cellSize;
      const seen = sight.project([corner[0] + x * edge, corner[1] + y * edge]);
      return seen ? [seen] : [];
    });
    return { ghost: square };
  }
}
