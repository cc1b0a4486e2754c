import { pullStraight } from '../path/mesh/funnel.ts';
import {
  createPlace,
  nearestInPart,
  nearestInPolygon,
  nearestOnMesh,
} from '../path/mesh/mesh-place.ts';
import { speciesSlotOf } from '../scenario/slots.ts';
import { ROUTE } from '../world/engine-columns.ts';
import { RECORD } from '../world/layout.ts';
import { meshIn, reachesOverMesh } from '../world/mesh.ts';
import { corridorFinderOf } from '../world/path-finders.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Triple } from './triple.ts';

const BODY_RADIUS = speciesSlotOf('radius');

const start = createPlace();
const end = createPlace();

/** The remaining path of an agent over the mesh to a point (m): the points where the path turns, and its end. */
export function wayOverMesh(
  aside: SharedWorld,
  at: number,
  [toX, toY]: Triple,
): { readonly status: 'found' | 'unreachable'; readonly points: readonly Triple[] } {
  const { front } = aside;
  const mesh = meshIn(aside);
  const [x, y] = [front.position.x[at], front.position.y[at]];
  const status = reachesOverMesh(aside, x, y, toX, toY) ? 'found' : 'unreachable';
  nearestOnMesh(start, mesh, x, y);
  // An agent outside the mesh first returns to it.
  if (start.distance > mesh.hair) return { status, points: [[start.x, start.y, 0]] };
  const corridor = polygonsAhead(aside, at, toX, toY);
  if (corridor.length === 0) return { status, points: [] };
  nearestInPolygon(end, mesh, corridor.at(-1)!, toX, toY);
  const radius = front.speciesParameters[front.species[at] * RECORD + BODY_RADIUS];
  const from = [x, y] as const;
  const flat = pullStraight(mesh, corridor, 0, corridor.length, from, [end.x, end.y], radius);
  const points = Array.from({ length: flat.length / 2 }, (_, k): Triple => {
    return [flat[2 * k], flat[2 * k + 1], 0];
  });
  return { status, points };
}

/**
 * The polygons of a corridor that are still ahead of the agent: the stored polygons, and the rest of the corridor,
 * which the agent has not searched for yet.
 */
function polygonsAhead(aside: SharedWorld, at: number, toX: number, toY: number): number[] {
  const { front, back, scratch, plan } = aside;
  const route = (front.id[at] & plan.ids.indexMask) * ROUTE.words;
  const first = route + ROUTE.first;
  const here = first + scratch.stagedWaypoint[at];
  const polygons = [...back.route.subarray(here, first + back.route[route + ROUTE.count])];
  const last = polygons.at(-1);
  if (back.route[route + ROUTE.whole] === 1 || last === undefined) return polygons;
  const finder = corridorFinderOf(aside);
  nearestOnMesh(end, finder.mesh, toX, toY);
  if (!finder.reaches(last, end.polygon)) nearestInPart(end, finder.mesh, last, toX, toY);
  // The first corner of the last polygon is a close enough start point.
  const { x, y } = finder.mesh;
  const corner = finder.mesh.first[last];
  const rest = finder.findAny(last, x[corner], y[corner], end.polygon, end.x, end.y);
  return [...polygons, ...rest.slice(1)];
}
