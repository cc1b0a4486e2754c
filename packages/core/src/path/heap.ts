/**
 * The number of children per entry of the heap. Four children are in one or two cache lines, and the heap is half as
 * deep as with two children.
 */
const ARITY = 4;

/**
 * A min-heap of cells. Cells are sorted by (`f`, `h`, `cell`). This order is total, so the order of insertion does not
 * matter. If the `f` of a cell decreases, the cell is pushed again, and the caller skips the old entry. A second push
 * costs less than tracking the position of each cell in the heap.
 */
export class Heap {
  size = 0;
  #f: Float64Array;
  #h: Float64Array;
  #cell: Int32Array;

  /** @param capacity initial number of entries that fit; the heap grows when needed */
  constructor(capacity = 1024) {
    this.#f = new Float64Array(capacity);
    this.#h = new Float64Array(capacity);
    this.#cell = new Int32Array(capacity);
  }

  push(f: number, h: number, cell: number): void {
    if (this.size === this.#cell.length) this.#grow();
    const fs = this.#f;
    const hs = this.#h;
    const cells = this.#cell;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 2;
      const parentF = fs[parent];
      if (parentF < f) break;
      const parentH = hs[parent];
      if (parentF === f && (parentH < h || (parentH === h && cells[parent] < cell))) break;
      fs[at] = parentF;
      hs[at] = parentH;
      cells[at] = cells[parent];
      at = parent;
    }
    fs[at] = f;
    hs[at] = h;
    cells[at] = cell;
  }

  /** Removes and returns the first cell; -1 if the heap is empty. */
  pop(): number {
    if (this.size === 0) return -1;
    const fs = this.#f;
    const hs = this.#h;
    const cells = this.#cell;
    const first = cells[0];
    const size = --this.size;
    const f = fs[size];
    const h = hs[size];
    const cell = cells[size];
    let at = 0;
    for (;;) {
      const begin = at * ARITY + 1;
      if (begin >= size) break;
      const end = begin + ARITY < size ? begin + ARITY : size;
      let least = begin;
      let leastF = fs[begin];
      for (let child = begin + 1; child < end; child++) {
        const childF = fs[child];
        if (childF > leastF) continue;
        if (childF === leastF) {
          const difference = hs[child] - hs[least];
          if (difference > 0 || (difference === 0 && cells[child] > cells[least])) continue;
        }
        least = child;
        leastF = childF;
      }
      if (leastF > f) break;
      if (leastF === f) {
        const difference = hs[least] - h;
        if (difference > 0 || (difference === 0 && cells[least] > cell)) break;
      }
      fs[at] = leastF;
      hs[at] = hs[least];
      cells[at] = cells[least];
      at = least;
    }
    fs[at] = f;
    hs[at] = h;
    cells[at] = cell;
    return first;
  }

  clear(): void {
    this.size = 0;
  }

  #grow(): void {
    const capacity = 2 * this.#cell.length;
    const f = new Float64Array(capacity);
    f.set(this.#f);
    this.#f = f;
    const h = new Float64Array(capacity);
    h.set(this.#h);
    this.#h = h;
    const cell = new Int32Array(capacity);
    cell.set(this.#cell);
    this.#cell = cell;
  }
}
