import * as z from 'zod/mini';
import { BEHAVIORS } from '../behaviors/index.ts';
import { unwrap } from '../schema/unwrap.ts';
import { BEHAVIOR_TYPES, type BehaviorType } from './behavior-types.ts';

/**
 * A numeric parameter of a behavior or a species. Its index in the list of parameters is its slot (number) in shared
 * memory.
 */
export interface Parameter {
  readonly name: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
  readonly default: number | undefined;
}

/** Returns the numeric parameters of a strict object, in the order of the schema. */
export function parametersOf(schema: z.ZodMiniObject): Parameter[] {
  const parameters: Parameter[] = [];
  for (const [key, field] of Object.entries(schema.shape)) {
    const { type, usual } = unwrap(field as z.ZodMiniType);
    if (!(type instanceof z.ZodMiniNumber)) continue;
    parameters.push({
      name: key,
      unit: String(z.globalRegistry.get(type)?.unit ?? '1'),
      min: limitOf(type, 'greater_than') ?? Number.NEGATIVE_INFINITY,
      max: limitOf(type, 'less_than') ?? Number.POSITIVE_INFINITY,
      isWhole: checksOf(type).some(({ check }) => check === 'number_format'),
      default: usual as number | undefined,
    });
  }
  return parameters;
}

/** Returns the lower or upper limit of a number schema; undefined if it has no such limit. */
function limitOf(type: z.ZodMiniNumber, limit: 'greater_than' | 'less_than'): number | undefined {
  return checksOf(type).find(({ check }) => check === limit)?.value;
}

function checksOf({ def }: z.ZodMiniNumber): readonly { check: string; value?: number }[] {
  return (def.checks ?? []).map((one) => one._zod.def as { check: string; value?: number });
}

/**
 * The parameters of each type of built-in behavior. The index of a parameter in its list is its slot in shared memory.
 */
export const BEHAVIOR_PARAMETERS = Object.fromEntries(
  BEHAVIOR_TYPES.map((type) => [type, parametersOf(BEHAVIORS[type].schema)]),
) as Record<BehaviorType, Parameter[]>;
