import { Heap } from '../heap.ts';
import type { Live } from '../live.ts';
import type { Access } from './access.ts';
import { linkWord, turnWord } from './corridor-words.ts';
import { firstLinkFrom, linksByEnd } from './links.ts';
import type { MeshPlace } from './mesh-place.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';

/** The trees that are kept have at most this many edges and links together. One tree is kept in any case. */
const KEPT = 0x40_0000;
/** Goals are the same if they are in the same square of this many hairs. It is above the rounding of an aim. */
const SQUARE = 64;
/** Squares begin at this share of their edge beside round numbers, where goals often are. */
const SHIFT = 0.3;
/** After these edges and links comes the goal; from others it is not reached. */
const GOAL = -1;
const NOWHERE = -2;

/** A goal that agents can share. */
export interface SharedGoal {
  readonly polygon: number;
  readonly x: number;
  readonly y: number;
  /** Tells goals apart, nearly always: a number below GOAL_KEYS. */
  readonly key: number;
}

/** The goal that a place shares with all others that differ from it by rounding only, but for the borders of squares. */
export function sharedGoalAt({ hair }: NavMesh, { polygon, x, y }: MeshPlace): SharedGoal {
  const edge = SQUARE * hair;
  const [column, row] = [Math.floor(x / edge + SHIFT), Math.floor(y / edge + SHIFT)];
  const mixed =
    Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77) ^ Math.imul(polygon, 0xc2b2ae3d);
  const [toX, toY] = [edge * (column + 0.5 - SHIFT), edge * (row + 0.5 - SHIFT)];
  return { polygon, x: toX, y: toY, key: mixed >>> 2 };
}

/** For each edge and then each link: what it costs from there to a goal (m), and the edge or link that comes after it. */
interface Tree {
  readonly access: Access;
  readonly cost: Float64Array;
  readonly after: Int32Array;
}

/**
 * Finds corridors to goals that many agents share. One search gives the ways from all polygons, and is kept. A way leads
 * over the middles of edges, so it can miss the shortest path: by a third at most, in tests. It depends only on the mesh, the access,
 * the start and the goal.
 */
export class GoalTrees {
  readonly #mesh: NavMesh;
  readonly #live: Live;
  readonly #most: number;
  readonly #queue = new Heap(64);
  /** For each corner, its polygon. */
  readonly #owner: Uint32Array;
  /** For each polygon to which links lead, these links. */
  readonly #linksTo: ReadonlyMap<number, readonly number[]>;
  /** The trees that were made first are the first to be dropped. */
  readonly #trees = new Map<string, Tree>();

  /** @param owner for each corner, its polygon */
  constructor(mesh: NavMesh, owner: Uint32Array, live: Live) {
    this.#mesh = mesh;
    this.#owner = owner;
    this.#live = live;
    this.#most = Math.max(1, Math.floor(KEPT / (owner.length + mesh.links.count)));
    this.#linksTo = linksByEnd(mesh.links);
  }

