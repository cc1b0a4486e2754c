import type { BehaviorType } from '../scenario/schema.ts';
import { steerAvoidance } from './avoiding.ts';
import type { Steer } from './behavior.ts';
import { steerContainment } from './containing.ts';
import { steerContext } from './context/context.ts';
import { steerStrafe } from './context/strafe.ts';
import { steerDodge } from './dodging.ts';
import { steerAlignment, steerCohesion, steerSeparation } from './flocking.ts';
import { steerHoming } from './homing.ts';
import { steerFlowField } from './paths/flow-field.ts';
import { steerNavigate } from './paths/navigating.ts';
import { steerArrive, steerSeek } from './seeking.ts';
import { steerWander } from './wandering.ts';

/** The one door: what steers for each type of behavior that the schema knows. */
export const STEER: { readonly [type in BehaviorType]: Steer } = {
  cohesion: steerCohesion,
  alignment: steerAlignment,
  separation: steerSeparation,
  avoidance: steerAvoidance,
  containment: steerContainment,
  seek: steerSeek,
  arrive: steerArrive,
  wander: steerWander,
  homing: steerHoming,
  flowField: steerFlowField,
  navigate: steerNavigate,
  strafe: steerStrafe,
  context: steerContext,
  dodge: steerDodge,
};
