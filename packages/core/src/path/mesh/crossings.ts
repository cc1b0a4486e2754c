import type { Access } from './access.ts';
import {
  isLinkWord,
  isPolygonWord,
  linkOf,
  turnOf,
  turnPoint,
  turnWord,
} from './corridor-words.ts';
import { pullStraight } from './funnel.ts';
import { cornerAfter } from './nav-mesh.ts';

type Point = readonly [x: number, y: number];

/** How often each crossing of a corridor is moved. */
const PASSES = 4;
/** Steps of a search for the best point of an edge. Each leaves two thirds of the edge. */
const STEPS = 32;

/**
 * Moves the points where a corridor crosses edges between polygons of different cost, along these edges, while this makes
 * the path of a point cheaper. Each point is moved by itself, with its neighbors where they are.
 */
export function moveCrossings(access: Access, corridor: number[], from: Point, to: Point): void {
  const { mesh, cost } = access;
  const { area, links } = mesh;
  for (let pass = 0; pass < PASSES; pass++) {
    let begin = 0;
    let start = from;
    let isMoved = false;
    for (let at = 1; at < corridor.length; at++) {
      const word = corridor[at];
      if (isPolygonWord(word)) continue;
      const last = begin;
      begin = at + 1;
      if (isLinkWord(word)) {
        const link = linkOf(word);
        start = [links.toX[link], links.toY[link]];
        continue;
      }
      let end = begin;
      while (end < corridor.length && isPolygonWord(corridor[end])) end++;
      const [here, ahead] = [corridor.slice(last, at), corridor.slice(begin, end)];
      const stop = end === corridor.length ? to : fixedPoint(access, corridor, end);
      const [costHere, costAhead] = [cost[area[here[0]]], cost[area[ahead[0]]]];
      const through = (point: Point) => {
        const one = [...start, ...pullStraight(mesh, here, 0, here.length, start, point, 0)];
        const other = [...point, ...pullStraight(mesh, ahead, 0, ahead.length, point, stop, 0)];
        const total = costHere * lengthOf(one) + costAhead * lengthOf(other);
        return { one, other, total };
      };
      const p = corridor[at - 1];
      const { one, other, total } = through(turnPoint(mesh, p, word));
      const bendBefore: Point = [one[one.length - 4], one[one.length - 3]];
      const bendAfter: Point = [other[2], other[3]];
      const [c] = turnOf(mesh, p, word);
      const d = cornerAfter(mesh, p, c);
      const { x, y } = mesh;
      const costAt = (share: number): number => {
        const point: Point = [x[c] + share * (x[d] - x[c]), y[c] + share * (y[d] - y[c])];
        return costHere * apart(bendBefore, point) + costAhead * apart(point, bendAfter);
      };
      const moved = turnWord(c - mesh.first[p], leastShare(costAt));
      if (moved !== word && through(turnPoint(mesh, p, moved)).total < total) {
        corridor[at] = moved;
        isMoved = true;
      }
      start = turnPoint(mesh, p, corridor[at]);
    }
    if (!isMoved) return;
  }
}

/** The point (m) of the word at index `at` of a corridor, which is no polygon: where its link begins, or its own. */
export function fixedPoint({ mesh }: Access, corridor: readonly number[], at: number): Point {
  const word = corridor[at];
  if (!isLinkWord(word)) return turnPoint(mesh, corridor[at - 1], word);
  const link = linkOf(word);
  return [mesh.links.fromX[link], mesh.links.fromY[link]];
}

/** The share between 0 and 1 where a convex function is least. */
function leastShare(valueAt: (share: number) => number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step++) {
    const third = (high - low) / 3;
    if (valueAt(low + third) <= valueAt(high - third)) high -= third;
    else low += third;
  }
  return 0.5 * (low + high);
}

function lengthOf(path: readonly number[]): number {
  let length = 0;
  for (let k = 2; k < path.length; k += 2) {
    length += apart([path[k - 2], path[k - 1]], [path[k], path[k + 1]]);
  }
  return length;
}

function apart([ax, ay]: Point, [bx, by]: Point): number {
  return Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
}