  /** The corridor from a point (m) of polygon `start` to a goal; empty if there is none. */
  find(start: number, x: number, y: number, goal: SharedGoal, access: Access): number[] {
    if (start === goal.polygon) return [start];
    const { first, next, links, area } = this.#mesh;
    const { cost, after } = this.#treeFor(goal, access);
    let best = NOWHERE;
    let least = Number.POSITIVE_INFINITY;
    const offer = (node: number): void => {
      const [atX, atY] = this.#beginOf(node);
      const whole = access.cost[area[start]] * distance(atX - x, atY - y) + cost[node];
      if (whole >= least) return;
      least = whole;
      best = node;
    };
    for (let c = first[start]; c < first[start + 1]; c++) {
      if (next[c] >= 0 && !access.isClosed(start, c)) offer(c);
    }
    for (let k = firstLinkFrom(links, start); k < links.count && links.from[k] === start; k++) {
      offer(this.#owner.length + k);
    }
    if (best === NOWHERE) return [];
    const words = [start];
    for (let node = best; node !== GOAL; node = after[node]) {
      const link = node - this.#owner.length;
      if (link >= 0) {
        words.push(linkWord(link), links.to[link]);
        continue;
      }
      if (access.seam !== undefined && access.seam[node] !== 0) {
        words.push(turnWord(node - first[this.#owner[node]], 0.5));
      }
      words.push(next[node]);
    }
    return words;
  }

  #treeFor(goal: SharedGoal, access: Access): Tree {
    const name = `${goal.polygon} ${goal.x} ${goal.y}`;
    const known = this.#trees.get(name);
    if (known?.access === access) return known;
    this.#trees.delete(name);
    for (const oldest of this.#trees.keys()) {
      if (this.#trees.size < this.#most) break;
      this.#trees.delete(oldest);
    }
    const tree = this.#search(goal, access);
    this.#trees.set(name, tree);
    return tree;
  }

  #search(goal: SharedGoal, access: Access): Tree {
    const { area, links } = this.#mesh;
    const nodes = this.#owner.length + links.count;
    const cost = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY);
    const after = new Int32Array(nodes).fill(NOWHERE);
    const queue = this.#queue;
    /** Offers to all that leads into polygon `p` the way over a point of it. */
    const offerTo = (p: number, x: number, y: number, rest: number, then: number): void => {
      const perMeter = access.cost[area[p]];
      for (const node of this.#into(p, access)) {
        const link = node - this.#owner.length;
        const [endX, endY] = link >= 0 ? [links.toX[link], links.toY[link]] : this.#beginOf(node);
        const own = link >= 0 ? access.linkCost[link] : 0;
        const whole = own + perMeter * distance(endX - x, endY - y) + rest;
        if (whole >= cost[node]) continue;
        cost[node] = whole;
        after[node] = then;
        queue.push(whole, 0, node);
      }
    };
    this.#live();
    queue.clear();
    offerTo(goal.polygon, goal.x, goal.y, 0, GOAL);
    const isDone = new Uint8Array(nodes);
    let done = 0;
    for (let node = queue.pop(); node >= 0; node = queue.pop()) {
      if (isDone[node] === 1) continue;
      isDone[node] = 1;
      if ((++done & 0xfff) === 0) this.#live();
      const link = node - this.#owner.length;
      const p = link >= 0 ? links.from[link] : this.#owner[node];
      const [x, y] = this.#beginOf(node);
      offerTo(p, x, y, cost[node], node);
    }
    return { access, cost, after };
  }

  /** The open edges and links that lead into polygon `p`. */
  #into(p: number, access: Access): number[] {
    const mesh = this.#mesh;
    const { first, next, vertex } = mesh;
    const found: number[] = [];
    for (let c = first[p]; c < first[p + 1]; c++) {
      const q = next[c];
      if (q < 0 || access.isClosed(p, c)) continue;
      // The same edge begins in the other polygon where it ends in this one.
      const begin = vertex[cornerAfter(mesh, p, c)];
      let twin = first[q];
      while (next[twin] !== p || vertex[twin] !== begin) twin++;
      found.push(twin);
    }
    for (const link of this.#linksTo.get(p) ?? []) {
      if (access.linkCost[link] < Number.POSITIVE_INFINITY) found.push(this.#owner.length + link);
    }
    return found;
  }

  /** The middle of an edge, or where a link begins (m). */
  #beginOf(node: number): [x: number, y: number] {
    const mesh = this.#mesh;
    const { x, y, links } = mesh;
    const link = node - this.#owner.length;
    if (link >= 0) return [links.fromX[link], links.fromY[link]];
    const d = cornerAfter(mesh, this.#owner[node], node);
    return [0.5 * (x[node] + x[d]), 0.5 * (y[node] + y[d])];
  }
}

function distance(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
