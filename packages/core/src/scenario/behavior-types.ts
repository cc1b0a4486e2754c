import * as z from 'zod/mini';
import type { AnyDefinition } from '../behaviors/define-behavior.ts';
import { BEHAVIORS } from '../behaviors/index.ts';
import type { LawBehavior } from './law-behavior.ts';
import { isLawType } from './law-type.ts';

export type BehaviorType = keyof typeof BEHAVIORS;
export type BehaviorOf<T extends BehaviorType> = z.output<(typeof BEHAVIORS)[T]['schema']>;
/** A built-in behavior. */
export type BuiltInBehavior = { [T in BehaviorType]: BehaviorOf<T> }[BehaviorType];
export type Behavior = BuiltInBehavior | LawBehavior;

export const BEHAVIOR_TYPES = Object.keys(BEHAVIORS) as BehaviorType[];

/** Returns the definition of a built-in behavior, or undefined for a behavior whose law is in the scenario. */
export function definitionOf(type: Behavior['type']): AnyDefinition | undefined {
  return isLawType(type) ? undefined : BEHAVIORS[type];
}

/** Returns the label of a built-in behavior. A label tells people in a few words what agents do. */
export function behaviorLabel(type: BehaviorType): string {
  return BEHAVIORS[type].label;
}

export function isBuiltIn(behavior: Behavior): behavior is BuiltInBehavior {
  return !isLawType(behavior.type);
}

/** A behavior that guides its agents to a target or a quarry, so that they can hit it. */
type GuidedBehavior = BuiltInBehavior & {
  readonly target?: string | undefined;
  readonly quarry?: string | undefined;
  readonly ends?: 'self' | 'quarry' | 'both' | undefined;
};

/** Returns whether agents with this behavior hit their target or quarry when they touch it. */
export function isGuided(behavior: Behavior): behavior is GuidedBehavior {
  return definitionOf(behavior.type)?.hits === true;
}

type AnySchema = (typeof BEHAVIORS)[BehaviorType]['schema'];

const BUILT_IN = Object.values(BEHAVIORS).map(({ schema }) => schema) as [
  AnySchema,
  ...AnySchema[],
];

/**
 * Returns the schema of a behavior: any built-in behavior, or a behavior of a law.
 *
 * @param laws one schema for the behavior of each law
 */
export function behaviorSchemaWith(laws: readonly z.ZodMiniObject[]) {
  return z.discriminatedUnion('type', [...BUILT_IN, ...(laws as readonly AnySchema[])]);
}
