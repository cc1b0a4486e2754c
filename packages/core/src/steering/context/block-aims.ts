import { slotFor } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { rolesIn } from '../../world/roles.ts';
import { BLOCK } from '../../world/sizes.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { createAim } from '../aim.ts';
import { aimInto } from '../find-aim.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/** What the agents of a block go after; that of the agent at place `begin + k` stands at k. */
export interface BlockAims {
  /** Unit vectors toward it, 0 on the aim itself. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  /** How far it is (m); -1 where there is none. */
  readonly distance: Float32Array;
}

const aims: BlockAims = {
  x: new Float32Array(BLOCK),
  y: new Float32Array(BLOCK),
  z: new Float32Array(BLOCK),
  distance: new Float32Array(BLOCK),
};
const aim = createAim();

/** Whose aims `aims` holds, in the block that is steered now. */
let found: BehaviorPlan | undefined;

/** A new block begins: the aims that were found are those of others. */
export function forgetAims(): void {
  found = undefined;
}

/**
 * Finds what the agents of the behavior's species in places [begin, end) go after. The behaviors of a
 * chase have one aim, mostly: it is found once for all of them in a row.
 */
export function aimsOf(
  world: SharedWorld,
  behavior: BehaviorPlan,
  begin: number,
  end: number,
): BlockAims {
  if (found !== undefined && isSameAim(world, found, behavior)) return aims;
  found = behavior;
  const { status } = world.front;
  const roles = rolesIn(world);
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const k = i - begin;
    aims.distance[k] = -1;
    if (!aimInto(aim, world, behavior, i)) continue;
    const { x, y, z } = aim;
    const distance = fround(sqrt(fround(fround(fround(x * x) + fround(y * y)) + fround(z * z))));
    const inverse = distance > 0 ? fround(1 / distance) : 0;
    aims.x[k] = fround(x * inverse);
    aims.y[k] = fround(y * inverse);
    aims.z[k] = fround(z * inverse);
    aims.distance[k] = distance;
  }
  return aims;
}

function isSameAim({ front }: SharedWorld, one: BehaviorPlan, other: BehaviorPlan): boolean {
  if (one === other) return true;
  if (one.target !== other.target || one.quarry !== other.quarry) return false;
  if (one.role !== other.role || one.assignable !== other.assignable) return false;
  if (one.target >= 0) return true;
  const choice = ({ settings }: BehaviorPlan) => 'choose' in settings && settings.choose;
  const sight = (behavior: BehaviorPlan) =>
    front.behaviorParameters[behavior.index * RECORD + slotFor(behavior, 'sight')];
  return choice(one) === choice(other) && sight(one) === sight(other);
}
