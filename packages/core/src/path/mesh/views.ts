/** Numbers of a view: its root, its ends (m), and the length (m) of the way to the root. */
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

/** The views of one search, numbered as they were found. Their memory serves the next search again. */
export class Views {
  count = 0;
  /** By view: the corner whose edge it is a part of. */
  edge = new Int32Array(64);
  /** By view: the view before it, or -1. */
  before = new Int32Array(64);
  /** By view: the vertex of its root, or -1. */
  root = new Int32Array(64);
  /** By view: bit 0 is set when it begins where its edge does, bit 1 when it ends there. */
  whole = new Uint8Array(64);
  /** By view: what VIEW says. */
  numbers = new Float64Array(64 * VIEW.words);

  clear(): void {
    this.count = 0;
  }

  /** Adds a view, whose numbers the caller writes. */
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
    // All at once: where memory ends between two of them, the views stay whole.
    this.edge = edge;
    this.before = before;
    this.root = root;
    this.whole = whole;
    this.numbers = numbers;
  }
}
