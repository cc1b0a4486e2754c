import { cornerOf, partsOf } from './build-mesh.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';

/** What a kind of bodies may use of a mesh, and what it costs them. */
export interface Profile {
  /**
   * The radius of a body (m). An edge between polygons is closed to the body if both its ends are at walls and it is
   * shorter than twice the radius.
   */
  readonly radius: number;
  /** The cost of a meter in an area, a finite number above 0. Area 0 stands for the polygons that are in no area. */
  readonly costOf: (area: number) => number;
  /** Whether a link of the scenario is open. */
  readonly isOpen: (index: number) => boolean;
}

/** The profile of a point to which everything is open, at the same cost. */
export const OPEN: Profile = { radius: 0, costOf: () => 1, isOpen: () => true };

/**
 * The points of an edge between polygons of different cost where a path may cross it, its two ends among them: this many
 * and one more.
 */
export const CROSSINGS = 8;

const UNKNOWN = 0xffff_ffff;

/**
 * A mesh as the bodies of a profile see it: which of its edges and links are open, what they cost, and what is connected
 * by them. It does not change. Costs are relative to the cheapest area of the mesh.
 */
export class Access {
  readonly mesh: NavMesh;
  /** The cost of a meter in the cheapest area of the mesh. */
  readonly unit: number;
  /** For each area, the cost of a meter. */
  readonly cost: Float64Array;
  /** For each directed link, its cost (m); infinite if it is closed. */
  readonly linkCost: Float64Array;
  /** The open links that cost less than the straight line between their ends. */
  readonly shortCuts: readonly number[];
  /** Whether the straight line from a point to another in the same polygon is the cheapest path. */
  readonly isPlain: boolean;
  /** An edge between walls is closed if its squared length (m²) is below this limit. */
  readonly narrow: number;
  /**
   * For each corner, 0, or if the edge there leads to a polygon of another cost: 1 + twice the number of this edge, and 1
   * more for the second of its two sides. Undefined if all polygons cost the same.
   */
  readonly seam: Uint32Array | undefined;
  readonly seams: number;
  /**
   * For each corner, the number of its fan: the corners of polygons at one vertex that are connected by open edges through
   * it. A path that turns in one fan does not pass through another.
   */
  readonly fan: Uint32Array;
  readonly fans: number;
  readonly #part: Uint32Array;
  /** For each part, the other parts to which open links lead. */
  readonly #links = new Map<number, Set<number>>();
  /** The part from which `reaches` was last asked, and all parts that are reached from it. */
  #asked = -1;
  readonly #reached = new Set<number>();

