/**
 * A tree over boxes. Each box belongs to an obstacle, and the index of the obstacle is the row of the box. Boxes that
 * are near each other share a leaf, and leaves that are near each other share a node. Two levels are enough, because
 * there can be only a few thousand boxes.
 *
 * The tree finds the rows whose boxes may touch a given box. It returns them in ascending order, so no result depends
 * on the structure of the tree.
 *
 * source: the tree is packed as in flatbush, agafonkin 2018. The boxes are in the order along the curve of Morton 1966
 */
export interface BoxTree {
  /** For each row, the lowest and the highest corner of its box (m), as three numbers each. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** For each row, the highest speed (m/s) of any point in its box. */
  readonly speed: Float64Array;
  /** The rows whose boxes are finite, leaf by leaf. */
  readonly order: Uint16Array;
  count: number;
  /** The leaves, and the nodes over them. Each has a box around its contents, and the highest speed of its contents. */
  readonly leaves: Boxes;
  readonly nodes: Boxes;
  /** Rows whose boxes are infinite, in ascending order. */
  readonly endless: Uint16Array;
  endlessCount: number;
  /** A bit for each row, which is set when the row is found. */
  readonly found: Uint32Array;
}

interface Boxes {
  count: number;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly speed: Float64Array;
}

/** The maximum number of rows per leaf. It is also the maximum number of leaves per node. */
const FAN = 16;
/**
 * The number of cells along each axis. For sorting, positions are rounded to cells. Along each axis, the index of a
 * cell fits in ten bits.
 */
const CELLS = 1024;

export function createBoxTree(capacity: number): BoxTree {
  const leaves = Math.ceil(capacity / FAN);
  return {
    ...boxesFor(capacity),
    order: new Uint16Array(capacity),
    count: 0,
    leaves: { ...boxesFor(leaves), count: 0 },
    nodes: { ...boxesFor(Math.ceil(leaves / FAN)), count: 0 },
    endless: new Uint16Array(capacity),
    endlessCount: 0,
    found: new Uint32Array(Math.ceil(capacity / 32)),
  };
}

function boxesFor(capacity: number): Pick<Boxes, 'low' | 'high' | 'speed'> {
  return {
    low: new Float64Array(3 * capacity),
    high: new Float64Array(3 * capacity),
    speed: new Float64Array(capacity),
  };
}

/** Builds the tree over the boxes of the first `count` rows in `rows`. */
export function plantBoxTree(tree: BoxTree, rows: Uint16Array, count: number): void {
  tree.count = 0;
  tree.endlessCount = 0;
  for (let k = 0; k < count; k++) {
    const row = rows[k];
    if (Number.isFinite(tree.high[3 * row])) tree.order[tree.count++] = row;
    else tree.endless[tree.endlessCount++] = row;
  }
  sortByPlace(tree);
  const { leaves, nodes } = tree;
  leaves.count = Math.ceil(tree.count / FAN);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const end = Math.min((leaf + 1) * FAN, tree.count);
    clear(leaves, leaf);
    for (let k = leaf * FAN; k < end; k++) widen(leaves, leaf, tree, tree.order[k]);
  }
  nodes.count = Math.ceil(leaves.count / FAN);
  for (let node = 0; node < nodes.count; node++) {
    const end = Math.min((node + 1) * FAN, leaves.count);
    clear(nodes, node);
    for (let leaf = node * FAN; leaf < end; leaf++) widen(nodes, node, leaves, leaf);
  }
}

function clear({ low, high, speed }: Boxes, at: number): void {
  low.fill(Number.POSITIVE_INFINITY, 3 * at, 3 * at + 3);
  high.fill(Number.NEGATIVE_INFINITY, 3 * at, 3 * at + 3);
  speed[at] = 0;
}

function widen(
  boxes: Boxes,
  at: number,
  of: Pick<Boxes, 'low' | 'high' | 'speed'>,
  row: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const low = of.low[3 * row + axis];
    const high = of.high[3 * row + axis];
    if (low < boxes.low[3 * at + axis]) boxes.low[3 * at + axis] = low;
    if (high > boxes.high[3 * at + axis]) boxes.high[3 * at + axis] = high;
  }
  if (of.speed[row] > boxes.speed[at]) boxes.speed[at] = of.speed[row];
}

/**
 * Sorts the rows along a curve, so that boxes that are near each other in space are mostly close together in the order.
 */
