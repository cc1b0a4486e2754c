import { length } from '../../math/vector.ts';
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

/** The aims of the agents of a block. Index k belongs to the agent at place `begin + k`. */
export interface BlockAims {
  /** Unit vector from each agent toward its aim; 0 if the agent has no aim, or is exactly on it. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  /** Distance from each agent to its aim (m); -1 if it has no aim. */
  readonly distance: Float32Array;
  /** Speed of the aim of each agent (m/s). */
  readonly speed: Float32Array;
}

const aims: BlockAims = {
  x: new Float32Array(BLOCK),
  y: new Float32Array(BLOCK),
  z: new Float32Array(BLOCK),
  distance: new Float32Array(BLOCK),
  speed: new Float32Array(BLOCK),
};
const aim = createAim();

/** The behavior whose aims are stored in `aims`. Undefined if none are stored for the present block. */
let found: BehaviorPlan | undefined;

/**
 * Marks the stored aims as invalid. Called when a new block begins, because the stored aims belong to the agents of the
 * previous block.
 */
export function forgetAims(): void {
  found = undefined;
}

/**
 * Finds the aims of those agents in places [begin, end) that have the role of `behavior`. Consecutive behaviors of an
 * agent mostly have the same aim. If `behavior` has the same aim as the behavior before it, the aims are not computed
 * again.
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
  const { walks } = world.plan.species[behavior.species];
  const roles = rolesIn(world);
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const k = i - begin;
    aims.x[k] = 0;
    aims.y[k] = 0;
    aims.z[k] = 0;
    aims.distance[k] = -1;
    if (!aimInto(aim, world, behavior, i)) continue;
    // Walkers aim at what is below or above their aim.
    if (walks) aim.z = 0;
    const { x, y, z } = aim;
    const distance = fround(sqrt(fround(fround(fround(x * x) + fround(y * y)) + fround(z * z))));
    const inverse = distance > 0 ? fround(1 / distance) : 0;
    aims.x[k] = fround(x * inverse);
    aims.y[k] = fround(y * inverse);
    aims.z[k] = fround(z * inverse);
    aims.distance[k] = distance;
    aims.speed[k] = length(aim.velocityX, aim.velocityY, aim.velocityZ);
  }
  return aims;
}

function isSameAim({ front }: SharedWorld, one: BehaviorPlan, other: BehaviorPlan): boolean {
  if (one === other) return true;
  if (one.target !== other.target || one.quarry !== other.quarry) return false;
  if (one.role !== other.role || one.assignable !== other.assignable) return false;
  if (one.place !== other.place || one.path !== other.path) return false;
  if (one.target >= 0 || one.place === 'goal') return true;
  if (one.place !== undefined) return false;
  const choice = ({ settings }: BehaviorPlan) => 'choose' in settings && settings.choose;
  const sight = (behavior: BehaviorPlan) =>
    front.behaviorParameters[behavior.index * RECORD + slotFor(behavior, 'sight')];
  return choice(one) === choice(other) && sight(one) === sight(other);
}
