import * as z from 'zod';
import { avoidanceSchemas } from './avoidance.ts';
import { crowdSchemas } from './crowd.ts';
import { flockingSchemas } from './flocking.ts';
import { followingSchemas } from './following.ts';
import { ballisticSchemas, guidanceSchemas } from './guidance.ts';
import type { LawBehavior } from './law.ts';
import { pathsSchemas } from './paths.ts';
import { steeringSchemas } from './steering.ts';

/** The schemas of all behaviors by family. */
export const BEHAVIOR_FAMILIES = {
  flocking: flockingSchemas,
  steering: steeringSchemas,
  following: followingSchemas,
  avoidance: avoidanceSchemas,
  guidance: { ...guidanceSchemas, ...ballisticSchemas },
  crowd: crowdSchemas,
  paths: pathsSchemas,
} as const;

/**
 * The behaviors and their parameters. A `number` is a parameter: it gets a slot in shared memory, in
 * the order written here, and the `set` command changes it. The other keys are fixed at the start.
 */
export const behaviorSchemas = {
  ...flockingSchemas,
  ...avoidanceSchemas,
  ...steeringSchemas,
  ...followingSchemas,
  ...guidanceSchemas,
  ...ballisticSchemas,
  ...crowdSchemas,
  ...pathsSchemas,
} as const;

export type BehaviorType = keyof typeof behaviorSchemas;
export type BehaviorOf<T extends BehaviorType> = z.output<(typeof behaviorSchemas)[T]>;
/** A behavior of the engine's own. */
export type BuiltInBehavior = { [T in BehaviorType]: BehaviorOf<T> }[BehaviorType];
export type Behavior = BuiltInBehavior | LawBehavior;
export const BEHAVIOR_TYPES = Object.keys(behaviorSchemas) as BehaviorType[];

/** Types whose agents end where they touch what they are aimed at. */
export function isGuided(behavior: Behavior): behavior is BehaviorOf<keyof typeof guidanceSchemas> {
  return Object.hasOwn(guidanceSchemas, behavior.type);
}

type AnySchema = (typeof behaviorSchemas)[BehaviorType];

const BUILT_IN = Object.values(behaviorSchemas) as [AnySchema, ...AnySchema[]];

/** The behaviors of a scenario, with those whose laws it carries, by their schemas. */
export function behaviorSchemaWith(laws: readonly z.ZodObject[]) {
  return z.discriminatedUnion('type', [...BUILT_IN, ...(laws as readonly AnySchema[])]);
}
