import { columnOf, rowOf } from './bins.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';
import { isBeside } from './overlaps.ts';

/**
 * A gate is a link, or an edge that leads from one sheet of a mesh to another. A sheet is a connected set of polygons of
 * which no two lie above each other, such as a floor. The way to a goal on another sheet leads through gates, so gates
 * bound its length from below much better than the straight line, which goes through floors.
 */
export interface Gates {
  /** For each polygon, the number of its sheet. */
  readonly sheet: Uint16Array;
  readonly count: number;
  /** For each gate, the sheets that it leaves and enters. */
  readonly from: Uint16Array;
  readonly to: Uint16Array;
  /** For each gate, its middle, half its length, and where it leads: the same place, or the end of a link (m). */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly half: Float64Array;
  readonly endX: Float64Array;
  readonly endY: Float64Array;
  /** The number of gates that are edges. The others are the links, in their order. */
  readonly edges: number;
  /** For each sheet, the gates that leave it. */
  readonly leaving: readonly (readonly number[])[];
  /** Whether a sheet has the goal of `aimGates`. */
  readonly hasGoal: Uint8Array;
  /** For each gate, the least length (m) of a way through it to the goal of `aimGates`, from its middle. */
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
  const { links } = mesh;
  const count = found.length + links.count;
  if (found.length === 0 || count > MAX_GATES) return undefined;
  const { x, y, next } = mesh;
  const after = ({ p, c }: { p: number; c: number }): number => cornerAfter(mesh, p, c);
  const middle = (of: Float32Array): number[] =>
    found.map((gate) => (of[gate.c] + of[after(gate)]) / 2);
  const [middleX, middleY] = [middle(x), middle(y)];
  const from = [...found.map(({ p }) => sheet[p]), ...Array.from(links.from, (p) => sheet[p])];
  const sheets = sheet.reduce((most, own) => Math.max(most, own), 0) + 1;
  const leaving: number[][] = Array.from({ length: sheets }, () => []);
  from.forEach((own, gate) => {
    leaving[own].push(gate);
  });
  return {
    sheet,
    count,
    edges: found.length,
    leaving,
    from: Uint16Array.from(from),
    to: Uint16Array.from([
      ...found.map(({ c }) => sheet[next[c]]),
      ...Array.from(links.to, (p) => sheet[p]),
    ]),
    x: Float64Array.from([...middleX, ...links.fromX]),
    y: Float64Array.from([...middleY, ...links.fromY]),
    half: Float64Array.from({ length: count }, (_, gate) => {
      if (gate >= found.length) return 0;
      const [c, d] = [found[gate].c, after(found[gate])];
      return distance(x[c] - x[d], y[c] - y[d]) / 2;
    }),
    endX: Float64Array.from([...middleX, ...links.toX]),
    endY: Float64Array.from([...middleY, ...links.toY]),
    hasGoal: new Uint8Array(sheets),
    rest: new Float64Array(count),
  };
}

/**
 * Writes `rest` of all gates for a goal (m) in some polygons: from the gates that enter a sheet of the goal, back to the
 * others.
 *
 * @param linkCost cost of each link (m); infinite if it is closed
 * @param shortCut least cost (m) of a way to the goal that uses a short cut
 */
export function aimGates(
  gates: Gates,
  goals: readonly number[],
  goalX: number,
  goalY: number,
  linkCost: Float64Array,
  shortCut: number,
): void {
  const { sheet, count, edges, from, to, x, y, half, endX, endY, hasGoal, rest } = gates;
  const isDone = new Uint8Array(count);
  const costOf = (gate: number): number => (gate < edges ? 0 : linkCost[gate - edges]);
  hasGoal.fill(0);
  for (const goal of goals) hasGoal[sheet[goal]] = 1;
  for (let k = 0; k < count; k++) {
    const way = Math.max(0, distance(goalX - endX[k], goalY - endY[k]) - half[k]);
    rest[k] = hasGoal[to[k]] === 1 ? costOf(k) + Math.min(way, shortCut) : Number.POSITIVE_INFINITY;
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
      const way = distance(x[next] - endX[k], y[next] - endY[k]) - half[k] - half[next];
      rest[k] = Math.min(rest[k], costOf(k) + Math.max(0, way) + rest[next]);
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
  const most = APART * mesh.hair;
  return !isBeside(mesh, p, q, most) && !isBeside(mesh, q, p, most);
}

function distance(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