function sortByPlace({ low, high, order, count }: BoxTree): void {
  if (count <= FAN) return;
  const least = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const most = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  for (let k = 0; k < count; k++) {
    for (let axis = 0; axis < 3; axis++) {
      const middle = low[3 * order[k] + axis] + high[3 * order[k] + axis];
      if (middle < least[axis]) least[axis] = middle;
      if (middle > most[axis]) most[axis] = middle;
    }
  }
  const keys = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    let code = 0;
    for (let axis = 0; axis < 3; axis++) {
      const middle = low[3 * order[k] + axis] + high[3 * order[k] + axis];
      const width = most[axis] - least[axis];
      const cell = width > 0 ? Math.floor(((middle - least[axis]) / width) * (CELLS - 1)) : 0;
      code |= spread(cell) << axis;
    }
    keys[k] = (code >>> 0) * 0x10000 + order[k];
  }
  keys.sort();
  for (let k = 0; k < count; k++) order[k] = keys[k] % 0x10000;
}

/** Spreads ten bits apart, so that two zero bits follow each of them. */
function spread(cell: number): number {
  let bits = (cell | (cell << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  return (bits | (bits << 2)) & 0x09249249;
}

/** A box around some agents, and how far these agents look. */
export interface Seeker {
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** The distance (m) that the agents look beyond the surface of the box. */
  reach: number;
  /** The time (s) for which the motion of a moving obstacle is added to `reach`. */
  time: number;
  /** For each axis, the edge length (m) of the torus, or 0. Boxes are also found across the seams of a torus. */
  readonly edge: Float64Array;
}

export function createSeeker(): Seeker {
  return {
    low: new Float64Array(3),
    high: new Float64Array(3),
    reach: 0,
    time: 0,
    edge: new Float64Array(3),
  };
}

/**
 * Finds the rows whose boxes may come within the reach of a seeker. Writes these rows to `out` in ascending order. A
 * few more rows may be included.
 *
 * @returns the number of rows
 */
export function findBoxes(tree: BoxTree, seeker: Seeker, out: Uint16Array): number {
  const { order, count, leaves, nodes, found, endless, endlessCount } = tree;
  let some = false;
  for (let node = 0; node < nodes.count; node++) {
    if (!isNear(seeker, nodes, node)) continue;
    const lastLeaf = Math.min((node + 1) * FAN, leaves.count);
    for (let leaf = node * FAN; leaf < lastLeaf; leaf++) {
      if (!isNear(seeker, leaves, leaf)) continue;
      const last = Math.min((leaf + 1) * FAN, count);
      for (let k = leaf * FAN; k < last; k++) {
        const row = order[k];
        if (!isNear(seeker, tree, row)) continue;
        found[row >>> 5] |= 1 << (row & 31);
        some = true;
      }
    }
  }
  if (!some) {
    out.set(endless.subarray(0, endlessCount));
    return endlessCount;
  }
  for (let k = 0; k < endlessCount; k++) found[endless[k] >>> 5] |= 1 << (endless[k] & 31);
  let to = 0;
  for (let word = 0; word < found.length; word++) {
    for (let bits = found[word]; bits !== 0; bits &= bits - 1) {
      out[to++] = (word << 5) + 31 - Math.clz32(bits & -bits);
    }
    found[word] = 0;
  }
  return to;
}

/** Returns whether the box of a row, or an image of it on a torus, may come within the reach of the seeker. */
export function isNear(
  { low, high, reach, time, edge }: Seeker,
  boxes: Pick<Boxes, 'low' | 'high' | 'speed'>,
  row: number,
): boolean {
  const far = reach + boxes.speed[row] * time;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const from = boxes.low[3 * row + axis];
    const to = boxes.high[3 * row + axis];
    const gap =
      edge[axis] > 0
        ? gapAround(from, to, low[axis], high[axis], edge[axis])
        : Math.max(from - high[axis], low[axis] - to, 0);
    squared += gap * gap;
  }
  // Written so that a NaN or infinite distance counts as near.
  return !(squared > far * far);
}

/** The gap between the intervals [from, to] and [low, high] on a circle of the length `edge`; 0 if they overlap. */
function gapAround(from: number, to: number, low: number, high: number, edge: number): number {
  const ahead = from - high;
  // The gap from `high` on to the next image of [from, to], and the gap from the end of that image on to `low`.
  const on = ahead - edge * Math.floor(ahead / edge);
  const back = edge - (high - low) - (to - from) - on;
  return Math.max(0, Math.min(on, back));
}
