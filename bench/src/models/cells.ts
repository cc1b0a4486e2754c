/** Sorts agents into the cells of a square grid on a torus. The edge of a cell is at least as long as `range`. */
export class Cells {
  /** The number of cells along an edge of the torus. */
  readonly across: number;
  /**
   * For each cell: the index in `agents` at which the agents of the cell begin. The last entry is the end of the last
   * cell.
   */
  readonly start: Int32Array;
  readonly agents: Int32Array;
  /**
   * The nine cells that `lookAround` has found, and for each cell the shift (m) to add to the coordinates of its
   * agents. If the cell lies across the border of the torus, the shift brings these agents near the position that was
   * given to `lookAround`. Otherwise, the shift is 0.
   */
  readonly around = new Int32Array(9);
  readonly shiftX = new Float64Array(9);
  readonly shiftY = new Float64Array(9);
  readonly #edge: number;
  readonly #cell: Int32Array;
  readonly #inverse: number;

  constructor(count: number, edge: number, range: number) {
    this.across = Math.max(1, Math.floor(edge / range));
    this.#edge = edge;
    this.#inverse = this.across / edge;
    this.start = new Int32Array(this.across ** 2 + 1);
    this.agents = new Int32Array(count);
    this.#cell = new Int32Array(count);
  }

  /**
   * Finds the cell that contains a position, and the eight cells around it, row by row. Stores the cells in `around`,
   * and their shifts across the torus in `shiftX` and `shiftY`.
   */
  lookAround(x: number, y: number): void {
    const { across, around, shiftX, shiftY } = this;
    const edge = this.#edge;
    const [column, row] = [this.#along(x), this.#along(y)];
    let k = 0;
    for (let down = row - 1; down <= row + 1; down++) {
      const atY = down < 0 ? across - 1 : down >= across ? 0 : down;
      const byY = down < 0 ? -edge : down >= across ? edge : 0;
      for (let right = column - 1; right <= column + 1; right++) {
        const atX = right < 0 ? across - 1 : right >= across ? 0 : right;
        around[k] = atX + across * atY;
        shiftX[k] = right < 0 ? -edge : right >= across ? edge : 0;
        shiftY[k++] = byY;
      }
    }
  }

  sort(x: Float32Array, y: Float32Array): void {
    const { start, agents, across } = this;
    const cells = this.#cell;
    start.fill(0);
    for (let i = 0; i < x.length; i++) {
      const cell = this.#along(x[i]) + across * this.#along(y[i]);
      cells[i] = cell;
      start[cell + 1] += 1;
    }
    for (let cell = 0; cell < across ** 2; cell++) start[cell + 1] += start[cell];
    // The loop runs backward, so that agents stay in order within a cell and `start` ends at its original values.
    for (let i = x.length - 1; i >= 0; i--) agents[--start[cells[i] + 1]] = i;
    start.copyWithin(0, 1);
    start[across ** 2] = x.length;
  }
  /** The column of an x coordinate, or the row of a y coordinate. */
  #along(value: number): number {
    return Math.min(this.across - 1, Math.floor(value * this.#inverse));
  }
}
