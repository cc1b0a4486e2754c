import { cornerAfter, type NavMesh } from './nav-mesh.ts';

/*
 * A corridor is a list of words of 32 bits. Most are polygons. Between two polygons, a word can stand for a link that
 * leads from one to the other, or for a point of their common edge that the path passes through.
 */

/** From this word on, a word stands for a link; below it and from TURN on, for a point of an edge. */
const LINK = 0x8000_0000;
const TURN = 0x4000_0000;
/** A point of an edge: the number of the edge in its polygon, and how far along the edge it is. */
const SHARES = 0x100_0000;

/** The number of keys that tell shared goals apart, see goal-trees.ts. */
export const GOAL_KEYS = 0x4000_0000;

/** Whether a word of a corridor is a polygon. */
export function isPolygonWord(word: number): boolean {
  return word < TURN;
}

/** Whether a word of a corridor stands for a link. */
export function isLinkWord(word: number): boolean {
  return word >= LINK;
}

/** The word for directed link `link` of a mesh. */
export function linkWord(link: number): number {
  return LINK + link;
}

/** The directed link for which a word stands. */
export function linkOf(word: number): number {
  return word - LINK;
}

/**
 * The word for a point of an edge of a polygon.
 *
 * @param edge number of the edge in its polygon, 0 to 63
 * @param share how far along the edge the point is, 0 to 1
 */
export function turnWord(edge: number, share: number): number {
  return TURN + edge * SHARES + Math.floor(share * (SHARES - 1) + 0.5);
}

/** The corner of polygon `p` where the edge begins on which the point of a word is, and the share of the edge. */
export function turnOf({ first }: NavMesh, p: number, word: number): [c: number, share: number] {
  const edge = edgeOfTurn(word);
  return [first[p] + edge, (word - TURN - edge * SHARES) / (SHARES - 1)];
}

/** The number of the edge, in the polygon before it, on which the point of a word is. */
export function edgeOfTurn(word: number): number {
  return Math.floor((word - TURN) / SHARES);
}

/** The point (m) for which a word behind polygon `p` stands. */
export function turnPoint(mesh: NavMesh, p: number, word: number): [x: number, y: number] {
  const [c, share] = turnOf(mesh, p, word);
  const d = cornerAfter(mesh, p, c);
  const { x, y } = mesh;
  return [x[c] + share * (x[d] - x[c]), y[c] + share * (y[d] - y[c])];
}

/** The index of the first word from `begin` that stands for a link; `end` if there is none before it. */
export function nextLink(corridor: ArrayLike<number>, begin: number, end: number): number {
  let at = begin;
  while (at < end && !isLinkWord(corridor[at])) at++;
  return at;
}
