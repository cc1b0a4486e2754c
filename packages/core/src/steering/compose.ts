import { speciesSlotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import type { BehaviorPlan, RolePlan } from '../world/plan.ts';
import { rolesIn } from '../world/roles.ts';
import { BLOCK } from '../world/sizes.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { clearInterest, wantBehavior } from './context/steer-context.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const MAX_FORCE = speciesSlotOf('maxForce');
const FORCE_FACTOR = speciesSlotOf('forceFactor');

/**
 * Adds the force of one behavior to scratch.force, for a block of agents. The caller of `composeRole` passes such a
 * function, for the TypeScript kernel or the SIMD kernel.
 */
export type SteerOne = (behavior: BehaviorPlan) => void;

/**
 * Combines the forces of the behaviors of a role, either as a sum or by priority. Multiplies the result by the
 * forceFactor of the species. Handles the agents of this role in places [begin, end). The range has at most BLOCK
 * places.
 *
 * reads scratch.role; writes scratch.force (N) of these agents, which must be 0 before the call, and the staged columns
 * that the laws of the role write
 */
export function composeRole(
  world: SharedWorld,
  index: number,
  begin: number,
  end: number,
  steerOne: SteerOne,
): void {
  const role = world.plan.roles[index];
  const one = beforeContext(world, role, begin, end, steerOne);
  if (world.plan.species[role.species].priority) {
    prioritize(world, role, index, begin, end, one);
  } else for (const behavior of role.behaviors) one(behavior);
  multiply(world, role, index, begin, end);
  // Laws write columns whatever the forces are: these values are not shared by priority.
  for (const { staging } of role.behaviors) if (staging !== undefined) steerOne(staging);
}

/**
 * Returns a function that runs one behavior of a role. If the role has a behavior "context", the behaviors before
 * "context" write interests instead of forces.
 */
function beforeContext(
  world: SharedWorld,
  { behaviors, species }: RolePlan,
  begin: number,
  end: number,
  steerOne: SteerOne,
): SteerOne {
  const place = behaviors.findIndex(({ type }) => type === 'context');
  if (place < 0) return steerOne;
  clearInterest(world.plan.species[species].dimensions, end - begin);
  return (behavior) => {
    if (behaviors.indexOf(behavior) >= place) steerOne(behavior);
    else wantBehavior(world, behaviors[place], behavior, begin, end, steerOne);
  };
}

const totalX = new Float32Array(BLOCK);
const totalY = new Float32Array(BLOCK);
const totalZ = new Float32Array(BLOCK);
const left = new Float32Array(BLOCK);

/**
 * Shares the budget `maxForce` by priority. In the order of the list, each behavior takes its force from the budget. A
 * force that is longer than the remaining budget is shortened to the remaining budget.
 *
 * source: Reynolds 1999. Another source is the prioritized running sum in Buckland 2005, Programming Game AI by Example
 */
function prioritize(
  world: SharedWorld,
  { species, behaviors }: RolePlan,
  index: number,
  begin: number,
  end: number,
  steerOne: SteerOne,
): void {
  const { status, speciesParameters } = world.front;
  const roles = rolesIn(world);
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const budget = speciesParameters[species * RECORD + MAX_FORCE];
  totalX.fill(0);
  totalY.fill(0);
  totalZ.fill(0);
  left.fill(budget);
  for (const behavior of behaviors) {
    if (behavior.filters) {
      swapTotals(world, index, begin, end);
      steerOne(behavior);
      swapTotals(world, index, begin, end);
      continue;
    }
    steerOne(behavior);
    for (let i = begin; i < end; i++) {
      if (roles[i] !== index || status[i] !== STATUS.alive) continue;
      const k = i - begin;
      const x = fx[i];
      const y = fy[i];
      const z = fz[i];
      fx[i] = 0;
      fy[i] = 0;
      fz[i] = 0;
      const force = fround(sqrt(fround(fround(fround(x * x) + fround(y * y)) + fround(z * z))));
      const rest = left[k];
      if (force <= rest) {
        totalX[k] = fround(totalX[k] + x);
        totalY[k] = fround(totalY[k] + y);
        totalZ[k] = fround(totalZ[k] + z);
        left[k] = fround(rest - force);
      } else {
        const share = fround(rest / force);
        totalX[k] = fround(totalX[k] + fround(x * share));
        totalY[k] = fround(totalY[k] + fround(y * share));
        totalZ[k] = fround(totalZ[k] + fround(z * share));
        left[k] = 0;
      }
    }
  }
  swapTotals(world, index, begin, end);
}

function swapTotals(world: SharedWorld, index: number, begin: number, end: number): void {
  const { status } = world.front;
  const roles = rolesIn(world);
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  for (let i = begin; i < end; i++) {
    if (roles[i] !== index || status[i] !== STATUS.alive) continue;
    const k = i - begin;
    const x = fx[i];
    const y = fy[i];
    const z = fz[i];
    fx[i] = totalX[k];
    fy[i] = totalY[k];
    fz[i] = totalZ[k];
    totalX[k] = x;
    totalY[k] = y;
    totalZ[k] = z;
  }
}

function multiply(
  world: SharedWorld,
  { species }: RolePlan,
  index: number,
  begin: number,
  end: number,
): void {
  const { status, speciesParameters } = world.front;
  const roles = rolesIn(world);
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const factor = speciesParameters[species * RECORD + FORCE_FACTOR];
  if (factor === 1) return;
  for (let i = begin; i < end; i++) {
    if (roles[i] !== index || status[i] !== STATUS.alive) continue;
    fx[i] = fround(fx[i] * factor);
    fy[i] = fround(fy[i] * factor);
    fz[i] = fround(fz[i] * factor);
  }
}
