import * as z from 'zod/mini';
import type { AnyDefinition } from '../behaviors/define-behavior.ts';
import { BEHAVIORS } from '../behaviors/index.ts';
import type { LawBehavior } from './law-behavior.ts';
import { isLawType } from './law-type.ts';

export type BehaviorType = keyof typeof BEHAVIORS;
export type BehaviorOf<T extends BehaviorType> = z.output<(typeof BEHAVIORS)[T]['schema']>;
/** A behavior of the engine's own. */
export type BuiltInBehavior = { [T in BehaviorType]: BehaviorOf<T> }[BehaviorType];
export type Behavior = BuiltInBehavior | LawBehavior;

export const BEHAVIOR_TYPES = Object.keys(BEHAVIORS) as BehaviorType[];

/** What the engine says of a behavior of its own; undefined of one whose law the scenario carries. */
export function definitionOf(type: Behavior['type']): AnyDefinition | undefined {
  return isLawType(type) ? undefined : BEHAVIORS[type];
}

/** What a behavior of the engine's own makes agents do, in two or three words for a visitor. */
export function behaviorLabel(type: BehaviorType): string {
  return BEHAVIORS[type].label;
}

export function isBuiltIn(behavior: Behavior): behavior is BuiltInBehavior {
  return !isLawType(behavior.type);
}

/** A behavior that flies its agents onto what they can hit. */
type GuidedBehavior = BuiltInBehavior & {
  readonly target?: string | undefined;
  readonly quarry?: string | undefined;
  readonly ends?: 'self' | 'quarry' | 'both' | undefined;
};

/** Whether its agents hit what they are aimed at where they touch it. */
export function isGuided(behavior: Behavior): behavior is GuidedBehavior {
  return definitionOf(behavior.type)?.hits === true;
}

type AnySchema = (typeof BEHAVIORS)[BehaviorType]['schema'];

const BUILT_IN = Object.values(BEHAVIORS).map(({ schema }) => schema) as [
  AnySchema,
  ...AnySchema[],
];

/** The behaviors of a scenario, with those whose laws it carries, by their schemas. */
export function behaviorSchemaWith(laws: readonly z.ZodMiniObject[]) {
  return z.discriminatedUnion('type', [...BUILT_IN, ...(laws as readonly AnySchema[])]);
}
