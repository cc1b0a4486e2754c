import type { Behavior } from '../scenario/schema.ts';
import { speciesSlotOf } from '../scenario/slots.ts';
import { composeRole } from '../steering/compose.ts';
import { steerOne } from '../steering/index.ts';
import { RECORD } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';
import { lengthOf, type Triple, tripleOf } from './triple.ts';

const FORCE_FACTOR = speciesSlotOf('forceFactor');
const NONE: Triple = [0, 0, 0];

/** What one behavior in the list of a species contributes to the force on an agent. */
export interface BehaviorForce {
  readonly type: Behavior['type'];
  /** Whether the behavior acts in the current state of the agent. */
  readonly acts: boolean;
  /**
   * How the behavior affects the total force.
   *
   * - `adds`: its force, or the part of it that priority allows, is added.
   * - `filters`: it replaces the force of the behaviors before it. Examples are "orca", "context" and a law that gives
   *   a velocity.
   * - `wants`: it comes before "context" in the list. It gives "context" the direction that it wants, and adds no force
   *   of its own.
   */
  readonly role: 'adds' | 'filters' | 'wants';
  /**
   * By how much the behavior changes the force on the agent (N). The changes by all behaviors add up to the total
   * force.
   */
  readonly force: Triple;
  /** Length of `force` (N). */
  readonly length: number;
  /**
   * The force (N) that this behavior asks for when its turn in the list comes. Priority or "context" may then change
   * this force.
   */
  readonly asked: Triple;
}

/**
 * Finds the force of each behavior on the agent at place `at`. The total force is composed repeatedly, each time with
 * one more behavior. The force of a behavior is the difference that this behavior makes. A behavior that does not act
 * in the agent's state has no force. In the end, scratch.force has the complete force (N).
 */
export function inspectForces(aside: SharedWorld, role: number, at: number): BehaviorForce[] {
  const { species, behaviors } = aside.plan.roles[role];
  const factor = aside.front.speciesParameters[species * RECORD + FORCE_FACTOR];
  const context = behaviors.findIndex(({ type }) => type === 'context');
  let before = NONE;
  const acting = behaviors.map((behavior, k): BehaviorForce => {
    const wants = k < context;
    // Evaluated separately, because "context" does not evaluate the force of every behavior before it.
    const asked = wants ? forceAlone(aside, behavior, at) : NONE;
    const added = composeFirst(aside, role, at, k + 1);
    const after = tripleOf(aside.scratch.force, at);
    const force = minus(after, before);
    before = after;
    return {
      type: behavior.type,
      acts: true,
      role: behavior.filters ? 'filters' : wants ? 'wants' : 'adds',
      force,
      length: lengthOf(force),
      asked: times(wants ? asked : added, factor),
    };
  });
  return aside.plan.species[species].behaviors.map(({ type, index }) => {
    const one = behaviors.findIndex((each) => each.index === index);
    if (one >= 0) return acting[one];
    return { type, acts: false, role: 'adds', force: NONE, length: 0, asked: NONE };
  });
}

/**
 * Composes the force from only the first `count` behaviors. Returns the force that the last of these behaviors added.
 */
function composeFirst(aside: SharedWorld, role: number, at: number, count: number): Triple {
  const { behaviors } = aside.plan.roles[role];
  let added = NONE;
  setForce(aside, at, 0);
  composeRole(aside, role, at, at + 1, (behavior) => {
    if (behaviors.indexOf(behavior) >= count || writesColumns(aside, behavior)) return;
    const before = tripleOf(aside.scratch.force, at);
    steerOne(aside, behavior, at, at + 1);
    added = minus(tripleOf(aside.scratch.force, at), before);
  });
  return added;
}

/** Whether the behavior is a law that writes columns. Such a law has no force. */
export function writesColumns({ plan }: SharedWorld, { law }: BehaviorPlan): boolean {
  return plan.laws[law]?.law.result === 'next';
}

function forceAlone(aside: SharedWorld, behavior: BehaviorPlan, at: number): Triple {
  setForce(aside, at, 0);
  steerOne(aside, behavior, at, at + 1);
  return tripleOf(aside.scratch.force, at);
}

function setForce({ scratch }: SharedWorld, at: number, value: number): void {
  scratch.force.x[at] = value;
  scratch.force.y[at] = value;
  scratch.force.z[at] = value;
}

function minus(a: Triple, b: Triple): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function times(a: Triple, factor: number): Triple {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}
