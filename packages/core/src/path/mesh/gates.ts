import { columnOf, rowOf } from './bins.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';
import { isBeside } from './overlaps.ts';

/** A line in the plan (m), or a point. */
interface Line {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/** A way from one sheet to another. */
interface Gate {
  readonly from: number;
  readonly to: number;
  /** Where it begins, and where it ends. Only a link ends elsewhere. */
  readonly begin: Line;
  readonly end: Line;
  /** The directed link, or -1. */
  readonly link: number;
}

/**
 * A gate is a link, or a line of edges that leads from one sheet of a mesh to another. A sheet is a connected set of
 * polygons of which no two lie above each other, and which are all level or all slopes: a floor, a ramp, a landing. The
 * way to a goal on another sheet leads through gates, so gates bound its length from below much better than the straight
 * line, which goes through floors.
 */
export interface Gates {
  /** For each polygon, the number of its sheet. */
  readonly sheet: Uint16Array;
  readonly all: readonly Gate[];
  /** For each gate and each gate, the distance (m) from the end of the first to the beginning of the second. */
  readonly apart: Float64Array;
  /** For each sheet, the gates that leave it. */
  readonly leaving: readonly (readonly number[])[];
  /** Whether a sheet has the goal of `markGoal`. */
  readonly hasGoal: Uint8Array;
  /** For each gate, the least cost (m) of a way through it to the goal of `aimGates`. */
  readonly rest: Float64Array;
}

/** With more gates than this, a search looks at none of them, because that would take longer than it saves. */
const MAX_GATES = 64;
/** The maximum number of edges of all gates. To join them takes up to the square of this number of steps. */
const MAX_EDGES = 1024;
/** The maximum number of polygons of a mesh that is cut into sheets. Cutting takes a few microseconds a polygon. */
const MAX_POLYGONS = 0x4_0000;
/** Polygons overlap, and edges are not in line, by more than this multiple of the tolerance `hair`. */
const APART = 16;
/** A polygon is a slope if it rises by more than this fraction of its width and depth. */
const SLOPE = 0.05;

/** Finds the gates of a mesh; undefined if no sheets lie above each other, or there are too many gates. */
export function gatesOf(mesh: NavMesh): Gates | undefined {
  if (mesh.flat || mesh.polygons > MAX_POLYGONS) return undefined;
  const isSlope = new Uint8Array(mesh.polygons);
  const floors = gatesBetween(mesh, sheetsOf(mesh, isSlope));
  if (floors === undefined) return undefined;
  for (let p = 0; p < mesh.polygons; p++) isSlope[p] = rises(mesh, p) ? 1 : 0;
  return gatesBetween(mesh, sheetsOf(mesh, isSlope)) ?? floors;
}

function gatesBetween(mesh: NavMesh, sheet: Uint16Array): Gates | undefined {
  const edges = edgesBetween(mesh, sheet);
  if (edges === undefined || edges.length === 0) return undefined;
  const { links } = mesh;
  const ways = Array.from(links.from, (p, link): Gate => {
    const [ax, ay, toX, toY] = [
      links.fromX[link],
      links.fromY[link],
      links.toX[link],
      links.toY[link],
    ];
    const begin = { ax, ay, bx: ax, by: ay };
    const end = { ax: toX, ay: toY, bx: toX, by: toY };
    return { from: sheet[p], to: sheet[links.to[link]], begin, end, link };
  });
  const all = [...joined(edges, APART * mesh.hair), ...ways];
  if (all.length > MAX_GATES) return undefined;
  const sheets = sheet.reduce((most, own) => Math.max(most, own), 0) + 1;
  const leaving: number[][] = Array.from({ length: sheets }, () => []);
  all.forEach(({ from }, gate) => {
    leaving[from].push(gate);
  });
  const apart = all.flatMap(({ end }) => all.map(({ begin }) => distanceBetween(end, begin)));
  return {
    ...{ sheet, all, leaving },
    apart: Float64Array.from(apart),
    hasGoal: new Uint8Array(sheets),
    rest: new Float64Array(all.length),
  };
}

/** The edges between sheets, each as a gate; undefined if there are too many. */
function edgesBetween(mesh: NavMesh, sheet: Uint16Array): Gate[] | undefined {
  const { first, next, x, y } = mesh;
  const found: Gate[] = [];
  for (let p = 0; p < mesh.polygons; p++) {
    for (let c = first[p]; c < first[p + 1]; c++) {
      const q = next[c];
      if (q < 0 || sheet[q] === sheet[p]) continue;
      if (found.length === MAX_EDGES) return undefined;
      const d = cornerAfter(mesh, p, c);
      const line = { ax: x[c], ay: y[c], bx: x[d], by: y[d] };
      found.push({ from: sheet[p], to: sheet[q], begin: line, end: line, link: -1 });
    }
  }
  return found;
}

/** Joins edges in a line, of which one begins where another ends. */
function joined(edges: readonly Gate[], most: number): Gate[] {
  const gates: Gate[] = [];
  const left = new Set(edges);
  for (const edge of left) {
    left.delete(edge);
    let { ax, ay, bx, by } = edge.begin;
    const isInLine = (x: number, y: number): boolean => {
      const [ex, ey] = [bx - ax, by - ay];
      const off = ex * (y - ay) - ey * (x - ax);
      return off * off <= most * most * (ex * ex + ey * ey);
    };
    let before = -1;
    while (left.size !== before) {
      before = left.size;
      for (const other of left) {
        if (other.from !== edge.from || other.to !== edge.to) continue;
        const { begin } = other;
        const follows = begin.ax === bx && begin.ay === by && isInLine(begin.bx, begin.by);
        const precedes = begin.bx === ax && begin.by === ay && isInLine(begin.ax, begin.ay);
        if (!follows && !precedes) continue;
        left.delete(other);
        if (follows) [bx, by] = [begin.bx, begin.by];
        else [ax, ay] = [begin.ax, begin.ay];
      }
    }
    const line = { ax, ay, bx, by };
    gates.push({ ...edge, begin: line, end: line });
  }
  return gates;
}

/** Writes which sheets have a goal in some polygons. */
export function markGoal({ sheet, hasGoal }: Gates, goals: readonly number[]): void {
  hasGoal.fill(0);
  for (const goal of goals) hasGoal[sheet[goal]] = 1;
}

/**
 * Writes `rest` of all gates for the goal (m) whose sheets are marked: from the gates that enter one of them, back to the
 * others.
 *
 * @param linkCost cost of each link (m); infinite if it is closed
 * @param shortCut least cost (m) of a way to the goal that uses a short cut
 */
export function aimGates(
  { all, apart, hasGoal, rest }: Gates,
  goalX: number,
  goalY: number,
  linkCost: Float64Array,
  shortCut: number,
): void {
  const isDone = new Uint8Array(all.length);
  const costOf = ({ link }: Gate): number => (link < 0 ? 0 : linkCost[link]);
  for (const [k, gate] of all.entries()) {
    const way = Math.min(distanceTo(gate.end, goalX, goalY), shortCut);
    rest[k] = hasGoal[gate.to] === 1 ? costOf(gate) + way : Number.POSITIVE_INFINITY;
  }
  for (;;) {
    let next = -1;
    for (let k = 0; k < all.length; k++) {
      if (isDone[k] === 0 && rest[k] < (next < 0 ? Number.POSITIVE_INFINITY : rest[next])) next = k;
    }
    if (next < 0) return;
    isDone[next] = 1;
    for (const [k, gate] of all.entries()) {
      if (isDone[k] === 1 || gate.to !== all[next].from) continue;
      rest[k] = Math.min(rest[k], costOf(gate) + apart[k * all.length + next] + rest[next]);
    }
  }
}

/** The distance (m) of a line from a point. */
export function distanceTo({ ax, ay, bx, by }: Line, x: number, y: number): number {
  const [ex, ey, wx, wy] = [bx - ax, by - ay, x - ax, y - ay];
  const squared = ex * ex + ey * ey;
  const along = squared > 0 ? (wx * ex + wy * ey) / squared : 0;
  const share = along > 0 ? (along < 1 ? along : 1) : 0;
  return distance(wx - share * ex, wy - share * ey);
}

/** The distance (m) between two lines. If they cross, that between their ends is more than it, and 0 is returned. */
function distanceBetween(one: Line, other: Line): number {
  if (parts(one, other) && parts(other, one)) return 0;
  return Math.min(
    distanceTo(one, other.ax, other.ay),
    distanceTo(one, other.bx, other.by),
    distanceTo(other, one.ax, one.ay),
    distanceTo(other, one.bx, one.by),
  );
}

/** Whether the ends of a line are on different sides of another. */
function parts({ ax, ay, bx, by }: Line, other: Line): boolean {
  const sideOf = (x: number, y: number): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  return sideOf(other.ax, other.ay) * sideOf(other.bx, other.by) < 0;
}

/** Whether a polygon rises by more than a floor does. */
function rises({ first, x, y, z }: NavMesh, p: number): boolean {
  const spread = (of: Float32Array): number => {
    const corners = of.subarray(first[p], first[p + 1]);
    return Math.max(...corners) - Math.min(...corners);
  };
  return spread(z) > SLOPE * Math.max(spread(x), spread(y));
}

/** Puts the polygons on sheets, one sheet after another, each as wide as it gets from its first polygon. */
function sheetsOf(mesh: NavMesh, isSlope: Uint8Array): Uint16Array {
  const sheet = new Uint16Array(mesh.polygons).fill(0xffff);
  let own = 0;
  for (let seed = 0; seed < mesh.polygons; seed++) {
    if (sheet[seed] !== 0xffff) continue;
    sheet[seed] = own;
    const open = [seed];
    for (let at = 0; at < open.length; at++) {
      const p = open[at];
      for (let c = mesh.first[p]; c < mesh.first[p + 1]; c++) {
        const q = mesh.next[c];
        if (q < 0 || sheet[q] !== 0xffff || isSlope[q] !== isSlope[seed]) continue;
        if (isAboveSheet(mesh, sheet, own, q)) continue;
        sheet[q] = own;
        open.push(q);
      }
    }
    // Beyond this number, the last sheet has all that is left.
    if (own < 0xfffe) own++;
  }
  return sheet;
}

/** Whether polygon `q` lies above or below a polygon of a sheet. */
function isAboveSheet(mesh: NavMesh, sheet: Uint16Array, own: number, q: number): boolean {
  const { bins, first, x, y } = mesh;
  let [left, right, low, high] = [x[first[q]], x[first[q]], y[first[q]], y[first[q]]];
  for (let c = first[q] + 1; c < first[q + 1]; c++) {
    left = Math.min(left, x[c]);
    right = Math.max(right, x[c]);
    low = Math.min(low, y[c]);
    high = Math.max(high, y[c]);
  }
  for (let row = rowOf(bins, low); row <= rowOf(bins, high); row++) {
    for (let column = columnOf(bins, left); column <= columnOf(bins, right); column++) {
      const square = row * bins.columns + column;
      for (let k = bins.first[square]; k < bins.first[square + 1]; k++) {
        const p = bins.polygon[k];
        if (sheet[p] === own && p !== q && overlap(mesh, p, q)) return true;
      }
    }
  }
  return false;
}

/** Whether two convex polygons overlap in the plan: no edge of either has the other wholly on its outer side. */
function overlap(mesh: NavMesh, p: number, q: number): boolean {
  const most = APART * mesh.hair;
  return !isBeside(mesh, p, q, most) && !isBeside(mesh, q, p, most);
}

function distance(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
