import { shortWay } from '../grid/torus.ts';
import { throwInto } from '../math/ballistics.ts';
import { normalizeInto, type Vector } from '../math/direction.ts';
import { interceptionTime } from '../math/interception.ts';
import { slotOf, speciesSlotOf } from '../scenario/slots.ts';
import { RECORD, type State } from '../world/layout.ts';
import type { LauncherPlan } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';

const GRAVITY = slotOf('gravity', 'acceleration');
const DAMPING = speciesSlotOf('damping');

type Way = [x: number, y: number, z: number];

type Aimed = Pick<SharedWorld, 'plan'> & { readonly front: State };

/**
 * Writes the unit vector along which a launcher points in this tick:
 *
 * - "target" points at the target of the launcher;
 * - "lead" points at the place where a body that flies straight, with the muzzle speed, would meet the target;
 * - "ballistic" points so that a body, under the gravity and drag of its species, meets the target.
 *
 * On a torus, the target is the image nearest to the launcher. If it is out of range, "lead" points at the target itself, and "ballistic" points 45 degrees up toward it.
 *
 * reads the front state
 */
export function aimLauncherInto(out: Vector, world: Aimed, launcher: LauncherPlan): void {
  const { position, target, speed, aim } = launcher;
  const { targetPosition: p, targetVelocity: v, targetDrift: drift } = world.front;
  const { dt, grid } = world.plan;
  const way: Way = [
    shortWay(p.x[target] - position[0], grid.edge[0]),
    shortWay(p.y[target] - position[1], grid.edge[1]),
    shortWay(p.z[target] - position[2], grid.edge[2]),
  ];
  if (aim === 'target') {
    normalizeInto(out, ...way);
    return;
  }
  const w: Way = [
    v.x[target] + drift.x[target],
    v.y[target] + drift.y[target],
    v.z[target] + drift.z[target],
  ];
  // The flight begins at the end of this step, when the target has also moved.
  const r: Way = [way[0] + w[0] * dt, way[1] + w[1] * dt, way[2] + w[2] * dt];
  if (aim === 'lead') {
    const time = interceptionTime(...r, ...w, speed);
    const ahead = time < Number.POSITIVE_INFINITY ? time : 0;
    normalizeInto(out, r[0] + w[0] * ahead, r[1] + w[1] * ahead, r[2] + w[2] * ahead);
    return;
  }
  const damping = world.front.speciesParameters[launcher.species * RECORD + DAMPING];
  if (!throwInto(way, r, w, speed, gravityOf(world, launcher.species), damping, dt)) {
    const flat = Math.sqrt(r[0] * r[0] + r[2] * r[2]);
    way[0] = r[0];
    way[1] = flat > 0 ? flat : 1;
    way[2] = r[2];
  }
  normalizeInto(out, ...way);
}

function gravityOf({ plan, front }: Aimed, species: number): number {
  const gravity = plan.species[species].behaviors.find(({ type }) => type === 'gravity');
  return gravity === undefined ? 0 : front.behaviorParameters[gravity.index * RECORD + GRAVITY];
}
