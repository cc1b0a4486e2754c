import { Heap } from '../heap.ts';
import { LIVE_MASK, type Live, UNWATCHED } from '../live.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';
import { VIEW, Views } from './views.ts';

/**
 * If a path to a root is longer than the shortest path by at most this fraction, it counts as the shortest. The
 * fraction allows for rounding errors.
 */
const ROUNDING = 1e-12;

/** As the root of a view, this number stands for the start of the path. All other roots are vertices. */
const START = -1;

/**
 * Finds corridors over a mesh. A corridor is the list of polygons that the shortest path goes through. A finder keeps
 * the memory of its search, so each thread has its own finder.
 *
 * A view is the part of an edge between two polygons that is visible from a root. The root is the start of the path, or
 * the corner of a wall where the path turned last. For each view, the finder knows the length of the shortest path that
 * could go through it. The finder expands the views in order of this length. So the first view at the goal's polygon is
 * on the shortest path of all.
 *
 * A corridor depends only on the arguments. If paths are equally short, the finder takes the path whose view it found
 * first.
 *
 * source: Cui, Harabor and Grastien 2017, Compromise-free Pathfinding on a Navigation Mesh (Polyanya)
 */
export class CorridorFinder {
  readonly mesh: NavMesh;
  readonly #live: Live;
  readonly #open = new Heap(64);
  readonly #views = new Views();
  /** For each corner, the polygon to which its edge belongs. */
  readonly #owner: Uint32Array;
  /**
   * For each vertex, the length from the start to the vertex of the shortest path found so far that turns there. Valid
   * only for the search whose number is in `#stamp`.
   */
  readonly #length: Float64Array;
  readonly #stamp: Uint32Array;
  #search = 0;
  #goalX = 0;
  #goalY = 0;

  /** @param live called every few thousand views, as a sign of life */
  constructor(mesh: NavMesh, live: Live = UNWATCHED) {
    this.mesh = mesh;
    this.#live = live;
    this.#owner = new Uint32Array(mesh.x.length);
    for (let p = 0; p < mesh.polygons; p++) {
      this.#owner.fill(p, mesh.first[p], mesh.first[p + 1]);
    }
    this.#length = new Float64Array(mesh.vertices);
    this.#stamp = new Uint32Array(mesh.vertices);
  }

  /** Whether a path leads from one polygon to another. This needs no search. */
  reaches(start: number, goal: number): boolean {
    return this.mesh.part[start] === this.mesh.part[goal];
  }

  /**
   * Returns the polygons of the shortest path from a point (m) in polygon `start` to a point in polygon `goal`. The
   * list includes `start` and `goal`. If there is no path, the list is empty.
   */
  find(
    start: number,
    startX: number,
    startY: number,
    goal: number,
    goalX: number,
    goalY: number,
  ): number[] {
    if (start === goal) return [start];
    if (!this.reaches(start, goal)) return [];
    this.#begin(goalX, goalY);
    this.#look(start, startX, startY);
    let expanded = 0;
    for (let view = this.#open.pop(); view >= 0; view = this.#open.pop()) {
      const { edge, root, numbers } = this.#views;
      const length = numbers[view * VIEW.words + VIEW.length];
      if (root[view] !== START && length > this.#length[root[view]] * (1 + ROUNDING)) continue;
      if (this.mesh.next[edge[view]] === goal) return this.#corridor(start, view);
      if ((++expanded & LIVE_MASK) === 0) this.#live();
      this.#expand(view);
    }
    // If rounding hid a path between two corners that touch, any path will do.
    return this.#fewest(start, goal);
  }

  #begin(goalX: number, goalY: number): void {
    if (this.#search === 0xffffffff) {
      this.#stamp.fill(0);
      this.#search = 0;
    }
    this.#search++;
    this.#open.clear();
    this.#views.clear();
    this.#goalX = goalX;
    this.#goalY = goalY;
  }

