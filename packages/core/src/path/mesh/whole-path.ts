import type { Access } from './access.ts';
import { isLinkWord, isPolygonWord, linkOf } from './corridor-words.ts';
import { fixedPoint } from './crossings.ts';
import { pullStraight } from './funnel.ts';
import { createPlace, nearestInPolygon } from './mesh-place.ts';
import { onSurface, type SurfacePoint } from './on-surface.ts';

const place = createPlace();

/** A path from end to end. */
export interface WholePath {
  /** The start, the points where the path turns, both ends of each link, and the goal (m), with heights. */
  readonly points: readonly SurfacePoint[];
  /** The length in the plan (m), without links. */
  readonly length: number;
  /** The length times the costs of areas, and the costs of links (m). */
  readonly cost: number;
}

/** Finds the path of a point through a corridor, from end to end. */
export function pathThrough(
  access: Access,
  corridor: readonly number[],
  from: readonly [x: number, y: number],
  to: readonly [x: number, y: number],
): WholePath {
  const { mesh, cost, unit, linkCost } = access;
  const { links, area } = mesh;
  const points: SurfacePoint[] = [];
  let length = 0;
  let relative = 0;
  let start = from;
  let begin = 0;
  for (let at = 1; at <= corridor.length; at++) {
    const word = corridor[at];
    if (at < corridor.length && isPolygonWord(word)) continue;
    // In a piece between two such words, all polygons cost the same.
    const piece = corridor.slice(begin, at);
    const isLink = at < corridor.length && isLinkWord(word);
    const link = isLink ? linkOf(word) : -1;
    const end = at === corridor.length ? to : fixedPoint(access, corridor, at);
    // The start may be in another polygon, and only but for rounding in this one.
    nearestInPolygon(place, mesh, piece[0], ...start);
    const first = [place.x, place.y] as const;
    const path = [...first, ...pullStraight(mesh, piece, 0, piece.length, first, end, 0)];
    const perMeter = cost[area[piece[0]]];
    for (let k = 2; k < path.length; k += 2) {
      const [x, y] = [path[k] - path[k - 2], path[k + 1] - path[k - 1]];
      const way = Math.sqrt(x * x + y * y);
      length += way;
      relative += perMeter * way;
    }
    const [head, ...rest] = onSurface(mesh, piece, path);
    // After a point of an edge, the piece begins where the one before it ended.
    if (begin === 0 || isLinkWord(corridor[begin - 1])) points.push(head);
    points.push(...rest);
    if (isLink) relative += linkCost[link];
    start = isLink ? [links.toX[link], links.toY[link]] : end;
    begin = at + 1;
  }
  return { points, length, cost: relative * unit };
}