  /**
   * @param others accesses of the mesh, from which is taken what is the same
   * @throws RangeError if a cost is not a finite number above 0
   */
  constructor(mesh: NavMesh, { radius, costOf, isOpen }: Profile, others: readonly Access[] = []) {
    this.mesh = mesh;
    this.narrow = 4 * radius * radius;
    const { links, area } = mesh;
    const present = new Uint8Array(256);
    for (let p = 0; p < mesh.polygons; p++) present[area[p]] = 1;
    const given = Array.from(present, (is, k) => (is === 1 ? costOf(k) : Number.POSITIVE_INFINITY));
    this.unit = Math.min(...given);
    given.forEach((cost, k) => {
      if (present[k] === 1 && !(cost > 0 && cost < Number.POSITIVE_INFINITY))
        throw new RangeError(`the cost of area ${k}: found ${cost}, expected a number above 0`);
    });
    this.cost = Float64Array.from(given, (cost, k) => (present[k] === 1 ? cost / this.unit : 1));
    this.linkCost = Float64Array.from(links.cost, (cost, link) =>
      isOpen(links.index[link]) ? cost / this.unit : Number.POSITIVE_INFINITY,
    );
    this.shortCuts = [...this.linkCost.keys()].filter((link) => {
      const x = links.toX[link] - links.fromX[link];
      const y = links.toY[link] - links.fromY[link];
      return this.linkCost[link] < Math.sqrt(x * x + y * y) - mesh.hair;
    });
    const isUniform = this.cost.every((cost) => cost === 1);
    this.isPlain = isUniform && this.shortCuts.length === 0;
    this.seams = 0;
    if (!isUniform) {
      this.seam = new Uint32Array(mesh.x.length);
      this.seams = this.#markSeams(this.seam);
    }
    const alike = others.find(({ narrow }) => narrow === this.narrow);
    this.#part = alike === undefined ? this.#partsOf() : alike.#part;
    this.fan = alike?.fan ?? this.#fansOf();
    this.fans = alike?.fans ?? this.fan.reduce((most, own) => Math.max(most, own), -1) + 1;
    for (let link = 0; link < links.count; link++) {
      const [from, to] = [this.#part[links.from[link]], this.#part[links.to[link]]];
      if (from === to || this.linkCost[link] === Number.POSITIVE_INFINITY) continue;
      const others = this.#links.get(from);
      if (others === undefined) this.#links.set(from, new Set([to]));
      else others.add(to);
    }
  }

  /** The cost of a meter in a polygon. */
  costOf(polygon: number): number {
    return this.cost[this.mesh.area[polygon]];
  }

  /** Whether edge `c` of polygon `p` is too narrow. */
  isClosed(p: number, c: number): boolean {
    const { mesh } = this;
    const { x, y, wall } = mesh;
    if (this.narrow === 0 || wall[c] === 0) return false;
    const d = cornerAfter(mesh, p, c);
    if (wall[d] === 0) return false;
    const ex = x[d] - x[c];
    const ey = y[d] - y[c];
    return ex * ex + ey * ey < this.narrow;
  }

  /** Whether a path leads from one polygon to another. This needs no search over polygons. */
  reaches(start: number, goal: number): boolean {
    const from = this.#part[start];
    const to = this.#part[goal];
    if (from === to) return true;
    if (!this.#links.has(from)) return false;
    if (this.#asked !== from) this.#findReached(from);
    return this.#reached.has(to);
  }

  #findReached(from: number): void {
    this.#asked = from;
    this.#reached.clear();
    this.#reached.add(from);
    // A set visits also what is added while it is visited.
    for (const part of this.#reached) {
      for (const other of this.#links.get(part) ?? []) this.#reached.add(other);
    }
  }

  /** Numbers the edges between polygons of different cost. */
  #markSeams(seam: Uint32Array): number {
    const { first, next, vertex, area } = this.mesh;
    let count = 0;
    for (let p = 0; p < this.mesh.polygons; p++) {
      for (let c = first[p]; c < first[p + 1]; c++) {
        const q = next[c];
        if (q < 0 || seam[c] !== 0 || this.cost[area[p]] === this.cost[area[q]]) continue;
        const to = vertex[cornerAfter(this.mesh, p, c)];
        seam[c] = 1 + 2 * count;
        for (let other = first[q]; other < first[q + 1]; other++) {
          if (next[other] === p && vertex[other] === to) seam[other] = 2 + 2 * count;
        }
        count++;
      }
    }
    return count;
  }

  #fansOf(): Uint32Array {
    const { first, vertex, next, polygons } = this.mesh;
    const fan = new Uint32Array(vertex.length).fill(UNKNOWN);
    let count = 0;
    const open: number[] = [];
    for (let polygon = 0; polygon < polygons; polygon++) {
      for (let seed = first[polygon]; seed < first[polygon + 1]; seed++) {
        if (fan[seed] !== UNKNOWN) continue;
        fan[seed] = count++;
        open.push(polygon, seed);
        while (open.length > 0) {
          const c = open.pop()!;
          const p = open.pop()!;
          // Across the edge that begins at this corner, and the one that ends there.
          for (const edge of [c, c > first[p] ? c - 1 : first[p + 1] - 1]) {
            const q = next[edge];
            if (q < 0 || this.isClosed(p, edge)) continue;
            const at = cornerOf(first, vertex, q, vertex[c]);
            if (fan[at] !== UNKNOWN) continue;
            fan[at] = fan[c];
            open.push(q, at);
          }
        }
      }
    }
    return fan;
  }

  #partsOf(): Uint32Array {
    const { mesh } = this;
    if (this.narrow === 0) return mesh.part;
    for (let p = 0; p < mesh.polygons; p++) {
      for (let c = mesh.first[p]; c < mesh.first[p + 1]; c++) {
        if (mesh.next[c] >= 0 && this.isClosed(p, c))
          return partsOf(mesh, (polygon, corner) => this.isClosed(polygon, corner));
      }
    }
    return mesh.part;
  }
}
