/**
 * Offsets of the numbers that describe a view: its root (m), its two ends (m), and the length of the path to the root
 * (m).
 */
export const VIEW = {
  rootX: 0,
  rootY: 1,
  rightX: 2,
  rightY: 3,
  leftX: 4,
  leftY: 5,
  length: 6,
  words: 7,
} as const;

/** The views of one search, numbered in the order in which they were found. The next search reuses their memory. */
export class Views {
  count = 0;
  /** For each view, the corner whose edge contains the view. */
  edge = new Int32Array(64);
  /** For each view, the index of the previous view on the path; -1 if there is none. */
  before = new Int32Array(64);
  /** For each view, the vertex that is its root, or -1. */
  root = new Int32Array(64);
  /**
   * For each view, two bits: bit 0 is set if the view begins at the start of its edge, bit 1 if the view ends at the
   * end of its edge.
   */
  whole = new Uint8Array(64);
  /** For each view, a block of `VIEW.words` numbers. VIEW defines the offset of each number in the block. */
  numbers = new Float64Array(64 * VIEW.words);

  clear(): void {
    this.count = 0;
  }

  /**
   * Adds a view and returns its index. The caller then writes the values of the view to `numbers`, at the offsets in
   * VIEW.
   */
  add(edge: number, before: number, root: number, whole: number): number {
    if (this.count === this.edge.length) this.#grow();
    const view = this.count++;
    this.edge[view] = edge;
    this.before[view] = before;
    this.root[view] = root;
    this.whole[view] = whole;
    return view;
  }

  #grow(): void {
    const capacity = 2 * this.count;
    const edge = new Int32Array(capacity);
    const before = new Int32Array(capacity);
    const root = new Int32Array(capacity);
    const whole = new Uint8Array(capacity);
    const numbers = new Float64Array(capacity * VIEW.words);
    edge.set(this.edge);
    before.set(this.before);
    root.set(this.root);
    whole.set(this.whole);
    numbers.set(this.numbers);
    // All arrays are replaced together: if an allocation above fails, the views are still consistent.
    this.edge = edge;
    this.before = before;
    this.root = root;
    this.whole = whole;
    this.numbers = numbers;
  }
}