  /** Adds the views from the start of a path. */
  #look(p: number, startX: number, startY: number): void {
    const { mesh } = this;
    for (let c = mesh.first[p]; c < mesh.first[p + 1]; c++) {
      if (mesh.next[c] >= 0) this.#add(p, c, START, START, startX, startY, 0, 0, 1);
    }
  }

  /**
   * Adds the views that follow a given view. Each new view is a part of another edge of the polygon behind the given
   * view. Some new views are visible from the root of the given view. Others are visible only from an end of the given
   * view at which the path can turn.
   */
  #expand(view: number): void {
    const { mesh } = this;
    const { x, y, next, vertex, wall } = mesh;
    const { edge, root, whole, numbers } = this.#views;
    const entry = edge[view];
    const at = view * VIEW.words;
    const rootX = numbers[at + VIEW.rootX];
    const rootY = numbers[at + VIEW.rootY];
    const rightX = numbers[at + VIEW.rightX];
    const rightY = numbers[at + VIEW.rightY];
    const leftX = numbers[at + VIEW.leftX];
    const leftY = numbers[at + VIEW.leftY];
    const length = numbers[at + VIEW.length];
    const back = this.#owner[entry];
    const p = next[entry];
    // The corners where the path may turn are the ends of the view at a wall.
    const entryEnd = cornerAfter(mesh, back, entry);
    const right = (whole[view] & 1) !== 0 && wall[entry] === 1 ? vertex[entry] : -1;
    const left = (whole[view] & 2) !== 0 && wall[entryEnd] === 1 ? vertex[entryEnd] : -1;
    const rightLength = length + distance(rightX - rootX, rightY - rootY);
    const leftLength = length + distance(leftX - rootX, leftY - rootY);
    const turnsRight = right >= 0 && this.#reach(right, rightLength);
    const turnsLeft = left >= 0 && this.#reach(left, leftLength);
    const from = root[view];
    for (let c = mesh.first[p]; c < mesh.first[p + 1]; c++) {
      if (next[c] < 0 || next[c] === back) continue;
      const d = cornerAfter(mesh, p, c);
      // Edge c goes from right to left, as seen from the root.
      const nearRight = side(rootX, rootY, rightX, rightY, x[c], y[c]);
      const farRight = side(rootX, rootY, rightX, rightY, x[d], y[d]);
      const nearLeft = side(rootX, rootY, leftX, leftY, x[c], y[c]);
      const farLeft = side(rootX, rootY, leftX, leftY, x[d], y[d]);
      const begin = farRight < 0 ? 1 : nearRight < 0 ? nearRight / (nearRight - farRight) : 0;
      const end = nearLeft > 0 ? 0 : farLeft > 0 ? nearLeft / (nearLeft - farLeft) : 1;
      if (farRight >= 0 && nearLeft <= 0 && begin <= end) {
        this.#add(p, c, view, from, rootX, rootY, length, begin, end);
      }
      if (turnsRight && begin > 0) {
        this.#add(p, c, view, right, rightX, rightY, rightLength, 0, begin);
      }
      if (turnsLeft && end < 1) this.#add(p, c, view, left, leftX, leftY, leftLength, end, 1);
    }
  }

  /**
   * Notes the `length` of a path to `vertex`. Returns whether this path is the shortest path to `vertex` found so far.
   * If a path is longer only by rounding, it counts as equally short.
   */
  #reach(vertex: number, length: number): boolean {
    const isFirst = this.#stamp[vertex] !== this.#search;
    if (!isFirst && length > this.#length[vertex] * (1 + ROUNDING)) return false;
    if (isFirst || length < this.#length[vertex]) this.#length[vertex] = length;
    this.#stamp[vertex] = this.#search;
    return true;
  }

  /** Adds a view: the visible part of edge `c` of polygon `p`, between the fractions `begin` and `end` of the edge. */
  #add(
    p: number,
    c: number,
    before: number,
    root: number,
    rootX: number,
    rootY: number,
    length: number,
    begin: number,
    end: number,
  ): void {
    const { mesh } = this;
    const { x, y } = mesh;
    const d = cornerAfter(mesh, p, c);
    const rightX = begin === 0 ? x[c] : x[c] + begin * (x[d] - x[c]);
    const rightY = begin === 0 ? y[c] : y[c] + begin * (y[d] - y[c]);
    const leftX = end === 1 ? x[d] : x[c] + end * (x[d] - x[c]);
    const leftY = end === 1 ? y[d] : y[c] + end * (y[d] - y[c]);
    const whole = (begin === 0 ? 1 : 0) | (end === 1 ? 2 : 0);
    const view = this.#views.add(c, before, root, whole);
    const { numbers } = this.#views;
    const at = view * VIEW.words;
    numbers[at + VIEW.rootX] = rootX;
    numbers[at + VIEW.rootY] = rootY;
    numbers[at + VIEW.rightX] = rightX;
    numbers[at + VIEW.rightY] = rightY;
    numbers[at + VIEW.leftX] = leftX;
    numbers[at + VIEW.leftY] = leftY;
    numbers[at + VIEW.length] = length;
    const ahead = this.#ahead(rootX, rootY, rightX, rightY, leftX, leftY);
    this.#open.push(length + ahead, ahead, view);
  }

  /** The length (m) of the shortest path from a root through a view to the goal, as if there were no walls. */
  #ahead(
    rootX: number,
    rootY: number,
    rightX: number,
    rightY: number,
    leftX: number,
    leftY: number,
  ): number {
    const goalX = this.#goalX;
    const goalY = this.#goalY;
    const ex = leftX - rightX;
    const ey = leftY - rightY;
    const squared = ex * ex + ey * ey;
    let share = 0;
    if (squared > 0) {
      const from = (rootX - rightX) * ex + (rootY - rightY) * ey;
      const to = (goalX - rightX) * ex + (goalY - rightY) * ey;
      // The distances of both from the line of the view. A goal on this side is mirrored at the line.
      const rootOff = Math.abs((rootX - rightX) * ey - (rootY - rightY) * ex);
      const goalOff = Math.abs((goalX - rightX) * ey - (goalY - rightY) * ex);
      const off = rootOff + goalOff;
      const along = off > 0 ? from + ((to - from) * rootOff) / off : to;
      share = along > 0 ? (along < squared ? along / squared : 1) : 0;
    }
    const atX = rightX + share * ex;
    const atY = rightY + share * ey;
    return distance(atX - rootX, atY - rootY) + distance(goalX - atX, goalY - atY);
  }

  /**
   * Returns the polygons on the way from `start` to the polygon behind the view `last`, in order. Both ends are
   * included.
   */
  #corridor(start: number, last: number): number[] {
    const { edge, before } = this.#views;
    const polygons: number[] = [];
    for (let view = last; view >= 0; view = before[view]) polygons.push(this.mesh.next[edge[view]]);
    polygons.push(start);
    return polygons.reverse();
  }

  /** Finds the corridor with the fewest polygons, by breadth-first search. */
  #fewest(start: number, goal: number): number[] {
    const { first, next } = this.mesh;
    const from = new Map<number, number>([[goal, goal]]);
    const queue = [goal];
    for (let at = 0; at < queue.length && !from.has(start); at++) {
      const p = queue[at];
      for (let c = first[p]; c < first[p + 1]; c++) {
        if (next[c] < 0 || from.has(next[c])) continue;
        from.set(next[c], p);
        queue.push(next[c]);
      }
    }
    const polygons = [start];
    for (let p = start; p !== goal; ) {
      p = from.get(p)!;
      polygons.push(p);
    }
    return polygons;
  }
}

function distance(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** Positive if point c is to the left of the line from a to b. */
function side(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
