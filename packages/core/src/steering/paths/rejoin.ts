import type { Access } from '../../path/mesh/access.ts';
import { isPolygonWord, nextLink } from '../../path/mesh/corridor-words.ts';
import { pullStraight } from '../../path/mesh/funnel.ts';
import { createPlace, nearestInPlan } from '../../path/mesh/mesh-place.ts';
import { walkStraight } from '../../path/mesh/walk.ts';
import { ROUTE } from '../../world/engine-columns.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Point } from './keep-bends.ts';

/**
 * The maximum number of words that are stored for a corridor. If a corridor is longer, a new corridor is computed before
 * the agent reaches the end of the stored piece.
 */
export const MAX_KEPT = ROUTE.words - ROUTE.first;

/** How many bends of its way an agent looks for. */
const SIGHT = 3;

const end = createPlace();
const before = createPlace();
/** The polygons from the agent to the bend that it sees. */
const ahead: number[] = [];

/**
 * Lets an agent return to its corridor after it was pushed out. If it sees one of the next bends of its way, the corridor
 * leads straight to the farthest of them, so that the way is as short as it can be around the same corners. Otherwise, the
 * corridor leads to the last of its polygons that is beside that of the agent.
 *
 * @param route the index of the first word of the agent's route
 * @param from the index of the polygon of the corridor in which the agent was
 * @param polygon the polygon where it is now
 * @param goal the point to which it goes (m)
 * @param radius the radius of its body (m)
 * @returns what it goes to, a bend that is "seen", or a polygon "beside" its own; undefined if it has no corridor to return to
 */
export function rejoin(
  world: SharedWorld,
  access: Access,
  route: number,
  from: number,
  polygon: number,
  x: number,
  y: number,
  goal: Readonly<Point>,
  radius: number,
): 'seen' | 'beside' | undefined {
  const words = world.back.route;
  const { mesh } = access;
  const first = route + ROUTE.first;
  const after = first + words[route + ROUTE.count];
  const begin = first + from;
  if (words[route + ROUTE.goal] === 0 || begin >= after) return undefined;
  nearestInPlan(end, mesh, words[after - 1], goal.x, goal.y);
  nearestInPlan(before, mesh, words[begin], x, y);
  const was = [before.x, before.y] as const;
  const bends = pullStraight(mesh, words, begin, after, was, [end.x, end.y], radius, SIGHT);
  let isSeen = false;
  for (let k = bends.length - 2; k >= 0 && !isSeen; k -= 2) {
    isSeen =
      walkStraight(ahead, access, polygon, x, y, bends[k], bends[k + 1], MAX_KEPT) &&
      (access.seams === 0 || ahead.every((p) => access.costOf(p) === access.costOf(polygon)));
  }
  if (!isSeen) ahead.length = 1;
  const last = nextLink(words, begin, after);
  // The last polygon ahead that is in the corridor, or beside a polygon of it.
  let rest = -1;
  for (; ahead.length > 0; ahead.length--) {
    const p = ahead[ahead.length - 1];
    for (let k = begin; k < last; k++) {
      if (words[k] === p) rest = k + 1;
      else if (isPolygonWord(words[k]) && isOpenBetween(access, p, words[k])) rest = k;
    }
    if (rest >= 0) break;
  }
  if (rest < 0) return undefined;
  let kept = Math.min(after - rest, MAX_KEPT - ahead.length);
  // A piece ends with a polygon.
  while (kept > 0 && !isPolygonWord(words[rest + kept - 1])) kept--;
  words.copyWithin(first + ahead.length, rest, rest + kept);
  for (let k = 0; k < ahead.length; k++) words[first + k] = ahead[k];
  if (rest + kept < after) words[route + ROUTE.whole] = 0;
  words[route + ROUTE.count] = ahead.length + kept;
  return isSeen ? 'seen' : 'beside';
}

/** Whether an open edge leads from polygon `p` to polygon `q`. */
function isOpenBetween(access: Access, p: number, q: number): boolean {
  const { first, next } = access.mesh;
  for (let c = first[p]; c < first[p + 1]; c++) {
    if (next[c] === q && !access.isClosed(p, c)) return true;
  }
  return false;
}
