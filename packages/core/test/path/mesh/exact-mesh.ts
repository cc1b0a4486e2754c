import type { NavMesh } from '../../../src/path/mesh/nav-mesh.ts';
import type { MeshSource } from './random-meshes.ts';

/** Everything below works from vertices and polygons alone, in the slow and plain way. */

export type Point = readonly [x: number, y: number, z?: number];

/** Below this distance (m) from an edge, a line touches it. */
const TOUCH = 1e-9;

interface Door {
  readonly one: number;
  readonly other: number;
  readonly from: Point;
  readonly to: Point;
}

/** A way from one place to another that does not lead over polygons. */
export interface ExactLink {
  readonly from: Point;
  readonly to: Point;
  readonly fromPolygon: number;
  readonly toPolygon: number;
  readonly cost: number;
}

/** The open links of a mesh. What heights they have is taken from the mesh. */
export function exactLinks(
  { links }: NavMesh,
  heightAt: HeightAt,
  isOpen: (index: number) => boolean = () => true,
): ExactLink[] {
  return Array.from({ length: links.count }, (_, k) => k)
    .filter((k) => isOpen(links.index[k]))
    .map((k) => {
      const [x, y, toX, toY] = [links.fromX[k], links.fromY[k], links.toX[k], links.toY[k]];
      const [p, q] = [links.from[k], links.to[k]];
      const [from, to]: Point[] = [
        [x, y, heightAt(p, x, y)],
        [toX, toY, heightAt(q, toX, toY)],
      ];
      return { from, to, fromPolygon: p, toPolygon: q, cost: links.cost[k] };
    });
}

/** The height (m) of a polygon at a point. */
export type HeightAt = (polygon: number, x: number, y: number) => number;

/** A point where a path can be, with the polygons that it can be in without passing through the point itself. */
interface Stand {
  readonly at: Point;
  readonly polygons: readonly number[];
}

/**
 * Shortest ways over a mesh by Dijkstra over the corners at walls, with the rule of the mesh: from polygon to polygon
 * only across an edge that both have. So nothing leads through a wall without width, nor between polygons that only
 * touch at a vertex. An edge whose ends are both at walls is closed if it is shorter than twice the radius.
 */
export class ExactMesh {
  readonly corners: readonly (readonly Point[])[];
  readonly #doors: Door[] = [];
  readonly #stands: Stand[] = [];
  readonly #between: (number | undefined)[][] = [];
  readonly #heightAt: HeightAt;
  readonly #jumps: { readonly from: number; readonly to: number; readonly cost: number }[] = [];

