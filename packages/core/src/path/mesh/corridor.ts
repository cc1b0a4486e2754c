import { Heap } from '../heap.ts';
import { LIVE_MASK, type Live, UNWATCHED } from '../live.ts';
import { PathError } from '../path-error.ts';
import { type MeshPlace, polygonsAt } from './mesh-place.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';
import { VIEW, Views } from './views.ts';

/**
 * If a path to a root is longer than the shortest path by at most this fraction, it counts as the shortest. The
 * fraction allows for rounding errors.
 */
const ROUNDING = 1e-12;

/**
 * A search finds at most this many views per corner of its mesh, but never fewer than MIN_VIEWS and never more than
 * MAX_VIEWS. A view takes about 90 bytes. Most searches find less than one view per corner. The most that was measured
 * for an answer is 75, in a field of 1,600 pillars where only a long way around leads to the goal.
 */
const VIEWS_PER_CORNER = 128;
const MIN_VIEWS = 0x2_0000;
const MAX_VIEWS = 0x40_0000;

/**
 * A view is in line with its root if it is at most this far from the line of sight along it. The distance is given as a
 * multiple of the mesh's `hair`. It is above the rounding errors of a start and of the ends of views.
 */
const IN_LINE = 1e-6;

/**
 * If a view begins or ends at most this far from a vertex, it begins or ends at the vertex, so that the path can turn
 * there. The distance is given as a multiple of the mesh's `hair`, and is above rounding errors.
 */
const AT_VERTEX = 1e-4;

/** As the root of a view, this number stands for the start of the path. All other roots are vertices. */
const START = -1;
/** Stands for a view that does not exist. */
const NONE = -1;

/**
 * The turns at one side of the views of a search. For each corner, `view` is the view on its edge at whose end a path
 * turned last, in the search with the number `stamp`.
 */
interface Turns {
  readonly stamp: Uint32Array;
  readonly view: Int32Array;
}

function turnsOf({ x }: NavMesh): Turns {
  return { stamp: new Uint32Array(x.length), view: new Int32Array(x.length) };
}

/**
 * Finds corridors over a mesh. A corridor is the list of polygons that the shortest path goes through. A finder keeps
 * the memory of its search, so each thread has its own finder.
 *
 * A view is the part of an edge between two polygons that is visible from a root. The root is the start of the path, or
 * the corner of a wall where the path turned last. For each view, the finder knows the length of the shortest path that
 * could go through it. The finder expands the views in order of this length. So the first view at a polygon that
 * contains the goal is on the shortest path of all.
 *
 * Every view is farther along a line of sight than the view before it, so that searches end. Two rules make sure of it:
 *
 * - From a start on an edge or a vertex, the path may begin in any polygon around it. The search begins with the views
 *   beyond all these polygons, and has no views through the start itself, which would lead around it forever. The other
 *   roots are corners of walls, so no view leads around them.
 * - If a view is in line with its root, nothing is visible through it. The path can only turn at its ends.
 *
 * A corridor depends only on the arguments. If paths are equally short, the finder takes the path whose view it found
 * first.
 *
 * source: Cui, Harabor and Grastien 2017, Compromise-free Pathfinding on a Navigation Mesh (Polyanya)
 */
export class CorridorFinder {
  readonly mesh: NavMesh;
  readonly #live: Live;
  readonly #most: number;
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
  /** The turns of this search at the right ends of views, and at the left ends. */
  readonly #rightTurns: Turns;
  readonly #leftTurns: Turns;
  /** For each polygon, the number of the last search whose start it contained, and of the last whose goal. */
  readonly #hasStart: Uint32Array;
  readonly #hasGoal: Uint32Array;
  #search = 0;
  #goalX = 0;
  #goalY = 0;
  #startX = 0;
  #startY = 0;

