/** Agents sorted by the cells of a square grid on a torus, each at least one range wide. */
export class Cells {
  /** Cells along an edge. */
  readonly across: number;
  /** Of each cell, where its agents begin in `agents`; one more than there are cells. */
  readonly start: Int32Array;
  readonly agents: Int32Array;
  readonly #cell: Int32Array;
  readonly #inverse: number;

  constructor(count: number, edge: number, range: number) {
    this.across = Math.max(1, Math.floor(edge / range));
    this.#inverse = this.across / edge;
    this.start = new Int32Array(this.across ** 2 + 1);
    this.agents = new Int32Array(count);
    this.#cell = new Int32Array(count);
  }

  /** The column, or row, of a coordinate. */
  along(value: number): number {
    return Math.min(this.across - 1, Math.floor(value * this.#inverse));
  }

  sort(x: Float32Array, y: Float32Array): void {
    const { start, agents, across } = this;
    const cells = this.#cell;
    start.fill(0);
    for (let i = 0; i < x.length; i++) {
      const cell = this.along(x[i]) + across * this.along(y[i]);
      cells[i] = cell;
      start[cell + 1] += 1;
    }
    for (let cell = 0; cell < across ** 2; cell++) start[cell + 1] += start[cell];
    // Backward, so that agents stay in order within a cell and `start` ends where it began.
    for (let i = x.length - 1; i >= 0; i--) agents[--start[cells[i] + 1]] = i;
    start.copyWithin(0, 1);
    start[across ** 2] = x.length;
  }
}
