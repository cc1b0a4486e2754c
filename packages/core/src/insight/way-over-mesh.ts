import { isPolygonWord, linkWord } from '../path/mesh/corridor-words.ts';
import { pullStraight } from '../path/mesh/funnel.ts';
import {
  createPlace,
  nearestInPart,
  nearestInPolygon,
  nearestOnMesh,
} from '../path/mesh/mesh-place.ts';
import { onSurface } from '../path/mesh/on-surface.ts';
import { pathThrough } from '../path/mesh/whole-path.ts';
import { speciesSlotOf } from '../scenario/slots.ts';
import { ROUTE } from '../world/engine-columns.ts';
import { RECORD } from '../world/layout.ts';
import { beginOfWay, meshIn, standInto } from '../world/mesh.ts';
import { accessOf, corridorFinderOf, reachesOverMesh } from '../world/path-finders.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Triple } from './triple.ts';

const BODY_RADIUS = speciesSlotOf('radius');

const start = createPlace();
const end = createPlace();

/** The remaining path of an agent over the mesh to a point (m): the points where the path turns, and its end. */
export function wayOverMesh(
  aside: SharedWorld,
  at: number,
  to: Triple,
): { readonly status: 'found' | 'unreachable'; readonly points: readonly Triple[] } {
  const { front, plan } = aside;
  const mesh = meshIn(aside);
  const [toX, toY] = to;
  const begin = beginOfWay(aside, front, at);
  const status = reachesOverMesh(aside, front.species[at], begin, to) ? 'found' : 'unreachable';
  standInto(start, aside, mesh, at);
  const link = plan.extras.link ? front.link[at] - 1 : -1;
  // An agent outside the mesh first returns to it, unless it is on a link.
  if (link < 0 && start.distance > mesh.hair)
    return { status, points: [[start.x, start.y, start.z]] };
  const ahead = polygonsAhead(aside, at, to);
  const corridor = ahead.slice(link < 0 ? 0 : ahead.indexOf(linkWord(link)) + 1);
  if (corridor.length === 0) return { status, points: [] };
  nearestInPolygon(end, mesh, corridor.at(-1)!, toX, toY);
  const radius = front.speciesParameters[front.species[at] * RECORD + BODY_RADIUS];
  const from = [begin[0], begin[1]] as const;
  if (link >= 0 || !corridor.every(isPolygonWord)) {
    const access = accessOf(aside, corridorFinderOf(aside), front.species[at]);
    const { points } = pathThrough(access, corridor, from, [end.x, end.y]);
    // The way of an agent on a link begins at the end of the link, and that of others behind their places.
    return { status, points: points.slice(link < 0 ? 1 : 0) };
  }
  const flat = pullStraight(mesh, corridor, 0, corridor.length, from, [end.x, end.y], radius);
  const [, ...points] = onSurface(mesh, corridor, [...from, ...flat]);
  return { status, points };
}

/**
 * The polygons of a corridor that are still ahead of the agent: the stored polygons, and the rest of the corridor,
 * which the agent has not searched for yet.
 */
function polygonsAhead(aside: SharedWorld, at: number, to: Triple): number[] {
  const { front, back, scratch, plan } = aside;
  const route = (front.id[at] & plan.ids.indexMask) * ROUTE.words;
  const first = route + ROUTE.first;
  const here = first + scratch.stagedWaypoint[at];
  const polygons = [...back.route.subarray(here, first + back.route[route + ROUTE.count])];
  const last = polygons.at(-1);
  if (back.route[route + ROUTE.whole] === 1 || last === undefined) return polygons;
  const finder = corridorFinderOf(aside);
  nearestOnMesh(end, finder.mesh, ...to);
  const access = accessOf(aside, finder, front.species[at]);
  if (!access.reaches(last, end.polygon)) {
    nearestInPart(end, finder.mesh, last, ...to, (p) => access.reaches(last, p));
  }
  // The first corner of the last polygon is a close enough start point.
  const { x, y } = finder.mesh;
  const corner = finder.mesh.first[last];
  const rest = finder.findAny(last, x[corner], y[corner], end, access);
  return [...polygons, ...rest.slice(1)];
}
