import * as z from 'zod/mini';
import { FAMILIES } from '../behaviors/define-behavior.ts';
import { BEHAVIORS } from '../behaviors/index.ts';
import { inStates } from '../behaviors/keys.ts';
import type { Law } from '../laws/law.ts';
import type { ColumnType } from '../schema/column-types.ts';
import { unwrap } from '../schema/unwrap.ts';
import { BEHAVIOR_TYPES, type Behavior } from './behavior-types.ts';
import { lawBehaviorSchema } from './law-behavior.ts';
import { lawTypeOf } from './law-type.ts';
import { behaviorParametersOf } from './scenario-laws.ts';
import { BEHAVIOR_PARAMETERS, type Parameter } from './schema.ts';

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
        description: BEHAVIORS[type].description,
        parameters: BEHAVIOR_PARAMETERS[type],
        settings: settingsOf(BEHAVIORS[type].schema),
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
        settings: settingsOf(lawBehaviorSchema(law)),
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
function settingsOf(schema: z.ZodMiniObject): Setting[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    if (name in inStates) return [];
    const { type, usual } = unwrap(field as z.ZodMiniType);
    if (type instanceof z.ZodMiniNumber || type instanceof z.ZodMiniLiteral) return [];
    const own = z.globalRegistry.get(field as z.ZodMiniType);
    const description = (own ?? z.globalRegistry.get(type))?.description ?? '';
    return [{ name, kind: kindOf(type), default: JSON.stringify(usual), description }];
  });
}

function kindOf(type: z.ZodMiniType): string {
  if (type instanceof z.ZodMiniEnum)
    return type.options.map((one) => JSON.stringify(one)).join(' | ');
  if (type instanceof z.ZodMiniBoolean) return 'true | false';
  if (type instanceof z.ZodMiniString) return 'name';
  if (type instanceof z.ZodMiniObject) return `{ ${Object.keys(type.shape).join(', ')} }`;
  return type instanceof z.ZodMiniArray ? 'names' : 'vector';
}
