import { isHidden } from '../../path/mesh/walls-around.ts';
import { meshIn } from '../../world/mesh.ts';
import type { SharedWorld } from '../../world/world.ts';
import { wallsSeenBy } from '../ground-walls.ts';
import { leastAlong } from './firm.ts';
import { addHalfSpace, type HalfSpaces } from './half-spaces.ts';

/**
 * Appends the walls of its floor that the walker at place `i` can touch in this tick: a half plane at the point of each
 * wall nearest to it. An end of a wall counts only if it is also the nearest point of the wall that follows there.
 * Otherwise it would stop a walker that goes along both.
 *
 * @param body radius of the walker (m)
 * @param reach the maximum distance (m) that the walker moves in a tick
 */
export function addGroundWalls(
  spaces: HalfSpaces,
  world: SharedWorld,
  i: number,
  body: number,
  reach: number,
  inverseDt: number,
): void {
  const { hair } = meshIn(world);
  const walls = wallsSeenBy(world, i, body + reach);
  const [px, py] = [world.front.position.x[i], world.front.position.y[i]];
  for (let k = 0; k < walls.count; k++) {
    const x = px - walls.x[k];
    const y = py - walls.y[k];
    const distance = Math.sqrt(x * x + y * y);
    const gap = distance - body;
    if (gap >= reach || isHidden(walls, k)) continue;
    const bound = leastAlong(gap, 1, inverseDt);
    if (distance > hair) {
      addHalfSpace(spaces, x / distance, y / distance, 0, bound);
      continue;
    }
    // On the wall itself, the normal of the wall leads away. The floor is to the left of the wall.
    const [ex, ey] = [walls.bx[k] - walls.ax[k], walls.by[k] - walls.ay[k]];
    const length = Math.sqrt(ex * ex + ey * ey);
    addHalfSpace(spaces, -ey / length, ex / length, 0, bound);
  }
}
