import type * as z from 'zod/mini';
import { type Problem, show } from '../errors.ts';
import type { Law } from '../laws/law.ts';
import { LawError } from '../laws/law-error.ts';
import type { LawForm } from '../laws/law-schema.ts';
import { checkNodes } from '../laws/read-law.ts';
import type { Behavior } from './behavior-types.ts';
import { anyBehaviorSchema, lawBehaviorSchema } from './law-behavior.ts';
import { isLawType, lawOf } from './law-type.ts';
import { BEHAVIOR_PARAMETERS, type Parameter, parametersOf } from './numeric-parameters.ts';

/** The laws of a scenario. */
interface ReadLaws {
  /** The valid laws. */
  readonly laws: readonly Law[];
  /** The schemas of the behaviors of all named laws, including invalid laws. */
  readonly schemas: readonly z.ZodMiniObject[];
  /** Problems of the laws, except the problems that their schema finds. */
  readonly problems: readonly Problem[];
}

/**
 * Reads the laws of a scenario.
 *
 * @param forms the laws, whose nodes are not checked yet. A law that is not of valid form is undefined
 * @param given the same laws, valid or not
 */
export function readLaws(
  forms: readonly (LawForm | undefined)[],
  given: readonly Partial<LawForm>[],
): ReadLaws {
  const laws: Law[] = [];
  const problems: Problem[] = [];
  const schemas = new Map<string, z.ZodMiniObject>();
  const places = new Map<string, number>();
  for (const [index, form] of forms.entries()) {
    const path = `$.laws[${index}]`;
    const name: unknown = given[index]?.name;
    if (typeof name !== 'string') continue;
    const before = places.get(name);
    if (before !== undefined) {
      const expected = `a name other than that of $.laws[${before}]`;
      problems.push({ path: `${path}.name`, found: show(name), expected });
      continue;
    }
    places.set(name, index);
    schemas.set(name, anyBehaviorSchema({ name }));
    if (form === undefined) continue;
    try {
      const law = checkNodes(form);
      laws.push(law);
      schemas.set(name, lawBehaviorSchema(law));
    } catch (error) {
      if (!(error instanceof LawError)) throw error;
      const { where, found, expected } = error;
      problems.push({ path: `${path}.${where}`, found, expected });
    }
  }
  return { laws, schemas: [...schemas.values()], problems };
}

const parametersOfLaw = new WeakMap<Law, readonly Parameter[]>();

/** Returns the numeric parameters of a behavior. The index of a parameter in the list is its slot in shared memory. */
export function behaviorParametersOf(
  { type }: Pick<Behavior, 'type'>,
  laws: readonly Law[] | undefined,
): readonly Parameter[] {
  if (!isLawType(type)) return BEHAVIOR_PARAMETERS[type];
  const law = lawOf(type, laws);
  // A law that was refused has no parameters.
  if (law === undefined) return [];
  const known = parametersOfLaw.get(law);
  if (known !== undefined) return known;
  const parameters = parametersOf(lawBehaviorSchema(law));
  parametersOfLaw.set(law, parameters);
  return parameters;
}
