import { Heap } from '../heap.ts';
import { LIVE_MASK, type Live, UNWATCHED } from '../live.ts';
import { PathError } from '../path-error.ts';
import { Access, CROSSINGS, OPEN, type Profile } from './access.ts';
import { linkWord, turnWord } from './corridor-words.ts';
import { moveCrossings } from './crossings.ts';
import { aimGates, distanceTo, type Gates, gatesOf, markGoal } from './gates.ts';
import { GoalTrees, type SharedGoal } from './goal-trees.ts';
import { firstLinkFrom, linksByEnd } from './links.ts';
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

/**
 * As the root of a view, this number stands for the start of the path. All other roots are fans, then the ends of
 * links, then points where a path may cross an edge between polygons of different cost.
 */
const START = -1;
/** As the edge of a view, this number stands for the goal. Other numbers below 0 stand for links: -1 for link 0. */
const GOAL = -0x8000_0000;
/** In `Views.whole`, this bit says that a view is only a root, around which the search continues. */
const ROOT = 4;
/** A finder keeps this many accesses. */
const ACCESSES = 16;
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
 * Finds corridors over a mesh. A corridor is the list of polygons and links that the cheapest path goes through, see
 * corridor-words.ts. What is open, and what it costs, says an `Access`. A finder keeps the memory of its search, so each
 * thread has its own finder.
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
 * - If a view is in line with its root, nothing is visible through it. The path can only turn at its ends, or continue
 *   along an edge in the same line.
 *
 * A link is a root too: a path goes straight to where the link begins, like to a goal, and the search looks around where
 * it ends, as around a start. It does so again only if it finds a shorter path there, so links in a circle end.
 *
 * Where all polygons cost the same, the path is the cheapest, but for rounding. Where they do not, a view ends at an
 * edge to a polygon of another cost. The search then looks around a few points of this edge, and the path crosses the
 * edge at one of them. Then `moveCrossings` moves the crossings of the path to where they cost least. So the path can miss
 * a cheaper one through other polygons: in tests, by 3 % at most.
 *
 * The path that is left can cost as little as the straight line, in the cheapest area of the mesh. If there are links
 * that cost less than this line, short cuts, it can also cost as little as the best of these and the line from its end.
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
  readonly #queue = new Heap(64);
  readonly #views = new Views();
  /** For each corner, the polygon to which its edge belongs. */
  readonly #owner: Uint32Array;
  /**
   * For each root, the length from the start to the root of the shortest path found so far that turns there. Valid only
   * for the search whose number is in `#stamp`.
   */
  #length: Float64Array;
  #stamp: Uint32Array;
  /**
   * For each corner, the most that a path to any point of its edge needs to cost, of this search. A view that begins with
   * more shows nothing new. Used only where polygons differ in cost, because of the many roots there.
   */
  #far = new Float64Array(0);
  #farStamp = new Uint32Array(0);
  /** The turns of this search at the right ends of views, and at the left ends. */
  readonly #rightTurns: Turns;
  readonly #leftTurns: Turns;
  /** For each polygon, the number of the last root around which it was found. */
  readonly #hasRoot: Uint32Array;
  /** For each polygon, the number of the last search whose goal it contained. */
  readonly #hasGoal: Uint32Array;
  readonly #gates: Gates | undefined;
  /** Whether the gates lead to the goal of this search. Most searches stay on its sheet and need no gates. */
  #isAimed = false;
  #trees: GoalTrees | undefined;
  readonly #accesses = new Map<string, Access>();
  /** The access of a point to which everything is open, at the same cost. */
  readonly open: Access;
  #search = 0;
  #access: Access;
  #goalX = 0;
  #goalY = 0;
  /** The least cost (m) of a path to the goal that uses a short cut, as if there were no walls; infinite for none. */
  #shortCut = 0;
  /** The root around which the search looks, and its number. */
  #rootX = 0;
  #rootY = 0;
  #roots = 0;

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
    this.#hasRoot = new Uint32Array(mesh.polygons);
    this.#hasGoal = new Uint32Array(mesh.polygons);
    this.#gates = gatesOf(mesh);
    this.open = new Access(mesh, OPEN);
    this.#access = this.open;
  }

  /**
   * The mesh as the bodies of a profile see it. The finder keeps the last ones.
   *
   * @param key tells profiles apart
   * @param profile called if no access for this key is kept
   */
  accessOf(key: string, profile: () => Profile): Access {
    const known = this.#accesses.get(key);
    const access =
      known ?? new Access(this.mesh, profile(), [this.open, ...this.#accesses.values()]);
    this.#accesses.delete(key);
    this.#accesses.set(key, access);
    if (this.#accesses.size > ACCESSES) {
      for (const oldest of this.#accesses.keys()) {
        this.#accesses.delete(oldest);
        break;
      }
    }
    return access;
  }

  /** Whether a path leads from one polygon to another. This needs no search. */
  reaches(start: number, goal: number, access = this.open): boolean {
    return access.reaches(start, goal);
  }

  /**
   * Returns the corridor of the cheapest path from one point (m) to another. The path begins in one of the polygons
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
    access = this.open,
  ): number[] {
    this.#access = access;
    const corridor = this.#shortest(starts, startX, startY, goals, goalX, goalY);
    if (corridor !== undefined) {
      if (access.seams > 0) moveCrossings(access, corridor, [startX, startY], [goalX, goalY]);
      return corridor;
    }
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
  findAny(
    start: number,
    startX: number,
    startY: number,
    goal: MeshPlace,
    access = this.open,
  ): number[] {
    this.#access = access;
    const { polygon, x, y, z } = goal;
    const goals = [polygon, ...polygonsAt(this.mesh, x, y, z)];
    const found = this.#shortest([start], startX, startY, goals, x, y);
    const corridor = found ?? this.#fewest(start, polygon);
    if (access.seams > 0) moveCrossings(access, corridor, [startX, startY], [x, y]);
    return corridor;
  }

  /** Like `findAny`, for a goal that agents share. It can miss the shortest path, see goal-trees.ts. */
  findShared(
    start: number,
    startX: number,
    startY: number,
    goal: SharedGoal,
    access = this.open,
  ): number[] {
    this.#trees ??= new GoalTrees(this.mesh, this.#owner, this.#live);
    const corridor = this.#trees.find(start, startX, startY, goal, access);
    if (access.seams > 0) moveCrossings(access, corridor, [startX, startY], [goal.x, goal.y]);
    return corridor;
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
    const access = this.#access;
    const { isPlain } = access;
    const inside = starts.find((start) => goals.includes(start));
    if (isPlain && inside !== undefined) return [inside];
    const to = goals.find((goal) => starts.some((start) => access.reaches(start, goal)));
    if (to === undefined) return [];
    this.#begin(goals, goalX, goalY);
    const near = this.#lookAround(starts, NONE, START, startX, startY, 0);
    if (near !== undefined) return near;
    let expanded = 0;
    for (let view = this.#queue.pop(); view >= 0; view = this.#queue.pop()) {
      if (this.#views.count > this.#most) return undefined;
      const { edge, root, whole, before, numbers } = this.#views;
      if (edge[view] === GOAL) return this.#corridor(before[view], root[view]);
      const length = numbers[view * VIEW.words + VIEW.length];
      if (root[view] !== START && length > this.#length[root[view]] * (1 + ROUNDING)) continue;
      if ((++expanded & LIVE_MASK) === 0) this.#live();
      if (whole[view] === ROOT) {
        const found = this.#lookAroundView(view);
        if (found !== undefined) return found;
        continue;
      }
      const behind = this.mesh.next[edge[view]];
      if (this.#hasGoal[behind] === this.#search) {
        if (isPlain) return this.#corridor(view, behind);
        this.#addGoal(view, behind);
      }
      this.#expand(view);
    }
    // If rounding hid a path between two corners that touch, any path will do.
    return this.#fewest(starts.find((start) => access.reaches(start, to))!, to);
  }

  #begin(goals: readonly number[], goalX: number, goalY: number): void {
    const { mesh } = this;
    const { shortCuts, linkCost, seams, fans } = this.#access;
    const { links } = mesh;
    const roots = fans + links.count + seams * (CROSSINGS + 1);
    if (roots > this.#length.length) {
      this.#length = new Float64Array(roots);
      this.#stamp = new Uint32Array(roots);
    }
    if (seams > 0 && this.#far.length === 0) {
      this.#far = new Float64Array(mesh.x.length);
      this.#farStamp = new Uint32Array(mesh.x.length);
    }
    if (this.#search === 0xffffffff) {
      const turns = [this.#rightTurns.stamp, this.#leftTurns.stamp];
      for (const stamps of [this.#stamp, this.#hasGoal, this.#farStamp, ...turns]) stamps.fill(0);
      this.#search = 0;
    }
    this.#search++;
    this.#queue.clear();
    this.#views.clear();
    this.#goalX = goalX;
    this.#goalY = goalY;
    this.#shortCut = Number.POSITIVE_INFINITY;
    for (const link of shortCuts) {
      const rest = distance(links.toX[link] - goalX, links.toY[link] - goalY);
      this.#shortCut = Math.min(this.#shortCut, linkCost[link] + rest);
    }
    for (const goal of goals) this.#hasGoal[goal] = this.#search;
    this.#isAimed = false;
    if (this.#gates !== undefined) markGoal(this.#gates, goals);
  }

  /** Continues the search around the end of a link, or a point where a path crosses an edge. */
  #lookAroundView(view: number): number[] | undefined {
    const { edge, root, numbers } = this.#views;
    const { next, links } = this.mesh;
    const at = view * VIEW.words;
    const c = edge[view];
    return this.#lookAround(
      [c < 0 ? links.to[-1 - c] : next[c]],
      view,
      root[view],
      numbers[at + VIEW.rootX],
      numbers[at + VIEW.rootY],
      numbers[at + VIEW.length],
    );
  }

  /**
   * Adds the views from a root that is not a corner of a wall. The polygons around the root are those to which an edge
   * through the root leads, from polygon to polygon, beginning with `starts`. The views are all their other edges.
   *
   * @param view the view that ends at the root; NONE for the start of the path
   * @param length the length of the path to the root (m)
   * @returns the corridor, if one of the polygons around the root contains the goal, and no path to it is shorter
   */
  #lookAround(
    starts: readonly number[],
    view: number,
    root: number,
    x: number,
    y: number,
    length: number,
  ): number[] | undefined {
    const { first, next } = this.mesh;
    const { isPlain, seam } = this.#access;
    this.#takeRoot(starts, x, y);
    const [rootX, rootY] = [this.#rootX, this.#rootY];
    // For each polygon around the root, the view that leads into it.
    const around: { readonly polygon: number; readonly before: number }[] = [];
    for (const polygon of starts) {
      this.#hasRoot[polygon] = this.#roots;
      around.push({ polygon, before: view });
    }
    for (const { polygon, before } of around) {
      if (this.#hasGoal[polygon] === this.#search) {
        if (isPlain) return this.#corridor(before, polygon);
        const rest = distance(this.#goalX - rootX, this.#goalY - rootY);
        this.#pushGoal(before, polygon, length + this.#access.costOf(polygon) * rest);
      }
      this.#addLinks(polygon, before, length, rootX, rootY, rootX, rootY, rootX, rootY);
      for (let c = first[polygon]; c < first[polygon + 1]; c++) {
        if (next[c] < 0 || this.#access.isClosed(polygon, c)) continue;
        if (!this.#isThroughRoot(polygon, c)) {
          this.#add(polygon, c, before, root, rootX, rootY, length, 0, 1);
          continue;
        }
        // Along the edge, on the side of this polygon, and then to the other side.
        if (seam !== undefined && seam[c] !== 0) {
          this.#addCrossings(polygon, c, before, rootX, rootY, length, 0, 1);
        }
        if (this.#hasRoot[next[c]] === this.#roots) continue;
        this.#hasRoot[next[c]] = this.#roots;
        const through = this.#views.add(c, before, root, 3);
        this.#writeRoot(through, rootX, rootY, length);
        around.push({ polygon: next[c], before: through });
      }
    }
    return undefined;
  }

  /**
   * Sets the root around which the search looks. If it is on a vertex or an edge, but for rounding, it is moved there. So
   * it is on no wrong side of an edge.
   */
  #takeRoot(starts: readonly number[], x: number, y: number): void {
    const { mesh } = this;
    if (this.#roots === 0xffffffff) {
      this.#hasRoot.fill(0);
      this.#roots = 0;
    }
    this.#roots++;
    this.#rootX = x;
    this.#rootY = y;
    let least = mesh.hair;
    for (const p of starts) {
      for (let c = mesh.first[p]; c < mesh.first[p + 1]; c++) {
        const off = distance(mesh.x[c] - x, mesh.y[c] - y);
        if (off > least) continue;
        least = off;
        this.#rootX = mesh.x[c];
        this.#rootY = mesh.y[c];
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
        this.#rootX = nearX;
        this.#rootY = nearY;
      }
    }
  }

  /** Whether edge `c` of polygon `p` passes through the root, but for rounding. */
  #isThroughRoot(p: number, c: number): boolean {
    const { mesh } = this;
    const [x, y] = [this.#rootX, this.#rootY];
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
    const { x, y, next, wall } = mesh;
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
    const { narrow, seam, fan } = this.#access;
    const cost = seam === undefined ? 1 : this.#access.costOf(p);
    // The corners where the path may turn are the ends of the view at a wall.
    const entryEnd = cornerAfter(mesh, back, entry);
    const right = (whole[view] & 1) !== 0 && wall[entry] === 1 ? fan[entry] : -1;
    const left = (whole[view] & 2) !== 0 && wall[entryEnd] === 1 ? fan[entryEnd] : -1;
    const toRight = distance(rightX - rootX, rightY - rootY);
    const toLeft = distance(leftX - rootX, leftY - rootY);
    const rightLength = length + cost * toRight;
    const leftLength = length + cost * toLeft;
    const isRightRoot = rightX === rootX && rightY === rootY;
    const isLeftRoot = leftX === rootX && leftY === rootY;
    const turnsRight =
      right >= 0 &&
      !isRightRoot &&
      this.#reach(right, rightLength) &&
      this.#widens(this.#rightTurns, view, VIEW.rightX, 1, cost);
    const turnsLeft =
      left >= 0 &&
      !isLeftRoot &&
      this.#reach(left, leftLength) &&
      this.#widens(this.#leftTurns, view, VIEW.leftX, -1, cost);
    const from = root[view];
    const most = IN_LINE * mesh.hair * (toRight + toLeft);
    const opens =
      isRightRoot || isLeftRoot || side(rootX, rootY, rightX, rightY, leftX, leftY) > most;
    if (mesh.links.count > 0) {
      this.#addLinks(p, view, length, rootX, rootY, rightX, rightY, leftX, leftY);
    }
    for (let c = mesh.first[p]; c < mesh.first[p + 1]; c++) {
      if (next[c] < 0 || next[c] === back) continue;
      if (narrow > 0 && this.#access.isClosed(p, c)) continue;
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
      if (!opens && Math.max(Math.abs(nearRight), Math.abs(farRight)) <= most) {
        // The path can continue along an edge in the same line, if that is farther away.
        const toBegin = distance(x[c] - rootX, y[c] - rootY);
        const toEnd = distance(x[d] - rootX, y[d] - rootY);
        if (toBegin + toEnd > toRight + toLeft) {
          this.#add(p, c, view, from, rootX, rootY, length, 0, 1);
        }
        continue;
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
   * Notes the `length` of a path to the corners of a fan. Returns whether this path is the shortest one found so far.
   * If a path is longer only by rounding, it counts as equally short.
   */
  #reach(fan: number, length: number): boolean {
    const isFirst = this.#stamp[fan] !== this.#search;
    if (!isFirst && length > this.#length[fan] * (1 + ROUNDING)) return false;
    if (isFirst || length < this.#length[fan]) this.#length[fan] = length;
    this.#stamp[fan] = this.#search;
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
   * @param cost the cost of a meter on the way to the end
   */
  #widens(turns: Turns, view: number, end: number, sign: number, cost: number): boolean {
    const { edge, numbers } = this.#views;
    const entry = edge[view];
    if (turns.stamp[entry] === this.#search) {
      const at = view * VIEW.words;
      const before = turns.view[entry] * VIEW.words;
      const wayX = numbers[at + end] - numbers[at + VIEW.rootX];
      const wayY = numbers[at + end + 1] - numbers[at + VIEW.rootY];
      const beforeX = numbers[before + end] - numbers[before + VIEW.rootX];
      const beforeY = numbers[before + end + 1] - numbers[before + VIEW.rootY];
      const length = numbers[at + VIEW.length] + cost * distance(wayX, wayY);
      const lengthBefore = numbers[before + VIEW.length] + cost * distance(beforeX, beforeY);
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
    const { seam } = this.#access;
    if (seam !== undefined && seam[c] !== 0) {
      this.#addCrossings(p, c, before, rootX, rootY, length, begin, end);
      return;
    }
    const d = cornerAfter(mesh, p, c);
    const rightX = begin === 0 ? x[c] : x[c] + begin * (x[d] - x[c]);
    const rightY = begin === 0 ? y[c] : y[c] + begin * (y[d] - y[c]);
    const leftX = end === 1 ? x[d] : x[c] + end * (x[d] - x[c]);
    const leftY = end === 1 ? y[d] : y[c] + end * (y[d] - y[c]);
    const whole = (begin === 0 ? 1 : 0) | (end === 1 ? 2 : 0);
    if (seam !== undefined) {
      const cost = this.#access.costOf(p);
      // There and back.
      const twice = lengthThrough(rootX, rootY, rightX, rightY, leftX, leftY, rootX, rootY);
      const isKnown = this.#farStamp[c] === this.#search;
      if (isKnown && length + 0.5 * cost * twice >= this.#far[c]) return;
      const toRight = distance(rightX - rootX, rightY - rootY);
      const far = length + cost * Math.max(toRight, distance(leftX - rootX, leftY - rootY));
      if (whole === 3 && !(isKnown && far >= this.#far[c])) {
        this.#far[c] = far;
        this.#farStamp[c] = this.#search;
      }
    }
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
    const ahead = this.#ahead(mesh.next[c], rootX, rootY, rightX, rightY, leftX, leftY);
    this.#queue.push(length + ahead, ahead, view);
  }

  /**
   * The least cost (m) of a path to the goal from a root through a view into polygon `p`, as if there were no walls. To
   * another sheet of the mesh, it leads through a gate.
   */
  #ahead(
    p: number,
    rootX: number,
    rootY: number,
    rightX: number,
    rightY: number,
    leftX: number,
    leftY: number,
  ): number {
    const gates = this.#gates;
    if (gates === undefined || gates.hasGoal[gates.sheet[p]] === 1) {
      const goalX = this.#goalX;
      const goalY = this.#goalY;
      const straight = lengthThrough(rootX, rootY, rightX, rightY, leftX, leftY, goalX, goalY);
      return straight < this.#shortCut ? straight : this.#shortCut;
    }
    if (!this.#isAimed) {
      aimGates(gates, this.#goalX, this.#goalY, this.#access.linkCost, this.#shortCut);
      this.#isAimed = true;
    }
    const { all, rest } = gates;
    let least = Number.POSITIVE_INFINITY;
    for (const gate of gates.leaving[gates.sheet[p]]) {
      if (rest[gate] >= least) continue;
      const { ax, ay, bx, by } = all[gate].begin;
      // A way to the line is at most half of its length shorter than that to its middle.
      const [x, y] = [0.5 * (ax + bx), 0.5 * (ay + by)];
      const middle = lengthThrough(rootX, rootY, rightX, rightY, leftX, leftY, x, y);
      const through = middle - 0.5 * distance(bx - ax, by - ay);
      const straight = distanceTo(all[gate].begin, rootX, rootY);
      least = Math.min(least, Math.max(through, straight) + rest[gate]);
    }
    return least;
  }

  /**
   * Adds the points where a path from a root may cross the visible part of an edge to a polygon of another cost. They are
   * at fixed shares of the edge. If none of them is visible, the middle of the visible part is used instead of the
   * nearest.
   */
  #addCrossings(
    p: number,
    c: number,
    before: number,
    rootX: number,
    rootY: number,
    length: number,
    begin: number,
    end: number,
  ): void {
    const { mesh } = this;
    const { x, y } = mesh;
    const { seam, fans } = this.#access;
    const d = cornerAfter(mesh, p, c);
    const side = seam![c] - 1;
    const isTurned = (side & 1) === 1;
    const roots = fans + mesh.links.count + (side >> 1) * (CROSSINGS + 1);
    const cost = this.#access.costOf(p);
    let from = Math.ceil(begin * CROSSINGS);
    let to = Math.floor(end * CROSSINGS);
    const middle = 0.5 * (begin + end);
    const isBetween = from > to;
    if (isBetween) {
      from = Math.floor(middle * CROSSINGS + 0.5);
      to = from;
    }
    for (let k = from; k <= to; k++) {
      const share = isBetween ? middle : k / CROSSINGS;
      const atX = x[c] + share * (x[d] - x[c]);
      const atY = y[c] + share * (y[d] - y[c]);
      const root = roots + (isTurned ? CROSSINGS - k : k);
      this.#addRoot(c, before, root, atX, atY, length + cost * distance(atX - rootX, atY - rootY));
    }
  }

  /** Adds the open links of polygon `p`, to each of which a path leads from a root through a view. */
  #addLinks(
    p: number,
    before: number,
    length: number,
    rootX: number,
    rootY: number,
    rightX: number,
    rightY: number,
    leftX: number,
    leftY: number,
  ): void {
    const { links } = this.mesh;
    const { fromX, fromY, toX, toY } = links;
    const { linkCost, fans } = this.#access;
    const cost = this.#access.costOf(p);
    for (let k = firstLinkFrom(links, p); k < links.count && links.from[k] === p; k++) {
      if (linkCost[k] === Number.POSITIVE_INFINITY) continue;
      const way = lengthThrough(rootX, rootY, rightX, rightY, leftX, leftY, fromX[k], fromY[k]);
      this.#addRoot(-1 - k, before, fans + k, toX[k], toY[k], length + cost * way + linkCost[k]);
    }
  }

  /** Adds a root around which the search will look, if the path to it is shorter than all others found so far. */
  #addRoot(edge: number, before: number, root: number, x: number, y: number, length: number): void {
    const isFirst = this.#stamp[root] !== this.#search;
    if (!isFirst && length >= this.#length[root] * (1 - 2 * ROUNDING)) return;
    this.#stamp[root] = this.#search;
    this.#length[root] = length;
    const view = this.#views.add(edge, before, root, ROOT);
    this.#writeRoot(view, x, y, length);
    const p = edge < 0 ? this.mesh.links.to[-1 - edge] : this.mesh.next[edge];
    const ahead = this.#ahead(p, x, y, x, y, x, y);
    this.#queue.push(length + ahead, ahead, view);
  }

  #writeRoot(view: number, x: number, y: number, length: number): void {
    const { numbers } = this.#views;
    const at = view * VIEW.words;
    numbers[at + VIEW.rootX] = x;
    numbers[at + VIEW.rootY] = y;
    numbers[at + VIEW.rightX] = x;
    numbers[at + VIEW.rightY] = y;
    numbers[at + VIEW.length] = length;
  }

  /** Adds the goal, to which a path leads through a view into polygon `p`. */
  #addGoal(view: number, p: number): void {
    const { numbers } = this.#views;
    const at = view * VIEW.words;
    const way = lengthThrough(
      numbers[at + VIEW.rootX],
      numbers[at + VIEW.rootY],
      numbers[at + VIEW.rightX],
      numbers[at + VIEW.rightY],
      numbers[at + VIEW.leftX],
      numbers[at + VIEW.leftY],
      this.#goalX,
      this.#goalY,
    );
    this.#pushGoal(view, p, numbers[at + VIEW.length] + this.#access.costOf(p) * way);
  }

  #pushGoal(before: number, p: number, length: number): void {
    this.#queue.push(length, 0, this.#views.add(GOAL, before, p, ROOT));
  }

  /** Returns the corridor to polygon `p`, where the view `last` leads, in order. */
  #corridor(last: number, p: number): number[] {
    const { edge, before, numbers } = this.#views;
    const { mesh } = this;
    const { seam } = this.#access;
    const words = [p];
    for (let view = last; view !== NONE; view = before[view]) {
      const c = edge[view];
      if (c < 0) {
        words.push(linkWord(-1 - c), mesh.links.from[-1 - c]);
        continue;
      }
      const from = this.#owner[c];
      if (seam !== undefined && seam[c] !== 0) {
        const at = view * VIEW.words;
        const [x, y] = [numbers[at + VIEW.rightX], numbers[at + VIEW.rightY]];
        const share = shareNearest(mesh, c, cornerAfter(mesh, from, c), x, y);
        words.push(turnWord(c - mesh.first[from], share));
      }
      words.push(from);
    }
    return words.reverse();
  }

  /** Finds the corridor with the fewest polygons, by breadth-first search. */
  #fewest(start: number, goal: number): number[] {
    const { mesh } = this;
    const { first, next, links } = mesh;
    const access = this.#access;
    const linksTo = linksByEnd(links);
    // For each polygon, the words that lead from it to the polygon after it, and this polygon.
    const from = new Map<number, readonly number[]>([[goal, []]]);
    const queue = [goal];
    for (let at = 0; at < queue.length && !from.has(start); at++) {
      const p = queue[at];
      for (let c = first[p]; c < first[p + 1]; c++) {
        if (next[c] < 0 || from.has(next[c]) || access.isClosed(p, c)) continue;
        from.set(next[c], this.#wordsAcross(next[c], p));
        queue.push(next[c]);
      }
      for (const link of linksTo.get(p) ?? []) {
        if (from.has(links.from[link]) || access.linkCost[link] === Number.POSITIVE_INFINITY) {
          continue;
        }
        from.set(links.from[link], [linkWord(link), p]);
        queue.push(links.from[link]);
      }
    }
    // The numbers of the parts say that there is a corridor.
    if (!from.has(start)) throw new Error(`polygon ${start} is not connected with ${goal}`);
    const words = [start];
    while (words.at(-1) !== goal) words.push(...from.get(words.at(-1)!)!);
    return words;
  }

  /** The words that lead from polygon `p` across the edge to polygon `q`. */
  #wordsAcross(p: number, q: number): number[] {
    const { first, next } = this.mesh;
    let c = first[p];
    while (next[c] !== q || this.#access.isClosed(p, c)) c++;
    const { seam } = this.#access;
    return seam !== undefined && seam[c] !== 0 ? [turnWord(c - first[p], 0.5), q] : [q];
  }
}

/** The length (m) of the shortest path from a root through a view to a point, as if there were no walls. */
function lengthThrough(
  rootX: number,
  rootY: number,
  rightX: number,
  rightY: number,
  leftX: number,
  leftY: number,
  goalX: number,
  goalY: number,
): number {
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
