import { speciesSlotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import { isWall, mapCellOf } from '../world/map.ts';
import type { MapPlan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { keepOffGround } from './keep-off-ground.ts';
import { keepOnMesh } from './keep-on-mesh.ts';
import { type Body, stayInside } from './stay-inside.ts';

const BODY_RADIUS = speciesSlotOf('radius');

/**
 * The maximum radius of a body in tests against walls, as a fraction of a cell. A larger body is tested with this
 * radius, so that it fits between two walls.
 */
const WIDEST = 0.49;
/**
 * The maximum length of one piece of a step's path, as a fraction of a cell. A piece of at most this length cannot pass
 * through a wall.
 */
const PIECE = 0.5;
/** The maximum number of pieces in a step's path. An agent with a longer path stops on the way. */
const MAX_PIECES = 4096;
/**
 * The number of pieces after which the thread gives a sign of life. This many pieces take a fraction of a millisecond.
 */
const LIVE_PIECES = 4096;

const body: Body = { x: 0, y: 0, velocityX: 0, velocityY: 0 };

/**
 * Keeps agents on the mesh, off the ground if they fly, or out of the walls of the map. Handles the living agents in places [begin, end). Each
 * agent slides along a wall at the distance of its radius. It loses the part of its velocity that points into the wall.
 * If the bounds have the type "contain", no wall pushes an agent out of the bounds.
 *
 * reads front.position (m); changes the staged position (m) and velocity (m/s) of these agents
 */
export function keepOutOfWalls(world: SharedWorld, begin: number, end: number): void {
  const { map, mesh } = world.plan;
  if (mesh !== undefined) {
    keepOnMesh(world, begin, end);
    keepOffGround(world, begin, end);
  }
  if (map === undefined) return;
  const { status, species, position, speciesParameters } = world.front;
  const { stagedPosition: p, stagedVelocity: v } = world.scratch;
  const widest = WIDEST * map.cellSize;
  let gone = 0;
  for (let i = begin; i < end; i++) {
    if (status[i] !== STATUS.alive) continue;
    const radius = Math.min(speciesParameters[species[i] * RECORD + BODY_RADIUS], widest);
    const wayX = p.x[i] - position.x[i];
    const wayY = p.y[i] - position.y[i];
    const length = Math.sqrt(wayX * wayX + wayY * wayY);
    // Agents that are not finite are quarantined elsewhere.
    if (!(length < Number.POSITIVE_INFINITY)) continue;
    const pieces = Math.max(1, Math.ceil(length / (PIECE * map.cellSize)));
    // An agent inside a wall, which was placed there later, is free to leave it.
    if (isWall(world.front, mapCellOf(map, position.x[i], position.y[i]))) continue;
    body.x = position.x[i];
    body.y = position.y[i];
    body.velocityX = v.x[i];
    body.velocityY = v.y[i];
    if (pieces === 1 && isFree(world, map, p.x[i], p.y[i], radius)) continue;
    gone += Math.min(pieces, MAX_PIECES);
    if (gone > LIVE_PIECES) {
      world.live();
      gone = 0;
    }
    for (let piece = 0; piece < Math.min(pieces, MAX_PIECES); piece++) {
      goOn(world, map, wayX / pieces, wayY / pieces);
      pushOut(world, map, radius);
    }
    stayInside(body, world.plan.bounds);
    p.x[i] = body.x;
    p.y[i] = body.y;
    v.x[i] = body.velocityX;
    v.y[i] = body.velocityY;
    // Rounding may have moved the agent into a wall.
    if (isWall(world.front, mapCellOf(map, p.x[i], p.y[i]))) {
      p.x[i] = position.x[i];
      p.y[i] = position.y[i];
    }
  }
}

/**
 * Whether a body of this radius at (x, y) certainly touches no wall. May return false although the body touches no
 * wall.
 */
function isFree(world: SharedWorld, map: MapPlan, x: number, y: number, radius: number): boolean {
  return (
    !isWall(world.front, mapCellOf(map, x, y)) &&
    !isWall(world.front, mapCellOf(map, x - radius, y - radius)) &&
    !isWall(world.front, mapCellOf(map, x + radius, y - radius)) &&
    !isWall(world.front, mapCellOf(map, x - radius, y + radius)) &&
    !isWall(world.front, mapCellOf(map, x + radius, y + radius))
  );
}

/**
 * Moves the center of the body along x, then along y. If a move leads into a wall, the move is left out, and the
 * velocity along that axis becomes 0.
 */
function goOn(world: SharedWorld, map: MapPlan, wayX: number, wayY: number): void {
  if (isWall(world.front, mapCellOf(map, body.x + wayX, body.y))) body.velocityX = 0;
  else body.x += wayX;
  if (isWall(world.front, mapCellOf(map, body.x, body.y + wayY))) body.velocityY = 0;
  else body.y += wayY;
}

/** The offsets of the cells around a cell: first the four cells beside it, then the four at its corners. */
const AROUND_X = [1, -1, 0, 0, 1, -1, -1, 1] as const;
const AROUND_Y = [0, 0, 1, -1, 1, 1, -1, -1] as const;

/**
 * Pushes the body away from the walls around it. A wall pushes if its nearest point is nearer to the center of the body
 * than `radius` (m).
 */
function pushOut(world: SharedWorld, map: MapPlan, radius: number): void {
  const { cellSize, origin } = map;
  const column = Math.floor((body.x - origin[0]) / cellSize);
  const row = Math.floor((body.y - origin[1]) / cellSize);
  for (let k = 0; k < 8; k++) {
    const left = origin[0] + (column + AROUND_X[k]) * cellSize;
    const low = origin[1] + (row + AROUND_Y[k]) * cellSize;
    if (!isWall(world.front, mapCellOf(map, left + 0.5 * cellSize, low + 0.5 * cellSize))) continue;
    const x = body.x - Math.min(Math.max(body.x, left), left + cellSize);
    const y = body.y - Math.min(Math.max(body.y, low), low + cellSize);
    const squared = x * x + y * y;
    if (squared >= radius * radius || squared === 0) continue;
    const distance = Math.sqrt(squared);
    const normalX = x / distance;
    const normalY = y / distance;
    body.x += normalX * (radius - distance);
    body.y += normalY * (radius - distance);
    const inward = body.velocityX * normalX + body.velocityY * normalY;
    if (inward >= 0) continue;
    body.velocityX -= inward * normalX;
    body.velocityY -= inward * normalY;
  }
}
