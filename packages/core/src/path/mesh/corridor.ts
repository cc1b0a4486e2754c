import { Heap } from '../heap.ts';
import { LIVE_MASK, type Live, UNWATCHED } from '../live.ts';
import { PathError } from '../path-error.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';
import { polygonsAt } from './place.ts';
import { VIEW, Views } from './views.ts';

/**
 * If a path to a root is longer than the shortest path by at most this fraction, it counts as the shortest. The
 * fraction allows for rounding errors.
 */
const ROUNDING = 1e-12;

/**
 * The maximum number of views of a search, as a multiple of the number of corners of the mesh. The smallest meshes have
 * room for `MIN_VIEWS`.
 *
 * A search finds few views per corner: at most 3 in meshes of streets and rooms, and at most VIEWS_MEASURED in the worst
 * meshes that were tried, hundreds of pillars in a row.
 */
const VIEWS_PER_CORNER = 64;
const MIN_VIEWS = 0x1_0000;

/**
 * A view is in line with its root if it is at most this far from the line of sight along it. The distance is given as a
 * multiple of the mesh's `hair`. It is above the rounding errors of a start and of the ends of views.
 */
const IN_LINE = 1e-6;

/** As the root of a view, this number stands for the start of the path. All other roots are vertices. */
const START = -1;
/** Stands for a view that does not exist. */
const NONE = -1;

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
   * @param most maximum number of views of a search. The default is enough for every mesh that was measured, and keeps
   * the memory of a search in proportion to its mesh
   */
  constructor(
    mesh: NavMesh,
    live: Live = UNWATCHED,
    most = Math.max(MIN_VIEWS, VIEWS_PER_CORNER * mesh.x.length),
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
   * Like `find`, but from one polygon, to `goal` or any other polygon that contains the goal, and throws nothing. If the
   * search needs too many views, returns the corridor with the fewest polygons. This corridor too depends only on the
   * arguments, so agents use it in a tick.
   */
  findAny(
    start: number,
    startX: number,
    startY: number,
    goal: number,
    goalX: number,
    goalY: number,
  ): number[] {
    const goals = [goal, ...polygonsAt(this.mesh, goalX, goalY)];
    return (
      this.#shortest([start], startX, startY, goals, goalX, goalY) ?? this.#fewest(start, goal)
    );
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
      for (const stamps of [this.#stamp, this.#hasStart, this.#hasGoal]) stamps.fill(0);
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
    const turnsRight = right >= 0 && this.#reach(right, rightLength);
    const turnsLeft = left >= 0 && this.#reach(left, leftLength);
    const from = root[view];
    const opens =
      (rightX === rootX && rightY === rootY) ||
      (leftX === rootX && leftY === rootY) ||
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
      const begin = farRight < 0 ? 1 : nearRight < 0 ? nearRight / (nearRight - farRight) : 0;
      const end = nearLeft > 0 ? 0 : farLeft > 0 ? nearLeft / (nearLeft - farLeft) : 1;
      if (opens && farRight >= 0 && nearLeft <= 0 && begin <= end) {
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

  /** Returns the polygons on the way from the start to the polygon behind the view `last`, in order. */
  #corridor(last: number): number[] {
    const { edge, before } = this.#views;
    const polygons = [this.mesh.next[edge[last]]];
    for (let view = last; view !== NONE; view = before[view]) polygons.push(this.#owner[edge[view]]);
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
