import type { BehaviorType } from '../scenario/schema.ts';
import { steerAvoidance } from './avoiding.ts';
import type { Steer } from './behavior.ts';
import { steerContext } from './context/steer-context.ts';
import { avoidGroundWalls, containInGround } from './ground-walls.ts';
import { steerOrca } from './orca/steer-orca.ts';
import { steerFlowField } from './paths/flow-field.ts';
import { steerNavigate } from './paths/navigating.ts';
import { steerLaw } from './steer-law.ts';

/** The hand-written kernels, by type of behavior. All other behaviors steer by laws. */
const STEER: { readonly [type in BehaviorType]?: Steer } = {
  avoidance: steerAvoidance,
  flowField: steerFlowField,
  navigate: steerNavigate,
  context: steerContext,
  orca: steerOrca,
};

/**
 * Lets a behavior that knows obstacles or bounds see the walls of a ground too. Called after the behavior, by every
 * kernel, in worlds with a ground.
 */
export const steerInGround: Steer = (world, behavior, begin, end) => {
  if (behavior.type === 'avoidance') avoidGroundWalls(world, behavior, begin, end);
  if (behavior.type === 'containment') containInGround(world, behavior, begin, end);
};

/** Steers agents by a behavior of any kind. This is the only entry point of this folder. */
export const steerOne: Steer = (world, behavior, begin, end) => {
  if (behavior.law >= 0) steerLaw(world, behavior, begin, end);
  else STEER[behavior.type as BehaviorType]!(world, behavior, begin, end);
  if (world.plan.extras.polygon) steerInGround(world, behavior, begin, end);
};
