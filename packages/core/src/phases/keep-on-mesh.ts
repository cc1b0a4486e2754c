import { createPlace, nearestInPolygon, polygonAt } from '../path/mesh/mesh-place.ts';
import { type Walker, walkOnMesh } from '../path/mesh/walk.ts';
import { meshIn } from '../world/mesh.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * The number of mesh edges that the thread handles between two signs of life. Handling this number of edges takes a
 * fraction of a millisecond.
 */
const LIVE_EDGES = 4096;

const walker: Walker = { polygon: 0, x: 0, y: 0, velocityX: 0, velocityY: 0 };
const start = createPlace();

/**
 * Keeps agents in places [begin, end) on the mesh when they move. Each agent slides along walls, and loses the part of
 * its velocity that points into a wall. An agent that is beside the mesh moves freely, so that it can come back.
 *
 * reads front.position (m), constants.mesh*; changes staged position (m) and velocity (m/s) of these agents
 */
export function keepOnMesh(world: SharedWorld, begin: number, end: number): void {
  const mesh = meshIn(world);
  const { status, position } = world.front;
  const { stagedPosition: p, stagedVelocity: v } = world.scratch;
  let edges = 0;
  for (let i = begin; i < end; i++) {
    if (status[i] !== STATUS.alive) continue;
    const x = position.x[i];
    const y = position.y[i];
    const toX = p.x[i];
    const toY = p.y[i];
    // Agents that are not finite are quarantined elsewhere.
    if (!(Math.abs(toX) + Math.abs(toY) < Number.POSITIVE_INFINITY)) continue;
    const polygon = polygonAt(mesh, x, y);
    if (polygon < 0) continue;
    nearestInPolygon(start, mesh, polygon, x, y);
    walker.polygon = polygon;
    walker.x = start.x;
    walker.y = start.y;
    walker.velocityX = v.x[i];
    walker.velocityY = v.y[i];
    edges += 1 + walkOnMesh(walker, mesh, toX, toY);
    if (edges > LIVE_EDGES) {
      world.live();
      edges = 0;
    }
    p.x[i] = walker.x;
    p.y[i] = walker.y;
    v.x[i] = walker.velocityX;
    v.y[i] = walker.velocityY;
    // Rounding may have moved the agent too far off the mesh.
    if (polygonAt(mesh, p.x[i], p.y[i]) < 0) {
      p.x[i] = x;
      p.y[i] = y;
    }
  }
}
