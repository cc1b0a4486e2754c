import { createPlace, heightIn, isInPolygon, polygonAt } from '../path/mesh/mesh-place.ts';
import type { NavMesh } from '../path/mesh/nav-mesh.ts';
import { type Walker, walkOnMesh } from '../path/mesh/walk.ts';
import { endOfLink, meshIn, standInto, standOn } from '../world/mesh.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { stayInside } from './stay-inside.ts';

/**
 * The number of mesh edges that the thread handles between two signs of life. Handling this number of edges takes a
 * fraction of a millisecond.
 */
const LIVE_EDGES = 4096;

const walker: Walker = { polygon: 0, x: 0, y: 0, velocityX: 0, velocityY: 0 };
const start = createPlace();

/**
 * Keeps agents in places [begin, end) on the mesh when they move. Each agent slides along walls, and loses the part of
 * its velocity that points into a wall. An agent that is beside the mesh moves freely, so that it can come back. Walkers
 * on a ground with heights keep to its surface; those that fly are left alone.
 *
 * reads front.position (m), front.polygon, constants.mesh*; changes staged position (m), velocity (m/s) and polygon of
 * these agents
 */
export function keepOnMesh(world: SharedWorld, begin: number, end: number): void {
  const mesh = meshIn(world);
  const { status, species, position, link } = world.front;
  const { scratch } = world;
  const { stagedPosition: p, stagedVelocity: v, stagedPolygon } = scratch;
  const { species: plans, extras, dimensions } = world.plan;
  let edges = 0;
  for (let i = begin; i < end; i++) {
    if (status[i] !== STATUS.alive) continue;
    if (dimensions === 3 && !plans[species[i]].walks) continue;
    if (extras.link && link[i] > 0) {
      moveOnLink(world, mesh, i);
      continue;
    }
    const x = position.x[i];
    const y = position.y[i];
    const toX = p.x[i];
    const toY = p.y[i];
    // Agents that are not finite are quarantined elsewhere.
    if (!(Math.abs(toX) + Math.abs(toY) < Number.POSITIVE_INFINITY)) continue;
    standInto(start, world, mesh, i);
    if (start.distance > mesh.hair) {
      if (extras.polygon) standOn(world, i);
      continue;
    }
    walker.polygon = start.polygon;
    walker.x = start.x;
    walker.y = start.y;
    walker.velocityX = v.x[i];
    walker.velocityY = v.y[i];
    edges += 1 + walkOnMesh(walker, mesh, toX, toY);
    stayInside(walker, world.plan.bounds);
    if (edges > LIVE_EDGES) {
      world.live();
      edges = 0;
    }
    p.x[i] = walker.x;
    p.y[i] = walker.y;
    v.x[i] = walker.velocityX;
    v.y[i] = walker.velocityY;
    if (!extras.polygon) {
      // Rounding may have moved the agent too far off the mesh.
      if (polygonAt(mesh, p.x[i], p.y[i]) < 0) {
        p.x[i] = x;
        p.y[i] = y;
      }
      continue;
    }
    if (!isInPolygon(mesh, walker.polygon, p.x[i], p.y[i])) {
      p.x[i] = start.x;
      p.y[i] = start.y;
      walker.polygon = start.polygon;
    }
    p.z[i] = heightIn(mesh, walker.polygon, p.x[i], p.y[i]);
    v.z[i] = 0;
    stagedPolygon[i] = walker.polygon + 1;
  }
}

/**
 * Moves an agent along its link: in each tick by the same part of what is left of the way, so that it arrives when the
 * duration of the link is over. It then stands where the link ends.
 */
function moveOnLink(world: SharedWorld, mesh: NavMesh, i: number): void {
  const { front, scratch, plan, frontTick } = world;
  const { stagedPosition: p, stagedVelocity: v, stagedLink, stagedLinkTick } = scratch;
  const link = stagedLink[i] - 1;
  const { duration } = plan.mesh!.links[mesh.links.index[link]];
  const ticks = Math.ceil(duration / plan.dt - 1e-3);
  const left = ticks - (frontTick - stagedLinkTick[i]);
  const [toX, toY, toZ] = endOfLink(mesh, link);
  const { x, y, z } = front.position;
  const share = left > 1 ? 1 / left : 1;
  const way = [share * (toX - x[i]), share * (toY - y[i]), share * (toZ - z[i])];
  v.x[i] = way[0] / plan.dt;
  v.y[i] = way[1] / plan.dt;
  v.z[i] = way[2] / plan.dt;
  if (left > 1) {
    p.x[i] = x[i] + way[0];
    p.y[i] = y[i] + way[1];
    p.z[i] = z[i] + way[2];
    return;
  }
  p.x[i] = toX;
  p.y[i] = toY;
  p.z[i] = toZ;
  v.x[i] = 0;
  v.y[i] = 0;
  v.z[i] = 0;
  scratch.stagedPolygon[i] = mesh.links.to[link] + 1;
  stagedLink[i] = 0;
}
