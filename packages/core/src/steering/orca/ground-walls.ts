import { createPlace } from '../../path/mesh/mesh-place.ts';
import { createWalls, isHidden, wallsAroundInto } from '../../path/mesh/walls-around.ts';
import { meshIn, standInto } from '../../world/mesh.ts';
import type { SharedWorld } from '../../world/world.ts';
import { leastAlong } from './firm.ts';
import { addHalfSpace, type HalfSpaces } from './half-spaces.ts';

const place = createPlace();
const walls = createWalls();

/**
 * Appends the walls of its floor that the agent at place `i` can touch in this tick: a half plane at the point of each
 * wall nearest to the agent. An end of a wall counts only if it is also the nearest point of the wall that follows
 * there. Otherwise it would stop an agent that walks along both.
 *
 * @param body radius of the agent (m)
 * @param reach the maximum distance (m) that the agent moves in a tick
 */
export function addGroundWalls(
  spaces: HalfSpaces,
  world: SharedWorld,
  i: number,
  body: number,
  reach: number,
  inverseDt: number,
): void {
  const mesh = meshIn(world);
  standInto(place, world, mesh, i);
  // An agent beside the ground is free to come back.
  if (place.distance > mesh.hair) return;
  wallsAroundInto(walls, mesh, place.polygon, place.x, place.y, body + reach);
  for (let k = 0; k < walls.count; k++) {
    const x = place.x - walls.x[k];
    const y = place.y - walls.y[k];
    const distance = Math.sqrt(x * x + y * y);
    const gap = distance - body;
    if (gap >= reach || isHidden(walls, k)) continue;
    const bound = leastAlong(gap, 1, inverseDt);
    if (distance > mesh.hair) {
      addHalfSpace(spaces, x / distance, y / distance, 0, bound);
      continue;
    }
    // On the wall itself, the normal of the wall leads away. The floor is to the left of the wall.
    const [ex, ey] = [walls.bx[k] - walls.ax[k], walls.by[k] - walls.ay[k]];
    const length = Math.sqrt(ex * ex + ey * ey);
    addHalfSpace(spaces, -ey / length, ex / length, 0, bound);
  }
}
