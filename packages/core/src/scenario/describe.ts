import * as z from 'zod/mini';
import { FAMILIES } from '../behaviors/define-behavior.ts';
import { BEHAVIORS } from '../behaviors/index.ts';
import { inStates } from '../behaviors/keys.ts';
import type { Law } from '../laws/law.ts';
import type { ColumnType } from '../schema/column-types.ts';
import { unwrap } from '../schema/unwrap.ts';
import { BEHAVIOR_TYPES, type Behavior, type BehaviorType } from './behavior-types.ts';
import { descriptionOf } from './descriptions.ts';
import { lawBehaviorSchema } from './law-behavior.ts';
import { isLawType, lawOf, lawTypeOf } from './law-type.ts';
import type { Parameter as Slot } from './numeric-parameters.ts';
import { behaviorParametersOf as slotsOf } from './scenario-laws.ts';
import { SPECIES_PARAMETERS as SPECIES_SLOTS } from './species-schema.ts';

/** A numeric parameter of a behavior or a species. */
export interface Parameter extends Slot {
  readonly description: string;
}

/** The numeric parameters of a species. The index of a parameter in the list is its slot in shared memory. */
export const SPECIES_PARAMETERS: readonly Parameter[] = SPECIES_SLOTS.map((slot) => ({
  ...slot,
  description: descriptionOf('species', slot.name),
}));

const known = new WeakMap<readonly Slot[], readonly Parameter[]>();

/** Returns the numeric parameters of a behavior. The index of a parameter in the list is its slot in shared memory. */
export function behaviorParametersOf(
  { type }: Pick<Behavior, 'type'>,
  laws: readonly Law[] | undefined,
): readonly Parameter[] {
  const slots = slotsOf({ type }, laws);
  let parameters = known.get(slots);
  if (parameters === undefined) {
    const own = isLawType(type) ? lawOf(type, laws)?.parameters : undefined;
    parameters = slots.map((slot) => ({
      ...slot,
      description: own?.[slot.name]?.description ?? ofBehavior(type, slot.name),
    }));
    known.set(slots, parameters);
  }
  return parameters;
}

/**
 * The parameters of each type of built-in behavior. The index of a parameter in its list is its slot in shared memory.
 */
export const BEHAVIOR_PARAMETERS = Object.fromEntries(
  BEHAVIOR_TYPES.map((type) => [type, behaviorParametersOf({ type }, undefined)]),
) as Record<BehaviorType, readonly Parameter[]>;

function ofBehavior(type: Behavior['type'], ...key: string[]): string {
  return descriptionOf('species', 'behaviors', `:${isLawType(type) ? 'law' : type}`, ...key);
}

/**
 * A key of a behavior whose value is not a number, but for example a name, a choice or a vector. The value cannot
 * change during a run.
 */
export interface Setting {
  readonly name: string;
  /**
   * The kind of value that the key has: "name", "names", "vector" or "true | false". For a choice, it lists the
   * choices. For an object, it lists the keys, such as "{ target, quarry }".
   */
  readonly kind: string;
  /** The default as JSON text; undefined if the key has no default. */
  readonly default: string | undefined;
  readonly description: string;
}

/** A column of agents, as a law declares it. */
export interface ColumnDescription {
  readonly name: string;
  readonly type: ColumnType;
  /** The unit that is shown to people. It is "1" for a plain number. */
  readonly unit: string;
  /**
   * The range of values that the law declares. `min` and `max` are absent if other declarations of the column decide
   * them.
   */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The start value of the column. It is absent if other declarations of the column decide the start value. */
  readonly default?: number | readonly number[];
  readonly description: string;
  /** Whether the law writes the column. Otherwise the law only reads it. */
  readonly written: boolean;
}

/** The description of a type of behavior, which is derived from its schema. */
export interface BehaviorDescription {
  readonly type: Behavior['type'];
  readonly family: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly settings: readonly Setting[];
  /** The columns that the law of the behavior declares. Absent for a built-in behavior. */
  readonly columns?: readonly ColumnDescription[];
}

/**
 * Describes every type of built-in behavior, family by family. The behaviors of `laws` follow, as a family named
 * "laws".
 */
export function describeBehaviors(laws: readonly Law[] = []): BehaviorDescription[] {
  const own = FAMILIES.flatMap((family) =>
    BEHAVIOR_TYPES.filter((type) => BEHAVIORS[type].family === family).map(
      (type): BehaviorDescription => ({
        type,
        family,
        description: ofBehavior(type),
        parameters: BEHAVIOR_PARAMETERS[type],
        settings: settingsOf(type, BEHAVIORS[type].schema),
      }),
    ),
  );
  return own.concat(
    laws.map((law) => {
      const type = lawTypeOf(law);
      return {
        type,
        family: 'laws',
        description: law.description,
        parameters: behaviorParametersOf({ type }, laws),
        settings: settingsOf(type, lawBehaviorSchema(law)),
        ...(law.columns !== undefined && { columns: columnsOf(law) }),
      };
    }),
  );
}

function columnsOf({ columns = {}, next = {} }: Law): ColumnDescription[] {
  return Object.entries(columns).map(([name, column]) => {
    const { type, unit = '1', description = '', default: usual, ...range } = column;
    const written = Object.hasOwn(next, name);
    return {
      name,
      type,
      unit,
      ...range,
      ...(usual !== undefined && { default: usual }),
      description,
      written,
    };
  });
}

/** Returns all settings of a behavior except `states`, which every behavior has. */
function settingsOf(of: Behavior['type'], schema: z.ZodMiniObject): Setting[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    if (name in inStates) return [];
    const { type, usual } = unwrap(field as z.ZodMiniType);
    if (type instanceof z.ZodMiniNumber || type instanceof z.ZodMiniLiteral) return [];
    const description = ofBehavior(of, name);
    return [{ name, kind: kindOf(type), default: JSON.stringify(usual), description }];
  });
}

function kindOf(type: z.ZodMiniType): string {
  if (type instanceof z.ZodMiniEnum)
    return type.options.map((option) => JSON.stringify(option)).join(' | ');
  if (type instanceof z.ZodMiniBoolean) return 'true | false';
  if (type instanceof z.ZodMiniString) return 'name';
  if (type instanceof z.ZodMiniObject) return `{ ${Object.keys(type.shape).join(', ')} }`;
  return type instanceof z.ZodMiniArray ? 'names' : 'vector';
}