  /**
   * @param live called every few thousand views, as a sign of life
   * @param most maximum number of views of a search
   */
  constructor(
    mesh: NavMesh,
    live: Live = UNWATCHED,
    most = Math.min(MAX_VIEWS, Math.max(MIN_VIEWS, VIEWS_PER_CORNER * mesh.x.length)),
  ) {
    this.mesh = mesh;
    this.#live = live;
    this.#most = most;
    this.#owner = new Uint32Array(mesh.x.length);
    for (let p = 0; p < mesh.polygons; p++) {
      this.#owner.fill(p, mesh.first[p], mesh.first[p + 1]);
    }
    this.#length = new Float64Array(mesh.vertices);
    this.#stamp = new Uint32Array(mesh.vertices);
    this.#rightTurns = turnsOf(mesh);
    this.#leftTurns = turnsOf(mesh);
    this.#hasStart = new Uint32Array(mesh.polygons);
    this.#hasGoal = new Uint32Array(mesh.polygons);
  }

  /** Whether a path leads from one polygon to another. This needs no search. */
  reaches(start: number, goal: number): boolean {
    return this.mesh.part[start] === this.mesh.part[goal];
  }

  /**
   * Returns the polygons of the shortest path from one point (m) to another. The path begins in one of the polygons
   * `starts`, all of which contain the first point, and ends in one of `goals`, all of which contain the second point.
   * If there is no path, the list is empty.
   *
   * @throws PathError SEARCH_TOO_LARGE if the search needs more views than its bound allows
   */
  find(
    starts: readonly number[],
    startX: number,
    startY: number,
    goals: readonly number[],
    goalX: number,
    goalY: number,
  ): number[] {
    const corridor = this.#shortest(starts, startX, startY, goals, goalX, goalY);
    if (corridor !== undefined) return corridor;
    throw new PathError(
      'SEARCH_TOO_LARGE',
      `The path from (${startX}, ${startY}) in polygon ${starts[0]} to (${goalX}, ${goalY}) in polygon ${goals[0]}: found more than ${this.#most} views on the mesh, expected at most that many.`,
    );
  }

  /**
   * Like `find`, but from one polygon, to the polygon of a place or any other that contains it, and throws nothing. If the
   * search needs too many views, returns the corridor with the fewest polygons. This corridor too depends only on the
   * arguments, so agents use it in a tick.
   */
  findAny(start: number, startX: number, startY: number, goal: MeshPlace): number[] {
    const { polygon, x, y, z } = goal;
    const goals = [polygon, ...polygonsAt(this.mesh, x, y, z)];
    return this.#shortest([start], startX, startY, goals, x, y) ?? this.#fewest(start, polygon);
  }

