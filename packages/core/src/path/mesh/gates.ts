import { columnOf, rowOf } from './bins.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';

/**
 * A gate is an edge that leads from one sheet of a mesh to another. A sheet is a connected set of polygons of which no
 * two lie above each other, such as a floor. The way to a goal on another sheet leads through gates, so gates bound its
 * length from below much better than the straight line, which goes through floors.
 */
export interface Gates {
  /** For each polygon, the number of its sheet. */
  readonly sheet: Uint16Array;
  readonly count: number;
  /** For each gate: the sheet that it leaves, the sheet that it enters, its middle and half its length (m). */
  readonly from: Uint16Array;
  readonly to: Uint16Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly half: Float64Array;
  /** For each gate, the least length (m) of a way from it to the goal of `aimGates`. */
  readonly rest: Float64Array;
}

/** With more gates than this, a search looks at none of them, because that would take longer than it saves. */
const MAX_GATES = 64;
/** The maximum number of polygons of a mesh that is cut into sheets. Cutting takes a few microseconds a polygon. */
const MAX_POLYGONS = 0x4_0000;
/** Polygons overlap if they do so by more than this multiple of the tolerance `hair`. */
const APART = 16;

/** Finds the gates of a mesh; undefined if it has none, or too many. */
export function gatesOf(mesh: NavMesh): Gates | undefined {
  if (mesh.flat || mesh.polygons > MAX_POLYGONS) return undefined;
  const sheet = sheetsOf(mesh);
  const found: { p: number; c: number }[] = [];
  for (let p = 0; p < mesh.polygons; p++) {
    for (let c = mesh.first[p]; c < mesh.first[p + 1]; c++) {
      const q = mesh.next[c];
      if (q >= 0 && sheet[q] !== sheet[p]) found.push({ p, c });
    }
    if (found.length > MAX_GATES) return undefined;
  }
  if (found.length === 0) return undefined;
  const { x, y, next } = mesh;
  const after = ({ p, c }: { p: number; c: number }): number => cornerAfter(mesh, p, c);
  return {
    sheet,
    count: found.length,
    from: Uint16Array.from(found, ({ p }) => sheet[p]),
    to: Uint16Array.from(found, ({ c }) => sheet[next[c]]),
    x: Float64Array.from(found, (gate) => (x[gate.c] + x[after(gate)]) / 2),
    y: Float64Array.from(found, (gate) => (y[gate.c] + y[after(gate)]) / 2),
    half: Float64Array.from(found, (gate) => {
      const d = after(gate);
      return distance(x[gate.c] - x[d], y[gate.c] - y[d]) / 2;
    }),
    rest: new Float64Array(found.length),
  };
}

/**
 * Writes `rest` of all gates for a goal (m) in some polygons: from the gates that enter a sheet of the goal, back to the
 * others.
 */
export function aimGates(gates: Gates, goals: readonly number[], goalX: number, goalY: number): void {
  const { sheet, count, from, to, x, y, half, rest } = gates;
  const isDone = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    const isLast = goals.some((goal) => sheet[goal] === to[k]);
    rest[k] = isLast
      ? Math.max(0, distance(goalX - x[k], goalY - y[k]) - half[k])
      : Number.POSITIVE_INFINITY;
  }
  for (;;) {
    let next = -1;
    for (let k = 0; k < count; k++) {
      if (isDone[k] === 0 && rest[k] < (next < 0 ? Number.POSITIVE_INFINITY : rest[next])) next = k;
    }
    if (next < 0) return;
    isDone[next] = 1;
    for (let k = 0; k < count; k++) {
      if (isDone[k] === 1 || to[k] !== from[next]) continue;
      const way = distance(x[next] - x[k], y[next] - y[k]) - half[k] - half[next];
      rest[k] = Math.min(rest[k], Math.max(0, way) + rest[next]);
    }
  }
}

/** Puts the polygons on sheets, one sheet after another, each as wide as it gets from its first polygon. */
function sheetsOf(mesh: NavMesh): Uint16Array {
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
        if (q < 0 || sheet[q] !== 0xffff || isAboveSheet(mesh, sheet, own, q)) continue;
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
  return !hasBetween(mesh, p, q) && !hasBetween(mesh, q, p);
}

function hasBetween(mesh: NavMesh, p: number, q: number): boolean {
  const { first, x, y, hair } = mesh;
  for (let c = first[p]; c < first[p + 1]; c++) {
    const d = cornerAfter(mesh, p, c);
    const [ex, ey] = [x[d] - x[c], y[d] - y[c]];
    const least = APART * hair * distance(ex, ey);
    let isOutside = true;
    for (let k = first[q]; k < first[q + 1] && isOutside; k++) {
      isOutside = ex * (y[k] - y[c]) - ey * (x[k] - x[c]) <= least;
    }
    if (isOutside) return true;
  }
  return false;
}

function distance(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