  constructor(
    { vertices, polygons }: MeshSource,
    radius = 0,
    links: readonly ExactLink[] = [],
    heightAt: HeightAt = () => 0,
    hair = 0,
  ) {
    this.#heightAt = heightAt;
    const place = (v: number): Point => {
      const [x, y, z = 0] = vertices[v].map(Math.fround);
      return [x, y, z];
    };
    const listed = polygons.map((polygon) => {
      const corners = polygon.map(place);
      return area(corners) < 0 ? corners.reverse() : corners;
    });
    this.corners = listed;
    const owner = new Map<string, number>();
    const key = (a: Point, b: Point) => `${a} ${b}`;
    listed.forEach((corners, p) => {
      for (const [k, a] of corners.entries())
        owner.set(key(a, corners[(k + 1) % corners.length]), p);
    });
    const walls = new Map<string, Point>();
    listed.forEach((corners, value) => {
      corners.forEach((from, k) => {
        const to = corners[(k + 1) % corners.length];
        const other = owner.get(key(to, from));
        if (other === undefined) for (const end of [from, to]) walls.set(`${end}`, end);
        else if (value < other) this.#doors.push({ one: value, other, from, to });
      });
    });
    // A vertex can be at a wall of some polygons only, so an edge may count as one between walls that is not.
    const isAtWall = ({ one, other }: Door, at: Point): boolean => {
      return this.#fansAt(at, 0).some(
        (fan) => (fan.includes(one) || fan.includes(other)) && this.#hasWallAt(fan, at, owner),
      );
    };
    const closed = this.#doors.filter((door) => {
      const { from, to } = door;
      const isNarrow = Math.hypot(to[0] - from[0], to[1] - from[1]) < 2 * radius;
      return isNarrow && isAtWall(door, from) && isAtWall(door, to);
    });
    for (const door of closed) this.#doors.splice(this.#doors.indexOf(door), 1);
    for (const at of walls.values()) {
      for (const polygons of this.#fansAt(at, 0)) this.#stands.push({ at, polygons });
    }
    for (const { from, to, fromPolygon, toPolygon, cost } of links) {
      const [one, other] = [
        [from, fromPolygon],
        [to, toPolygon],
      ].map(([at, p]) => {
        const fans = this.#fansAt(at as Point, hair);
        const polygons = fans.find((fan) => fan.includes(p as number)) ?? [p as number];
        return this.#stands.push({ at: at as Point, polygons }) - 1;
      });
      this.#jumps.push({ from: one, to: other, cost });
    }
    for (const [k, stand] of this.#stands.entries()) {
      this.#between.push(this.#stands.map((other, n) => (n < k ? this.#leg(stand, other) : 0)));
    }
  }

  /** The polygons that contain a point, or are at most `hair` (m) away from it. */
  around([x, y, z = 0]: Point, hair: number): number[] {
    return [...this.corners.keys()].filter(
      (p) => gapTo(this.corners[p], [x, y]) <= hair && Math.abs(this.#heightAt(p, x, y) - z) < 0.01,
    );
  }

  /** The length (m) of the shortest way; infinite for none. */
  shortest(a: Point, b: Point, hair: number): number {
    const starts = this.#fansAt(a, hair).map((polygons): Stand => ({ at: a, polygons }));
    const goals = this.#fansAt(b, hair).map((polygons): Stand => ({ at: b, polygons }));
    const least = (ends: Stand[], from: Stand) =>
      Math.min(...ends.map((end) => this.#leg(from, end) ?? Number.POSITIVE_INFINITY));
    let best = Math.min(...starts.map((start) => least(goals, start)));
    const way = this.#stands.map((stand) => least(starts, stand));
    const open = new Set(way.keys());
    while (open.size > 0) {
      const at = [...open].reduce((one, other) => (way[other] < way[one] ? other : one));
      open.delete(at);
      if (way[at] >= best) break;
      best = Math.min(best, way[at] + least(goals, this.#stands[at]));
      for (const to of open) {
        const leg = at > to ? this.#between[at][to] : this.#between[to][at];
        if (leg !== undefined) way[to] = Math.min(way[to], way[at] + leg);
      }
      for (const { from, to, cost } of this.#jumps) {
        if (from === at && open.has(to)) way[to] = Math.min(way[to], way[at] + cost);
      }
    }
    return best;
  }

  /** Whether one of some polygons has a wall that begins or ends at a vertex. */
  #hasWallAt(fan: readonly number[], at: Point, owner: ReadonlyMap<string, number>): boolean {
    return fan.some((p) => {
      const corners = this.corners[p];
      return corners.some((from, k) => {
        const to = corners[(k + 1) % corners.length];
        if (owner.has(`${to} ${from}`)) return false;
        return `${from}` === `${at}` || `${to}` === `${at}`;
      });
    });
  }

  /** The polygons around a point, in groups that are connected by edges through the point. */
  #fansAt(at: Point, hair: number): number[][] {
    const around = this.around(at, Math.max(hair, TOUCH));
    const fans: number[][] = [];
    const left = new Set(around);
    for (const seed of around) {
      if (!left.delete(seed)) continue;
      const fan = [seed];
      for (const p of fan) {
        for (const { one, other, from, to } of this.#doors) {
          const q = one === p ? other : other === p ? one : -1;
          if (!left.has(q) || distanceTo(at, from, to) > Math.max(hair, TOUCH)) continue;
          left.delete(q);
          fan.push(q);
        }
      }
      fans.push(fan);
    }
    return fans;
  }

  /** The length (m) of the straight way between two places; undefined if a wall is between. */
  #leg(a: Stand, b: Stand): number | undefined {
    const reached = [...a.polygons];
    const known = new Set(reached);
    const touched = this.#doors.filter(({ from, to }) => touches(a.at, b.at, from, to));
    for (const p of reached) {
      if (b.polygons.includes(p)) return Math.hypot(b.at[0] - a.at[0], b.at[1] - a.at[1]);
      for (const { one, other } of touched) {
        const q = one === p ? other : other === p ? one : p;
        if (known.has(q)) continue;
        known.add(q);
        reached.push(q);
      }
    }
    return undefined;
  }
}

function area(corners: readonly Point[]): number {
  return corners.reduce((sum, [x, y], k) => {
    const [nextX, nextY] = corners[(k + 1) % corners.length];
    return sum + x * nextY - y * nextX;
  }, 0);
}

function side([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

function distanceTo([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [ex, ey] = [bx - ax, by - ay];
  const squared = ex * ex + ey * ey;
  const along = squared > 0 ? ((x - ax) * ex + (y - ay) * ey) / squared : 0;
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - share * ex, y - ay - share * ey);
}

/** The distance (m) from a point to a convex polygon; 0 inside. */
function gapTo(corners: readonly Point[], at: Point): number {
  const next = (k: number) => corners[(k + 1) % corners.length];
  if (corners.every((corner, k) => side(corner, next(k), at) >= 0)) return 0;
  return Math.min(...corners.map((corner, k) => distanceTo(at, corner, next(k))));
}

/** Whether two closed lines touch. */
function touches(a: Point, b: Point, c: Point, d: Point): boolean {
  for (const axis of [0, 1] as const) {
    if (Math.max(a[axis], b[axis]) < Math.min(c[axis], d[axis]) - TOUCH) return false;
    if (Math.max(c[axis], d[axis]) < Math.min(a[axis], b[axis]) - TOUCH) return false;
  }
  const apart = (one: Point, other: Point, sideOf: number) =>
    Math.abs(sideOf) > TOUCH * Math.hypot(other[0] - one[0], other[1] - one[1]);
  const [ac, ad, ca, cb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  const crosses = ac * ad < 0 && ca * cb < 0 && apart(a, b, ac) && apart(a, b, ad);
  if (crosses && apart(c, d, ca) && apart(c, d, cb)) return true;
  const ends = [distanceTo(a, c, d), distanceTo(b, c, d), distanceTo(c, a, b), distanceTo(d, a, b)];
  return Math.min(...ends) <= TOUCH;
}

/** A place of any kind: a vertex, a point of an edge, a point 1e-6 m beside a vertex, or one inside a polygon. */
export function placeOn(corners: readonly (readonly Point[])[], random: () => number): Point {
  const of = corners[Math.floor(random() * corners.length)];
  const k = Math.floor(random() * of.length);
  const [a, b] = [of[k], of[(k + 1) % of.length]];
  const kind = random();
  if (kind < 0.4) return a;
  const share = [0.5, 0.25, random()][Math.floor(3 * random())];
  const onEdge: Point = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  if (kind < 0.6) return onEdge;
  const toward = ([0, 1] as const).map(
    (axis) => of.reduce((sum, corner) => sum + corner[axis], 0) / of.length,
  );
  const far = kind < 0.8 ? 1e-6 / Math.hypot(toward[0] - b[0], toward[1] - b[1]) : random();
  return [b[0] + far * (toward[0] - b[0]), b[1] + far * (toward[1] - b[1])];
}