  /** Returns the corridor of the shortest path; undefined if the search needs too many views. */
  #shortest(
    starts: readonly number[],
    startX: number,
    startY: number,
    goals: readonly number[],
    goalX: number,
    goalY: number,
  ): number[] | undefined {
    const inside = starts.find((start) => goals.includes(start));
    if (inside !== undefined) return [inside];
    const to = goals.find((goal) => starts.some((start) => this.reaches(start, goal)));
    if (to === undefined) return [];
    this.#begin(goals, goalX, goalY);
    const near = this.#lookAround(starts, startX, startY);
    if (near !== undefined) return near;
    let expanded = 0;
    for (let view = this.#open.pop(); view >= 0; view = this.#open.pop()) {
      if (this.#views.count > this.#most) return undefined;
      const { edge, root, numbers } = this.#views;
      const length = numbers[view * VIEW.words + VIEW.length];
      if (root[view] !== START && length > this.#length[root[view]] * (1 + ROUNDING)) continue;
      if (this.#hasGoal[this.mesh.next[edge[view]]] === this.#search) return this.#corridor(view);
      if ((++expanded & LIVE_MASK) === 0) this.#live();
      this.#expand(view);
    }
    // If rounding hid a path between two corners that touch, any path will do.
    return this.#fewest(starts.find((start) => this.reaches(start, to))!, to);
  }

  #begin(goals: readonly number[], goalX: number, goalY: number): void {
    if (this.#search === 0xffffffff) {
      const turns = [this.#rightTurns.stamp, this.#leftTurns.stamp];
      for (const stamps of [this.#stamp, this.#hasStart, this.#hasGoal, ...turns]) stamps.fill(0);
      this.#search = 0;
    }
    this.#search++;
    this.#open.clear();
    this.#views.clear();
    this.#goalX = goalX;
    this.#goalY = goalY;
    for (const goal of goals) this.#hasGoal[goal] = this.#search;
  }

  /**
   * Adds the views from the start of a path. The polygons around the start are those to which an edge through the start
   * leads, from polygon to polygon, beginning with `starts`. The views are all their other edges.
   *
   * @returns the corridor, if one of the polygons around the start contains the goal
   */
  #lookAround(starts: readonly number[], startX: number, startY: number): number[] | undefined {
    const { first, next } = this.mesh;
    this.#takeStart(starts, startX, startY);
    // For each polygon around the start, the view that leads into it.
    const around: { readonly polygon: number; readonly before: number }[] = [];
    for (const polygon of starts) {
      this.#hasStart[polygon] = this.#search;
      around.push({ polygon, before: NONE });
    }
    for (const { polygon, before } of around) {
      if (this.#hasGoal[polygon] === this.#search) {
        return before === NONE ? [polygon] : this.#corridor(before);
      }
      for (let c = first[polygon]; c < first[polygon + 1]; c++) {
        if (next[c] < 0) continue;
        if (!this.#isThroughStart(polygon, c)) {
          this.#add(polygon, c, before, START, this.#startX, this.#startY, 0, 0, 1);
        } else if (this.#hasStart[next[c]] !== this.#search) {
          this.#hasStart[next[c]] = this.#search;
          around.push({ polygon: next[c], before: this.#views.add(c, before, START, 3) });
        }
      }
    }
    return undefined;
  }

  /**
   * Sets the start. If it is on a vertex or an edge, but for rounding, it is moved there. So it is on no wrong side of
   * an edge.
   */
  #takeStart(starts: readonly number[], x: number, y: number): void {
    const { mesh } = this;
    this.#startX = x;
    this.#startY = y;
    let least = mesh.hair;
    for (const p of starts) {
      for (let c = mesh.first[p]; c < mesh.first[p + 1]; c++) {
        const off = distance(mesh.x[c] - x, mesh.y[c] - y);
        if (off > least) continue;
        least = off;
        this.#startX = mesh.x[c];
        this.#startY = mesh.y[c];
      }
    }
    if (least < mesh.hair) return;
    for (const p of starts) {
      for (let c = mesh.first[p]; c < mesh.first[p + 1]; c++) {
        const d = cornerAfter(mesh, p, c);
        const share = shareNearest(mesh, c, d, x, y);
        const nearX = mesh.x[c] + share * (mesh.x[d] - mesh.x[c]);
        const nearY = mesh.y[c] + share * (mesh.y[d] - mesh.y[c]);
        const off = distance(nearX - x, nearY - y);
        if (off > least) continue;
        least = off;
        this.#startX = nearX;
        this.#startY = nearY;
      }
    }
  }

  /** Whether edge `c` of polygon `p` passes through the start, but for rounding. */
  #isThroughStart(p: number, c: number): boolean {
    const { mesh } = this;
    const [x, y] = [this.#startX, this.#startY];
    const d = cornerAfter(mesh, p, c);
    const share = shareNearest(mesh, c, d, x, y);
    const nearX = mesh.x[c] + share * (mesh.x[d] - mesh.x[c]);
    const nearY = mesh.y[c] + share * (mesh.y[d] - mesh.y[c]);
    return distance(nearX - x, nearY - y) <= mesh.hair;
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
    const isRightRoot = rightX === rootX && rightY === rootY;
    const isLeftRoot = leftX === rootX && leftY === rootY;
    const turnsRight =
      right >= 0 &&
      !isRightRoot &&
      this.#reach(right, rightLength) &&
      this.#widens(this.#rightTurns, view, VIEW.rightX, 1);
    const turnsLeft =
      left >= 0 &&
      !isLeftRoot &&
      this.#reach(left, leftLength) &&
      this.#widens(this.#leftTurns, view, VIEW.leftX, -1);
    const from = root[view];
    const opens =
      isRightRoot ||
      isLeftRoot ||
      side(rootX, rootY, rightX, rightY, leftX, leftY) >
        IN_LINE * mesh.hair * (rightLength - length + leftLength - length);
    for (let c = mesh.first[p]; c < mesh.first[p + 1]; c++) {
      if (next[c] < 0 || next[c] === back) continue;
      const d = cornerAfter(mesh, p, c);
      // Edge c goes from right to left, as seen from the root.
      const nearRight = side(rootX, rootY, rightX, rightY, x[c], y[c]);
      const farRight = side(rootX, rootY, rightX, rightY, x[d], y[d]);
      const nearLeft = side(rootX, rootY, leftX, leftY, x[c], y[c]);
      const farLeft = side(rootX, rootY, leftX, leftY, x[d], y[d]);
      let begin = farRight < 0 ? 1 : nearRight < 0 ? nearRight / (nearRight - farRight) : 0;
      let end = nearLeft > 0 ? 0 : farLeft > 0 ? nearLeft / (nearLeft - farLeft) : 1;
      if (begin > 0 && begin < 1) begin = this.#toVertex(c, d, begin);
      if (end > 0 && end < 1) end = this.#toVertex(c, d, end);
      if (opens && farRight >= 0 && nearLeft <= 0 && begin <= end) {
        this.#add(p, c, view, from, rootX, rootY, length, begin, end);
      }
      if (turnsRight && begin > 0) {
        this.#add(p, c, view, right, rightX, rightY, rightLength, 0, begin);
      }
      if (turnsLeft && end < 1) this.#add(p, c, view, left, leftX, leftY, leftLength, end, 1);
    }
  }

  /** Moves a point on the edge between two corners, given as a fraction, to an end if it is there but for rounding. */
  #toVertex(c: number, d: number, share: number): number {
    // Most points are in the middle of edges, and no edge is shorter than a tenth of a hair.
    if (share > 1e-3 && share < 1 - 1e-3) return share;
    const { x, y, hair } = this.mesh;
    const off = AT_VERTEX * hair;
    const length = distance(x[d] - x[c], y[d] - y[c]);
    if (share * length <= off) return 0;
    return (1 - share) * length <= off ? 1 : share;
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

  /**
   * Whether a turn at an end of a view shows more than the earlier turns there into the same polygon. Paths from several
   * roots can be equally long. After a turn to one side around a corner, everything between the line of sight and the
   * wall is visible. So of equally long paths, only the one that needs the widest turn matters. Without this rule, the
   * number of views can double with each corner of a path.
   *
   * @param end the offset of the end in the numbers of a view
   * @param sign 1 for a right turn, -1 for a left turn
   */
  #widens(turns: Turns, view: number, end: number, sign: number): boolean {
    const { edge, numbers } = this.#views;
    const entry = edge[view];
    if (turns.stamp[entry] === this.#search) {
      const at = view * VIEW.words;
      const before = turns.view[entry] * VIEW.words;
      const wayX = numbers[at + end] - numbers[at + VIEW.rootX];
      const wayY = numbers[at + end + 1] - numbers[at + VIEW.rootY];
      const beforeX = numbers[before + end] - numbers[before + VIEW.rootX];
      const beforeY = numbers[before + end + 1] - numbers[before + VIEW.rootY];
      const length = numbers[at + VIEW.length] + distance(wayX, wayY);
      const lengthBefore = numbers[before + VIEW.length] + distance(beforeX, beforeY);
      const isShorter = length < lengthBefore * (1 - ROUNDING);
      if (!isShorter && sign * (beforeX * wayY - beforeY * wayX) <= 0) return false;
    }
    turns.stamp[entry] = this.#search;
    turns.view[entry] = view;
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

  /** Returns the polygons on the way from the start to the polygon behind the view `last`, in order. */
  #corridor(last: number): number[] {
    const { edge, before } = this.#views;
    const polygons = [this.mesh.next[edge[last]]];
    for (let view = last; view !== NONE; view = before[view])
      polygons.push(this.#owner[edge[view]]);
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
    // The numbers of the parts say that there is a corridor.
    if (!from.has(start)) throw new Error(`polygon ${start} is not connected with ${goal}`);
    const polygons = [start];
    while (polygons.at(-1) !== goal) polygons.push(from.get(polygons.at(-1)!)!);
    return polygons;
  }
}

function distance(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** The point of the edge from corner `c` to corner `d` nearest to a point (m), as a fraction of the edge. */
function shareNearest({ x, y }: NavMesh, c: number, d: number, px: number, py: number): number {
  const ex = x[d] - x[c];
  const ey = y[d] - y[c];
  const along = ((px - x[c]) * ex + (py - y[c]) * ey) / (ex * ex + ey * ey);
  return along > 0 ? (along < 1 ? along : 1) : 0;
}

/** Positive if point c is to the left of the line from a to b. */
function side(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
