import * as z from 'zod';
import type { Law } from '../laws/law.ts';
import {
  BEHAVIOR_FAMILIES,
  type Behavior,
  type BehaviorType,
  behaviorSchemas,
} from './behaviors/index.ts';
import { lawBehaviorSchema } from './behaviors/law.ts';
import { lawTypeOf } from './law-type.ts';
import { behaviorParametersOf } from './scenario-laws.ts';
import { BEHAVIOR_PARAMETERS, type Parameter } from './schema.ts';
import { unwrap } from './unwrap.ts';

/** A key of a behavior that is no number: a name, a choice, a vector. Fixed at the start. */
export interface Setting {
  readonly name: string;
  /** What may stand there: "name", "vector", "names", keys in braces, or the choices. */
  readonly kind: string;
  /** As in JSON; undefined when there is none. */
  readonly standard: string | undefined;
  readonly description: string;
}

/** What can be said of a type of behavior, all of it read from the schema. */
export interface BehaviorDescription {
  readonly type: Behavior['type'];
  readonly family: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly settings: readonly Setting[];
}

/**
 * Every type of behavior with its parameters, family by family, and those of some laws as the family "laws":
 * for listings and documents.
 */
export function describeBehaviors(laws: readonly Law[] = []): BehaviorDescription[] {
  const own = Object.entries(BEHAVIOR_FAMILIES).flatMap(([family, schemas]) =>
    (Object.keys(schemas) as BehaviorType[]).map(
      (type): BehaviorDescription => ({
        type,
        family,
        description: behaviorSchemas[type].meta()?.description ?? '',
        parameters: BEHAVIOR_PARAMETERS[type],
        settings: settingsOf(behaviorSchemas[type]),
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
      };
    }),
  );
}

function settingsOf(schema: z.ZodObject): Setting[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const { type, standard } = unwrap(field as z.ZodType);
    if (type instanceof z.ZodNumber || type instanceof z.ZodLiteral) return [];
    const description = ((field as z.ZodType).meta() ?? type.meta())?.description ?? '';
    return [{ name, kind: kindOf(type), standard: JSON.stringify(standard), description }];
  });
}

function kindOf(type: z.ZodType): string {
  if (type instanceof z.ZodEnum) return type.options.map((one) => JSON.stringify(one)).join(' | ');
  if (type instanceof z.ZodBoolean) return 'true | false';
  if (type instanceof z.ZodString) return 'name';
  if (type instanceof z.ZodObject) return `{ ${Object.keys(type.shape).join(', ')} }`;
  return type instanceof z.ZodArray ? 'names' : 'vector';
}
